/// Reference model of the escalation breaker: the attempts of one run, counted until it must stop.
///
/// The rules, with their numbers, are in rules.md beside this file. It executes nothing, resets
/// nothing and reads no clock. Nothing in impl/ shares code with it: where the two differ, the
/// rules decide.
#pragma once
#include <optional>
#include <string_view>
#include <tripcheck/model/escalation/calendar.hpp>
#include <tripcheck/model/escalation/config.hpp>
#include <tripcheck/model/escalation/handoff.hpp>
#include <tripcheck/model/escalation/identifiers.hpp>
#include <variant>
#include <vector>

namespace tripcheck::escalation::model {

/// Limits that are all in [1, 32].
class Policy {
 public:
  Policy() = default;  ///< 3, 2, 3 and 6 in all.
  /// Or `invalid_threshold` with the first field outside its range (E-1).
  [[nodiscard]] static Checked<Policy> make(const Limits& limits);

  [[nodiscard]] std::int64_t limit(FailureClass failure_class) const noexcept;
  [[nodiscard]] std::int64_t total() const noexcept { return limits_.total; }
  bool operator==(const Policy&) const = default;

 private:
  explicit Policy(const Limits& limits) : limits_(limits) {}
  Limits limits_;
};

/// One that counted.
struct Attempt {
  FailureClass failure_class;
  StepDigest digest;
  bool operator==(const Attempt&) const = default;
};

/// A breaker is its history: the counts are read off it (E-3), and so is the halt.
struct Breaker {
  RunId run_id;
  WorkflowId workflow_id;
  Policy policy{};
  std::vector<Attempt> attempts{};   ///< In order.
  std::optional<Handoff> handoff{};  ///< From the trip on, always the same (E-6).
  bool operator==(const Breaker&) const = default;
};

/// Nothing; or the handoff of a trip; or why the attempt does not count.
using Answer = std::variant<std::monostate, Handoff, Error>;

struct Step {
  Breaker next;
  Answer answer;
};

/// A breaker for one run, or the first fault of what it was to be made of (E-13).
[[nodiscard]] Checked<Breaker> start(std::string_view run_id, std::string_view workflow_id,
                                     const Limits& limits);

/// One failed attempt, as its caller tells it (E-2 … E-8).
[[nodiscard]] Step record_failure(Breaker breaker, std::string_view failure_class,
                                  std::string_view step_digest, std::string_view now);

/// Questions.
[[nodiscard]] bool halted(const Breaker& breaker) noexcept;
[[nodiscard]] Counts counts(const Breaker& breaker) noexcept;

}  // namespace tripcheck::escalation::model
