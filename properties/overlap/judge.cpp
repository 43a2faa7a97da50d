#include <algorithm>
#include <tripcheck/properties/overlap/judge.hpp>
#include <utility>

namespace tripcheck::overlap {
namespace {

/// Hands out the transitions that an outcome lists, in order, one at most to a step.
class Transitions {
 public:
  Transitions(const Case& input, const CaseAnswer& expected, const Outcome& got)
      : input_(input), expected_(expected.outcome.transitions), got_(got.transitions) {}

  std::vector<Transition> next(std::size_t step, const Told& expected) {
    const bool due = !expected.transitions.empty();
    const bool as_expected =
        due && moved_ < got_.size() && got_[moved_] == expected.transitions.front();
    if (due) ++expected_moved_;
    if (moved_ == got_.size() || (!as_expected && (expected_later() || likely(step) != step))) {
      return {};
    }
    return {got_[moved_++]};
  }

  [[nodiscard]] bool rest() const { return moved_ < got_.size(); }

 private:
  /// How well a step goes with a transition.
  enum class Fit { by_operation_and_time, without_time, by_time };

  [[nodiscard]] bool expected_later() const {
    return expected_moved_ < expected_.size() && expected_[expected_moved_] == got_[moved_];
  }

  /// The step, from this one on, that made the next transition, if any did.
  std::size_t likely(std::size_t step) {
    if (asked_for_ == moved_ + 1 && likely_ >= step) return likely_;
    asked_for_ = moved_ + 1;
    for (const Fit fit : {Fit::by_operation_and_time, Fit::without_time, Fit::by_time}) {
      for (likely_ = step; likely_ < input_.steps.size(); ++likely_) {
        if (fits(input_.steps[likely_], fit)) return likely_;
      }
    }
    return likely_;
  }

  /// An acquire makes half-open and a record makes the others, at its own `t` or, where that is
  /// less, at that of the transition before. Steps without a time make none, by the rules.
  [[nodiscard]] bool fits(const Step& step, Fit fit) const {
    const Transition& transition = got_[moved_];
    const bool by_record = transition.to != State::half_open;
    if (fit == Fit::without_time) return !has_time(step) && by_record;
    const bool record = step.op == Operation::record;
    if (!has_time(step) || (fit == Fit::by_operation_and_time && record != by_record)) return false;
    if (transition.t == step.t) return true;
    return moved_ > 0 && transition.t == std::max(step.t, got_[moved_ - 1].t);
  }

  const Case& input_;
  const std::vector<Transition>& expected_;
  const std::vector<Transition>& got_;
  std::size_t moved_ = 0;
  std::size_t expected_moved_ = 0;
  std::size_t asked_for_ = 0;  // One more than the transition that `likely_` is for.
  std::size_t likely_ = 0;
};

/// Only the counter of the state that the breaker is in is looked at (T-8).
bool same_counters(const Counters& a, const Counters& b, State state) {
  if (state == State::closed) return a.failures == b.failures;
  return state == State::open || a.successes == b.successes;
}

/// What is seen after so many steps.
std::optional<engine::Break> seen_difference(const Case& input, std::size_t steps,
                                             const Seen& should, const Seen& is) {
  if (is.state != should.state) return engine::Break{.rule = "T-17", .note = "the state differs"};
  if (is.counters && !same_counters(*is.counters, *should.counters, should.state)) {
    return engine::Break{.rule = blame_counters(input, steps), .note = "the counters differ"};
  }
  if (is.has_retry_at && is.retry_at != should.retry_at) {
    return engine::Break{.rule = blame_retry_at(input, steps, is.retry_at),
                         .note = "retry_at differs"};
  }
  return std::nullopt;
}

}  // namespace

Aligned align(const Case& input, const CaseAnswer& expected, const CaseAnswer& got) {
  if (!got.steps.empty()) return {.steps = got.steps};
  Aligned aligned;
  Transitions transitions(input, expected, got.outcome);
  for (std::size_t i = 0; i < got.outcome.answers.size(); ++i) {
    Told& told =
        aligned.steps.emplace_back(Told{.answer = got.outcome.answers[i], .transitions = {}});
    if (i < input.steps.size()) told.transitions = transitions.next(i, expected.steps[i]);
  }
  aligned.rest = transitions.rest();
  return aligned;
}

std::optional<engine::Break> first_difference(const Case& input, const CaseAnswer& expected,
                                              const CaseAnswer& got) {
  const bool same_steps = got.steps.empty() || got.steps == expected.steps;
  if (got.outcome == expected.outcome && same_steps) return std::nullopt;
  const Aligned aligned = align(input, expected, got);
  const std::size_t end = input.steps.size();
  for (std::size_t i = 0; i < end; ++i) {
    const Told* is = i < aligned.steps.size() ? &aligned.steps[i] : nullptr;
    if (is != nullptr && *is == expected.steps[i]) continue;
    return engine::Break{.rule = blame(input, i, expected.steps[i], is),
                         .step = i,
                         .note = is == nullptr ? "this step has no answer" : ""};
  }
  if (aligned.rest || aligned.steps.size() > end) {
    return engine::Break{.rule = "O-3", .step = end, .note = "more is told than happened"};
  }
  return engine::Break{.rule = "T-17", .step = end, .note = "the state at the end differs"};
}

std::optional<engine::Break> first_seen_difference(const Case& input, const CaseAnswer& expected,
                                                   const CaseAnswer& got) {
  for (std::size_t i = 0; i < got.seen.size() && i < expected.seen.size(); ++i) {
    if (auto difference = seen_difference(input, i, expected.seen[i], got.seen[i])) {
      difference->step = i == 0 ? 0 : i - 1;
      return difference;
    }
  }
  return std::nullopt;
}

std::optional<engine::Break> last_seen_difference(const Case& input, const CaseAnswer& expected,
                                                  const CaseAnswer& got) {
  if (!got.last || !expected.last) return std::nullopt;
  auto difference = seen_difference(input, input.steps.size(), *expected.last, *got.last);
  if (difference) difference->step = input.steps.size();
  return difference;
}

}  // namespace tripcheck::overlap
