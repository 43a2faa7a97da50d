/// Keeps the runs of all repetitions while the console shows them, and gives their medians.
///
/// Threads: one at a time. Cost: a number a run.
#pragma once
#include <benchmark/benchmark.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/bench/bench.hpp>
#include <utility>
#include <vector>

namespace tripcheck::bench {

/// Nanoseconds an item, over the repetitions of one benchmark.
struct Median {
  std::string name;  ///< `Family/row` or `Family/row/subject`.
  std::string item;  ///< What there is a number of: `events`, `cases`.
  double ns = 0;
  double low = 0;   ///< A quarter of the repetitions is not above it …
  double high = 0;  ///< … and a quarter not below this.
  std::size_t repetitions = 0;
};

class Results final : public benchmark::ConsoleReporter {
 public:
  Results() : ConsoleReporter(OO_None) {}

  void ReportRuns(const std::vector<Run>& runs) override;

  /// In the order in which the benchmarks were added.
  [[nodiscard]] std::vector<Median> medians() const;

 private:
  struct Kept {
    std::string name;
    std::string item;
    std::pair<std::int64_t, std::int64_t> place;
    std::vector<double> ns;
  };
  Kept& of(const Run& run);

  std::vector<Kept> kept_;
};

/// All of it as JSON, and what it was measured with.
[[nodiscard]] std::string json_of(std::span<const Median> medians, const Options& options);

/// As Markdown tables, in ratios wherever a family has a floor in the same run.
[[nodiscard]] std::string tables_of(std::span<const Median> medians);

}  // namespace tripcheck::bench
