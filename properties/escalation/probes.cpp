// What adapters get wrong about the escalation breaker, each in a few small cases.
#include <string>
#include <tripcheck/properties/escalation/handoff_text.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <tripcheck/properties/escalation/values.hpp>
#include <utility>

namespace tripcheck::escalation {
namespace {

using Probe = engine::Probe<Traits>;

Given string_of(std::string_view value) { return Given::string(std::string(value)); }

Attempt attempt(std::string_view failure_class, std::string_view now = kPlainTime,
                char digit = '0') {
  return {.failure_class = string_of(failure_class),
          .step_digest = Given::string(std::string(64, digit)),
          .now = string_of(now)};
}

Run run(std::vector<Attempt> attempts) {
  return {.run_id = string_of(kPlainRunId),
          .workflow_id = string_of(kPlainWorkflowId),
          .policy = {},
          .attempts = std::move(attempts)};
}

Run run(std::array<int, 4> limits, std::vector<Attempt> attempts) {
  Run made = run(std::move(attempts));
  made.policy.emplace();
  for (std::size_t i = 0; i < limits.size(); ++i) {
    made.policy->at(i) = Given::json(std::to_string(limits.at(i)));
  }
  return made;
}

constexpr std::string_view kU = "uncertainty";
constexpr std::string_view kP = "permission_denial";
constexpr std::string_view kT = "tool_failure";

Probe limits() {
  return {.name = "fields of the policy",
          .claim = "each of the four limits reaches the breaker, and so do the defaults",
          .remedy = "hand every field of the policy on; one that is not there is 3, 2, 3 or 6",
          .cases = {run({attempt(kP), attempt(kP)}), run({1, 9, 9, 9}, {attempt(kU)}),
                    run({9, 1, 9, 9}, {attempt(kP)}), run({9, 9, 1, 9}, {attempt(kT)}),
                    run({9, 9, 9, 2}, {attempt(kU), attempt(kT)})}};
}

Probe classes() {
  return {.name = "the class that tripped",
          .claim = "the handoff is of the class of the last attempt",
          .remedy = "the trip class is that of the attempt that tripped, not of the most frequent",
          .cases = {run({9, 9, 9, 3}, {attempt(kT), attempt(kT), attempt(kU)}),
                    run({3, 2, 3, 3}, {attempt(kU), attempt(kU), attempt(kU)})}};
}

Probe order_of_digests() {
  return {.name = "order of digests",
          .claim = "digests are kept in their order, equal ones each",
          .remedy = "keep digests in a list, not in a set, and do not sort them",
          .cases = {run({attempt(kT, kPlainTime, 'b'), attempt(kT, kPlainTime, 'a'),
                         attempt(kT, kPlainTime, 'b')})}};
}

Probe behind_the_trip() {
  return {.name = "behind the trip",
          .claim = "every attempt behind the trip is circuit_open, alone, and counts for nothing",
          .remedy = "look whether it has halted before anything else; the error has no field",
          .cases = {run({attempt(kP), attempt(kP), attempt(kT), attempt("none", "never", 'z')})}};
}

Probe values() {
  Attempt none;
  Attempt numbers{.failure_class = Given::json("7"),
                  .step_digest = Given::json("[]"),
                  .now = Given::json("null")};
  return {.name = "values of other types",
          .claim = "a value that is no string, or not there, is that attempt's own error",
          .remedy = "check the type before the form; only a fault of the whole document ends it",
          .cases = {run({none, numbers, attempt(kU, "2026-01-01T24:00:00Z"),
                         attempt(kU, kPlainTime, 'A'), attempt("Uncertainty")})}};
}

Probe half_hours() {
  Run last = run({1, 1, 1, 1}, {attempt(kU, kLateTime), attempt(kU, kLastTime)});
  return {
      .name = "half an hour later",
      .claim = "the expiry is right at the ends of months and years, and not past the year 9999",
      .remedy =
          "add 30 minutes to the whole date; where that leaves the year 9999 the attempt is "
          "now: invalid_timestamp and does not count",
      .cases = {run({1, 1, 1, 1}, {attempt(kU, "2024-02-29T23:45:00Z")}),
                run({1, 1, 1, 1}, {attempt(kU, "2026-12-31T23:30:00Z")}),
                run({1, 1, 1, 1}, {attempt(kU, "0001-01-01T00:00:00Z")}), std::move(last)}};
}

Probe digits() {
  std::string digest(62, '0');
  digest += "\xd9\xa0";  // An Arabic-Indic zero: a digit elsewhere.
  Attempt other = attempt(kU);
  other.step_digest = Given::string(digest);
  Attempt ended = attempt(kU);
  ended.step_digest.text += "\n";
  return {.name = "digits of other alphabets",
          .claim = "only 0-9 and a-f are digits, and a newline at the end is a fault",
          .remedy = "match the whole text, and name the characters: \\d and $ take more",
          .cases = {run({other, ended, attempt(kU, "2026-01-01T00:00:0\xd9\xa0Z"),
                         attempt(kU, "2026-01-01T00:00:00Z\n")})}};
}

Probe read_back() {
  const std::string handoff =
      HandoffText::of(HandoffParts{.failure_class = kT,
                                   .digests = {std::string(kPlainDigest)},
                                   .issued_at = std::string(kPlainTime),
                                   .run_id = std::string(kPlainRunId),
                                   .workflow_id = std::string(kPlainWorkflowId)})
          .json();
  const auto at = [&](std::string_view now) {
    return Reading{.handoff = handoff, .now = string_of(now)};
  };
  return {.name = "expiry",
          .claim = "a handoff has expired from its last second on",
          .remedy =
              "expired is expires_at <= now; one that reads no handoffs claims the domain "
              "\"readings\": [0, 0]",
          .cases = {at("2026-01-01T00:29:59Z"), at("2026-01-01T00:30:00Z"),
                    at("2026-01-01T00:30:01Z")}};
}

Probe large() {
  Run made = run({});
  for (int i = 0; i < 20'000; ++i) made.attempts.push_back(attempt(kU, "now"));
  return {.name = "large case",
          .claim = "a case of 20000 attempts in one line is answered",
          .remedy = "read a line however long it is, and do not recurse over the attempts",
          .cases = {std::move(made)}};
}

}  // namespace

std::vector<engine::Probe<Traits>> Traits::probes() {
  return {limits(),          classes(),   order_of_digests(),
          behind_the_trip(), values(),    digits(),
          half_hours(),      read_back(), large()};
}

void Traits::flip(Answer& answer) {
  if (auto* run = std::get_if<RunAnswer>(&answer)) {
    run->halted = !run->halted;
  } else {
    auto& reading = std::get<ReadingAnswer>(answer);
    reading.expired = !reading.expired;
  }
}

}  // namespace tripcheck::escalation
