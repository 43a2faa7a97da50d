#include <algorithm>
#include <tripcheck/model/escalation/breaker.hpp>
#include <utility>

namespace tripcheck::escalation::model {
namespace {

constexpr std::int64_t kMostLimit = 32;

bool outside(std::int64_t limit) { return limit < 1 || limit > kMostLimit; }

std::int64_t count(const Breaker& breaker, FailureClass failure_class) noexcept {
  return std::count_if(
      breaker.attempts.begin(), breaker.attempts.end(),
      [&](const Attempt& attempt) { return attempt.failure_class == failure_class; });
}

bool at_limit(const Breaker& breaker, FailureClass failure_class) {
  return count(breaker, failure_class) >= breaker.policy.limit(failure_class) ||
         std::ssize(breaker.attempts) >= breaker.policy.total();
}

std::vector<StepDigest> digests(const Breaker& breaker) {
  std::vector<StepDigest> found;
  for (const Attempt& attempt : breaker.attempts) found.push_back(attempt.digest);
  return found;
}

}  // namespace

Checked<Policy> Policy::make(const Limits& limits) {
  const auto fault = [](Field field) { return Error{Code::invalid_threshold, field}; };
  if (outside(limits.uncertainty)) return fault(Field::uncertainty);
  if (outside(limits.permission_denial)) return fault(Field::permission_denial);
  if (outside(limits.tool_failure)) return fault(Field::tool_failure);
  if (outside(limits.total)) return fault(Field::total);
  return Policy(limits);
}

std::int64_t Policy::limit(FailureClass failure_class) const noexcept {
  if (failure_class == FailureClass::uncertainty) return limits_.uncertainty;
  if (failure_class == FailureClass::permission_denial) return limits_.permission_denial;
  return limits_.tool_failure;
}

Checked<Breaker> start(std::string_view run_id, std::string_view workflow_id,
                       const Limits& limits) {
  const auto run = RunId::parse(run_id);
  if (const auto* error = std::get_if<Error>(&run)) return *error;
  const auto workflow = WorkflowId::parse(workflow_id);
  if (const auto* error = std::get_if<Error>(&workflow)) return *error;
  const auto policy = Policy::make(limits);
  if (const auto* error = std::get_if<Error>(&policy)) return *error;
  return Breaker{.run_id = std::get<RunId>(run),
                 .workflow_id = std::get<WorkflowId>(workflow),
                 .policy = std::get<Policy>(policy)};
}

Step record_failure(Breaker breaker, std::string_view failure_class, std::string_view step_digest,
                    std::string_view now) {
  const auto refused = [&](Code code, Field field) -> Step {
    return {std::move(breaker), Error{code, field}};
  };
  if (halted(breaker)) return refused(Code::circuit_open, Field::none);
  const auto known = class_of(failure_class);
  if (!known) return refused(Code::unknown_failure_class, Field::failure_class);
  const auto digest = StepDigest::parse(step_digest);
  if (!digest) return refused(Code::invalid_digest, Field::step_digest);
  const auto at = UtcSecond::parse(now);
  if (!at) return refused(Code::invalid_timestamp, Field::now);

  Breaker next = breaker;
  next.attempts.push_back({*known, *digest});                 // E-3
  if (!at_limit(next, *known)) return {std::move(next), {}};  // E-4
  const auto handoff =
      Handoff::issue(next.run_id, next.workflow_id, *known, digests(next), *at);              // E-5
  if (const auto* error = std::get_if<Error>(&handoff)) return {std::move(breaker), *error};  // E-8
  next.handoff = std::get<Handoff>(handoff);
  return {next, *next.handoff};
}

bool halted(const Breaker& breaker) noexcept { return breaker.handoff.has_value(); }

Counts counts(const Breaker& breaker) noexcept {
  return {.uncertainty = count(breaker, FailureClass::uncertainty),
          .permission_denial = count(breaker, FailureClass::permission_denial),
          .tool_failure = count(breaker, FailureClass::tool_failure),
          .total = std::ssize(breaker.attempts)};
}

}  // namespace tripcheck::escalation::model
