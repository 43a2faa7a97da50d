// Deciding and routing, each with the faults it can have.
#include <algorithm>
#include <tripcheck/properties/expeditor/faulty.hpp>

namespace tripcheck::expeditor {

std::optional<Reason> Faulty::pause_reason(const std::string& tool) const {
  const bool budget = paused_ && !has(Fault::budget_only_warns);
  bool systemic = group_.has_value();
  const auto place = find(tool);
  if (systemic && place) {
    const auto& members = group_->members;
    const bool member = std::find(members.begin(), members.end(), *place) != members.end();
    if (has(Fault::systemic_stops_members_only) && !member) systemic = false;
    const Tool& asked = tools_[*place];
    if (has(Fault::systemic_probes) && asked.state == State::open && step_ >= due(asked)) {
      systemic = false;
    }
  }
  if (systemic && has(Fault::systemic_told_first)) return Reason::systemic_failure;
  if (budget) return Reason::budget_exhausted;
  if (systemic) return Reason::systemic_failure;
  return std::nullopt;
}

Decision Faulty::pause(Reason reason) {
  const std::string text = "PAUSE " + std::string(name(reason));
  const bool again = !log_.empty() && log_.back().text == text;
  if (!again || !has(Fault::pause_logged_once)) log(text);
  return {.action = Action::pause, .reason = reason};
}

Decision Faulty::skip(const Decide& op, Reason reason) {
  Route taken = route(op.tool, op.user_available);
  const auto place = find(op.tool);
  if (place && has(Fault::skip_counts_as_failure) && reason == Reason::circuit_open) {
    ++tools_[*place].row;
    charges_.push_back({.tool = op.tool, .step = step_, .event = ++events_});
  }
  if (place && has(Fault::no_route_at_opening) && tools_[*place].since == step_ &&
      reason == Reason::circuit_open) {
    taken = {.note = "no tools available"};
  }
  std::string text = op.tool + ": SKIP " + std::string(name(reason)) + " -> ";
  text += name(taken.grade);
  if (taken.tool) text += " " + *taken.tool;
  if (!has(Fault::skip_not_logged) || reason != Reason::circuit_open) log(text);
  routes_.push_back({.step = step_,
                     .tool = op.tool,
                     .grade = taken.grade,
                     .to = taken.tool,
                     .degradation = taken.degradation});
  if (has(Fault::routes_without_degradation)) routes_.back().degradation.reset();
  return {.action = Action::skip, .reason = reason, .route = std::move(taken)};
}

std::int64_t Faulty::give(std::size_t place) {
  const Tool& tool = tools_[place];
  calls_.push_back(
      {.tool = place, .era = tool.era, .step = step_, .degraded = tool.score == Score::degraded});
  return std::ssize(calls_);
}

Decision Faulty::call(std::size_t place) {
  const std::int64_t left = config_.failure_budget - consumed();
  bool caution = left == 1 && !has(Fault::no_caution_at_last);
  if (has(Fault::caution_one_early) && left == 2) caution = true;
  const bool degraded = tools_[place].score == Score::degraded;
  if (degraded && !has(Fault::no_caution_when_degraded)) caution = true;
  return {
      .action = Action::call, .reason = Reason::closed, .ticket = give(place), .caution = caution};
}

Decision Faulty::probe(std::size_t place) {
  log(tools_[place].entry.tool + ": PROBE");
  const std::int64_t ticket = give(place);
  tools_[place].probe = ticket;
  return {.action = Action::probe, .reason = Reason::probe_due, .ticket = ticket};
}

Decision Faulty::open_one(const Decide& op, std::size_t place) {
  Tool& tool = tools_[place];
  std::int64_t from = due(tool);
  if (has(Fault::wait_from_first_opening)) from = tool.first_open + tool.wait;
  if (has(Fault::probe_one_late)) ++from;
  if (has(Fault::probe_one_early)) --from;
  if (step_ >= from && !has(Fault::never_probes)) {
    turn(tool, State::half_open);
    return probe(place);
  }
  if (has(Fault::asking_extends_wait)) tool.since = step_;
  if (has(Fault::open_is_called)) return call(place);
  return skip(op, Reason::circuit_open);
}

Decision Faulty::half_open_one(const Decide& op, std::size_t place) {
  Tool& tool = tools_[place];
  if (tool.probe == 0) return probe(place);  // Only where a fault got it here.
  const Call& last = calls_[static_cast<std::size_t>(tool.probe - 1)];
  const std::int64_t wait = tool.wait + (has(Fault::lost_one_late) ? 1 : 0);
  const bool blocked = last.out || (has(Fault::abandoned_blocks) && last.abandoned);
  const bool in_time = step_ - last.step < wait || has(Fault::probe_never_lost);
  if (blocked && in_time && !has(Fault::second_probe)) return skip(op, Reason::probe_in_flight);
  if (last.out || has(Fault::abandoned_logged_lost)) log(tool.entry.tool + ": probe lost");
  if (!has(Fault::lost_ticket_in_time)) ++tool.era;
  return probe(place);
}

Result Faulty::run(const Decide& op) {
  if (const auto reason = pause_reason(op.tool)) return pause(*reason);
  const bool full = config_.mode == Mode::full;
  if (!allowed(op.tool)) {
    const auto place = find(op.tool);
    const bool first =
        !has(Fault::allowed_after_score) || !place || tools_[*place].score != Score::unavailable;
    if (has(Fault::forbidden_gets_entry)) (void)entry_of(op.tool);
    return skip(op, first ? Reason::not_allowed : Reason::unavailable);
  }
  const std::size_t place = entry_of(op.tool);
  Tool& tool = tools_[place];
  if (!full) return call(place);
  const bool later = has(Fault::unavailable_after_circuit) && tool.state != State::closed;
  if (tool.score == Score::unavailable && !later) {
    if (has(Fault::unavailable_costs_budget)) {
      charges_.push_back({.tool = op.tool, .step = step_, .event = ++events_});
    }
    const bool is_due = tool.state == State::open && step_ >= due(tool);
    if (has(Fault::unavailable_spends_probe) && is_due) tool.since = step_;
    return skip(op, Reason::unavailable);
  }
  if (tool.state == State::closed) return call(place);
  return tool.state == State::open ? open_one(op, place) : half_open_one(op, place);
}

bool Faulty::viable(const Alternative& other) const {
  const auto place = find(other.tool);
  const Tool& tool = tools_[*place];
  if (!allowed(other.tool) && !has(Fault::forbidden_alternative)) return false;
  if (tool.state != State::closed && !has(Fault::open_alternative)) return false;
  return tool.score != Score::unavailable || has(Fault::unavailable_alternative);
}

const Alternative* Faulty::way(std::string_view tool) const {
  const auto place = find(tool);
  if (!place || has(Fault::routes_ignored)) return nullptr;
  if (has(Fault::odd_names_unrouted) && tool.find('#') != std::string_view::npos) return nullptr;
  std::vector<Severity> order{Severity::low, Severity::high, Severity::unknown};
  if (has(Fault::unknown_before_high)) std::swap(order[1], order[2]);
  for (const Severity severity : order) {
    for (const Alternative& other : tools_[*place].entry.alternatives) {
      if (has(Fault::high_never_taken) && severity == Severity::high) continue;
      if (other.severity == severity && viable(other)) return &other;
    }
  }
  if (!has(Fault::alternatives_of_alternatives)) return nullptr;
  for (const Alternative& other : tools_[*place].entry.alternatives) {
    for (const Alternative& further : tools_[*find(other.tool)].entry.alternatives) {
      if (further.tool != tool && viable(further)) return &further;
    }
  }
  return nullptr;
}

Route Faulty::route(const std::string& tool, bool user) const {
  Route taken{.note = "no tools available"};
  if (const Alternative* other = way(tool)) {
    const bool fine = other->severity == Severity::low ||
                      (other->severity == Severity::high && has(Fault::high_is_acceptable));
    taken = {.grade = fine ? Grade::acceptable : Grade::partial,
             .tool = other->tool,
             .method = other->method,
             .degradation = other->degradation};
    if (has(Fault::method_lost)) taken.method.reset();
    return taken;
  }
  const auto place = find(tool);
  if (!place || !tools_[*place].entry.fallback) return taken;
  if (!user && !has(Fault::fallback_without_user)) return taken;
  taken.grade = Grade::fallback;
  taken.note = *tools_[*place].entry.fallback;
  const auto& others = tools_[*place].entry.alternatives;
  if (has(Fault::fallback_names_alternative) && !others.empty()) taken.tool = others.front().tool;
  return taken;
}

}  // namespace tripcheck::expeditor
