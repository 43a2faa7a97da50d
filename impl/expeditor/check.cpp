#include <algorithm>
#include <limits>
#include <tripcheck/impl/expeditor/check.hpp>
#include <unordered_map>

namespace tripcheck::expeditor::impl {
namespace {

using Places = std::unordered_map<std::string_view, std::size_t>;

struct Limit {
  std::string_view field;
  std::int64_t Config::*number;
  std::int64_t low;
  bool zero_is_off = false;
};

/// Names and links of entry i; every name is in `places` already.
std::optional<MapRefusal> check_links(const CapabilityMap& map, const Places& places,
                                      std::size_t i) {
  const Entry& entry = map[i];
  for (std::size_t k = 0; k < entry.alternatives.size(); ++k) {
    const auto found = places.find(entry.alternatives[k].tool);
    if (found == places.end()) return MapRefusal{MapFault::unknown_alternative, i, k};
    if (found->second == i) return MapRefusal{MapFault::own_alternative, i, k};
  }
  for (std::size_t k = 0; k < entry.depends_on.size(); ++k) {
    if (!places.contains(entry.depends_on[k]))
      return MapRefusal{MapFault::unknown_dependency, i, k};
  }
  return std::nullopt;
}

/// Finds what hangs together in both directions (Tarjan), without recursion.
class Cycles {
 public:
  Cycles(const CapabilityMap& map, const Places& places)
      : map_(map), places_(places), marks_(map.size()) {}

  /// The first entry that leads back to itself.
  std::optional<std::size_t> first() {
    for (std::size_t i = 0; i < map_.size(); ++i) {
      if (marks_[i].order == 0) visit(i);
    }
    return first_;
  }

 private:
  struct Mark {
    std::size_t order = 0;
    std::size_t low = 0;
    std::size_t next_edge = 0;
    bool waiting = false;
  };

  void enter(std::size_t i) {
    marks_[i].order = marks_[i].low = ++order_;
    marks_[i].waiting = true;
    waiting_.push_back(i);
    path_.push_back(i);
  }

  void visit(std::size_t start) {
    enter(start);
    while (!path_.empty()) {
      const std::size_t i = path_.back();
      Mark& mark = marks_[i];
      const auto& edges = map_[i].depends_on;
      if (mark.next_edge == edges.size()) {
        leave(i);
        continue;
      }
      const std::size_t to = places_.at(edges[mark.next_edge++]);
      if (to == i) found(i);
      if (marks_[to].order == 0) {
        enter(to);
      } else if (marks_[to].waiting) {
        mark.low = std::min(mark.low, marks_[to].order);
      }
    }
  }

  void leave(std::size_t i) {
    path_.pop_back();
    if (!path_.empty())
      marks_[path_.back()].low = std::min(marks_[path_.back()].low, marks_[i].low);
    if (marks_[i].low != marks_[i].order) return;
    const bool alone = waiting_.back() == i;
    while (marks_[i].waiting) {
      if (!alone) found(waiting_.back());
      marks_[waiting_.back()].waiting = false;
      waiting_.pop_back();
    }
  }

  void found(std::size_t i) { first_ = std::min(first_.value_or(i), i); }

  const CapabilityMap& map_;
  const Places& places_;
  std::vector<Mark> marks_;
  std::vector<std::size_t> path_;
  std::vector<std::size_t> waiting_;
  std::size_t order_ = 0;
  std::optional<std::size_t> first_;
};

}  // namespace

std::optional<ConfigRefusal> check_config(const Config& config) {
  const std::int64_t probe = config.probe_interval;
  const Limit limits[] = {{"failure_threshold", &Config::failure_threshold, 1},
                          {"failure_budget", &Config::failure_budget, 1},
                          {"probe_interval", &Config::probe_interval, 1},
                          {"probe_interval_cap", &Config::probe_interval_cap, probe},
                          {"cascade_window", &Config::cascade_window, 0},
                          {"correlated_opens", &Config::correlated_opens, 2, true},
                          {"coincident_opens", &Config::coincident_opens, 2, true},
                          {"chain_backoff_cap", &Config::chain_backoff_cap, probe}};
  for (const Limit& limit : limits) {
    const std::int64_t number = config.*limit.number;
    if (limit.zero_is_off && number == 0) continue;
    if (number < limit.low || number > kMostConfig) return ConfigRefusal{limit.field};
  }
  return std::nullopt;
}

std::optional<MapRefusal> check_map(const CapabilityMap& map) {
  Places places;
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (map[i].tool.empty()) return MapRefusal{.fault = MapFault::empty_name, .entry = i};
    if (!places.emplace(map[i].tool, i).second) {
      return MapRefusal{.fault = MapFault::repeated_name, .entry = i};
    }
  }
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (const auto refusal = check_links(map, places, i)) return refusal;
  }
  if (const auto entry = Cycles(map, places).first()) {
    return MapRefusal{.fault = MapFault::dependency_cycle, .entry = *entry};
  }
  return std::nullopt;
}

}  // namespace tripcheck::expeditor::impl
