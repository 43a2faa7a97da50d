/// What a run found, in words: the same for every profile, subject and source.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/floor.hpp>
#include <vector>

namespace tripcheck::engine {

/// The table of a counterexample: a step a row (S-41). Its last row is the end of the case, which
/// is no step.
struct StepRow {
  std::string time;  ///< Empty where a step has none.
  std::string event;
  std::string expected;
  std::string got;
};

struct Counterexample {
  std::string rule;
  std::string rule_text;
  std::string property;
  std::string claim;
  std::string note;
  std::string source;             ///< Which source gave the case that failed.
  std::uint64_t case_number = 0;  ///< Its number in that source, from 0.
  std::string config;             ///< `failure_threshold 1, cooldown 5, …`
  std::vector<StepRow> rows;
  /// In place of rows, where threads took turns: a column a thread, lines ended.
  std::string interleaving;
  std::size_t first_difference = 0;  ///< Index into rows; their number: the end of the case.
  std::string case_document;         ///< The shrunk case as its profile's JSON.
  std::string found_document;        ///< The case as it was found.
  std::size_t found_steps = 0;
  std::size_t steps = 0;  ///< Of the shrunk case.
  std::uint64_t shrink_runs = 0;
  bool shrunk_fully = true;     ///< False where the cap on runs ended it.
  std::string replay;           ///< The one line that shows it again.
  std::string perhaps_same_as;  ///< A rule whose break is smaller still and may be the one fault.
  std::string saved;            ///< The corpus file that holds it, where one does.
};

enum class RuleVerdict {
  kept,
  broken,
  undecided,
  not_reached,  ///< Its properties were there, no case came to them.
  not_claimed,  ///< Its properties need a claim that the subject does not make.
  not_visible,  ///< None of its properties can be asked through this door.
  expected,     ///< Broken, and on the list of known differences.
};

struct RuleLine {
  std::string rule;
  std::string text;
  RuleVerdict verdict = RuleVerdict::not_reached;
  std::uint64_t judged = 0;  ///< Cases judged by its properties, summed.
  std::vector<std::string> properties{};
  std::string reason{};  ///< Where it is on the list of known differences.
};

/// A line of that list that does not hold: to be removed.
struct StaleDifference {
  std::string id;
  std::size_t line = 0;  ///< In the file, from 1.
  std::string why;       ///< `it is kept` …
};

/// What became of the list of known differences.
struct KnownReport {
  std::string file;
  std::vector<StaleDifference> stale{};
  std::vector<std::string> added{};    ///< By --fix.
  std::vector<std::string> removed{};  ///< By --fix.
  std::string not_fixed{};             ///< Why --fix left the file alone.
};

struct SubjectTrouble {
  std::string what;
  std::string last_words;
  std::string case_document;
};

struct SourceLine {
  std::string name;
  std::uint64_t cases = 0;
  std::uint64_t steps = 0;
  std::string proof{};  ///< What is proved, where all of it was asked and every answer was right.
};

/// The first break that a property saw.
struct BrokenProperty {
  std::string property;
  std::string source;
  std::uint64_t cases = 0;  ///< Of that source, the one that failed included.
};

struct Report {
  std::string subject;
  std::string subject_name;  ///< As the subject calls itself.
  std::string subject_version;
  std::string profile;
  std::uint64_t seed = 0;
  std::vector<SourceLine> sources;
  std::vector<RuleLine> rules;
  std::vector<Counterexample> counterexamples;
  std::vector<BrokenProperty>
      broken_properties;  ///< Every one that saw a break, also of one fault.
  std::vector<SubjectTrouble> troubles;
  std::uint64_t skipped = 0;
  std::string skip_reason;  ///< The first.
  std::vector<std::string> claims;
  std::vector<std::string> outside_domain;  ///< `cooldown below 1` …
  std::vector<FloorLine> floor;
  bool floor_judged = false;  ///< False where the run was cut short or faulty.
  bool interrupted = false;
  bool ran_out = false;              ///< --max-seconds ended it.
  std::optional<KnownReport> known;  ///< Where a list was given.

  /// Whether it stands in the list of known differences, and is broken.
  [[nodiscard]] bool expects(std::string_view rule) const;
  /// Whether a rule is broken that is not expected to be, or that list is stale.
  [[nodiscard]] bool broken() const;
  [[nodiscard]] std::vector<std::string> rules_with(RuleVerdict verdict) const;
  [[nodiscard]] bool floor_holds() const;
  [[nodiscard]] bool undecided() const;
};

/// Exit codes: promises (docs/command-line.md).
enum class Exit : int {
  kept = 0,
  broken = 1,
  usage = 2,
  subject_failed = 3,
  not_enough = 4,
  interrupted = 130,
};
/// Interrupted before all else, since then nothing is complete; else 3, 1, 4 in this order.
[[nodiscard]] Exit exit_of(const Report& report);

/// What makes a run with no broken rule less than a pass; empty where it is one.
[[nodiscard]] std::vector<std::string> lacks(const Report& report);

/// The last line, without its end: `BROKEN: 2 rules (T-3, T-7)`.
[[nodiscard]] std::string verdict_of(const Report& report);

/// The one line that shows a case again.
[[nodiscard]] std::string replay_line(std::string_view profile, std::string_view subject,
                                      std::string_view case_document);

enum class Colour { never, always };
[[nodiscard]] std::string text_of(const Report& report, Colour colour);
[[nodiscard]] std::string text_of(const Counterexample& example, Colour colour);
/// What the list of known differences says; empty where none was given, or nothing is to say.
[[nodiscard]] std::string known_text(const Report& report, Colour colour);
/// One object, laid out, with a newline; its keys and their order are promises
/// (docs/command-line.md).
[[nodiscard]] std::string json_of(const Report& report);
/// JUnit's XML, a test case a rule, as CI servers read it; no times, so the same run gives the same
/// bytes.
[[nodiscard]] std::string junit_of(const Report& report);

[[nodiscard]] std::string_view name(RuleVerdict verdict);
[[nodiscard]] std::string_view name(Exit exit);

}  // namespace tripcheck::engine
