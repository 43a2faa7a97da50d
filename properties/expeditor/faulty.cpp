// Operations, their errors and the small ones among them.
#include <algorithm>
#include <tripcheck/properties/expeditor/faulty.hpp>

namespace tripcheck::expeditor {
namespace {

OpError error(ErrorCode code, std::string_view field) {
  OpError made{.code = code, .field = std::nullopt};
  if (!field.empty()) made.field = std::string(field);
  return made;
}

std::optional<std::int64_t> step_of(const Op& op) {
  return std::visit(
      [](const auto& any) -> std::optional<std::int64_t> {
        if constexpr (requires { any.step; }) return any.step;
        return std::nullopt;
      },
      op);
}

bool repeats(const std::vector<SubTask>& tasks) {
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (tasks[i].id == tasks[k].id) return true;
    }
  }
  return false;
}

}  // namespace

Faulty::Faulty(const Config& config, const CapabilityMap& map, Fault fault)
    : config_(config), fault_(fault) {
  if (has(Fault::zero_means_on)) {
    if (config_.correlated_opens == 0) config_.correlated_opens = 2;
    if (config_.coincident_opens == 0) config_.coincident_opens = 3;
  }
  for (const Entry& entry : map) {
    tools_.push_back({.entry = entry, .wait = config.probe_interval});
  }
}

std::optional<std::size_t> Faulty::find(std::string_view tool) const {
  for (std::size_t i = 0; i < tools_.size(); ++i) {
    if (tools_[i].entry.tool == tool) return i;
  }
  return std::nullopt;
}

bool Faulty::allowed(std::string_view tool) const {
  if (!config_.allowed_tools || has(Fault::allowed_ignored)) return true;
  return std::find(config_.allowed_tools->begin(), config_.allowed_tools->end(), tool) !=
         config_.allowed_tools->end();
}

std::size_t Faulty::entry_of(const std::string& tool) {
  if (const auto place = find(tool)) return *place;
  const bool defaults = has(Fault::unlisted_gets_defaults);
  tools_.push_back({.entry = {.tool = tool},
                    .wait = defaults ? Config{}.probe_interval : config_.probe_interval});
  return tools_.size() - 1;
}

bool Faulty::is_done(const SubTaskId& id) const {
  return std::find(done_.begin(), done_.end(), id) != done_.end();
}

Faulty::Error Faulty::value_error(const Op& op) const {
  const auto step = step_of(op);
  if (step && (*step < 0 || *step > kLastStep)) return error(ErrorCode::invalid_value, "step");
  const auto* told = std::get_if<Record>(&op);
  if (told != nullptr && told->signature == "") return error(ErrorCode::invalid_value, "signature");
  const auto* plan = std::get_if<Plan>(&op);
  if (plan != nullptr && repeats(plan->subtasks) && !has(Fault::repeated_plan_id_taken)) {
    return error(ErrorCode::invalid_value, "subtasks");
  }
  return std::nullopt;
}

Faulty::Error Faulty::order_error(const Op& op) const {
  const auto step = step_of(op);
  if (!step || has(Fault::steps_go_back)) return std::nullopt;
  const bool again = has(Fault::equal_step_refused) && *step == step_ && step_ > 0;
  if (*step < step_ || again) return error(ErrorCode::step_out_of_order, "step");
  return std::nullopt;
}

Faulty::Error Faulty::ticket_error(std::int64_t ticket) const {
  const bool given = ticket >= 1 && ticket <= std::ssize(calls_);
  const bool out = given && calls_[static_cast<std::size_t>(ticket - 1)].out;
  if (out || (given && has(Fault::ticket_twice))) return std::nullopt;
  return error(ErrorCode::no_call_outstanding, "ticket");
}

Faulty::Error Faulty::unmet(const Record& op) const { return ticket_error(op.ticket); }
Faulty::Error Faulty::unmet(const Abandon& op) const { return ticket_error(op.ticket); }
Faulty::Error Faulty::unmet(const ConfirmRecovered& /*op*/) const {
  if (group_ || has(Fault::confirm_without_flag)) return std::nullopt;
  return error(ErrorCode::no_systemic_failure, "");
}
Faulty::Error Faulty::unmet(const Availability& op) const {
  if (find(op.tool)) return std::nullopt;
  return error(ErrorCode::unknown_tool, "tool");
}
Faulty::Error Faulty::unmet(const AskRoute& op) const {
  if (find(op.tool) || has(Fault::unknown_route_answered)) return std::nullopt;
  return error(ErrorCode::unknown_tool, "tool");
}
Faulty::Error Faulty::unmet(const Complete& op) const {
  const bool known = std::any_of(tasks_.begin(), tasks_.end(),
                                 [&](const Task& task) { return task.task.id == op.subtask; });
  if (known) return std::nullopt;
  return error(ErrorCode::unknown_subtask, "subtask");
}

Faulty::Error Faulty::error_in(const Op& op) const {
  if (auto wrong = value_error(op)) return wrong;
  if (auto wrong = order_error(op)) return wrong;
  return std::visit([&](const auto& any) { return unmet(any); }, op);
}

Result Faulty::apply(const Op& op) {
  auto wrong = error_in(op);
  const auto step = step_of(op);
  if (step && (!wrong || (has(Fault::error_moves_step) && *step > step_))) step_ = *step;
  if (wrong) return *std::move(wrong);
  return std::visit([&](const auto& any) { return run(any); }, op);
}

Result Faulty::run(const Abandon& op) {
  Call& call = calls_[static_cast<std::size_t>(op.ticket - 1)];
  call.out = false;
  call.abandoned = true;
  const bool late = call.era != tools_[call.tool].era;
  if (has(Fault::abandon_fails)) fail(call.tool, call, {.ticket = op.ticket, .step = step_}, late);
  if (has(Fault::abandon_succeeds)) succeed(call.tool, late);
  return Done{};
}

Result Faulty::run(const Availability& op) {
  if (config_.mode == Mode::full) tools_[*find(op.tool)].score = op.score;
  return Done{};
}

Result Faulty::run(const ConfirmRecovered& /*op*/) {
  if (has(Fault::confirm_closes_circuits)) {
    for (Tool& tool : tools_) {
      if (tool.state == State::open) turn(tool, State::closed);
    }
  }
  if (group_) {
    for (const std::size_t member : group_->members) tools_[member].confirmed = true;
  }
  group_.reset();
  if (!has(Fault::confirm_keeps_scores)) forget_scores();
  log("Recovery confirmed");
  return Done{};
}

Result Faulty::run(const BeginCycle& /*op*/) {
  if (has(Fault::cycle_ignored_in_pause) && paused_) return Done{};
  if (!has(Fault::cycle_keeps_budget)) charges_.clear();
  for (Tool& tool : tools_) {
    if (!has(Fault::cycle_keeps_budget)) tool.row_charges.clear();
    if (has(Fault::cycle_clears_rows)) tool.row = 0;
    if (has(Fault::cycle_closes_circuits) && tool.state != State::closed) turn(tool, State::closed);
  }
  paused_ = false;
  if (has(Fault::events_restart)) events_ = 0;
  if (has(Fault::cycle_confirms)) group_.reset();
  log("Cycle " + std::to_string(++cycle_) + " begun");
  return Done{};
}

Result Faulty::run(const Complete& op) {
  if (is_done(op.subtask)) return Done{};
  done_.push_back(op.subtask);
  const auto* number = std::get_if<std::int64_t>(&op.subtask);
  log("Completed " +
      (number != nullptr ? std::to_string(*number) : std::get<std::string>(op.subtask)));
  return Done{};
}

Result Faulty::run(const AskRoute& op) {
  const auto place = find(op.tool);
  if (has(Fault::route_spends_probe) && place && tools_[*place].state == State::open &&
      step_ >= due(tools_[*place])) {
    turn(tools_[*place], State::half_open);
  }
  return route(op.tool, op.user_available);
}

Result Faulty::run(const AskReport& /*op*/) {
  for (Tool& tool : tools_) {
    const bool spends = has(Fault::report_spends_probe) && tool.state == State::open;
    if (spends && step_ >= due(tool)) turn(tool, State::half_open);
  }
  if (has(Fault::report_confirms)) forget_scores();
  return report();
}

}  // namespace tripcheck::expeditor
