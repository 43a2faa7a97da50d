// The report, and the log in words.
#include <algorithm>
#include <tripcheck/impl/expeditor/expeditor.hpp>

namespace tripcheck::expeditor::impl {

using detail::Line;
using detail::LogRecord;

namespace {

std::optional<std::int64_t> known_step(std::int64_t step) {
  return step < 0 ? std::nullopt : std::optional(step);
}

detail::TextRef text_at(const LogRecord& record) {
  return {.begin = static_cast<std::size_t>(record.a), .size = static_cast<std::size_t>(record.b)};
}

}  // namespace

std::string Expeditor::cause_text(const detail::Systemic& systemic) const {
  const auto signature = texts_.get(systemic.signature).value_or("mixed errors");
  return "Multiple tools failing with " + std::string(signature) + " — likely " +
         std::string(texts_.get(systemic.cause).value_or("")) + " issue";
}

std::string Expeditor::log_text(const LogRecord& record) const {
  const std::string tool = record.tool == kNoTool ? "" : entries_[record.tool].tool;
  const std::string number = std::to_string(record.a);
  const std::string reason(name(record.reason));
  switch (record.line) {
    case Line::skip: {
      std::string text = tool + ": SKIP " + reason + " -> " + std::string(name(record.grade));
      if (record.a >= 0) {
        text += " " + entries_[ways_[static_cast<std::size_t>(record.a)].tool].tool;
      }
      return text;
    }
    case Line::skip_unlisted:
      return texts_.copy(text_at(record)).value_or("") + ": SKIP " + reason + " -> " +
             std::string(name(record.grade));
    case Line::probe:
      return tool + ": PROBE";
    case Line::probe_lost:
      return tool + ": probe lost";
    case Line::opened:
      return "Circuit OPENED for " + tool + ": " + number + " consecutive failures";
    case Line::reopened:
      return "Circuit RE-OPENED for " + tool + ": next probe at step " + number;
    case Line::closed:
      return "Circuit CLOSED for " + tool;
    case Line::pause:
      return "PAUSE " + reason;
    case Line::systemic:
      return cause_text(systemics_[static_cast<std::size_t>(record.a)]);
    case Line::joined:
      return tool + " joined the systemic failure";
    case Line::recovered:
      return "Recovery confirmed";
    case Line::exhausted:
      return "Budget exhausted: " + number + " of " + std::to_string(config_.failure_budget);
    case Line::cycle:
      return "Cycle " + number + " begun";
    case Line::note:
      break;
  }
  return texts_.copy(text_at(record)).value_or("");
}

ToolHealth Expeditor::health_of(ToolNumber tool) const {
  const detail::Circuit& circuit = circuits_[tool];
  const detail::Past& past = pasts_[tool];
  ToolHealth health{.tool = entries_[tool].tool,
                    .state = circuit.state,
                    .consecutive_failures = circuit.failures,
                    .last_success = known_step(past.succeeded_at),
                    .critical = entries_[tool].alternatives.empty()};
  if (past.failed_at >= 0) {
    health.last_failure = LastFailure{.step = past.failed_at,
                                      .error = texts_.copy(past.error),
                                      .signature = texts_.copy(past.signature)};
  }
  if (circuit.state == State::open) health.next_probe = circuit.opened_at + circuit.interval;
  return health;
}

std::string Expeditor::reason_of(const Known& known) const {
  if (known.deferred) {
    return "DEFERRED — " + known.deferred->tool + " " + std::string(name(known.deferred->standing));
  }
  for (const Need& need : needs(known.task)) {
    const ToolNumber tool = number(need.tool);
    if (need.via || tool == kNoTool || circuits_[tool].state == State::closed) continue;
    return "FAILED — " + need.tool + " circuit " + std::string(name(circuits_[tool].state));
  }
  return paused_ || flagged_ ? "NOT ATTEMPTED — paused" : "NOT ATTEMPTED";
}

std::vector<std::string> Expeditor::advice(const Report& report) const {
  std::vector<std::string> all;
  if (flagged_) {
    all.push_back("Resolve what is behind it, then confirm the recovery: " +
                  report.systemic->cause);
  }
  if (paused_) all.emplace_back("Go through the failures of this cycle, then begin a new one");
  for (const ToolHealth& tool : report.tools) {
    if (tool.next_probe) {
      all.push_back("Investigate " + tool.tool + (tool.critical ? " (no alternative)" : "") +
                    ": next probe at step " + std::to_string(*tool.next_probe));
    } else if (tool.state == State::half_open) {
      all.push_back("Await the probe of " + tool.tool);
    }
  }
  for (const Known& known : subtasks_) {
    if (known.completed || known.deferred) continue;
    const auto* id = std::get_if<std::int64_t>(&known.task.id);
    all.push_back("Resume from sub-task " +
                  (id != nullptr ? std::to_string(*id) : std::get<std::string>(known.task.id)));
    break;
  }
  return all;
}

Report Expeditor::report() const {
  Report all{.cycle = cycle_,
             .step = step_,
             .paused = paused_,
             .consumed = consumed_,
             .budget = config_.failure_budget,
             .completed = completed_};
  if (flagged_) {
    const detail::Systemic& systemic = systemics_.back();
    all.systemic = SystemicHealth{.signature = texts_.copy(systemic.signature),
                                  .cause = cause_text(systemic),
                                  .since = systemic.since};
    members_.each([&](std::size_t tool) { all.systemic->members.push_back(entries_[tool].tool); });
  }
  for (ToolNumber tool = 0; tool < entries_.size(); ++tool) all.tools.push_back(health_of(tool));
  for (const detail::Failure& failure : failures_) {
    all.failures.push_back({.tool = entries_[failure.tool].tool,
                            .step = failure.step,
                            .error = texts_.copy(failure.error),
                            .signature = texts_.copy(failure.signature),
                            .event = failure.event});
  }
  for (const Known& known : subtasks_) {
    if (!known.completed)
      all.incomplete.push_back({.id = known.task.id, .reason = reason_of(known)});
  }
  for (const LogRecord& record : log_) {
    all.log.push_back({.step = record.step, .text = log_text(record)});
    const bool unlisted = record.line == Line::skip_unlisted;
    if (record.line != Line::skip && !unlisted) continue;
    RouteTaken route{
        .step = record.step,
        .tool = unlisted ? texts_.copy(text_at(record)).value_or("") : entries_[record.tool].tool,
        .grade = record.grade};
    if (!unlisted && record.a >= 0) {
      const detail::Way& way = ways_[static_cast<std::size_t>(record.a)];
      route.to = entries_[way.tool].tool;
      route.degradation = entries_[record.tool].alternatives[way.index].degradation;
    }
    all.routes.push_back(std::move(route));
  }
  all.recommendations = advice(all);
  return all;
}

}  // namespace tripcheck::expeditor::impl
