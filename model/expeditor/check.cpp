#include <algorithm>
#include <tripcheck/model/expeditor/check.hpp>

namespace tripcheck::expeditor::model {
namespace {

/// The entry of that name, or the end.
std::size_t place_in(const CapabilityMap& map, const std::string& tool) {
  const auto found =
      std::find_if(map.begin(), map.end(), [&](const Entry& entry) { return entry.tool == tool; });
  return static_cast<std::size_t>(found - map.begin());
}

std::optional<MapRefusal> check_name(const CapabilityMap& map, std::size_t i) {
  if (map[i].tool.empty()) return MapRefusal{.fault = MapFault::empty_name, .entry = i};
  if (place_in(map, map[i].tool) == i) return std::nullopt;
  return MapRefusal{.fault = MapFault::repeated_name, .entry = i};
}

std::optional<MapRefusal> check_links(const CapabilityMap& map, std::size_t i) {
  const Entry& entry = map[i];
  for (std::size_t k = 0; k < entry.alternatives.size(); ++k) {
    const std::size_t other = place_in(map, entry.alternatives[k].tool);
    if (other == map.size()) return MapRefusal{MapFault::unknown_alternative, i, k};
    if (other == i) return MapRefusal{MapFault::own_alternative, i, k};
  }
  for (std::size_t k = 0; k < entry.depends_on.size(); ++k) {
    if (place_in(map, entry.depends_on[k]) == map.size()) {
      return MapRefusal{MapFault::unknown_dependency, i, k};
    }
  }
  return std::nullopt;
}

/// Whether an entry is reached from itself. Requires: all its dependencies have entries.
bool on_a_cycle(const CapabilityMap& map, std::size_t start) {
  std::vector<bool> reached(map.size(), false);
  std::vector<std::size_t> waiting{start};
  while (!waiting.empty()) {
    const Entry& entry = map[waiting.back()];
    waiting.pop_back();
    for (const std::string& dependency : entry.depends_on) {
      const std::size_t next = place_in(map, dependency);
      if (next == start) return true;
      if (!reached[next]) waiting.push_back(next);
      reached[next] = true;
    }
  }
  return false;
}

}  // namespace

std::optional<ConfigRefusal> check(const Config& config) {
  const auto outside = [](std::int64_t value, std::int64_t low) {
    return value < low || value > kMostConfig;
  };
  const auto no_opens = [&](std::int64_t value) { return value != 0 && outside(value, 2); };
  const std::int64_t probe = config.probe_interval;
  if (outside(config.failure_threshold, 1)) return ConfigRefusal{"failure_threshold"};
  if (outside(config.failure_budget, 1)) return ConfigRefusal{"failure_budget"};
  if (outside(probe, 1)) return ConfigRefusal{"probe_interval"};
  if (outside(config.probe_interval_cap, probe)) return ConfigRefusal{"probe_interval_cap"};
  if (outside(config.cascade_window, 0)) return ConfigRefusal{"cascade_window"};
  if (no_opens(config.correlated_opens)) return ConfigRefusal{"correlated_opens"};
  if (no_opens(config.coincident_opens)) return ConfigRefusal{"coincident_opens"};
  if (outside(config.chain_backoff_cap, probe)) return ConfigRefusal{"chain_backoff_cap"};
  return std::nullopt;
}

std::optional<MapRefusal> check(const CapabilityMap& map) {
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (const auto refusal = check_name(map, i)) return refusal;
  }
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (const auto refusal = check_links(map, i)) return refusal;
  }
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (on_a_cycle(map, i)) return MapRefusal{.fault = MapFault::dependency_cycle, .entry = i};
  }
  return std::nullopt;
}

}  // namespace tripcheck::expeditor::model
