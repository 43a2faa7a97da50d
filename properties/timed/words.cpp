#include <algorithm>
#include <array>
#include <span>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/timed/case.hpp>
#include <tripcheck/properties/timed/words.hpp>

namespace tripcheck::timed {
namespace {

using engine::Letter;

constexpr std::array<std::int64_t, 5> kShortCooldowns{0, 1, 2, 3, 5};
constexpr std::int64_t kLargestCount = 3;

/// The waits of an alphabet, each once; two letters each.
struct Waits {
  std::array<std::int64_t, 5> all{};
  std::size_t count = 0;

  explicit Waits(std::int64_t cooldown) {
    for (const std::int64_t wait :
         {std::int64_t{0}, std::int64_t{1}, cooldown - 1, cooldown, cooldown + 1}) {
      if (wait >= 0 && !has(wait)) all.at(count++) = wait;
    }
  }
  [[nodiscard]] bool has(std::int64_t wait) const {
    const std::span<const std::int64_t> there(all.data(), count);
    return std::find(there.begin(), there.end(), wait) != there.end();
  }
};

template <class Take>
void each_config(const Take& take) {
  for (std::int64_t threshold = 1; threshold <= kLargestCount; ++threshold) {
    for (const std::int64_t cooldown : kShortCooldowns) {
      for (std::int64_t successes = 1; successes <= kLargestCount; ++successes) {
        take(Config{.failure_threshold = threshold,
                    .cooldown = cooldown,
                    .half_open_successes = successes});
      }
    }
  }
}

Result result_of(Letter letter) { return letter % 2 == 0 ? Result::success : Result::failure; }

}  // namespace

std::vector<engine::Tree<Words::Setting>> Words::enumerated(std::size_t depth) {
  std::vector<engine::Tree<Setting>> trees;
  const std::size_t at_the_ends = std::max<std::size_t>(depth, 2) - 1;
  each_config([&](const Config& config) {
    trees.push_back({.setting = {.config = config, .start = 0}, .depth = depth});
    trees.push_back({.setting = {.config = config, .start = kFirstTime}, .depth = at_the_ends});
    trees.push_back({.setting = {.config = config, .start = kLastTime - config.cooldown - 1},
                     .depth = at_the_ends});
  });
  return trees;
}

std::vector<Words::Setting> Words::complete() {
  std::vector<Setting> settings;
  each_config([&](const Config& config) { settings.push_back({.config = config, .start = 0}); });
  return settings;
}

std::string Words::text() { return "counts 1 to 3, cooldowns 0, 1, 2, 3, 5"; }

std::size_t Words::letters(const Setting& setting, bool bad) {
  return 2 * Waits(setting.config.cooldown).count + (bad ? 1 : 0);
}

Case Words::begin(const Setting& setting) { return {.config = setting.config, .events = {}}; }

bool Words::append(const Setting& setting, Letter letter, Case& history) {
  const Waits waits(setting.config.cooldown);
  auto& events = history.events;
  const bool went_back = events.size() > 1 && events.back().t < events[events.size() - 2].t;
  if (went_back) return false;  // Refused by now, whatever follows.
  const std::int64_t before = events.empty() ? setting.start : events.back().t;
  if (letter == 2 * waits.count) {
    if (events.empty() || before == kFirstTime) return false;
    events.push_back({.t = before - 1, .result = Result::failure});
    return true;
  }
  const std::int64_t wait = waits.all.at(letter / 2);
  if (before > kLastTime - wait) return false;
  events.push_back({.t = before + wait, .result = result_of(letter)});
  return true;
}

/// Before the first event there is nothing to wait from.
bool Words::leads(const Setting&, Letter letter) { return letter < 2; }

engine::Behaviour Words::behaviour(const Case& history) {
  model::Breaker breaker;
  engine::Behaviour told;
  for (const Event& event : history.events) {
    const model::Step step = model::step(history.config, breaker, event);
    breaker = step.next;
    told.output = step.offer.admission == Admission::rejected ? "rejected" : "executed";
    for (const Transition& transition : step.offer.transitions) {
      told.output.append(" ").append(name(transition.to));
    }
  }
  told.state = name(model::state(breaker));
  if (const auto* closed = std::get_if<model::Closed>(&breaker)) {
    told.state += std::to_string(closed->failures);
  } else if (const auto* half_open = std::get_if<model::HalfOpen>(&breaker)) {
    told.state += std::to_string(half_open->successes);
  } else {
    const std::int64_t waited = history.events.back().t - std::get<model::Open>(breaker).opened_at;
    told.state += std::to_string(std::min(waited, history.config.cooldown));
  }
  return told;
}

}  // namespace tripcheck::timed
