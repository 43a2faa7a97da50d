#include <cstddef>
#include <span>
#include <tripcheck/impl/escalation/breaker.hpp>
#include <type_traits>

namespace tripcheck::escalation::impl {
namespace {

static_assert(std::is_trivially_copyable_v<Breaker>);

}  // namespace

Checked<Policy> Policy::make(const Limits& limits) noexcept {
  Policy policy;
  std::optional<Error> fault;
  const auto take = [&fault](std::int64_t limit, Field field, std::uint8_t& into) {
    if (!fault && (limit < 1 || limit > 32)) fault = Error{Code::invalid_threshold, field};
    into = static_cast<std::uint8_t>(limit & 0xff);
  };
  take(limits.uncertainty, Field::uncertainty, policy.limits_[0]);
  take(limits.permission_denial, Field::permission_denial, policy.limits_[1]);
  take(limits.tool_failure, Field::tool_failure, policy.limits_[2]);
  take(limits.total, Field::total, policy.total_);
  if (fault) return *fault;
  return policy;
}

Checked<Breaker> Breaker::start(std::string_view run_id, std::string_view workflow_id,
                                const Limits& limits) noexcept {
  const auto run = RunId::parse(run_id);
  if (const auto* error = std::get_if<Error>(&run)) return *error;
  const auto workflow = WorkflowId::parse(workflow_id);
  if (const auto* error = std::get_if<Error>(&workflow)) return *error;
  const auto policy = Policy::make(limits);
  if (const auto* error = std::get_if<Error>(&policy)) return *error;
  return Breaker(*std::get_if<RunId>(&run), *std::get_if<WorkflowId>(&workflow),
                 *std::get_if<Policy>(&policy));
}

Recorded Breaker::trip(FailureClass failure_class, UtcSecond now) noexcept {
  const auto issued =
      Handoff::issue(run_id_, workflow_id_, failure_class, std::span(digests_).first(total_), now);
  if (const auto* handoff = std::get_if<Handoff>(&issued)) {
    handoff_ = *handoff;
    return Recorded(*handoff_);
  }
  --counts_[static_cast<std::size_t>(failure_class)];  // It would expire too late (E-8).
  digests_[--total_] = {};
  return Recorded(*std::get_if<Error>(&issued));
}

Counts Breaker::counts() const noexcept {
  return {.uncertainty = counts_[0],
          .permission_denial = counts_[1],
          .tool_failure = counts_[2],
          .total = total_};
}

}  // namespace tripcheck::escalation::impl
