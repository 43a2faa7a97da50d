/// A profile as the command line sees it: one system with its rules, model, subjects and
/// properties.
///
/// Adding a profile: a folder beside `timed/` that has a traits struct for ProfileOf, and one line
/// in properties/profiles.cpp.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/engine/rule.hpp>
#include <tripcheck/properties/engine/selftest_check.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <variant>
#include <vector>

namespace tripcheck::engine {

class Process;

/// A case that broke a rule, as it was drawn: not shrunk yet.
struct FirstFound {
  std::string_view rule;
  std::string_view source;
  std::uint64_t number = 0;  ///< Of the case in that source, from 0.
  std::size_t steps = 0;
  std::string_view replay;  ///< The one line that shows it again.
};

struct VerifyOptions {
  std::uint64_t seed = 1;
  std::uint64_t cases = 0;                ///< Generated ones; 0: the profile's default.
  std::optional<std::size_t> depth = {};  ///< Of enumerated histories (S-22); 0: no words at all.
  std::optional<std::size_t> extra_states = {};  ///< Of the complete suite (S-23).
  bool first_break = false;
  std::vector<std::string> expected = {};  ///< Rules whose breaks do not end a first_break run.
  std::uint64_t shrink_runs = 20'000;
  std::string subject;  ///< As written on the command line.
  /// Makes the one line that replays a case; where empty, that of the command line.
  std::function<std::string(std::string_view profile, std::string_view document)> replay_line = {};
  /// Asked between batches; true ends the run with what there is.
  std::function<bool()> interrupted = [] { return false; };
  std::function<bool()> out_of_time = [] { return false; };
  /// Told after each batch: the cases so far and how many there will be.
  std::function<void(std::uint64_t, std::uint64_t)> progress = {};
  /// Told at once of the first break that is not expected, so that it is not lost should what
  /// follows end badly (S-40).
  std::function<void(const FirstFound&)> first_found = [](const FirstFound&) {};
};

/// The one line that replays a case, made as the options say.
[[nodiscard]] std::string replay_of(const VerifyOptions& options, std::string_view profile,
                                    std::string_view document);
/// One line and the line that replays: what is told of the first break at once.
[[nodiscard]] std::string text_of(const FirstFound& found);

struct PropertyInfo {
  std::string_view id;
  std::vector<RuleId> rules;
  std::string_view claim;
};

struct MutantInfo {
  std::string_view id;
  std::vector<RuleId> rules;
  std::string_view note;
  std::string_view origin;  ///< Public reports, `owner/repo#number`, a space between two.
  /// Why no shortest history can be told: what it needs that the search has not. Empty where it
  /// can.
  std::string_view outside = {};
};

/// The words of an answer or of an error.
struct Said {
  bool ok = false;
  std::string text;
};

/// What one corpus case came to.
struct ReplayLine {
  RuleVerdict verdict = RuleVerdict::kept;
  std::string expected;  ///< Where it is broken: what the file says …
  std::string got;       ///< … and what came.
  std::optional<SubjectTrouble> trouble{};
};

class AnyProfile {
 public:
  AnyProfile() = default;
  AnyProfile(const AnyProfile&) = delete;
  AnyProfile& operator=(const AnyProfile&) = delete;
  virtual ~AnyProfile() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::span<const Rule> rules() const = 0;
  [[nodiscard]] virtual std::vector<PropertyInfo> properties() const = 0;
  [[nodiscard]] virtual std::vector<MutantInfo> mutants() const = 0;
  /// The steps of the shortest history that tells the mutant from the model, computed (S-32);
  /// nothing for one that is `outside`. Takes up to a second.
  [[nodiscard]] virtual std::optional<std::size_t> shortest(std::string_view mutant) const = 0;
  /// `model`, `impl` and the like: every name but the mutants'.
  [[nodiscard]] virtual std::vector<std::string_view> built_in() const = 0;

  /// A built-in subject by name, or nothing.
  [[nodiscard]] virtual std::unique_ptr<AnySubject> open(std::string_view name) const = 0;
  /// A started process as a subject, or what is wrong with its start answer.
  [[nodiscard]] virtual std::variant<std::unique_ptr<AnySubject>, std::string> attach(
      Process& process) const = 0;

  /// The whole suite against a subject.
  [[nodiscard]] virtual Report verify(AnySubject& subject, const VerifyOptions& options) const = 0;
  /// Every property on this one case.
  [[nodiscard]] virtual std::variant<Report, std::string> verify_case(
      AnySubject& subject, std::string_view document, const VerifyOptions& options) const = 0;
  /// A corpus case: `input` asked, compared with `expected`.
  [[nodiscard]] virtual ReplayLine replay(AnySubject& subject, json::Value input,
                                          json::Value expected) const = 0;
  /// What is wrong with the adapter behind which the subject stands (S-4); ends early where
  /// `interrupted` says so.
  [[nodiscard]] virtual std::vector<SelftestCheck> selftest(
      AnySubject& subject, const std::function<bool()>& interrupted) const = 0;
  /// The document of a case through an engine (`model`, `impl`): the answer document, or the error
  /// line.
  [[nodiscard]] virtual Said run(std::string_view engine, std::string_view document) const = 0;
  /// The kinds of document that `tripcheck run` takes; most profiles have one, of their own name.
  [[nodiscard]] virtual std::vector<std::string_view> documents() const = 0;
  /// As `run`; a document of another kind than this is refused. Requires: one of `documents()`.
  [[nodiscard]] virtual Said run_as(std::string_view kind, std::string_view engine,
                                    std::string_view document) const = 0;
  /// Those of `documents()` whose answer there is as text too, for people; most have none.
  [[nodiscard]] virtual std::vector<std::string_view> texts() const = 0;
  /// As `run_as`, but as text, which ends with a newline. Requires: one of `texts()`.
  [[nodiscard]] virtual Said run_as_text(std::string_view kind, std::string_view engine,
                                         std::string_view document) const = 0;
};

}  // namespace tripcheck::engine
