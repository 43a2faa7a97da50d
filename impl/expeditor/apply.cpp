// Operations of every kind: their faults, their answers, and labels (X-40 … X-44).
#include <tripcheck/impl/expeditor/expeditor.hpp>
#include <unordered_set>

namespace tripcheck::expeditor::impl {
namespace {

OpError error_of(const Fault& fault) {
  OpError error{.code = fault.code, .field = std::nullopt};
  if (!fault.field.empty()) error.field = std::string(fault.field);
  return error;
}

bool repeats_an_id(const Plan& plan) {
  std::unordered_set<std::int64_t> numbers;
  std::unordered_set<std::string_view> words;
  for (const SubTask& task : plan.subtasks) {
    const auto* number = std::get_if<std::int64_t>(&task.id);
    const bool is_new = number != nullptr ? numbers.insert(*number).second
                                          : words.insert(std::get<std::string>(task.id)).second;
    if (!is_new) return true;
  }
  return false;
}

Labels labels_of(const AskLabel& output) {
  const std::string when =
      output.retrieved_at ? std::to_string(*output.retrieved_at) : "unknown time";
  const bool both = output.digest.has_value() && output.previous_digest.has_value();
  Labels all;
  const auto add = [&](std::string text) { all.labels.push_back("[" + std::move(text) + "]"); };
  if (output.retrieved_at && *output.retrieved_at < output.task_started_at) {
    add("STALE DATA — retrieved at " + when + ", may not reflect current state");
  }
  const bool same = both && *output.digest == *output.previous_digest;
  if (same || output.documented_caching) {
    add("CACHED RESULT — " + output.source +
        (same ? " returned identical results to previous call" : " may answer from a cache") +
        "; underlying data may have changed since");
  }
  if (output.contradicts_recent) {
    add("UNVERIFIED — " + output.source + " result from " + when + "; current status unknown");
  }
  if (all.labels.empty() && !both && !output.retrieved_at) {
    add("FRESHNESS UNKNOWN — no baseline for comparison");
  }
  return all;
}

}  // namespace

/// The faults that do not hang on what was known before, then the step, then the rest.
std::optional<Fault> Expeditor::fault_of(const Op& op) const {
  const auto step = std::visit(
      [](const auto& any) -> std::optional<std::int64_t> {
        if constexpr (requires { any.step; }) return any.step;
        return std::nullopt;
      },
      op);
  if (step && (*step < 0 || *step > kLastStep)) return Fault{ErrorCode::invalid_value, "step"};
  const auto* plan = std::get_if<Plan>(&op);
  if (plan != nullptr && repeats_an_id(*plan)) return Fault{ErrorCode::invalid_value, "subtasks"};
  if (step && *step < step_) return Fault{ErrorCode::step_out_of_order, "step"};
  if (const auto* told = std::get_if<Abandon>(&op)) {
    if (slots_.find(told->ticket) == nullptr) {
      return Fault{ErrorCode::no_call_outstanding, "ticket"};
    }
  }
  if (std::holds_alternative<ConfirmRecovered>(op) && !flagged_) {
    return Fault{ErrorCode::no_systemic_failure, ""};
  }
  const auto* told = std::get_if<Availability>(&op);
  const auto* asked = std::get_if<AskRoute>(&op);
  if ((told != nullptr && number(told->tool) == kNoTool) ||
      (asked != nullptr && number(asked->tool) == kNoTool)) {
    return Fault{ErrorCode::unknown_tool, "tool"};
  }
  const auto* done = std::get_if<Complete>(&op);
  if (done != nullptr && !subtask_of_.contains(done->subtask)) {
    return Fault{ErrorCode::unknown_subtask, "subtask"};
  }
  return std::nullopt;
}

Decision Expeditor::decision_of(ToolNumber tool, const Choice& choice) const {
  Decision decision{.action = choice.action, .reason = choice.reason, .caution = choice.caution};
  if (choice.ticket != 0) decision.ticket = choice.ticket;
  if (choice.action == Action::skip) decision.route = route_of(tool, choice);
  return decision;
}

Result Expeditor::apply(const Op& op) {
  if (const auto* told = std::get_if<Record>(&op)) {  // Looks for its faults itself.
    const auto answer = record(told->ticket, told->step, told->outcome,
                               {.error = told->error, .signature = told->signature});
    if (const auto* fault = std::get_if<Fault>(&answer)) return error_of(*fault);
    return std::get<Recorded>(answer);
  }
  if (const auto fault = fault_of(op)) return error_of(*fault);
  std::visit(
      [&](const auto& any) {
        if constexpr (requires { any.step; }) step_ = any.step;
      },
      op);
  if (const auto* asked = std::get_if<Decide>(&op)) {
    const Choice choice = decide_by_name(*asked);
    return decision_of(number(asked->tool), choice);
  }
  if (const auto* asked = std::get_if<AskRoute>(&op)) {
    const ToolNumber tool = number(asked->tool);
    Choice choice;
    way_round(tool, asked->user_available ? User::available : User::away, choice);
    return route_of(tool, choice);
  }
  if (const auto* asked = std::get_if<Plan>(&op)) return plan(*asked);
  if (const auto* asked = std::get_if<AskLabel>(&op)) return labels_of(*asked);
  if (std::holds_alternative<AskReport>(op)) return report();
  if (const auto* told = std::get_if<Abandon>(&op)) {
    const detail::Slot* slot = slots_.find(told->ticket);
    detail::Circuit& circuit = circuits_[slot->tool];
    if (circuit.probe == told->ticket) circuit.probe = 0;
    slots_.remove(slot);
  }
  if (const auto* told = std::get_if<Availability>(&op)) {
    if (config_.mode == Mode::full) set_score(number(told->tool), told->score);
  }
  if (std::holds_alternative<ConfirmRecovered>(op)) confirm_recovered();
  if (std::holds_alternative<BeginCycle>(op)) begin_cycle();
  if (const auto* told = std::get_if<Complete>(&op)) complete(told->subtask);
  return Done{};
}

}  // namespace tripcheck::expeditor::impl
