#include <tripcheck/model/expeditor/report.hpp>
#include <tripcheck/model/expeditor/routing.hpp>

namespace tripcheck::expeditor::model {
namespace {

ToolHealth health(const Tool& tool) {
  ToolHealth line{.tool = tool.entry.tool,
                  .state = tool.state,
                  .consecutive_failures = tool.consecutive_failures,
                  .last_failure = tool.last_failure,
                  .last_success = tool.last_success,
                  .critical = tool.entry.alternatives.empty()};
  if (tool.state == State::open) line.next_probe = next_probe(tool);
  return line;
}

SystemicHealth health(const Run& run, const Systemic& systemic) {
  SystemicHealth line{
      .signature = systemic.signature, .cause = systemic.cause, .since = systemic.since};
  for (const std::size_t member : systemic.members) {
    line.members.push_back(run.tools[member].entry.tool);
  }
  return line;
}

/// Why a sub-task that is not completed is not: what its last plan said, then how its tools are
/// now, then what the whole task waits for.
std::string reason(const Run& run, const KnownSubTask& known) {
  if (known.deferred) {
    return "DEFERRED — " + known.deferred->tool + " " + std::string(name(known.deferred->standing));
  }
  for (const Need& need : needs(run, known.task)) {
    const auto place = place_of(run, need.tool);
    const State state = place ? run.tools[*place].state : State::closed;
    if (state == State::closed || need.via) continue;
    return "FAILED — " + need.tool + " circuit " + std::string(name(state));
  }
  return run.paused || run.systemic ? "NOT ATTEMPTED — paused" : "NOT ATTEMPTED";
}

}  // namespace

Report report(const Run& run) {
  Report all{.cycle = run.cycle,
             .step = run.step,
             .paused = run.paused,
             .consumed = consumed(run),
             .budget = run.config.failure_budget,
             .completed = run.completed,
             .routes = run.routes,
             .log = run.log};
  if (run.systemic) all.systemic = health(run, *run.systemic);
  for (const Tool& tool : run.tools) all.tools.push_back(health(tool));
  for (const Failure& failure : run.failures) {
    all.failures.push_back({.tool = run.tools[failure.tool].entry.tool,
                            .step = failure.step,
                            .error = failure.error,
                            .signature = failure.signature,
                            .event = failure.event});
  }
  for (const KnownSubTask& known : run.subtasks) {
    if (completed(run, known.task.id)) continue;
    all.incomplete.push_back({.id = known.task.id, .reason = reason(run, known)});
  }
  all.recommendations = recommendations(all);
  return all;
}

std::vector<std::string> recommendations(const Report& report) {
  std::vector<std::string> all;
  if (report.systemic) {
    all.push_back("Resolve what is behind it, then confirm the recovery: " +
                  report.systemic->cause);
  }
  if (report.paused)
    all.emplace_back("Go through the failures of this cycle, then begin a new one");
  for (const ToolHealth& tool : report.tools) {
    if (tool.state == State::half_open) all.push_back("Await the probe of " + tool.tool);
    if (tool.state != State::open) continue;
    all.push_back("Investigate " + tool.tool + (tool.critical ? " (no alternative)" : "") +
                  ": next probe at step " + std::to_string(tool.next_probe.value_or(0)));
  }
  for (const Incomplete& left : report.incomplete) {
    if (left.reason.starts_with("DEFERRED")) continue;
    all.push_back("Resume from sub-task " + text_of(left.id));
    break;
  }
  return all;
}

}  // namespace tripcheck::expeditor::model
