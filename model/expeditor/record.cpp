#include <algorithm>
#include <cassert>
#include <tripcheck/model/expeditor/cascades.hpp>
#include <tripcheck/model/expeditor/record.hpp>

namespace tripcheck::expeditor::model {
namespace {

Ticket& ticket_of(Run& run, std::int64_t number) {
  return run.tickets[static_cast<std::size_t>(number - 1)];
}

void succeed(Run& run, Tool& tool, bool late) {
  tool.last_success = run.step;
  if (late) return;
  tool.consecutive_failures = 0;
  ++tool.streak;
  if (tool.state != State::half_open) return;
  move_to(State::closed, tool);
  tool.interval = run.config.probe_interval;
  tool.backoff = false;
  add_log(run, "Circuit CLOSED for " + tool.entry.tool);
}

void reopen(Run& run, std::size_t place) {
  Tool& tool = run.tools[place];
  move_to(State::open, tool);
  tool.opened_at = run.step;
  if (tool.backoff) tool.interval = backed_off(run, place);
  add_log(run, "Circuit RE-OPENED for " + tool.entry.tool + ": next probe at step " +
                   std::to_string(next_probe(tool)));
}

void open(Run& run, std::size_t place, const std::optional<std::string>& signature) {
  Tool& tool = run.tools[place];
  move_to(State::open, tool);
  tool.opened_at = run.step;
  tool.opening = Opening{.step = run.step, .signature = signature};
  add_log(run, "Circuit OPENED for " + tool.entry.tool + ": " +
                   std::to_string(tool.consecutive_failures) + " consecutive failures");
  look_for_cascade(run, place);
}

/// Enters the failure into the cycle's list, under an event of its own or the systemic one.
void charge(Run& run, const Ticket& ticket, const Record& told, bool late) {
  const bool shared = shares_signature(run, told.signature);
  Failure failure{.tool = ticket.tool,
                  .step = run.step,
                  .error = told.error,
                  .signature = told.signature,
                  .event = shared ? run.systemic->event : ++run.events};
  if (!late) failure.streak = run.tools[ticket.tool].streak;
  run.failures.push_back(std::move(failure));
}

void fail(Run& run, const Ticket& ticket, const Record& told, bool late) {
  Tool& tool = run.tools[ticket.tool];
  tool.last_failure =
      LastFailure{.step = run.step, .error = told.error, .signature = told.signature};
  if (late) return;
  ++tool.consecutive_failures;
  if (tool.state == State::half_open) {
    reopen(run, ticket.tool);
    return;
  }
  const std::int64_t less = ticket.degraded ? 1 : 0;
  const std::int64_t threshold =
      std::max<std::int64_t>(1, run.config.failure_threshold - less);
  if (tool.consecutive_failures >= threshold) open(run, ticket.tool, told.signature);
}

}  // namespace

bool outstanding(const Run& run, std::int64_t ticket) {
  if (ticket < 1 || ticket > std::ssize(run.tickets)) return false;
  return run.tickets[static_cast<std::size_t>(ticket - 1)].outstanding;
}

Recorded record(Run& run, const Record& told) {
  assert(outstanding(run, told.ticket));
  assert(run.step == told.step);
  Ticket& ticket = ticket_of(run, told.ticket);
  ticket.outstanding = false;
  Tool& tool = run.tools[ticket.tool];
  const bool full = run.config.mode == Mode::full;
  const bool failure = told.outcome == Outcome::failure;
  const bool late = ticket.generation != tool.generation;  // X-11; never in counter_only.
  if (failure) charge(run, ticket, told, late);
  if (full && failure) fail(run, ticket, told, late);
  if (full && !failure) succeed(run, tool, late);
  const std::int64_t used = consumed(run);
  if (!run.paused && used >= run.config.failure_budget) {
    run.paused = true;
    add_log(run, "Budget exhausted: " + std::to_string(used) + " of " +
                     std::to_string(run.config.failure_budget));
  }
  return {.state = tool.state,
          .consecutive_failures = tool.consecutive_failures,
          .late = late,
          .consumed = used,
          .systemic = run.systemic.has_value(),
          .paused = run.paused};
}

void abandon(Run& run, const Abandon& told) {
  assert(outstanding(run, told.ticket));
  ticket_of(run, told.ticket).outstanding = false;
}

void begin_cycle(Run& run) {
  run.archived.insert(run.archived.end(), run.failures.begin(), run.failures.end());
  run.failures.clear();
  run.paused = false;
  ++run.cycle;
  add_log(run, "Cycle " + std::to_string(run.cycle) + " begun");
}

}  // namespace tripcheck::expeditor::model
