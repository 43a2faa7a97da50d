/// The one place in the command line that reads a clock: for `--max-seconds`, and for how long each
/// mutant lived.
///
/// Threads: any number may ask.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>

namespace tripcheck::cli {

class TimeLimit {
 public:
  /// Starts now. Without a number it is never over.
  explicit TimeLimit(std::optional<std::uint64_t> seconds);
  [[nodiscard]] bool over() const;

 private:
  std::optional<std::chrono::nanoseconds> end_;
};

/// Microseconds since some start, never going back.
[[nodiscard]] std::uint64_t microseconds_now();

/// Of `--max-seconds`, inclusive: some thirty years.
inline constexpr std::uint64_t kMostSeconds = 1'000'000'000;

}  // namespace tripcheck::cli
