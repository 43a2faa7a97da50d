// Shrinking of timed cases: candidates, the boldest first, and the one order in which they get
// smaller.
#include <algorithm>
#include <array>
#include <limits>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/engine/shrink.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <tuple>

namespace tripcheck::timed {
namespace {

using engine::lower;
using engine::size_of;
using Take = std::function<bool(Case)>;

constexpr std::size_t kPairsUpTo = 24;  // Events of a case where every pair of deletions is tried.

/// Without `count` events from `first`; later ones move up by the time that they took, where told.
Case without(const Case& input, std::size_t first, std::size_t count, bool move_up) {
  Case result = input;
  const auto from = result.events.begin() + static_cast<std::ptrdiff_t>(first);
  if (move_up && first + count < input.events.size()) {
    const auto gap = static_cast<std::uint64_t>(input.events[first + count].t) -
                     static_cast<std::uint64_t>(input.events[first].t);
    for (auto later = from; later != result.events.end(); ++later) {
      later->t = static_cast<std::int64_t>(static_cast<std::uint64_t>(later->t) - gap);
    }
    for (std::size_t i = first; i < first + count; ++i) result.events[i].t = input.events[i].t;
  }
  result.events.erase(from, from + static_cast<std::ptrdiff_t>(count));
  return result;
}

bool fewer_events(const Case& input, const Take& take) {
  return engine::offer_runs(input.events.size(), [&](std::size_t first, std::size_t count) {
    return take(without(input, first, count, false)) || take(without(input, first, count, true));
  });
}

/// This case, and this case with one event or two less.
bool with_fewer(const Case& input, const Take& take) {
  if (take(input)) return true;
  const std::size_t events = input.events.size();
  for (std::size_t i = 0; i < events; ++i) {
    const Case one = without(input, i, 1, false);
    if (take(one) || take(without(input, i, 1, true))) return true;
    if (events > kPairsUpTo) continue;
    for (std::size_t j = i; j < one.events.size(); ++j) {
      if (take(without(one, j, 1, false))) return true;
    }
  }
  return false;
}

/// This case without a run of as many events as its count was lowered by.
bool without_as_many(const Case& input, std::int64_t lowered_by, const Take& take) {
  const auto count = static_cast<std::size_t>(lowered_by);
  if (lowered_by < 0 || count >= input.events.size()) return false;
  for (std::size_t first = input.events.size() - count + 1; first-- > 0;) {
    if (take(without(input, first, count, false))) return true;
  }
  return false;
}

bool lower_counts(const Case& input, const Take& take) {
  for (auto count : {&Config::failure_threshold, &Config::half_open_successes}) {
    if (lower(input.config.*count, 1, [&](std::int64_t number) {
          Case result = input;
          result.config.*count = number;
          if (number + 1 == input.config.*count) return with_fewer(result, take);
          return take(result) || without_as_many(result, input.config.*count - number, take);
        })) {
      return true;
    }
    if (input.config.*count < 1) {  // A bad one: nearer to its range.
      Case result = input;
      result.config.*count = 0;
      if (take(result)) return true;
    }
  }
  return false;
}

/// Requires: `later` is not less.
std::uint64_t distance(std::int64_t earlier, std::int64_t later) {
  return static_cast<std::uint64_t>(later) - static_cast<std::uint64_t>(earlier);
}

constexpr std::uint64_t kBeside = 2;  // What counts as beside a deadline.

/// The same history under a lower cooldown: what came beside a deadline still comes beside it.
Case recooled(const Case& input, std::int64_t cooldown) {
  Case result = input;
  result.config.cooldown = cooldown;
  model::Breaker breaker;
  std::int64_t opened_at = 0;  // In the new times.
  for (std::size_t i = 0; i < input.events.size(); ++i) {
    Event& event = result.events[i];
    const std::int64_t before = i == 0 ? event.t : result.events[i - 1].t;
    const auto retry_at = model::retry_at(input.config, breaker);
    const std::int64_t old = input.events[i].t;
    const std::int64_t old_before = i == 0 ? old : input.events[i - 1].t;
    const auto wait = static_cast<std::uint64_t>(old) - static_cast<std::uint64_t>(old_before);
    std::int64_t next = 0;
    const auto step = static_cast<std::int64_t>(std::min<std::uint64_t>(wait, 2));
    if (__builtin_add_overflow(before, step, &next)) next = before;
    std::int64_t new_deadline = 0;
    const bool has_deadline =
        retry_at && !__builtin_add_overflow(opened_at, cooldown, &new_deadline);
    if (has_deadline && old >= *retry_at && distance(*retry_at, old) <= kBeside) {
      const std::int64_t late = old - *retry_at;
      if (__builtin_add_overflow(new_deadline, late, &next)) next = new_deadline;
    } else if (has_deadline && old < *retry_at && distance(old, *retry_at) <= kBeside) {
      const std::int64_t early = *retry_at - old;
      if (__builtin_sub_overflow(new_deadline, early, &next)) next = new_deadline;
    }
    event.t = std::max(before, next);
    const model::Step taken = model::step(input.config, breaker, input.events[i]);
    for (const Transition& transition : taken.offer.transitions) {
      if (transition.to == State::open) opened_at = event.t;
    }
    breaker = taken.next;
  }
  return result;
}

bool lower_cooldown(const Case& input, const Take& take) {
  const bool together = lower(input.config.cooldown, 0, [&](std::int64_t cooldown) {
    return take(recooled(input, cooldown));
  });
  if (together || take(recooled(input, input.config.cooldown))) return true;
  return lower(input.config.cooldown, 0, [&](std::int64_t cooldown) {
    Case result = input;
    result.config.cooldown = cooldown;
    return take(result);
  });
}

/// Event `i` and all behind it `by` earlier or, where it is negative, later.
bool move_from(const Case& input, std::size_t i, std::int64_t to, const Take& take) {
  Case result = input;
  const auto by = static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(input.events[i].t);
  for (std::size_t k = i; k < input.events.size(); ++k) {
    const std::int64_t moved =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(input.events[k].t) + by);
    if ((moved < to) != (input.events[k].t < input.events[i].t)) return false;  // Past int64.
    result.events[k].t = moved;
  }
  return take(std::move(result));
}

bool lower_times(const Case& input, const Take& take) {
  for (std::size_t i = 0; i < input.events.size(); ++i) {
    const std::int64_t t = input.events[i].t;
    const auto all = [&](std::int64_t to) { return move_from(input, i, to, take); };
    const auto one = [&](std::int64_t to) {
      Case result = input;
      result.events[i].t = to;
      return take(std::move(result));
    };
    if (i > 0 && input.events[i - 1].t < t && all(input.events[i - 1].t)) return true;
    if (lower(t, 0, all) || lower(t, 0, one)) return true;
    if (i == 0 || t <= input.events[i - 1].t) continue;
    const auto wait =
        static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(input.events[i - 1].t);
    for (std::uint64_t less = wait; less > 0; less /= 2) {
      if (all(static_cast<std::int64_t>(static_cast<std::uint64_t>(t) - less))) return true;
    }
  }
  return false;
}

bool plainer_results(const Case& input, const Take& take) {
  for (std::size_t i = 0; i < input.events.size(); ++i) {
    if (input.events[i].result == Result::success) continue;
    Case result = input;
    result.events[i].result = Result::success;
    if (take(std::move(result))) return true;
  }
  return false;
}

/// How far a time is from zero; a negative one is further than its positive.
std::pair<std::uint64_t, bool> from_zero(const Event& event) {
  return {size_of(event.t), event.t < 0};
}

}  // namespace

Case Traits::prefix(const Case& input, std::size_t steps) {
  return {
      .config = input.config,
      .events = {input.events.begin(), input.events.begin() + static_cast<std::ptrdiff_t>(steps)}};
}

bool Traits::simpler(const Case& input, const Take& take) {
  return fewer_events(input, take) || lower_counts(input, take) || lower_cooldown(input, take) ||
         lower_times(input, take) || plainer_results(input, take);
}

bool Traits::smaller(const Case& a, const Case& b) {
  const auto counts = [](const Config& config) {
    return std::tuple(size_of(config.failure_threshold) + size_of(config.half_open_successes),
                      size_of(config.failure_threshold), size_of(config.cooldown));
  };
  if (a.events.size() != b.events.size()) return a.events.size() < b.events.size();
  if (counts(a.config) != counts(b.config)) return counts(a.config) < counts(b.config);
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    if (from_zero(a.events[i]) != from_zero(b.events[i])) {
      return from_zero(a.events[i]) < from_zero(b.events[i]);
    }
  }
  const auto failures = [](const Case& input) {
    return std::count_if(input.events.begin(), input.events.end(),
                         [](const Event& event) { return event.result == Result::failure; });
  };
  return failures(a) < failures(b);
}

}  // namespace tripcheck::timed
