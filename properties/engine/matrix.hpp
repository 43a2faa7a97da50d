/// The matrix of a profile's mutants: what killed each, how soon, and how short the shrunk history
/// is beside the shortest there is (S-31).
///
/// Threads: one run at a time.
/// Cost:    a run of the suite for each mutant and seed, up to its first break: milliseconds; to
///          the end: a second.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/profile.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <vector>

namespace tripcheck::engine {

struct MatrixOptions {
  std::uint64_t seeds = 1;  ///< Seeds 1 up to this one, inclusive, for each mutant.
  bool to_the_end = false;  ///< Each once more with the whole budget: every property that sees it.
  /// Microseconds of a clock that only goes forward, read by the caller alone (S-25); where empty,
  /// no times are told.
  std::function<std::uint64_t()> clock = {};
  /// Asked between batches; true ends it with what there is.
  std::function<bool()> interrupted = [] { return false; };
  /// Told after each run: how many are done, and how many there will be.
  std::function<void(std::uint64_t, std::uint64_t)> progress = [](std::uint64_t, std::uint64_t) {};
};

/// One mutant, one seed.
struct MutantRun {
  std::uint64_t seed = 0;
  std::optional<BrokenProperty> killer{};       ///< What broke first; nothing where it survived.
  std::optional<std::uint64_t> microseconds{};  ///< Until then, shrinking left out.
  std::string rule{};                           ///< Of the shrunk history.
  std::size_t found_steps = 0;
  std::size_t shrunk = 0;                 ///< Steps.
  std::vector<BrokenProperty> seen_by{};  ///< With `to_the_end`: every property that saw it.
};

struct MatrixRow {
  MutantInfo mutant;
  std::vector<MutantRun> runs{};  ///< By seed.
  std::optional<std::size_t> shortest{};

  [[nodiscard]] bool survived_any() const;
};

struct Matrix {
  std::string_view profile;
  std::uint64_t seeds = 0;
  bool to_the_end = false;
  std::vector<MatrixRow> rows{};
  bool interrupted = false;  ///< Then the last rows are not there, or not with all their seeds.
};

[[nodiscard]] Matrix matrix_of(const AnyProfile& profile, const MatrixOptions& options);

/// Interrupted before all else; `broken` where a mutant survived a seed.
[[nodiscard]] Exit exit_of(const Matrix& matrix);

/// A row a mutant, then those whose shortest history lies outside the space, then the verdict.
[[nodiscard]] std::string text_of(const Matrix& matrix);
/// One object, laid out, with a newline (docs/command-line.md).
[[nodiscard]] std::string json_of(const std::vector<Matrix>& matrices);

}  // namespace tripcheck::engine
