// Configs and capability maps near their edges: budgets large enough for cascades, small windows.
#include <algorithm>
#include <array>
#include <tripcheck/properties/expeditor/generate.hpp>

namespace tripcheck::expeditor {
namespace {

using engine::Draw;

constexpr std::array<std::string_view, 8> kNames{"A", "B", "C", "D", "E", "a#b()", "道具", "Grep "};
constexpr std::array<std::string_view, 3> kTags{"net", "disk", ""};

/// A number of a config: an edge now and then.
std::int64_t draw_number(Draw& draw, std::initializer_list<std::int64_t> usual, std::int64_t low) {
  if (draw.chance(1, 40)) return kMostConfig;
  if (draw.chance(1, 60)) return low;
  return std::clamp(draw.pick(usual), low, kMostConfig);
}

Alternative draw_alternative(Draw& draw, const std::string& tool) {
  Alternative other{.tool = tool};
  other.severity = draw.pick({Severity::low, Severity::high, Severity::unknown});
  if (draw.chance(1, 2)) other.method = draw.pick<const char*>({"m", "another way", ""});
  if (draw.chance(1, 2)) other.degradation = draw.pick<const char*>({"d", "slow", ""});
  return other;
}

}  // namespace

Config draw_config(Draw& draw) {
  Config config;
  if (draw.chance(1, 16)) config.mode = Mode::counter_only;
  if (draw.chance(1, 4)) {
    auto& allowed = config.allowed_tools.emplace();
    for (const std::string_view name : kNames) {
      if (draw.chance(3, 4)) allowed.emplace_back(name);
    }
  }
  if (draw.chance(1, 12)) return config;
  config.failure_threshold = draw_number(draw, {1, 1, 1, 2, 2, 3, 4}, 1);
  config.failure_budget = draw_number(draw, {1, 2, 3, 5, 12, 30, 99, 999, 999, 999}, 1);
  const std::int64_t probe = draw_number(draw, {1, 1, 2, 3, 3, 5}, 1);
  config.probe_interval = probe;
  config.probe_interval_cap = draw_number(draw, {1, probe + 1, 4 * probe, 7, 20, 20}, probe);
  config.cascade_window = draw_number(draw, {0, 1, 2, 3, 3, 10}, 0);
  config.correlated_opens = draw.pick<std::int64_t>({0, 2, 2, 2, 3, 4});
  config.coincident_opens = draw.pick<std::int64_t>({0, 2, 3, 3, 4});
  config.chain_backoff_cap = draw_number(draw, {1, probe + 1, 3 * probe, 9, 20, 20, 99}, probe);
  return config;
}

CapabilityMap draw_map(Draw& draw) {
  CapabilityMap map;
  const std::uint64_t tools = draw.below(6);
  const bool plain = draw.chance(3, 4);
  for (std::uint64_t i = 0; i < tools; ++i) {
    const std::size_t name = plain ? i : (i + 3) % kNames.size();
    Entry entry{.tool = std::string(kNames.at(name))};
    if (draw.chance(1, 4)) entry.provides = "something";
    if (draw.chance(1, 3)) entry.fallback = draw.pick<const char*>({"ask", "ask someone", ""});
    for (const std::string_view tag : kTags) {
      if (draw.chance(1, 3)) entry.infrastructure.emplace_back(tag);
    }
    map.push_back(std::move(entry));
  }
  const bool chains = draw.chance(1, 2);
  for (std::uint64_t i = 0; i < tools; ++i) {
    const std::uint64_t ways = draw.below(4);
    for (std::uint64_t k = 0; k < ways; ++k) {
      const std::uint64_t other = draw.below(tools);
      if (other != i) map[i].alternatives.push_back(draw_alternative(draw, map[other].tool));
    }
    for (std::uint64_t k = 0; chains && k < i; ++k) {  // To earlier ones alone: no cycle.
      if (draw.chance(2, 5)) map[i].depends_on.push_back(map[k].tool);
    }
  }
  return map;
}

Habits draw_habits(Draw& draw) {
  Habits habits;
  habits.failing = draw.pick<std::uint64_t>({0, 30, 60, 80, 95, 100, 100});
  const std::uint64_t kinds = draw.below(6);
  if (kinds < 2) {
    habits.signatures = {draw.pick<const char*>({"timeout", "e", "not_found", "forbidden"})};
  } else if (kinds == 2) {
    habits.signatures = {std::nullopt};
  } else if (kinds == 3) {
    habits.signatures = {"e", "E", "e "};
  } else {
    habits.signatures = {"timeout", "timeout", "timeout", "no_space", "unauthorized", std::nullopt};
  }
  habits.answers_late = draw.chance(1, 3);
  habits.scores = draw.chance(1, 2);
  habits.plans = draw.chance(1, 2);
  habits.questions = draw.chance(1, 2);
  habits.cycles = draw.chance(2, 3);
  habits.confirms = draw.chance(3, 4);
  habits.errors = draw.chance(1, 4);
  return habits;
}

}  // namespace tripcheck::expeditor
