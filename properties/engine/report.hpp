/// What a run found, in words: the same for every profile, subject and source.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/floor.hpp>
#include <vector>

namespace tripcheck::engine {

/// The table of a counterexample: a step a row (S-41).
struct StepRow {
  std::string time;
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
};

struct RuleLine {
  std::string rule;
  std::string text;
  RuleVerdict verdict = RuleVerdict::not_reached;
  std::uint64_t judged = 0;  ///< Cases judged by its properties, summed.
  std::vector<std::string> properties{};
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
  std::vector<std::string> broken_properties;  ///< Every one that saw a break, also of one fault.
  std::vector<SubjectTrouble> troubles;
  std::uint64_t skipped = 0;
  std::string skip_reason;  ///< The first.
  std::vector<std::string> claims;
  std::vector<std::string> outside_domain;  ///< `cooldown below 1` …
  std::vector<FloorLine> floor;
  bool floor_judged = false;  ///< False where the run was cut short or faulty.
  bool interrupted = false;
  bool ran_out = false;  ///< --max-seconds ended it.

  [[nodiscard]] bool broken() const { return !counterexamples.empty(); }
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

/// The last line, without its end: `BROKEN: 2 rules (T-3, T-7)`.
[[nodiscard]] std::string verdict_of(const Report& report);

/// The one line that shows a case again.
[[nodiscard]] std::string replay_line(const Report& report, std::string_view case_document);

enum class Colour { never, always };
[[nodiscard]] std::string text_of(const Report& report, Colour colour);
[[nodiscard]] std::string text_of(const Counterexample& example, Colour colour);
/// One object, laid out, with a newline; its keys and their order are promises
/// (docs/command-line.md).
[[nodiscard]] std::string json_of(const Report& report);

[[nodiscard]] std::string_view name(RuleVerdict verdict);
[[nodiscard]] std::string_view name(Exit exit);

}  // namespace tripcheck::engine
