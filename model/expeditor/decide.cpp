#include <cassert>
#include <tripcheck/model/expeditor/decide.hpp>
#include <tripcheck/model/expeditor/routing.hpp>

namespace tripcheck::expeditor::model {
namespace {

Decision pause(Run& run, Reason reason) {
  add_log(run, "PAUSE " + std::string(name(reason)));
  return {.action = Action::pause, .reason = reason};
}

Decision skip(Run& run, const Decide& asked, Reason reason) {
  Route way = route(run, {.tool = asked.tool, .user_available = asked.user_available});
  add_log(run, asked.tool + ": SKIP " + std::string(name(reason)) + " -> " +
                   std::string(name(way.grade)) + (way.tool ? " " + *way.tool : ""));
  run.routes.push_back({.step = run.step,
                        .tool = asked.tool,
                        .grade = way.grade,
                        .to = way.tool,
                        .degradation = way.degradation});
  return {.action = Action::skip, .reason = reason, .route = std::move(way)};
}

std::int64_t give_ticket(Run& run, std::size_t place) {
  const Tool& tool = run.tools[place];
  run.tickets.push_back({.tool = place,
                         .generation = tool.generation,
                         .step = run.step,
                         .degraded = tool.score == Score::degraded});
  return std::ssize(run.tickets);
}

Decision call(Run& run, std::size_t place) {
  const bool last = run.config.failure_budget - consumed(run) == 1;
  return {.action = Action::call,
          .reason = Reason::closed,
          .ticket = give_ticket(run, place),
          .caution = last || run.tools[place].score == Score::degraded};
}

Decision probe(Run& run, std::size_t place) {
  Tool& tool = run.tools[place];
  add_log(run, tool.entry.tool + ": PROBE");
  tool.probe = give_ticket(run, place);
  return {.action = Action::probe, .reason = Reason::probe_due, .ticket = tool.probe};
}

/// The place of a tool; where it has none yet, one behind all others.
std::size_t entry_of(Run& run, const std::string& tool) {
  if (const auto place = place_of(run, tool)) return *place;
  run.tools.push_back({.entry = {.tool = tool}, .interval = run.config.probe_interval});
  return run.tools.size() - 1;
}

}  // namespace

Decision decide(Run& run, const Decide& asked) {
  assert(run.step == asked.step);
  if (run.paused) return pause(run, Reason::budget_exhausted);
  if (run.systemic) return pause(run, Reason::systemic_failure);
  if (!allowed(run.config, asked.tool)) return skip(run, asked, Reason::not_allowed);
  const std::size_t place = entry_of(run, asked.tool);
  Tool& tool = run.tools[place];
  if (tool.score == Score::unavailable) return skip(run, asked, Reason::unavailable);
  if (tool.state == State::closed) return call(run, place);
  if (tool.state == State::open) {
    if (run.step < next_probe(tool)) return skip(run, asked, Reason::circuit_open);
    move_to(State::half_open, tool);
    return probe(run, place);
  }
  const Ticket& last = run.tickets[static_cast<std::size_t>(tool.probe - 1)];
  const bool in_time = run.step - last.step < tool.interval;
  if (last.outstanding && in_time) return skip(run, asked, Reason::probe_in_flight);
  if (last.outstanding) add_log(run, tool.entry.tool + ": probe lost");
  ++tool.generation;
  return probe(run, place);
}

}  // namespace tripcheck::expeditor::model
