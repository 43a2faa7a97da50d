// Deciding and routing (X-1 … ).
#include <cassert>
#include <tripcheck/impl/expeditor/expeditor.hpp>

namespace tripcheck::expeditor::impl {

using detail::Circuit;
using detail::Line;

// An answer is filled in where the caller will find it: one that is made elsewhere and copied is
// read in wider pieces than it was written in, which costs as much as the decision. What a CALL
// takes is inline, so that it is one function.

inline std::int64_t Expeditor::give_ticket(ToolNumber tool) {
  const Circuit& circuit = circuits_[tool];
  detail::Slot& slot = slots_.add(++tickets_);
  slot.generation = circuit.generation;
  slot.tool = tool;
  slot.degraded = circuit.score == Score::degraded;
  return tickets_;
}

inline void Expeditor::call(ToolNumber tool, Choice& choice) {
  const bool last = config_.failure_budget - consumed_ == 1;
  choice.action = Action::call;
  choice.reason = Reason::closed;
  choice.caution = last || circuits_[tool].score == Score::degraded;
  choice.ticket = give_ticket(tool);
}

[[gnu::always_inline]] inline void Expeditor::decide_now(ToolNumber tool, User user,
                                                         Choice& choice) {
  if (paused_) return pause(Reason::budget_exhausted, choice);
  if (flagged_) return pause(Reason::systemic_failure, choice);
  const Circuit& circuit = circuits_[tool];
  if (!circuit.allowed) return skip(tool, Reason::not_allowed, user, choice);
  if (circuit.score == Score::unavailable) return skip(tool, Reason::unavailable, user, choice);
  if (circuit.state == State::closed) return call(tool, choice);
  skip_or_probe(tool, user, choice);
}

inline std::variant<Choice, Fault> Expeditor::decided(ToolNumber tool, User user) {
  std::variant<Choice, Fault> answer;
  decide_now(tool, user, *std::get_if<Choice>(&answer));
  return answer;
}

std::variant<Choice, Fault> Expeditor::decide(ToolNumber tool, std::int64_t step,
                                              User user) noexcept {
  assert(tool < circuits_.size());
  if (step < 0 || step > kLastStep) return Fault{ErrorCode::invalid_value, "step"};
  if (step < step_) return Fault{ErrorCode::step_out_of_order, "step"};
  step_ = step;
  return decided(tool, user);
}

/// Requires: the circuit is not CLOSED.
void Expeditor::skip_or_probe(ToolNumber tool, User user, Choice& choice) {
  Circuit& circuit = circuits_[tool];
  assert(circuit.state != State::closed);
  if (circuit.state == State::open) {
    if (step_ < circuit.opened_at + circuit.interval) {
      return skip(tool, Reason::circuit_open, user, choice);
    }
    enter(tool, State::half_open);
    return probe(tool, choice);
  }
  if (circuit.probe != 0) {
    if (step_ - circuit.probed_at < circuit.interval) {
      return skip(tool, Reason::probe_in_flight, user, choice);
    }
    log({.tool = tool, .line = Line::probe_lost});
  }
  ++circuit.generation;
  probe(tool, choice);
}

/// Requires: the step is in order. An unknown tool gets its entry once its circuit matters.
Choice Expeditor::decide_by_name(const Decide& asked) {
  ToolNumber tool = number(asked.tool);
  if (tool == kNoTool && !paused_ && !flagged_) {
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
  Choice choice;
  decide_now(tool, asked.user_available ? User::available : User::away, choice);
  return choice;
}

void Expeditor::pause(Reason reason, Choice& choice) {
  log({.line = Line::pause, .reason = reason});
  choice.action = Action::pause;
  choice.reason = reason;
}

void Expeditor::skip(ToolNumber tool, Reason reason, User user, Choice& choice) {
  way_round(tool, user, choice);
  choice.reason = reason;
  log({.a = choice.way == detail::kNone ? -1 : static_cast<std::int64_t>(choice.way),
       .tool = tool,
       .line = Line::skip,
       .reason = reason,
       .grade = choice.grade});
}

void Expeditor::probe(ToolNumber tool, Choice& choice) {
  log({.tool = tool, .line = Line::probe});
  choice.action = Action::probe;
  choice.reason = Reason::probe_due;
  choice.ticket = give_ticket(tool);
  circuits_[tool].probe = choice.ticket;
  circuits_[tool].probed_at = step_;
}

void Expeditor::way_round(ToolNumber tool, User user, Choice& choice) const noexcept {
  choice.action = Action::skip;
  for (std::uint32_t way = ways_begin_[tool]; way < ways_begin_[tool + 1]; ++way) {
    if (!usable_.has(ways_[way].tool)) continue;
    choice.grade = ways_[way].severity == Severity::low ? Grade::acceptable : Grade::partial;
    choice.way = way;
    return;
  }
  const bool fallback = entries_[tool].fallback && user == User::available;
  choice.grade = fallback ? Grade::fallback : Grade::skipped;
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
