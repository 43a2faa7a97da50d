/// Known differences: where a subject is known to break a rule or a corpus case, and why (S-5).
///
/// A text file beside the subject, one difference a line: a rule or the id of a corpus case, a
/// space, the reason. Sorted by their bytes, each once. Blank lines and lines that begin with `#`
/// are comments.
///
///   # What my breaker does otherwise.
///   T-5 its timer fires one late
///   timed/valid/deadline-is-inside the same
///
/// Threads: pure functions.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/report.hpp>
#include <variant>
#include <vector>

namespace tripcheck::engine {

struct KnownDifference {
  std::string id;                    ///< `T-5`, or `timed/valid/deadline-is-inside`.
  std::string reason;                ///< Not empty.
  std::size_t line = 0;              ///< In the file, from 1; 0 for one that is not in it yet.
  std::vector<std::string> above{};  ///< Comments and blank lines.
};

struct KnownDifferences {
  std::vector<KnownDifference> all;  ///< Sorted by id.
  std::vector<std::string> below{};  ///< Comments and blank lines behind the last one.

  [[nodiscard]] const KnownDifference* find(std::string_view id) const;
};

/// Whether the id is a case's; else it is a rule's.
[[nodiscard]] bool is_case_id(std::string_view id);

/// What a line may name: rules, and cases by their profile.
struct KnownNames {
  std::vector<std::string_view> rules;
  std::vector<std::string_view> profiles;
};

/// The list; or what is wrong with the first bad line: `line 3: expected …, found …`.
[[nodiscard]] std::variant<KnownDifferences, std::string> read_known_differences(
    std::string_view text, const KnownNames& names);

/// The whole file.
[[nodiscard]] std::string text_of(const KnownDifferences& known);

/// The report as the list makes it: a rule that is listed and broken is `expected`; a line whose
/// rule is kept, or was never tried, is stale, once the run is complete. Lines for other profiles'
/// rules and for cases are not looked at.
[[nodiscard]] Report with_known(Report report, const KnownDifferences& known);

/// Whether a run says enough to write the list anew: not cut short, the subject did not fail, the
/// floor was reached.
[[nodiscard]] bool may_fix(const Report& report);

/// The list as the run makes it: reasons are kept, stale lines gone, new ones told by the shortest
/// history. Lines that with_known() does not look at, and all comments, stay.
///
/// Requires: may_fix(report).
[[nodiscard]] KnownDifferences fixed(KnownDifferences known, const Report& report);

/// Puts a line in its place, or takes it out; the comments above it go to what comes behind.
void add(KnownDifferences& known, KnownDifference difference);
void remove(KnownDifferences& known, std::string_view id);

/// One line: the config, the events up to the first difference, what was expected there, what came.
[[nodiscard]] std::string reason_of(const Counterexample& example);

}  // namespace tripcheck::engine
