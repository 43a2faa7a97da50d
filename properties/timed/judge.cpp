#include <algorithm>
#include <limits>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/timed/judge.hpp>

namespace tripcheck::timed {
namespace {

/// What the model has lived through before a step: what tells one rule's break from another's.
struct Past {
  model::Breaker breaker;
  bool any_transition = false;
  bool re_opened = false;       // The last opening came from half-open.
  bool rejected_since = false;  // Something was rejected since the last opening.
  bool success_since = false;   // A success since the last transition.
  bool success_before = false;  // A success before the last transition.
};

Past past_of(const Case& input, std::size_t step) {
  Past past;
  for (std::size_t i = 0; i < step; ++i) {
    const Event& event = input.events[i];
    const model::Step taken = model::step(input.config, past.breaker, event);
    const bool executed = taken.offer.admission == Admission::executed;
    past.breaker = taken.next;
    if (!executed) past.rejected_since = true;
    if (executed && event.result == Result::success) past.success_since = true;
    if (taken.offer.transitions.size() == 0) continue;
    past.success_before = past.success_before || past.success_since;
    past.success_since = false;
    past.any_transition = true;
    past.rejected_since = false;
    const Transition& last = *(taken.offer.transitions.end() - 1);
    if (last.to == State::open) past.re_opened = last.from == State::half_open;
    if (last.to == State::half_open && event.result == Result::success) past.success_since = true;
  }
  return past;
}

bool beyond_int64(std::int64_t later, std::int64_t earlier) {
  return static_cast<std::uint64_t>(later) - static_cast<std::uint64_t>(earlier) >
         static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
}

engine::RuleId blame_half_open(const Past& past, const Event& event, bool first_probe,
                               std::size_t expected_moves, std::size_t got_moves) {
  if (event.result == Result::failure) return "T-7";
  const bool early = got_moves > expected_moves;
  const bool counted_before = past.success_before || (first_probe && past.success_since);
  return early && counted_before ? "T-8" : "T-6";
}

engine::RuleId blame_open(const Case& input, const Past& past, const Event& event,
                          const Offer& expected, const Offer& got) {
  const auto& open = std::get<model::Open>(past.breaker);
  if (expected.admission != got.admission) {
    if (beyond_int64(event.t, open.opened_at)) return "T-9";
    if (expected.admission == Admission::rejected) {
      if (!model::retry_at(input.config, past.breaker)) return "T-9";
      return past.re_opened ? "T-7" : "T-4";
    }
    if (input.config.cooldown == 0) return "T-16";
    if (past.rejected_since) return "T-4";
    return past.re_opened ? "T-7" : "T-5";
  }
  if (expected.admission == Admission::rejected) return "T-4";
  if (got.transitions.size() == 0 || got.transitions[0] != expected.transitions[0]) return "T-5";
  return blame_half_open(past, event, true, expected.transitions.size(), got.transitions.size());
}

engine::RuleId blame_closed(const Past& past, const Event& event, const Offer& expected,
                            const Offer& got) {
  const std::size_t should = expected.transitions.size();
  if (got.admission == Admission::rejected) {
    if (should > 0 && got.transitions == expected.transitions) return "T-3";
    return past.any_transition ? "T-6" : "T-1";
  }
  if (event.result == Result::success) return "T-2";
  const std::size_t did = got.transitions.size();
  if (should == did) return "T-3";
  if (past.success_since) return "T-2";
  return past.any_transition ? "T-8" : "T-3";
}

engine::RuleId blame(const Case& input, std::size_t step, const Offer& expected, const Offer& got) {
  const Past past = past_of(input, step);
  const Event& event = input.events[step];
  if (got.admission == Admission::refused) return "T-10";
  switch (model::state(past.breaker)) {
    case State::closed:
      return blame_closed(past, event, expected, got);
    case State::open:
      return blame_open(input, past, event, expected, got);
    case State::half_open:
      break;
  }
  if (got.admission == Admission::rejected) return "T-6";
  return blame_half_open(past, event, false, expected.transitions.size(), got.transitions.size());
}

/// Hands out what an outcome lists, in order. Where events share a `t` it goes by the state that
/// the outcome's own transitions have led to, then by what is expected.
class Lists {
 public:
  Lists(const Case& input, const Answer& expected, const Outcome& got)
      : input_(input), expected_(expected), got_(got) {}

  Offer next(std::size_t step) {
    const Offer& expected = expected_.steps[step];
    const std::int64_t t = input_.events[step].t;
    const bool last_at_t = events_left_at(step) == 1;
    Offer offer;
    if (rejects(step, expected, t)) {
      offer.admission = Admission::rejected;
      ++rejected_;
    }
    const bool moves = offer.admission == Admission::executed || last_at_t;
    for (const Transition& transition : expected.transitions) {
      if (!moves || !is_next(transition)) break;
      take(offer);
    }
    expected_moved_ += expected.transitions.size();
    while (moves && moved_ < got_.transitions.size() && got_.transitions[moved_].t == t &&
           (last_at_t || !expected_later(got_.transitions[moved_]))) {
      take(offer);
    }
    return offer;
  }

  [[nodiscard]] bool rest() const {
    return rejected_ < got_.rejected.size() || moved_ < got_.transitions.size();
  }

 private:
  void take(Offer& offer) {
    offer.transitions.push(got_.transitions[moved_]);
    state_ = got_.transitions[moved_++].to;
  }
  [[nodiscard]] bool is_next(const Transition& transition) const {
    return moved_ < got_.transitions.size() && got_.transitions[moved_] == transition;
  }
  [[nodiscard]] bool expected_later(const Transition& transition) const {
    const auto& all = expected_.outcome.transitions;
    return expected_moved_ < all.size() && all[expected_moved_] == transition;
  }
  /// This event and those behind it that have the same `t`.
  [[nodiscard]] std::size_t events_left_at(std::size_t step) const {
    std::size_t count = 0;
    while (step + count < input_.events.size() &&
           input_.events[step + count].t == input_.events[step].t) {
      ++count;
    }
    return count;
  }
  [[nodiscard]] bool rejects(std::size_t step, const Offer& expected, std::int64_t t) const {
    std::size_t listed = 0;
    while (rejected_ + listed < got_.rejected.size() && got_.rejected[rejected_ + listed] == t) {
      ++listed;
    }
    if (listed == 0) return false;
    if (listed >= events_left_at(step)) return true;  // Every one that is left.
    if (state_ != State::open) return false;
    if (expected.admission == Admission::rejected) return true;
    const bool probes = moved_ < got_.transitions.size() && got_.transitions[moved_].t == t;
    return !probes;
  }

  const Case& input_;
  const Answer& expected_;
  const Outcome& got_;
  State state_ = State::closed;  // By its own transitions.
  std::size_t rejected_ = 0;
  std::size_t moved_ = 0;
  std::size_t expected_moved_ = 0;
};

/// Only the counter of the state that the breaker is in is looked at (T-8).
bool same_counters(const Counters& a, const Counters& b, State state) {
  if (state == State::closed) return a.failures == b.failures;
  return state == State::open || a.successes == b.successes;
}

enum class When { start, moved, stayed };

std::optional<engine::Break> seen_difference(const Seen& should, const Seen& is, When when) {
  if (is.state != should.state) {
    return engine::Break{.rule = when == When::start ? "T-1" : "T-17", .note = "the state differs"};
  }
  if (is.counters && !same_counters(*is.counters, *should.counters, should.state)) {
    const engine::RuleId counting = should.state == State::closed ? "T-2" : "T-6";
    const engine::RuleId rule =
        when == When::start ? "T-1" : (when == When::moved ? "T-8" : counting);
    return engine::Break{.rule = rule, .note = "the counters differ"};
  }
  if (is.has_retry_at && is.retry_at != should.retry_at) {
    return engine::Break{.rule = "T-17", .note = "retry_at differs"};
  }
  return std::nullopt;
}

std::optional<engine::Break> end_difference(const Case& input, const Answer& expected,
                                            const Answer& got, bool rest) {
  const std::size_t end = input.events.size();
  const bool longer = got.outcome.rejected.size() > expected.outcome.rejected.size() ||
                      got.outcome.transitions.size() > expected.outcome.transitions.size();
  if (rest || longer) {
    return engine::Break{.rule = "T-12", .step = end, .note = "more is listed than happened"};
  }
  if (got.outcome == expected.outcome) return std::nullopt;
  if (got.outcome.final_state == expected.outcome.final_state) {
    return engine::Break{.rule = "T-12", .step = end, .note = "listed in another order"};
  }
  return engine::Break{.rule = input.events.empty() ? "T-1" : "T-17", .step = end};
}

}  // namespace

Aligned align(const Case& input, const Answer& expected, const Answer& got) {
  if (got.steps.size() == input.events.size()) return {.steps = got.steps};
  Aligned aligned;
  Lists lists(input, expected, got.outcome);
  for (std::size_t i = 0; i < input.events.size(); ++i) aligned.steps.push_back(lists.next(i));
  aligned.rest = lists.rest();
  return aligned;
}

std::optional<engine::Break> first_difference(const Case& input, const Answer& expected,
                                              const Answer& got) {
  if (got.outcome == expected.outcome && got.steps == expected.steps) return std::nullopt;
  if (got.steps.empty() && got.outcome == expected.outcome) return std::nullopt;
  const Aligned aligned = align(input, expected, got);
  for (std::size_t i = 0; i < aligned.steps.size(); ++i) {
    if (aligned.steps[i] == expected.steps[i]) continue;
    return engine::Break{.rule = blame(input, i, expected.steps[i], aligned.steps[i]), .step = i};
  }
  return end_difference(input, expected, got, aligned.rest);
}

std::optional<engine::Break> first_seen_difference(const Answer& expected, const Answer& got) {
  for (std::size_t i = 0; i < got.seen.size() && i < expected.seen.size(); ++i) {
    const bool moved = i > 0 && expected.steps[i - 1].transitions.size() > 0;
    const When when = i == 0 ? When::start : (moved ? When::moved : When::stayed);
    if (auto difference = seen_difference(expected.seen[i], got.seen[i], when)) {
      difference->step = i == 0 ? 0 : i - 1;
      return difference;
    }
  }
  return std::nullopt;
}

std::optional<engine::Break> last_seen_difference(const Answer& expected, const Answer& got) {
  if (!got.last || !expected.last) return std::nullopt;
  const bool moved = !expected.steps.empty() && expected.steps.back().transitions.size() > 0;
  const When when = expected.steps.empty() ? When::start : (moved ? When::moved : When::stayed);
  auto difference = seen_difference(*expected.last, *got.last, when);
  if (difference) difference->step = expected.steps.size();
  return difference;
}

}  // namespace tripcheck::timed
