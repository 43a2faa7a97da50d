// The floor of the timed profile: what a run of generated cases must reach, and how often (S-21).
#include <array>
#include <limits>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/timed/profile.hpp>

namespace tripcheck::timed {
namespace {

enum Item : std::size_t {
  in_closed,
  in_open,
  in_half_open,
  trips,
  probes,
  recoveries,
  re_opens,
  probe_then_recovery,
  probe_then_re_open,
  re_open_then_probe,
  recovery_then_trip,
  rejected,
  one_before_deadline,
  at_deadline,
  one_after_deadline,
  never_due,
  failures_reset,
  window_with_several_successes,
  no_cooldown,
  equal_times,
  negative_time,
  near_least_time,
  near_most_time,
  no_event,
  many_events,
  only_successes,
  only_failures,
  ends_closed,
  ends_open,
  ends_half_open,
  item_count,
};

constexpr std::array<engine::FloorItem, item_count> kFloor{{
    {"events met while closed", 2000},
    {"events met while open", 2000},
    {"events met while half-open", 100},
    {"closed->open", 500},
    {"open->half_open", 500},
    {"half_open->closed", 100},
    {"half_open->open", 100},
    {"open->half_open, then half_open->closed", 100},
    {"open->half_open, then half_open->open", 100},
    {"half_open->open, then open->half_open", 100},
    {"half_open->closed, then closed->open", 50},
    {"calls rejected", 1000},
    {"events one before the deadline", 50},
    {"events at the deadline", 100},
    {"events one after the deadline", 50},
    {"trips with a deadline past int64", 20},
    {"successes that reset a count of failures", 200},
    {"recoveries after several successes", 20},
    {"cases with cooldown 0", 30},
    {"two events at one time", 500},
    {"events before time 0", 500},
    {"events within 100 of the least int64", 50},
    {"events within 100 of the largest int64", 50},
    {"cases without an event", 5},
    {"cases of 100 events and more", 20},
    {"cases of successes only", 30},
    {"cases of failures only", 30},
    {"cases that end closed", 100},
    {"cases that end open", 100},
    {"cases that end half-open", 20},
}};

std::size_t item_of(const Transition& transition) {
  if (transition.to == State::closed) return recoveries;
  if (transition.to == State::half_open) return probes;
  return transition.from == State::closed ? trips : re_opens;
}

void cover_transitions(const Answer& expected, engine::Floor& floor) {
  const auto& transitions = expected.outcome.transitions;
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    const std::size_t now = item_of(transitions[i]);
    floor.count(now);
    if (i == 0) continue;
    const std::size_t before = item_of(transitions[i - 1]);
    if (now == recoveries) floor.count(probe_then_recovery);
    if (now == re_opens && before == probes) floor.count(probe_then_re_open);
    if (now == probes && before == re_opens) floor.count(re_open_then_probe);
    if (now == trips) floor.count(recovery_then_trip);
  }
}

void cover_times(const Case& input, engine::Floor& floor) {
  constexpr std::int64_t kNear = 100;
  for (std::size_t i = 0; i < input.events.size(); ++i) {
    const std::int64_t t = input.events[i].t;
    if (i > 0 && t == input.events[i - 1].t) floor.count(equal_times);
    if (t < 0) floor.count(negative_time);
    if (t <= std::numeric_limits<std::int64_t>::min() + kNear) floor.count(near_least_time);
    if (t >= std::numeric_limits<std::int64_t>::max() - kNear) floor.count(near_most_time);
  }
}

void cover_step(const Config& config, const model::Breaker& before, const Event& event,
                engine::Floor& floor) {
  const State state = model::state(before);
  floor.count(static_cast<std::size_t>(state));
  if (state == State::closed && event.result == Result::success &&
      model::counters(before).failures > 0) {
    floor.count(failures_reset);
  }
  if (state == State::half_open && event.result == Result::success &&
      model::counters(before).successes + 1 == config.half_open_successes) {
    floor.count(window_with_several_successes);
  }
  if (state != State::open) return;
  const auto retry_at = model::retry_at(config, before);
  if (!retry_at) return;
  // Exact: both are int64, and only neighbours are of interest.
  if (event.t == *retry_at) floor.count(at_deadline);
  if (event.t < *retry_at && event.t + 1 == *retry_at) floor.count(one_before_deadline);
  if (event.t > *retry_at && event.t - 1 == *retry_at) floor.count(one_after_deadline);
}

void cover_case(const Case& input, const Answer& expected, engine::Floor& floor) {
  std::size_t failures = 0;
  for (const Event& event : input.events) failures += event.result == Result::failure ? 1 : 0;
  const std::size_t events = input.events.size();
  if (input.config.cooldown == 0) floor.count(no_cooldown);
  if (events == 0) floor.count(no_event);
  if (events >= 100) floor.count(many_events);
  if (events > 0 && failures == 0) floor.count(only_successes);
  if (events > 0 && failures == events) floor.count(only_failures);
  floor.count(rejected, expected.outcome.rejected.size());
  floor.count(ends_closed + static_cast<std::size_t>(expected.outcome.final_state));
}

}  // namespace

std::span<const engine::FloorItem> Traits::floor() { return kFloor; }

void Traits::cover(const Case& input, const Answer& expected, engine::Floor& floor) {
  cover_case(input, expected, floor);
  cover_transitions(expected, floor);
  cover_times(input, floor);
  model::Breaker breaker;
  for (const Event& event : input.events) {
    cover_step(input.config, breaker, event, floor);
    const model::Step step = model::step(input.config, breaker, event);
    const bool tripped =
        model::state(step.next) == State::open && step.offer.transitions.size() > 0;
    if (tripped && !model::retry_at(input.config, step.next)) floor.count(never_due);
    breaker = step.next;
  }
}

bool Traits::reachable(std::size_t item, const engine::Domain& domain) {
  const auto limit = [&](std::size_t number) {
    return domain.of(numbers()[number].name, numbers()[number].range);
  };
  constexpr std::int64_t kNear = 100;
  const auto times = limit(0);
  const auto cooldowns = limit(1);
  const std::uint64_t span =
      static_cast<std::uint64_t>(times.high) - static_cast<std::uint64_t>(times.low);
  const auto shortest = static_cast<std::uint64_t>(cooldowns.low);
  switch (item) {
    case negative_time:
      return times.low < 0;
    case near_least_time:
      return times.low <= std::numeric_limits<std::int64_t>::min() + kNear;
    case near_most_time:
      return times.high >= std::numeric_limits<std::int64_t>::max() - kNear;
    case never_due:
      return times.high > std::numeric_limits<std::int64_t>::max() - cooldowns.high;
    case no_cooldown:
      return cooldowns.low == 0;
    case rejected:
      return cooldowns.high > 0;
    case one_before_deadline:
      return cooldowns.high > 0 && (shortest == 0 || shortest - 1 <= span);
    case one_after_deadline:
      return shortest < span;
    case Item::probes:
    case recoveries:
    case re_opens:
    case probe_then_recovery:
    case probe_then_re_open:
    case re_open_then_probe:
    case recovery_then_trip:
    case at_deadline:
      return shortest <= span;
    case window_with_several_successes:
    case in_half_open:
    case ends_half_open:
      return limit(3).high > 1 && shortest <= span;
    case failures_reset:
      return limit(2).high > 1;
    default:
      return true;
  }
}

}  // namespace tripcheck::timed
