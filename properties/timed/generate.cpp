#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <utility>

namespace tripcheck::timed {
namespace {

using engine::Draw;
using engine::Range;

constexpr std::int64_t kMostCount = std::numeric_limits<std::int32_t>::max();

/// a + b, or the end of int64 that it would pass.
constexpr std::int64_t plus(std::int64_t a, std::int64_t b) noexcept {
  if (b > 0 && a > kLastTime - b) return kLastTime;
  if (b < 0 && a < kFirstTime - b) return kFirstTime;
  return a + b;
}

std::int64_t near_power(Draw& draw, std::uint64_t least_bit, std::uint64_t bits) {
  const auto power = std::int64_t{1} << (least_bit + draw.below(bits));
  const auto beside = draw.pick({-1, 0, 1});
  return plus(power, beside);
}

std::int64_t draw_count(Draw& draw, Range range) {
  const auto kind = draw.below(20);
  std::int64_t count = 0;
  if (kind < 12) {
    count = draw.in({.low = 1, .high = 4});
  } else if (kind < 16) {
    count = draw.in({.low = 5, .high = 12});
  } else if (kind < 18) {
    count = near_power(draw, 3, 6);
  } else if (kind == 18) {
    count = near_power(draw, 7, 2);  // Where a count in a byte ends.
  } else {
    count = draw.chance(1, 2) ? near_power(draw, 7, 24) : kMostCount;
  }
  return range.nearest(count);
}

std::int64_t draw_cooldown(Draw& draw, Range range) {
  const auto kind = draw.below(16);
  std::int64_t cooldown = 0;
  if (kind < 10) {
    cooldown = draw.pick<std::int64_t>({0, 0, 1, 2, 3, 5, 10, 10, 60, 1000});
  } else if (kind < 13) {
    cooldown = static_cast<std::int64_t>(draw.log_uniform(std::uint64_t{1} << 40));
  } else if (kind == 13) {
    cooldown = near_power(draw, 30, 3);
  } else if (kind == 14) {
    cooldown = near_power(draw, 52, 3);
  } else {
    cooldown = plus(kLastTime, -static_cast<std::int64_t>(draw.log_uniform(100)));
  }
  return range.nearest(cooldown);
}

std::int64_t draw_start(Draw& draw, Range range) {
  const auto beside = static_cast<std::int64_t>(draw.log_uniform(64));
  const auto kind = draw.below(12);
  std::int64_t start = 0;
  if (kind < 3) start = beside;
  if (kind == 3) start = -beside;
  if (kind == 4 || kind == 5) start = plus(range.low, beside);
  if (kind == 6 || kind == 7) start = plus(range.high, -beside);
  if (kind == 8) start = plus(kMostCount, -beside);
  if (kind == 9) start = plus(kExactInDouble, -beside);
  if (kind == 10) start = -plus(kExactInDouble, beside);
  if (kind == 11) start = draw.in({.low = -1'000'000'000'000, .high = 1'000'000'000'000});
  return range.nearest(start);
}

/// What this case is made of. Each kind of event can be absent from it.
struct Mix {
  std::uint64_t failures = 4;  // Of 8, where nothing is planned.
  bool planned_runs = true;    // Runs of one result that end beside the count that is left.
  bool deadline_waits = true;  // Waits that end beside the deadline.
  bool gaps = true;            // Quiet gaps of every size.
};

/// What the beginning of a case goes straight for, where a count is so large that events drawn
/// freely would never get there.
enum class Aim { nothing, trip, close };

/// Draws events while it steps the model, so that it knows what is near.
class Walk {
 public:
  Walk(Draw& draw, const Config& config, std::int64_t start, Range times, Aim aim)
      : draw_(draw), config_(config), t_(start), times_(times) {
    mix_.failures = draw.pick<std::uint64_t>({0, 1, 2, 4, 4, 5, 6, 7, 8});
    mix_.planned_runs = draw.chance(3, 4);
    mix_.deadline_waits = draw.chance(7, 8);
    mix_.gaps = draw.chance(5, 8);
    if (aim == Aim::nothing) return;
    run_of_ = Result::failure;
    run_left_ = config.failure_threshold;
    const std::int64_t beside = draw.in({.low = -1, .high = 1});
    if (aim == Aim::trip) run_left_ += beside;
    if (aim == Aim::close) closing_run_ = config.half_open_successes + beside;
  }

  Event next(bool first) {
    Event event;
    event.t = first ? t_ : times_.nearest(next_time());
    t_ = event.t;
    event.result = result();
    breaker_ = model::step(config_, breaker_, event).next;
    return event;
  }

 private:
  std::int64_t next_time() {
    const bool open = model::state(breaker_) == State::open;
    if (open && closing_run_ > 0) return deadline_time(0);
    const auto kind = draw_.below(16);
    if (mix_.deadline_waits && (open ? kind < 10 : kind < 3)) {
      return deadline_time(draw_.pick<std::int64_t>({-1, 0, 0, 1}));
    }
    if (mix_.gaps && kind == 15) {
      const auto size = draw_.below(8);
      if (size == 0) return times_.high;
      return later(draw_.log_uniform(size < 2 ? kLastTime : std::uint64_t{1} << 40));
    }
    if (mix_.gaps && kind >= 13) {
      return later(draw_.log_uniform(static_cast<std::uint64_t>(config_.cooldown) + 2));
    }
    return later(draw_.pick<std::uint64_t>({0, 0, 1, 1, 2, 3}));
  }

  [[nodiscard]] std::int64_t later(std::uint64_t wait) const {
    return plus(t_, static_cast<std::int64_t>(std::min<std::uint64_t>(wait, kLastTime)));
  }

  /// Beside the deadline while open; else as long after the last event as the cooldown, and beside
  /// that.
  [[nodiscard]] std::int64_t deadline_time(std::int64_t beside) const {
    const auto* open = std::get_if<model::Open>(&breaker_);
    const std::int64_t from = open == nullptr ? t_ : open->opened_at;
    return std::max(t_, plus(plus(from, config_.cooldown), beside));
  }

  Result result() {
    if (run_left_ == 0 && closing_run_ > 0) {
      run_left_ = std::exchange(closing_run_, 0);
      run_of_ = Result::success;
    }
    if (mix_.planned_runs && run_left_ == 0 && draw_.chance(1, 3)) plan_run();
    if (run_left_ > 0) {
      --run_left_;
      return run_of_;
    }
    return draw_.below(8) < mix_.failures ? Result::failure : Result::success;
  }

  void plan_run() {
    const Counters now = model::counters(breaker_);
    const bool half_open = model::state(breaker_) != State::closed;
    const std::int64_t left = half_open ? config_.half_open_successes - now.successes
                                        : config_.failure_threshold - now.failures;
    const std::int64_t length = left + draw_.in({.low = -1, .high = 1});
    if (length < 1 || length > kLongestRun) return;
    run_left_ = length;
    run_of_ = half_open ? Result::success : Result::failure;
  }

  static constexpr std::int64_t kLongestRun = 300;

  Draw& draw_;
  const Config& config_;
  std::int64_t t_;
  Range times_;
  Mix mix_;
  model::Breaker breaker_;
  std::int64_t run_left_ = 0;
  std::int64_t closing_run_ = 0;  // Of successes, once the trip is made.
  Result run_of_ = Result::success;
};

bool is_large(std::int64_t count) { return count > 12 && count <= 600; }

Aim draw_aim(Draw& draw, const Config& config) {
  const bool trip = is_large(config.failure_threshold);
  const bool close = is_large(config.half_open_successes) && config.failure_threshold <= 600;
  if ((!trip && !close) || draw.chance(1, 4)) return Aim::nothing;
  return close && (!trip || draw.chance(1, 2)) ? Aim::close : Aim::trip;
}

std::uint64_t draw_length(Draw& draw, const Config& config, Aim aim) {
  if (aim != Aim::nothing) {
    const std::int64_t successes = aim == Aim::close ? config.half_open_successes : 0;
    return static_cast<std::uint64_t>(config.failure_threshold + successes) + draw.below(16);
  }
  const auto kind = draw.below(32);
  if (kind == 0) return draw.below(2);
  if (kind < 24) return 1 + draw.below(24);
  const auto both =
      static_cast<std::uint64_t>(config.failure_threshold + config.half_open_successes);
  const std::uint64_t several = both * (2 + draw.below(4));
  if (kind < 30) return std::min<std::uint64_t>(several + draw.below(16), 160);
  return std::min<std::uint64_t>(std::max<std::uint64_t>(several, 100 + draw.below(300)), 600);
}

Range limit(const engine::Domain& domain, std::size_t number) {
  const engine::Named& named = numbers()[number];
  return domain.of(named.name, named.range);
}

/// One field just outside its range, or far.
void spoil_config(Draw& draw, Config& config) {
  const auto field = draw.below(3);
  const auto kind = draw.below(5);
  if (field == 1) {
    config.cooldown =
        kind == 0 ? kFirstTime : -1 - static_cast<std::int64_t>(draw.log_uniform(1'000'000));
    return;
  }
  std::int64_t& count = field == 0 ? config.failure_threshold : config.half_open_successes;
  const auto far = static_cast<std::int64_t>(draw.log_uniform(1'000'000));
  const std::array<std::int64_t, 5> bad{0, -1 - far, kMostCount + 1, plus(kMostCount + 1, far),
                                        far % 2 == 0 ? kLastTime : kFirstTime};
  count = bad.at(kind);
}

}  // namespace

Case Traits::generate(Draw& draw, const engine::Domain& domain) {
  Case drawn;
  const Range times = limit(domain, 0);
  drawn.config.failure_threshold = draw_count(draw, limit(domain, 2));
  drawn.config.cooldown = draw_cooldown(draw, limit(domain, 1));
  drawn.config.half_open_successes = draw_count(draw, limit(domain, 3));
  const std::int64_t start = draw_start(draw, times);
  const Aim aim = draw_aim(draw, drawn.config);
  const std::uint64_t length = draw_length(draw, drawn.config, aim);
  Walk walk(draw, drawn.config, start, times, aim);
  drawn.events.reserve(length);
  for (std::uint64_t i = 0; i < length; ++i) drawn.events.push_back(walk.next(i == 0));
  return drawn;
}

Case Traits::generate_faulty(Draw& draw, const engine::Domain& domain) {
  Case drawn = generate(draw, domain);
  const std::size_t count = drawn.events.size();
  const bool can_go_back = count > 1 && drawn.events[count - 2].t > limit(domain, 0).low;
  if (!can_go_back || draw.chance(1, 2)) {
    spoil_config(draw, drawn.config);
    return drawn;
  }
  std::size_t at = 1 + draw.below(count - 1);
  while (drawn.events[at - 1].t == limit(domain, 0).low) ++at;
  const auto room = static_cast<std::uint64_t>(drawn.events[at - 1].t) -
                    static_cast<std::uint64_t>(limit(domain, 0).low);
  const auto back = draw.log_uniform(room - 1) + 1;
  const auto before = static_cast<std::uint64_t>(drawn.events[at - 1].t);
  drawn.events[at].t = static_cast<std::int64_t>(before - back);
  if (back > 1 && draw.chance(1, 2)) {  // And one more, later than that and still too early.
    drawn.events.insert(drawn.events.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                        {.t = static_cast<std::int64_t>(before - 1), .result = Result::failure});
  }
  return drawn;
}

}  // namespace tripcheck::timed
