// Generated cases (S-20): a setup, habits, and operations drawn where the model has got to.
#include <algorithm>
#include <tripcheck/properties/expeditor/generate.hpp>

namespace tripcheck::expeditor {
namespace {

using engine::Draw;

Numbers numbers_of(const engine::Domain& domain) {
  return {.step = domain.of("step", Traits::range("step")),
          .time = domain.of("time", Traits::range("time")),
          .id = domain.of("id", Traits::range("id"))};
}

std::uint64_t draw_length(Draw& draw) {
  if (draw.chance(1, 60)) return 120 + draw.below(200);
  if (draw.chance(1, 10)) return draw.below(5);
  return 4 + draw.below(36);
}

/// Such that tools which fail together open together, and that the budget bears it, or just not.
void set_together(Draw& draw, Case& input, Habits& habits) {
  while (input.map.size() < 3)
    input.map.push_back({.tool = "T" + std::to_string(input.map.size())});
  input.config.mode = Mode::full;
  input.config.allowed_tools.reset();
  input.config.failure_threshold = draw.pick<std::int64_t>({1, 1, 2, 2, 3});
  input.config.failure_budget = draw.pick<std::int64_t>({2, 3, 4, 999, 999, 999});
  input.config.cascade_window = draw.pick<std::int64_t>({0, 1, 2, 3});
  input.config.correlated_opens = draw.pick<std::int64_t>({0, 2, 2, 2, 3});
  input.config.coincident_opens = draw.pick<std::int64_t>({0, 2, 3, 3});
  const bool tied = draw.chance(1, 2);
  const bool tagged = draw.chance(1, 2);
  for (Entry& entry : input.map) {
    auto& tags = entry.infrastructure;
    if (tagged && std::find(tags.begin(), tags.end(), "net") == tags.end()) tags.push_back("net");
    if (tied && &entry != &input.map.front()) entry.depends_on = {input.map.front().tool};
    if (tied && &entry == &input.map.front()) entry.depends_on.clear();
  }
  const std::int64_t probe = draw.pick<std::int64_t>({1, 2, 3});
  input.config.probe_interval = probe;
  input.config.probe_interval_cap = draw.pick<std::int64_t>({2 * probe, 4 * probe, 20});
  input.config.chain_backoff_cap = draw.pick<std::int64_t>({2 * probe, 3 * probe, 4 * probe, 99});
  habits.failing = draw.pick<std::uint64_t>({60, 80, 95, 100});
  habits.confirms = draw.chance(1, 2);
}

/// One fault in a good config.
void spoil(Draw& draw, Config& config) {
  const std::int64_t bad = draw.pick<std::int64_t>({0, -1, kMostConfig + 1});
  switch (draw.below(8)) {
    case 0:
      config.failure_threshold = bad;
      return;
    case 1:
      config.failure_budget = bad;
      return;
    case 2:
      config.probe_interval = bad;
      return;
    case 3:
      config.probe_interval_cap = draw.chance(1, 2) ? config.probe_interval - 1 : kMostConfig + 1;
      return;
    case 4:
      config.cascade_window = draw.pick<std::int64_t>({-1, kMostConfig + 1});
      return;
    case 5:
      config.correlated_opens = draw.pick<std::int64_t>({1, -1, kMostConfig + 1});
      return;
    case 6:
      config.coincident_opens = draw.pick<std::int64_t>({1, -1, kMostConfig + 1});
      return;
    default:
      config.chain_backoff_cap = draw.chance(1, 2) ? config.probe_interval - 1 : kMostConfig + 1;
  }
}

/// One fault in a good map.
void spoil(Draw& draw, CapabilityMap& map) {
  if (map.empty()) map.push_back({.tool = "A"});
  Entry& entry = map[draw.below(map.size())];
  switch (draw.below(6)) {
    case 0:
      entry.tool.clear();
      return;
    case 1:
      map.push_back({.tool = entry.tool});
      return;
    case 2:
      entry.alternatives.push_back({.tool = "nobody"});
      return;
    case 3:
      entry.alternatives.push_back({.tool = entry.tool});
      return;
    case 4:
      entry.depends_on.emplace_back("nobody");
      return;
    default:
      map.front().depends_on.push_back(map.back().tool);
      if (map.size() > 1) map.back().depends_on.push_back(map.front().tool);
  }
}

}  // namespace

Case Traits::generate(Draw& draw, const engine::Domain& domain) {
  Case input;
  input.config = draw_config(draw);
  input.map = draw_map(draw);
  Habits habits = draw_habits(draw);
  std::uint64_t length = draw_length(draw);
  habits.together = draw.chance(1, 4);
  if (habits.together) set_together(draw, input, habits);
  if (!habits.together && draw.chance(1, 40)) {
    habits.stubborn = true;
    habits.failing = draw.pick<std::uint64_t>({90, 100, 100});
    length = 40 + draw.below(120);
    input.config.failure_threshold = 1;
    input.config.failure_budget = 999;
    input.config.correlated_opens = 2;
    input.config.mode = Mode::full;
  }
  OpDrawer drawer(draw, input, habits, numbers_of(domain));
  if (habits.together) {
    drawer.send_all();
    length += input.ops.size() + 8;
  }
  while (input.ops.size() < length) drawer.add();
  return input;
}

Case Traits::generate_faulty(Draw& draw, const engine::Domain& domain) {
  Case input;
  input.config = draw_config(draw);
  input.map = draw_map(draw);
  {
    OpDrawer drawer(draw, input, draw_habits(draw), numbers_of(domain));
    while (input.ops.size() < 3) drawer.add();
  }
  if (draw.chance(1, 2)) {
    spoil(draw, input.config);
  } else {
    spoil(draw, input.map);
  }
  return input;
}

}  // namespace tripcheck::expeditor
