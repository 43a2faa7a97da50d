#include <algorithm>
#include <set>
#include <tripcheck/model/expeditor/cascades.hpp>
#include <tripcheck/model/expeditor/decide.hpp>
#include <tripcheck/model/expeditor/expeditor.hpp>
#include <tripcheck/model/expeditor/record.hpp>
#include <tripcheck/model/expeditor/report.hpp>
#include <tripcheck/model/expeditor/routing.hpp>
#include <tripcheck/model/expeditor/staleness.hpp>

namespace tripcheck::expeditor::model {
namespace {

using Fault = std::optional<OpError>;

Fault invalid(std::string field) {
  return OpError{.code = ErrorCode::invalid_value, .field = std::move(field)};
}

std::optional<std::int64_t> step_of(const Op& op) {
  return std::visit(
      [](const auto& any) -> std::optional<std::int64_t> {
        if constexpr (requires { any.step; }) return any.step;
        return std::nullopt;
      },
      op);
}

/// Values that their types can hold and that are outside their ranges all the same.
Fault value_fault(const Op& op) {
  const auto step = step_of(op);
  if (step && (*step < 0 || *step > kLastStep)) return invalid("step");
  if (const auto* told = std::get_if<Record>(&op)) {
    if (told->signature && told->signature->empty()) return invalid("signature");
  }
  if (const auto* asked = std::get_if<Plan>(&op)) {
    std::set<SubTaskId> ids;
    for (const SubTask& task : asked->subtasks) {
      if (!ids.insert(task.id).second) return invalid("subtasks");
    }
  }
  return std::nullopt;
}

// The faults that each operation has of its own.
Fault own_fault(const Run& /*run*/, const auto& /*op*/) { return std::nullopt; }

Fault no_call(const Run& run, std::int64_t ticket) {
  if (outstanding(run, ticket)) return std::nullopt;
  return OpError{.code = ErrorCode::no_call_outstanding, .field = "ticket"};
}
Fault own_fault(const Run& run, const Record& told) { return no_call(run, told.ticket); }
Fault own_fault(const Run& run, const Abandon& told) { return no_call(run, told.ticket); }

Fault own_fault(const Run& run, const ConfirmRecovered& /*told*/) {
  if (run.systemic) return std::nullopt;
  return OpError{.code = ErrorCode::no_systemic_failure, .field = std::nullopt};
}

Fault no_entry(const Run& run, const std::string& tool) {
  if (place_of(run, tool)) return std::nullopt;
  return OpError{.code = ErrorCode::unknown_tool, .field = "tool"};
}
Fault own_fault(const Run& run, const Availability& told) { return no_entry(run, told.tool); }
Fault own_fault(const Run& run, const AskRoute& asked) { return no_entry(run, asked.tool); }

Fault own_fault(const Run& run, const Complete& told) {
  for (const KnownSubTask& known : run.subtasks) {
    if (known.task.id == told.subtask) return std::nullopt;
  }
  return OpError{.code = ErrorCode::unknown_subtask, .field = "subtask"};
}

// What each operation does once nothing is wrong with it.
Result act(Run& run, const Decide& asked) { return decide(run, asked); }
Result act(Run& run, const Record& told) { return record(run, told); }
Result act(Run& run, const Abandon& told) {
  abandon(run, told);
  return Done{};
}
Result act(Run& run, const Availability& told) {
  if (run.config.mode == Mode::full) run.tools[*place_of(run, told.tool)].score = told.score;
  return Done{};
}
Result act(Run& run, const ConfirmRecovered& /*told*/) {
  confirm_recovered(run);
  return Done{};
}
Result act(Run& run, const BeginCycle& /*told*/) {
  begin_cycle(run);
  return Done{};
}
Result act(Run& run, const Complete& told) {
  if (completed(run, told.subtask)) return Done{};
  run.completed.push_back(told.subtask);
  add_log(run, "Completed " + text_of(told.subtask));
  return Done{};
}
Result act(Run& run, const AskRoute& asked) { return route(run, asked); }
Result act(Run& run, const Plan& asked) { return plan(run, asked); }
Result act(Run& /*run*/, const AskLabel& output) { return label(output); }
Result act(Run& run, const AskReport& /*asked*/) { return report(run); }

}  // namespace

std::optional<OpError> fault(const Run& run, const Op& op) {
  if (auto found = value_fault(op)) return found;
  const auto step = step_of(op);
  if (step && *step < run.step) {
    return OpError{.code = ErrorCode::step_out_of_order, .field = "step"};
  }
  return std::visit([&](const auto& any) { return own_fault(run, any); }, op);
}

Result apply(Run& run, const Op& op) {
  if (auto found = fault(run, op)) return *std::move(found);
  run.step = step_of(op).value_or(run.step);
  return std::visit([&](const auto& any) { return act(run, any); }, op);
}

}  // namespace tripcheck::expeditor::model
