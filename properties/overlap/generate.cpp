#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/overlap/profile.hpp>
#include <tripcheck/properties/overlap/walk.hpp>

namespace tripcheck::overlap {
namespace {

using engine::Draw;
using engine::Range;

constexpr std::int64_t kEarliest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLatest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostCount = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMostPlaces = 64;
constexpr std::int64_t kExactInDouble = std::int64_t{1} << 53;

std::int64_t near_power(Draw& draw, std::uint64_t least_bit, std::uint64_t bits) {
  const auto power = std::int64_t{1} << (least_bit + draw.below(bits));
  const auto beside = draw.pick({-1, 0, 1});
  return plus(power, beside);
}

std::int64_t draw_threshold(Draw& draw, Range range) {
  const auto kind = draw.below(32);
  std::int64_t count = 0;
  if (kind < 24) {
    count = draw.in({.low = 1, .high = 4});
  } else if (kind < 29) {
    count = draw.in({.low = 5, .high = 12});
  } else if (kind < 31) {
    count = near_power(draw, 3, 5);
  } else {
    count = draw.chance(1, 2) ? near_power(draw, 7, 24) : kMostCount;
  }
  return range.nearest(count);
}

std::int64_t draw_places(Draw& draw, Range range) {
  const auto kind = draw.below(16);
  std::int64_t places = draw.in({.low = 1, .high = 4});
  if (kind == 13) places = draw.in({.low = 5, .high = 12});
  if (kind == 14) places = draw.in({.low = 13, .high = kMostPlaces});
  if (kind == 15) places = draw.pick<std::int64_t>({31, 32, 33, kMostPlaces - 1, kMostPlaces});
  return range.nearest(places);
}

std::int64_t draw_span(Draw& draw, Range range) {
  const auto kind = draw.below(16);
  std::int64_t span = 0;
  if (kind < 10) {
    span = draw.pick<std::int64_t>({0, 1, 2, 3, 5, 10, 10, 60, 1000});
  } else if (kind < 13) {
    span = static_cast<std::int64_t>(draw.log_uniform(std::uint64_t{1} << 40));
  } else if (kind == 13) {
    span = near_power(draw, 30, 3);
  } else if (kind == 14) {
    span = near_power(draw, 52, 3);
  } else {
    span = kLatest - static_cast<std::int64_t>(draw.log_uniform(100));
  }
  return range.nearest(span);
}

/// Not given, never, beside the cooldown, or anything; inside the range where it is not all.
std::optional<std::int64_t> draw_timeout(Draw& draw, std::int64_t cooldown, Range range) {
  const auto kind = draw.below(16);
  const auto beside = draw.pick<std::int64_t>({-1, 0, 1});
  const std::int64_t span = draw_span(draw, range);
  if (kind < 6 && range.holds(cooldown)) return std::nullopt;
  if (kind < 8) return range.nearest(0);
  if (kind < 11) return range.nearest(std::max<std::int64_t>(0, plus(cooldown, beside)));
  return span;
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

std::uint64_t draw_length(Draw& draw, const Config& config) {
  const auto kind = draw.below(32);
  if (kind == 0) return draw.below(2);
  if (kind < 24) return 2 + draw.below(40);
  const auto both =
      static_cast<std::uint64_t>(config.failure_threshold + config.half_open_successes);
  const std::uint64_t several = 2 * both * (2 + draw.below(4));
  if (kind < 30) return std::min<std::uint64_t>(several + draw.below(16), 200);
  return std::min<std::uint64_t>(std::max<std::uint64_t>(several, 100 + draw.below(300)), 600);
}

/// One field just outside its range, or far.
void spoil_config(Draw& draw, Config& config) {
  const auto field = draw.below(4);
  const auto kind = draw.below(5);
  const auto far = static_cast<std::int64_t>(draw.log_uniform(1'000'000));
  const std::int64_t negative = kind == 0 ? kEarliest : -1 - far;
  if (field == 0) config.cooldown = negative;
  if (field == 1) config.trial_timeout = negative;
  if (field < 2) return;
  const std::int64_t most = field == 2 ? kMostCount : kMostPlaces;
  const std::array<std::int64_t, 5> bad{0, -1 - far, most + 1, most + 1 + far,
                                        far % 2 == 0 ? kLatest : kEarliest};
  (field == 2 ? config.failure_threshold : config.half_open_successes) = bad.at(kind);
}

/// A label that no step of the case has.
std::int64_t unknown_call(const Case& input) {
  std::int64_t call = 0;
  const auto has = [&](const Step& step) { return step.call == call; };
  while (std::any_of(input.steps.begin(), input.steps.end(), has)) ++call;
  return call;
}

/// A use of a call that was never acquired, or a call that is acquired twice.
void spoil_steps(Draw& draw, Case& input) {
  const std::size_t at = draw.below(input.steps.size());
  const std::int64_t t = input.steps[at].t;
  Step bad{.op = Operation::acquire, .call = input.steps[draw.below(at + 1)].call, .t = t};
  if (draw.chance(1, 2)) {
    const auto op = draw.pick({Operation::record, Operation::ignore, Operation::drop});
    bad = {.op = op, .call = unknown_call(input), .t = op == Operation::record ? t : 0};
  }
  input.steps.insert(input.steps.begin() + static_cast<std::ptrdiff_t>(at) + 1, bad);
}

}  // namespace

Case Traits::generate(Draw& draw, const engine::Domain& domain) {
  Case drawn;
  Config& config = drawn.config;
  const Range times = limit(domain, time_number);
  config.failure_threshold = draw_threshold(draw, limit(domain, threshold_number));
  config.cooldown = draw_span(draw, limit(domain, cooldown_number));
  config.half_open_successes = draw_places(draw, limit(domain, places_number));
  config.trial_timeout = draw_timeout(draw, config.cooldown, limit(domain, timeout_number));
  const std::int64_t start = draw_start(draw, times);
  std::uint64_t length = draw_length(draw, config);
  const bool large = config.failure_threshold > 12 && config.failure_threshold <= 260;
  if (large && draw.chance(3, 4)) {
    length = 2 * static_cast<std::uint64_t>(config.failure_threshold) + draw.below(40);
  }
  Walk walk(draw, config,
            {.start = start, .times = times, .uses = limit(domain, uses_number).high});
  drawn.steps.reserve(length);
  for (std::uint64_t i = 0; i < length; ++i) drawn.steps.push_back(walk.next());
  return drawn;
}

Case Traits::generate_faulty(Draw& draw, const engine::Domain& domain) {
  Case drawn = generate(draw, domain);
  if (drawn.steps.empty() || draw.chance(1, 2)) {
    spoil_config(draw, drawn.config);
  } else {
    spoil_steps(draw, drawn);
  }
  return drawn;
}

}  // namespace tripcheck::overlap
