#include <algorithm>
#include <cassert>
#include <set>
#include <tripcheck/model/expeditor/check.hpp>
#include <tripcheck/model/expeditor/run.hpp>
#include <utility>

namespace tripcheck::expeditor::model {

Run start(const Config& config, const CapabilityMap& map) {
  assert(!check(config));
  assert(!check(map));
  Run run{.config = config};
  for (const Entry& entry : map) {
    run.tools.push_back({.entry = entry, .interval = config.probe_interval});
  }
  return run;
}

std::optional<std::size_t> place_of(const Run& run, std::string_view tool) {
  for (std::size_t i = 0; i < run.tools.size(); ++i) {
    if (run.tools[i].entry.tool == tool) return i;
  }
  return std::nullopt;
}

bool allowed(const Config& config, std::string_view tool) {
  if (!config.allowed_tools) return true;
  const auto& names = *config.allowed_tools;
  return std::find(names.begin(), names.end(), tool) != names.end();
}

std::int64_t consumed(const Run& run) {
  std::set<std::int64_t> events;
  for (const Failure& failure : run.failures) events.insert(failure.event);
  return std::ssize(events);
}

std::int64_t next_probe(const Tool& tool) noexcept {
  return tool.opened_at + tool.interval;  // At most 2^62 + 10^9.
}

bool completed(const Run& run, const SubTaskId& id) {
  return std::find(run.completed.begin(), run.completed.end(), id) != run.completed.end();
}

std::string text_of(const SubTaskId& id) {
  if (const auto* number = std::get_if<std::int64_t>(&id)) return std::to_string(*number);
  return std::get<std::string>(id);
}

void move_to(State state, Tool& tool) noexcept {
  tool.state = state;
  ++tool.generation;
}

void forget_scores(Run& run) noexcept {
  for (Tool& tool : run.tools) tool.score = Score::available;
}

void add_log(Run& run, std::string text) {
  run.log.push_back({.step = run.step, .text = std::move(text)});
}

}  // namespace tripcheck::expeditor::model
