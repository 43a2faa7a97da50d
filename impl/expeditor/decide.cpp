// Deciding and routing (X-1 … ).
#include <cassert>
#include <tripcheck/impl/expeditor/expeditor.hpp>

namespace tripcheck::expeditor::impl {

using detail::Circuit;
using detail::Line;

std::optional<Fault> Expeditor::step_fault(std::int64_t step) const noexcept {
  if (step < 0 || step > kLastStep) return Fault{ErrorCode::invalid_value, "step"};
  if (step < step_) return Fault{ErrorCode::step_out_of_order, "step"};
  return std::nullopt;
}

std::variant<Choice, Fault> Expeditor::decide(ToolNumber tool, std::int64_t step,
                                              User user) noexcept {
  assert(tool < circuits_.size());
  if (const auto fault = step_fault(step)) return *fault;
  step_ = step;
  if (paused_) return pause(Reason::budget_exhausted);
  if (flagged_) return pause(Reason::systemic_failure);
  return decide_now(tool, user);
}

/// Requires: the task does not pause.
Choice Expeditor::decide_now(ToolNumber tool, User user) {
  const Circuit& circuit = circuits_[tool];
  if (!circuit.allowed) return skip(tool, Reason::not_allowed, user);
  if (circuit.score == Score::unavailable) return skip(tool, Reason::unavailable, user);
  if (circuit.state == State::closed) return call(tool);
  if (circuit.state == State::open) {
    if (step_ < circuit.opened_at + circuit.interval) return skip(tool, Reason::circuit_open, user);
    enter(tool, State::half_open);
    return probe(tool);
  }
  if (circuit.probe != 0) {
    if (step_ - circuit.probed_at < circuit.interval) {
      return skip(tool, Reason::probe_in_flight, user);
    }
    log({.tool = tool, .line = Line::probe_lost});
  }
  ++circuits_[tool].generation;
  return probe(tool);
}

/// Requires: the step is in order. An unknown tool gets its entry once its circuit matters.
Choice Expeditor::decide_by_name(const Decide& asked) {
  const User user = asked.user_available ? User::available : User::away;
  if (paused_) return pause(Reason::budget_exhausted);
  if (flagged_) return pause(Reason::systemic_failure);
  ToolNumber tool = number(asked.tool);
  if (tool == kNoTool) {
    if (!is_allowed(asked.tool)) {
      const detail::TextRef name = texts_.add(asked.tool);
      log({.a = static_cast<std::int64_t>(name.begin),
           .b = static_cast<std::int64_t>(name.size),
           .line = Line::skip_unlisted,
           .reason = Reason::not_allowed});
      return {.action = Action::skip, .reason = Reason::not_allowed};
    }
    tool = add_tool({.tool = asked.tool});
    rank(tool);
  }
  return decide_now(tool, user);
}

Choice Expeditor::pause(Reason reason) {
  log({.line = Line::pause, .reason = reason});
  return {.action = Action::pause, .reason = reason};
}

Choice Expeditor::skip(ToolNumber tool, Reason reason, User user) {
  Choice choice = way_round(tool, user);
  choice.reason = reason;
  log({.a = choice.way == detail::kNone ? -1 : static_cast<std::int64_t>(choice.way),
       .tool = tool,
       .line = Line::skip,
       .reason = reason,
       .grade = choice.grade});
  return choice;
}

Choice Expeditor::call(ToolNumber tool) {
  const bool last = config_.failure_budget - consumed_ == 1;
  const bool caution = last || circuits_[tool].score == Score::degraded;
  return {.action = Action::call,
          .reason = Reason::closed,
          .caution = caution,
          .ticket = give_ticket(tool)};
}

Choice Expeditor::probe(ToolNumber tool) {
  log({.tool = tool, .line = Line::probe});
  const std::int64_t ticket = give_ticket(tool);
  circuits_[tool].probe = ticket;
  circuits_[tool].probed_at = step_;
  return {.action = Action::probe, .reason = Reason::probe_due, .ticket = ticket};
}

std::int64_t Expeditor::give_ticket(ToolNumber tool) {
  const Circuit& circuit = circuits_[tool];
  slots_.add({.ticket = ++tickets_,
              .generation = circuit.generation,
              .tool = tool,
              .degraded = circuit.score == Score::degraded});
  return tickets_;
}

Choice Expeditor::way_round(ToolNumber tool, User user) const noexcept {
  Choice choice{.action = Action::skip};
  for (std::uint32_t way = ways_begin_[tool]; way < ways_begin_[tool + 1]; ++way) {
    if (!usable_.has(ways_[way].tool)) continue;
    choice.grade = ways_[way].severity == Severity::low ? Grade::acceptable : Grade::partial;
    choice.way = way;
    return choice;
  }
  const bool fallback = entries_[tool].fallback && user == User::available;
  choice.grade = fallback ? Grade::fallback : Grade::skipped;
  return choice;
}

Route Expeditor::route_of(ToolNumber tool, const Choice& skipped) const {
  Route route{.grade = skipped.grade};
  if (skipped.way != detail::kNone) {
    const Alternative& other = entries_[tool].alternatives[ways_[skipped.way].index];
    route.tool = other.tool;
    route.method = other.method;
    route.degradation = other.degradation;
  } else if (skipped.grade == Grade::fallback) {
    route.note = entries_[tool].fallback.value_or("");
  } else {
    route.note = "no tools available";
  }
  return route;
}

}  // namespace tripcheck::expeditor::impl
