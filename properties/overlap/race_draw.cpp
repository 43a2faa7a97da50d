// Draws races: a breaker is brought near to a change, then some threads meet there.
#include <algorithm>
#include <tripcheck/properties/overlap/race.hpp>

namespace tripcheck::overlap {
namespace {

class RaceDraw {
 public:
  RaceDraw(engine::Draw& draw, SecondUses second_uses) : draw_(draw), second_uses_(second_uses) {}

  Race race() {
    race_.config = {.failure_threshold = draw_.pick({1, 1, 2, 3}),
                    .cooldown = draw_.pick({0, 1, 4}),
                    .half_open_successes = draw_.pick({1, 1, 2, 3}),
                    .trial_timeout = {}};
    const std::uint64_t timeout = draw_.below(4);
    if (timeout > 0) race_.config.trial_timeout = static_cast<std::int64_t>(timeout - 1) * 2;
    set_up();
    race_.threads.resize(draw_.pick({2U, 2U, 2U, 3U, 3U, 4U}));
    std::vector<std::vector<std::size_t>> held(race_.threads.size());
    for (const std::size_t call : held_) held[draw_.below(held.size())].push_back(call);
    const std::size_t left = draw_.pick({4U, 5U, 6U, 6U, 7U});
    for (std::size_t i = 0; i < left; ++i) {
      const std::size_t thread = i < held.size() ? i : draw_.below(held.size());
      add_step(race_.threads[thread], held[thread]);
    }
    return std::move(race_);
  }

 private:
  void set_up() {
    // Closed, open, half-open with a probe, or with its room.
    const int where = draw_.pick({0, 0, 0, 1, 2, 2, 3, 3});
    if (where == 0) race_.config.failure_threshold = draw_.pick({1, 2, 2, 3});
    const std::uint64_t waiting = draw_.below(3) + (where == 0 ? 1 : 0);
    for (std::uint64_t i = 0; i < waiting; ++i) held_.push_back(acquire(0));
    const std::int64_t threshold = race_.config.failure_threshold;
    const std::int64_t failures =
        where > 0 ? threshold : threshold - 1 - static_cast<std::int64_t>(draw_.below(2));
    for (std::int64_t i = 0; i < failures; ++i) use(acquire(0), Act::record, Result::failure, 0);
    if (where < 2) return;
    const std::size_t probe = acquire(race_.config.cooldown);
    if (where == 2) {
      held_.push_back(probe);
    } else {
      use(probe, Act::ignore, Result::success, 0);
    }
  }

  std::size_t acquire(std::int64_t t) {
    race_.before.push_back({.act = Act::acquire, .call = ++calls_, .t = t});
    return calls_;
  }
  void use(std::size_t call, Act act, Result result, std::int64_t t) {
    race_.before.push_back({.act = act, .call = call, .t = t, .result = result});
  }

  /// Beside the deadline or the end of a probe's time, or long after both.
  std::int64_t time() {
    const std::int64_t base = race_.config.cooldown;
    const std::int64_t timeout = race_.config.trial_timeout.value_or(base);
    const std::int64_t from = draw_.pick({base, base, base + timeout, std::int64_t{0}});
    return from + draw_.pick({-1, 0, 0, 1});
  }

  void add_step(std::vector<RaceStep>& thread, std::vector<std::size_t>& held) {
    const std::uint64_t kind = draw_.below(8);
    if (kind == 0) {
      thread.push_back({.act = Act::state});
    } else if (held.empty() || kind <= 3) {
      thread.push_back({.act = Act::acquire, .call = ++calls_, .t = time()});
      held.push_back(calls_);
    } else {
      const std::size_t which = draw_.below(held.size());
      RaceStep step{.act = Act::record, .call = held[which]};
      step.t = time();
      step.result = draw_.chance(1, 2) ? Result::failure : Result::success;
      if (draw_.chance(1, 4)) step = {.act = Act::ignore, .call = step.call};
      thread.push_back(step);
      const bool again = draw_.chance(1, 8);
      if (second_uses_ == SecondUses::none || !again) {
        held.erase(held.begin() + static_cast<std::ptrdiff_t>(which));
      }
    }
  }

  engine::Draw& draw_;
  SecondUses second_uses_;
  Race race_;
  std::vector<std::size_t> held_;  // Permits for the threads.
  std::size_t calls_ = 0;
};

}  // namespace

Race draw_race(engine::Draw& draw, SecondUses second_uses) {
  return RaceDraw(draw, second_uses).race();
}

}  // namespace tripcheck::overlap
