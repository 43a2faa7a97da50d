/// A plain escalation breaker in which any one decision can be swapped for a faulty one: what
/// mutants are made of.
///
/// Counting, tripping and the handoff's text are written apart from the model and the
/// implementation; values and strangers' handoffs are read by the implementation. With the
/// decisions as they stand here it keeps every rule.
///
/// Threads: a value; but for mutants that share state on purpose, one thread at a time each.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/properties/escalation/case.hpp>
#include <tripcheck/properties/escalation/subject.hpp>
#include <vector>

namespace tripcheck::escalation {

/// A handoff before it is written down.
struct Handed {
  FailureClass failure_class{};
  std::string reason_code{};
  std::string requested_decision{};
  std::vector<std::string> actions{};
  std::vector<std::string> digests{};
  std::vector<std::string> evidence{};
  std::string issued_at{};
  std::string expires_at{};
  std::string run_id{};
  std::string schema = "openmed.agent.reviewer_handoff.v1";
  std::string workflow_id{};
};
/// What the table says of a class.
void set_class(Handed& handed, FailureClass failure_class);
[[nodiscard]] std::string json_of(const Handed& handed);

/// What a faulty breaker keeps.
struct Fields {
  std::string run_id{};
  std::string workflow_id{};
  std::array<std::int64_t, 4> limits{};  // By class, then the total.
  std::array<std::int64_t, 3> counts{};  // By class.
  std::int64_t total = 0;
  std::vector<FailureClass> classes{};  // Of the attempts that counted.
  std::vector<std::string> digests{};
  std::vector<std::string> times{};
  std::optional<std::string> handoff{};
  bool halted = false;
  std::int64_t spare = 0;    // For what only one fault needs.
  std::string spare_text{};  // The same.
  bool operator==(const Fields&) const = default;

  [[nodiscard]] std::int64_t& count(FailureClass c) { return counts[static_cast<std::size_t>(c)]; }
  [[nodiscard]] std::int64_t limit(FailureClass c) const {
    return limits[static_cast<std::size_t>(c)];
  }
};

/// The decisions. Each is right by default; a mutant swaps one (or, where it says so, two).
struct Decisions {
  // Making one. An error's text, or nothing.
  std::optional<std::string> (*run_id)(const Given&) = right_run_id;
  std::optional<std::string> (*workflow_id)(const Given&) = right_workflow_id;
  /// Nothing for what is no limit; `otherwise` is the default.
  std::optional<std::int64_t> (*limit)(const Given&, std::int64_t otherwise) = right_limit;
  std::optional<std::string> (*check)(const Decisions&, const Run&) = right_check;
  void (*made)(Fields&) = [](Fields&) {};

  // One attempt.
  std::optional<FailureClass> (*known)(const Given&) = right_known;
  bool (*is_digest)(const Fields&, const Given&) = right_is_digest;
  bool (*is_time)(const Given&) = right_is_time;
  /// The first fault, or nothing.
  std::optional<std::string> (*refuse)(const Decisions&, Fields&, const Attempt&) = right_refuse;
  /// After an attempt was refused for a value.
  void (*refused)(Fields&, const Attempt&) = [](Fields&, const Attempt&) {};
  /// The text of its error, as it is told.
  void (*said)(const Attempt&, std::string& error) = [](const Attempt&, std::string&) {};
  /// The digest as it is kept.
  void (*keep)(Fields&, FailureClass, const Attempt&) = right_keep;
  void (*count)(Fields&, FailureClass) = right_count;
  bool (*trips)(Fields&, FailureClass) = right_trips;
  FailureClass (*trip_class)(const Fields&, FailureClass) = [](const Fields&, FailureClass c) {
    return c;
  };
  /// The expiry of a handoff; nothing where there is none that late (E-8).
  std::optional<std::string> (*expiry)(const std::string& now) = right_expiry;
  /// Before its handoff is made: whether the attempt is refused as too late.
  void (*take_back)(Fields&, FailureClass) = right_take_back;
  void (*hand)(const Fields&, Handed&) = [](const Fields&, Handed&) {};
  void (*written)(std::string& json) = [](std::string&) {};
  /// Behind the trip: what is answered. Right: circuit_open, and nothing else happens.
  std::optional<Recorded> (*open)(Fields&, const Attempt&) = right_open;
  void (*tripped)(Fields&, Recorded&) = [](Fields&, Recorded&) {};

  // Questions.
  bool (*asked_halted)(const Fields&) = [](const Fields& f) { return f.halted; };
  Counts (*asked_counts)(const Fields&) = right_counts;
  std::optional<std::string> (*asked_handoff)(Fields&) = [](Fields& f) { return f.handoff; };
  Purpose purpose{};

  // A handoff read back.
  void (*mend)(Reading&) = [](Reading&) {};  // What its reader passes over.
  void (*read)(const Reading&, ReadBack&) = [](const Reading&, ReadBack&) {};

  static std::optional<std::string> right_run_id(const Given& given);
  static std::optional<std::string> right_workflow_id(const Given& given);
  static std::optional<std::int64_t> right_limit(const Given& given, std::int64_t otherwise);
  static std::optional<std::string> right_check(const Decisions& decisions, const Run& run);
  static std::optional<FailureClass> right_known(const Given& given);
  static bool right_is_digest(const Fields& fields, const Given& given);
  static bool right_is_time(const Given& given);
  static std::optional<std::string> right_refuse(const Decisions& decisions, Fields& fields,
                                                 const Attempt& attempt);
  static void right_keep(Fields& fields, FailureClass failure_class, const Attempt& attempt);
  static void right_count(Fields& fields, FailureClass failure_class);
  static bool right_trips(Fields& fields, FailureClass failure_class);
  static std::optional<std::string> right_expiry(const std::string& now);
  static void right_take_back(Fields& fields, FailureClass failure_class);
  static std::optional<Recorded> right_open(Fields& fields, const Attempt& attempt);
  static Counts right_counts(const Fields& fields);
  [[nodiscard]] ReadBack read_back(Reading reading) const;
};

/// Satisfies EscalationBreaker, with values as documents have them, copies and purpose.
class Faulty {
 public:
  /// Requires: the decisions' own check finds no fault in the run.
  Faulty(const Run& run, const Decisions& decisions);

  Recorded record(const Attempt& attempt);
  /// The same for strings.
  Recorded record_failure(std::string_view failure_class, std::string_view step_digest,
                          std::string_view now);
  [[nodiscard]] bool halted() const { return decisions_->asked_halted(fields_); }
  [[nodiscard]] Counts counts() const { return decisions_->asked_counts(fields_); }
  [[nodiscard]] std::optional<std::string> handoff_json() const {
    return decisions_->asked_handoff(fields_);
  }
  [[nodiscard]] Purpose purpose() const { return decisions_->purpose; }
  [[nodiscard]] const Fields& fields() const { return fields_; }

 private:
  Recorded trip(FailureClass failure_class, const std::string& now, const Attempt& attempt);
  Recorded refuse(const Attempt& attempt, std::string error);

  const Decisions* decisions_;
  mutable Fields fields_;  // Some mutants change when they are asked.
};

}  // namespace tripcheck::escalation
