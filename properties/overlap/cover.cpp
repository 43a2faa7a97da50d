// The floor of the overlap profile: what a run of generated cases must reach, and how often (S-21).
#include <algorithm>
#include <array>
#include <limits>
#include <tripcheck/properties/overlap/playback.hpp>
#include <tripcheck/properties/overlap/profile.hpp>

namespace tripcheck::overlap {
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
  rejected_open,
  rejected_no_room,
  several_probes,
  one_before_deadline,
  at_deadline,
  one_after_deadline,
  never_due,
  places_taken_away,
  trial_one_early,
  trial_at_end,
  late_generation,
  late_place,
  late_time,
  counted_closed,
  counted_probe,
  returned_closed,
  returned_probe,
  late_without_result,
  second_use,
  second_use_next_generation,
  no_permit,
  failures_reset,
  window_with_several_successes,
  clock_behind,
  recorded_before_admission,
  dated_by_the_last,
  probe_from_before_the_window,
  out_of_order,
  no_timeout,
  own_timeout,
  cooldown_as_timeout,
  no_cooldown,
  negative_time,
  near_least_time,
  near_most_time,
  no_step,
  many_steps,
  without_overlap,
  ends_closed,
  ends_open,
  ends_half_open,
  item_count,
};

constexpr std::array<engine::FloorItem, item_count> kFloor{{
    {"calls asked for while closed", 1000},
    {"calls asked for while open", 1000},
    {"calls asked for while half-open", 500},
    {"closed->open", 300},
    {"open->half_open", 300},
    {"half_open->closed", 100},
    {"half_open->open", 100},
    {"open->half_open, then half_open->closed", 100},
    {"open->half_open, then half_open->open", 100},
    {"half_open->open, then open->half_open", 50},
    {"half_open->closed, then closed->open", 30},
    {"calls rejected while open", 500},
    {"calls rejected for want of room", 200},
    {"permits beside another probe", 200},
    {"calls asked for one before the deadline", 50},
    {"calls asked for at the deadline", 50},
    {"calls asked for one after the deadline", 20},
    {"trips with a deadline past int64", 20},
    {"places taken away", 100},
    {"probes looked at one before their time is over", 50},
    {"probes looked at when their time is over", 50},
    {"results late by generation", 200},
    {"results late since their place was taken away", 20},
    {"results late by their own t", 30},
    {"results counted while closed", 1000},
    {"results counted while half-open", 200},
    {"permits given back while closed", 100},
    {"probes given back", 50},
    {"permits given back too late", 50},
    {"second uses", 100},
    {"second uses in a later generation", 20},
    {"steps without a permit", 50},
    {"successes that reset a count of failures", 100},
    {"recoveries after several successes", 20},
    {"clocks behind that of the step before", 500},
    {"results before their own admission", 50},
    {"transitions dated by the one before", 20},
    {"probes admitted by a clock behind their window", 20},
    {"calls used before one that was admitted before them", 200},
    {"cases in which probes have for ever", 50},
    {"cases with a trial_timeout of their own", 100},
    {"cases with the cooldown as trial_timeout", 100},
    {"cases with cooldown 0", 30},
    {"steps before time 0", 300},
    {"steps within 100 of the least int64", 50},
    {"steps within 100 of the largest int64", 50},
    {"cases without a step", 5},
    {"cases of 100 steps and more", 20},
    {"cases without overlap", 30},
    {"cases that end closed", 100},
    {"cases that end open", 100},
    {"cases that end half-open", 50},
}};

constexpr std::int64_t kNear = 100;

std::size_t item_of(const Transition& transition) {
  if (transition.to == State::closed) return recoveries;
  if (transition.to == State::half_open) return probes;
  return transition.from == State::closed ? trips : re_opens;
}

void cover_transitions(const CaseAnswer& expected, engine::Floor& floor) {
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

/// What a step finds.
struct Before {
  model::Breaker breaker;
  std::optional<model::Permit> permit;  // Of its call.
  bool place = false;                   // Whether that holds one.

  Before(const Playback& playback, const Step& step) : breaker(playback.breaker()) {
    const model::Permit* held = playback.permit(step.call);
    if (held == nullptr) return;
    permit = *held;
    place = playback.holds_place(*held);
  }
  [[nodiscard]] const model::HalfOpen* window() const {
    return std::get_if<model::HalfOpen>(&breaker.now);
  }
};

/// Walks through a case and counts, for each step, what it found and what came of it.
class Counting {
 public:
  Counting(const Case& input, engine::Floor& floor)
      : input_(input), floor_(floor), playback_(input.config) {}

  void step(const Step& step) {
    if (has_time(step)) times(step.t);
    const Before before(playback_, step);
    const Told told = playback_.take(step);
    if (step.op == Operation::acquire) {
      asked(before, step, told);
    } else {
      used(before, step, told);
    }
    for (const Transition& transition : told.transitions) {
      if (has_time(step) && transition.t != step.t) floor_.count(dated_by_the_last);
      const bool opened = transition.to == State::open;
      if (opened && !model::retry_at(input_.config, playback_.breaker())) floor_.count(never_due);
    }
  }

 private:
  void times(std::int64_t t) {
    if (timed_ && t < last_t_) floor_.count(clock_behind);
    timed_ = true;
    last_t_ = t;
    if (t < 0) floor_.count(negative_time);
    if (t <= std::numeric_limits<std::int64_t>::min() + kNear) floor_.count(near_least_time);
    if (t >= std::numeric_limits<std::int64_t>::max() - kNear) floor_.count(near_most_time);
  }

  void asked(const Before& before, const Step& step, const Told& told) {
    floor_.count(static_cast<std::size_t>(model::state(before.breaker)));
    const bool permit = told.answer == Answer::permit;
    if (permit) order_.push_back(step.call);
    const auto* window = playback_.window();
    if (window == nullptr) {
      if (!permit) floor_.count(rejected_open);
    } else {
      if (!permit) floor_.count(rejected_no_room);
      if (permit && window->places.size() > 1) floor_.count(several_probes);
      if (permit && step.t < playback_.breaker().changed_at) {
        floor_.count(probe_from_before_the_window);
      }
    }
    if (const auto retry_at = model::retry_at(input_.config, before.breaker)) {
      if (step.t == *retry_at) floor_.count(at_deadline);
      if (exact_sum(step.t, 1) == *retry_at) floor_.count(one_before_deadline);
      if (exact_sum(step.t, -1) == *retry_at) floor_.count(one_after_deadline);
    }
    if (before.window() == nullptr) return;
    for (const model::Place& place : before.window()->places) {
      end_of_time(place.admitted_at, step.t);
      if (over(place.admitted_at, step.t)) floor_.count(places_taken_away);
    }
  }

  void used(const Before& before, const Step& step, const Told& told) {
    if (!before.permit) {
      floor_.count(no_permit);
      return;
    }
    const model::Permit& permit = *before.permit;
    const bool stale = permit.generation != before.breaker.generation;
    if (told.answer == Answer::used) {
      floor_.count(second_use);
      if (stale) floor_.count(second_use_next_generation);
      return;
    }
    const auto place_in_order = std::find(order_.begin(), order_.end(), step.call);
    if (place_in_order != order_.begin()) floor_.count(out_of_order);
    if (place_in_order != order_.end()) order_.erase(place_in_order);
    const bool probe = permit.number != 0;
    if (told.answer == Answer::returned) floor_.count(probe ? returned_probe : returned_closed);
    if (step.op != Operation::record) {
      if (told.answer == Answer::late) floor_.count(late_without_result);
      return;
    }
    if (step.t < permit.admitted_at) floor_.count(recorded_before_admission);
    if (probe && before.place) end_of_time(permit.admitted_at, step.t);
    if (told.answer == Answer::counted) {
      counted(before, step, told);
    } else {
      floor_.count(stale ? late_generation : (before.place ? late_time : late_place));
    }
  }

  void counted(const Before& before, const Step& step, const Told& told) {
    const Counters counters = model::counters(before.breaker);
    const bool half_open = before.window() != nullptr;
    const bool success = step.result == Result::success;
    floor_.count(half_open ? counted_probe : counted_closed);
    if (success && !half_open && counters.failures > 0) floor_.count(failures_reset);
    if (success && !told.transitions.empty() && counters.successes > 0) {
      floor_.count(window_with_several_successes);
    }
  }

  [[nodiscard]] std::optional<std::int64_t> end_of(std::int64_t admitted_at) const {
    const auto timeout = trial_timeout(input_.config);
    return timeout ? exact_sum(admitted_at, *timeout) : std::nullopt;
  }
  [[nodiscard]] bool over(std::int64_t admitted_at, std::int64_t t) const {
    const auto end = end_of(admitted_at);
    return end && t >= *end;
  }
  void end_of_time(std::int64_t admitted_at, std::int64_t t) {
    const auto end = end_of(admitted_at);
    if (!end) return;
    if (t == *end) floor_.count(trial_at_end);
    if (exact_sum(t, 1) == *end) floor_.count(trial_one_early);
  }

  const Case& input_;
  engine::Floor& floor_;
  Playback playback_;
  bool timed_ = false;
  std::int64_t last_t_ = 0;
  std::vector<std::int64_t> order_;  // Admitted and not used, in the order of admission.
};

/// Each call is used before the next is asked for, at its own `t`, and clocks go on.
bool is_without_overlap(const Case& input) {
  const Step* last = nullptr;
  for (const Step& step : input.steps) {
    const bool pair = last != nullptr && last->op == Operation::acquire;
    if (step.op != Operation::acquire &&
        (step.op != Operation::record || !pair || step.call != last->call || step.t != last->t)) {
      return false;
    }
    if (last != nullptr && step.t < last->t) return false;
    last = &step;
  }
  return input.steps.size() > 1;
}

void cover_case(const Case& input, const CaseAnswer& expected, engine::Floor& floor) {
  const Config& config = input.config;
  if (!trial_timeout(config)) {
    floor.count(no_timeout);
  } else {
    floor.count(config.trial_timeout ? own_timeout : cooldown_as_timeout);
  }
  if (config.cooldown == 0) floor.count(no_cooldown);
  if (input.steps.empty()) floor.count(no_step);
  if (input.steps.size() >= 100) floor.count(many_steps);
  if (is_without_overlap(input)) floor.count(without_overlap);
  floor.count(ends_closed + static_cast<std::size_t>(expected.outcome.final_state));
}

}  // namespace

std::span<const engine::FloorItem> Traits::floor() { return kFloor; }

void Traits::cover(const Case& input, const Answer& expected, engine::Floor& floor) {
  cover_case(input, expected, floor);
  cover_transitions(expected, floor);
  Counting counting(input, floor);
  for (const Step& step : input.steps) counting.step(step);
}

bool Traits::reachable(std::size_t item, const engine::Domain& domain) {
  const engine::Range times = limit(domain, time_number);
  const engine::Range timeouts = limit(domain, timeout_number);
  const engine::Range cooldowns = limit(domain, cooldown_number);
  constexpr std::int64_t kOne = 1;
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
    case no_timeout:
      return timeouts.low == 0;
    case cooldown_as_timeout:
      return std::min(timeouts.high, cooldowns.high) >=
             std::max({timeouts.low, cooldowns.low, kOne});
    case own_timeout:
    case places_taken_away:
    case trial_one_early:
    case trial_at_end:
    case late_place:
    case late_time:
      return timeouts.high > 0;
    case second_use:
    case second_use_next_generation:
      return limit(domain, uses_number).high > 1;
    case several_probes:
    case window_with_several_successes:
      return limit(domain, places_number).high > 1;
    case failures_reset:
      return limit(domain, threshold_number).high > 1;
    default:
      return true;
  }
}

}  // namespace tripcheck::overlap
