// What must hold of the log and the report at the end, whatever the model says.
#include <algorithm>
#include <map>
#include <set>
#include <tripcheck/properties/expeditor/judge.hpp>
#include <tripcheck/properties/expeditor/trace.hpp>

namespace tripcheck::expeditor {
namespace {

using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;
using Kind = CircuitLine::Kind;

Judgement broken(const Evidence& evidence, RuleId rule, std::string note) {
  return Break{.rule = rule, .step = evidence.input(0).ops.size(), .note = std::move(note)};
}

Judgement consumed_counts_events(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  if (got == nullptr) return Kept{};
  std::set<std::int64_t> events;
  for (const FailureLine& failure : got->report.failures) events.insert(failure.event);
  if (std::ssize(events) == got->report.consumed) return Kept{};
  return broken(evidence, "X-17", "consumed is not the number of distinct events");
}

std::string skip_line(const std::string& tool, std::string_view reason, const Route& route) {
  std::string line = tool;
  line.append(": SKIP ").append(reason).append(" -> ").append(name(route.grade));
  if (route.tool) line.append(" ").append(*route.tool);
  return line;
}

void add_lines(const Decide& asked, const Decision& decision, std::vector<std::string>& lines) {
  const std::string reason(name(decision.reason));
  if (decision.action == Action::pause) lines.push_back("PAUSE " + reason);
  if (decision.action == Action::probe) lines.push_back(asked.tool + ": PROBE");
  if (decision.route) lines.push_back(skip_line(asked.tool, reason, *decision.route));
}

void add_lines(const Scope& scope, std::vector<std::string>& lines) {
  for (const Deferred& deferred : scope.deferred) {
    if (deferred.blockers.empty()) continue;
    const auto* id = std::get_if<std::int64_t>(&deferred.id);
    const Blocker& first = deferred.blockers.front();
    std::string line = "Deferred ";
    line.append(id != nullptr ? std::to_string(*id) : std::get<std::string>(deferred.id));
    line.append(": ").append(first.tool).append(" ").append(name(first.standing));
    lines.push_back(std::move(line));
  }
}

/// The log's part of what every result must leave there, in order.
std::vector<std::string> due_in_log(const Case& input, const Answer& got) {
  std::vector<std::string> due;
  for (const Moment& now : moments_of(input, got)) {
    if (const auto* decision = now.answered<Decision>()) {
      add_lines(std::get<Decide>(*now.op), *decision, due);
    }
    if (const auto* scope = now.answered<Scope>()) add_lines(*scope, due);
  }
  return due;
}

bool is_of_a_result(const std::string& text) {
  return text.starts_with("PAUSE ") || text.starts_with("Deferred ") ||
         text.find(": SKIP ") != std::string::npos || text.ends_with(": PROBE");
}

Judgement nothing_is_dropped(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  if (got == nullptr) return Kept{};
  std::vector<std::string> logged;
  for (const LogEntry& entry : got->report.log) {
    if (is_of_a_result(entry.text)) logged.push_back(entry.text);
  }
  if (logged == due_in_log(evidence.input(0), *got)) return Kept{};
  return broken(evidence, "X-34", "a skip, a pause, a probe or a deferral is not in the log");
}

Judgement routes_are_on_record(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  if (got == nullptr) return Kept{};
  std::vector<RouteTaken> due;
  for (const Moment& now : moments_of(evidence.input(0), *got)) {
    const auto* decision = now.answered<Decision>();
    if (decision == nullptr || !decision->route) continue;
    const auto& asked = std::get<Decide>(*now.op);
    due.push_back({.step = asked.step,
                   .tool = asked.tool,
                   .grade = decision->route->grade,
                   .to = decision->route->tool,
                   .degradation = decision->route->degradation});
  }
  if (due == got->report.routes) return Kept{};
  return broken(evidence, "X-50", "the routes are not those of the skips");
}

/// The waits of a tool from opening to opening: kept, or, once systemic, doubled up to the cap.
Judgement probe_gaps(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  if (got == nullptr) return Kept{};
  const Case& input = evidence.input(0);
  const Config& config = input.config;
  std::set<std::string> tied;
  for (const Entry& entry : input.map) {
    for (const std::string& other : entry.depends_on) tied.insert({entry.tool, other});
  }
  const auto& log = got->report.log;
  const bool calm = std::none_of(log.begin(), log.end(), [](const LogEntry& entry) {
    return entry.text.starts_with("Multiple tools failing");
  });
  std::map<std::string, std::int64_t> waits;
  for (const CircuitLine& line : circuit_lines(got->report)) {
    std::int64_t& wait = waits.try_emplace(line.tool, config.probe_interval).first->second;
    if (line.kind == Kind::opened || line.kind == Kind::closed) wait = config.probe_interval;
    if (line.kind != Kind::re_opened) continue;
    const std::int64_t next = line.number - line.step;
    const std::int64_t doubled =
        std::max(config.probe_interval,
                 std::min({2 * wait, config.probe_interval_cap, config.chain_backoff_cap}));
    const bool free = !tied.contains(line.tool);
    const bool between = config.probe_interval <= next && next < doubled;
    const bool right = next == wait || next == doubled || (!free && between);
    if (!right || (calm && next != config.probe_interval)) {
      return broken(evidence, "X-15", "the wait for the next probe is " + std::to_string(next));
    }
    wait = next;
  }
  return Kept{};
}

/// No probe before its time: what the log says of one opening binds the next probe.
Judgement probes_wait(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  if (got == nullptr) return Kept{};
  std::map<std::string, std::int64_t> due;
  for (const CircuitLine& line : circuit_lines(got->report)) {
    if (line.kind == Kind::opened) {
      due[line.tool] = line.step + evidence.input(0).config.probe_interval;
    }
    if (line.kind == Kind::re_opened) due[line.tool] = line.number;
    if (line.kind != Kind::probed) continue;
    const auto at = due.find(line.tool);
    if (at != due.end() && line.step < at->second) {
      return broken(evidence, "X-7", line.tool + " was probed before its time");
    }
  }
  return Kept{};
}

/// Everything that is connected to the tool, either way.
std::set<std::string> chain_of(const CapabilityMap& map, const std::string& tool) {
  std::set<std::string> chain{tool};
  for (bool grew = true; grew;) {
    grew = false;
    for (const Entry& entry : map) {
      for (const std::string& other : entry.depends_on) {
        const bool touches = chain.contains(entry.tool) || chain.contains(other);
        if (touches) grew = chain.insert(entry.tool).second || grew;
        if (touches) grew = chain.insert(other).second || grew;
      }
    }
  }
  return chain;
}

/// A wait that grew leaves its chain under the cap; at the least it is the first wait.
Judgement chains_stay_capped(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  if (got == nullptr) return Kept{};
  const Case& input = evidence.input(0);
  std::map<std::string, std::int64_t> open;  // And for how long.
  std::map<std::string, std::int64_t> waits;
  for (const CircuitLine& line : circuit_lines(got->report)) {
    std::int64_t& wait = waits.try_emplace(line.tool, input.config.probe_interval).first->second;
    open.erase(line.tool);
    if (line.kind == Kind::opened || line.kind == Kind::closed) wait = input.config.probe_interval;
    if (line.kind == Kind::re_opened) {
      const std::int64_t next = line.number - line.step;
      std::int64_t sum = next;
      for (const std::string& other : chain_of(input.map, line.tool)) {
        if (open.contains(other)) sum += open[other];
      }
      const bool grew = next > wait;
      if (next < input.config.probe_interval ||
          (grew && next > input.config.probe_interval && sum > input.config.chain_backoff_cap)) {
        return broken(evidence, "X-16", "the chain of " + line.tool + " waits too long");
      }
      wait = next;
    }
    if (line.kind == Kind::opened || line.kind == Kind::re_opened) open[line.tool] = wait;
  }
  return Kept{};
}

/// Opens, is probed, and only then opens again or closes.
Judgement transitions_are_legal(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  if (got == nullptr) return Kept{};
  std::map<std::string, State> states;
  for (const CircuitLine& line : circuit_lines(got->report)) {
    State& state = states[line.tool];
    const bool legal = line.kind == Kind::opened   ? state == State::closed
                       : line.kind == Kind::probed ? state != State::closed
                                                   : state == State::half_open;
    if (!legal) return broken(evidence, "X-13", line.tool + " cannot have done this");
    if (line.kind == Kind::probed) state = State::half_open;
    if (line.kind == Kind::closed) state = State::closed;
    if (line.kind == Kind::opened || line.kind == Kind::re_opened) state = State::open;
  }
  for (const ToolHealth& tool : got->report.tools) {
    const auto at = states.find(tool.tool);
    if (tool.state == (at == states.end() ? State::closed : at->second)) continue;
    return broken(evidence, "X-50", "the report and the log differ on " + tool.tool);
  }
  return Kept{};
}

}  // namespace

std::vector<engine::Property<Traits>> log_invariants() {
  return {{.id = "consumed-counts-events",
           .rules = {"X-17"},
           .claim = "Consumed is the number of distinct events among the failures.",
           .judge = consumed_counts_events},
          {.id = "nothing-is-dropped-from-the-log",
           .rules = {"X-34"},
           .claim = "Each skip, pause, probe and deferral has its line in the log, in order.",
           .judge = nothing_is_dropped},
          {.id = "routes-are-on-record",
           .rules = {"X-50"},
           .claim = "The report's routes are those of the skips, degradations included.",
           .judge = routes_are_on_record},
          {.id = "probe-gaps-keep-or-double",
           .rules = {"X-15"},
           .claim = "A failed probe keeps the wait, or doubles it up to the cap once systemic.",
           .judge = probe_gaps},
          {.id = "probes-wait-for-their-step",
           .rules = {"X-7"},
           .claim = "No probe comes before the step that the log gave for it.",
           .judge = probes_wait},
          {.id = "chains-stay-under-their-cap",
           .rules = {"X-16"},
           .claim = "A wait that grew leaves its chain's waits under the cap.",
           .judge = chains_stay_capped},
          {.id = "transitions-are-legal",
           .rules = {"X-13", "X-50"},
           .claim = "Circuits open, are probed, then open again or close; the report agrees.",
           .judge = transitions_are_legal}};
}

}  // namespace tripcheck::expeditor
