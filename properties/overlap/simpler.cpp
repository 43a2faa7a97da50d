// Shrinking of overlap cases: candidates, the boldest first, and the one order in which they get
// smaller.
#include <algorithm>
#include <functional>
#include <span>
#include <tripcheck/properties/engine/shrink.hpp>
#include <tripcheck/properties/overlap/playback.hpp>
#include <tripcheck/properties/overlap/profile.hpp>
#include <tripcheck/properties/overlap/replaced.hpp>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace tripcheck::overlap {
namespace {

using engine::lower;
using engine::size_of;
using Take = std::function<bool(Case)>;
using Calls = std::vector<std::int64_t>;

constexpr std::size_t kPairsUpTo = 16;  // Calls of a case where every pair of deletions is tried.
constexpr std::int64_t kSmallCount = 4;
constexpr std::size_t kStepsToRelabel = 12;

/// The calls in the order in which they first come up.
Calls calls_of(const Case& input) {
  Calls calls;
  std::unordered_set<std::int64_t> known;
  for (const Step& step : input.steps) {
    if (known.insert(step.call).second) calls.push_back(step.call);
  }
  return calls;
}

/// Without some calls: each goes with all its uses.
Case without_calls(const Case& input, std::span<const std::int64_t> calls) {
  const std::unordered_set<std::int64_t> gone(calls.begin(), calls.end());
  Case result = input;
  std::erase_if(result.steps, [&](const Step& step) { return gone.contains(step.call); });
  return result;
}

Case without_step(const Case& input, std::size_t i) {
  Case result = input;
  result.steps.erase(result.steps.begin() + static_cast<std::ptrdiff_t>(i));
  return result;
}

/// Step `i` and all behind it earlier or, where that is negative, later by as much.
bool move_from(const Case& input, std::size_t i, std::int64_t to, const Take& take) {
  Case result = input;
  const auto by = static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(input.steps[i].t);
  for (std::size_t k = i; k < input.steps.size(); ++k) {
    if (!has_time(input.steps[k])) continue;
    const auto moved = static_cast<std::int64_t>(static_cast<std::uint64_t>(input.steps[k].t) + by);
    const bool up = to > input.steps[i].t;
    if (up != (moved > input.steps[k].t)) return false;  // Past int64.
    result.steps[k].t = moved;
  }
  return take(std::move(result));
}

/// A case and what is left of it: as it is, and with what stood behind the first step that went
/// moved to the time of that one.
bool take_rest(const Case& input, const Case& rest, const Take& take) {
  if (take(rest)) return true;
  const auto mismatch = std::mismatch(rest.steps.begin(), rest.steps.end(), input.steps.begin());
  const Step& gone = *mismatch.second;
  if (!has_time(gone)) return false;
  const auto next = std::find_if(mismatch.first, rest.steps.end(), has_time);
  if (next == rest.steps.end() || next->t == gone.t) return false;
  return move_from(rest, static_cast<std::size_t>(next - rest.steps.begin()), gone.t, take);
}

bool fewer_calls(const Case& input, const Take& take) {
  const Calls calls = calls_of(input);
  return engine::offer_runs(calls.size(), [&](std::size_t first, std::size_t count) {
    return take_rest(input, without_calls(input, std::span(calls).subspan(first, count)), take);
  });
}

bool fewer_uses(const Case& input, const Take& take) {
  for (std::size_t i = 0; i < input.steps.size(); ++i) {
    const bool use = input.steps[i].op != Operation::acquire;
    if (use && take_rest(input, without_step(input, i), take)) return true;
  }
  if (!model::check(input.steps)) return false;
  for (std::size_t i = input.steps.size(); i-- > 0;) {  // In bad input, an acquire alone.
    if (input.steps[i].op == Operation::acquire && take(without_step(input, i))) return true;
  }
  return false;
}

/// Without a call, and another result the other way round or another call acquired before all.
bool fewer_calls_otherwise(const Case& input, const Take& take) {
  const Calls calls = calls_of(input);
  if (calls.size() > kPairsUpTo) return false;
  for (std::size_t c = 0; c < calls.size(); ++c) {
    const Case rest = without_calls(input, std::span(calls).subspan(c, 1));
    for (std::size_t i = 0; i < rest.steps.size(); ++i) {
      Case other = rest;
      Step& step = other.steps[i];
      if (step.op == Operation::record) {
        step.result = step.result == Result::success ? Result::failure : Result::success;
      } else if (step.op == Operation::acquire) {
        const auto first = other.steps.begin();
        std::rotate(first, first + static_cast<std::ptrdiff_t>(i),
                    first + static_cast<std::ptrdiff_t>(i) + 1);
      } else {
        continue;
      }
      if (take(std::move(other))) return true;
    }
  }
  return false;
}

/// This case, and this case with a call, a use, or two calls less.
bool with_fewer(const Case& input, const Take& take) {
  if (take(input)) return true;
  const Calls calls = calls_of(input);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const Case one = without_calls(input, std::span(calls).subspan(i, 1));
    if (take(one)) return true;
    if (calls.size() > kPairsUpTo) continue;
    for (std::size_t j = i + 1; j < calls.size(); ++j) {
      if (take(without_calls(one, std::span(calls).subspan(j, 1)))) return true;
    }
  }
  return fewer_uses(input, take);
}

/// This case without a run of as many calls as its count was lowered by.
bool without_as_many(const Case& input, std::int64_t lowered_by, const Take& take) {
  const Calls calls = calls_of(input);
  const auto count = static_cast<std::size_t>(lowered_by);
  if (lowered_by < 0 || count >= calls.size()) return false;
  for (std::size_t first = calls.size() - count + 1; first-- > 0;) {
    if (take(without_calls(input, std::span(calls).subspan(first, count)))) return true;
  }
  return false;
}

/// The boldest of all: a large count and as many calls go together.
bool much_lower_counts(const Case& input, const Take& take) {
  for (auto count : {&Config::failure_threshold, &Config::half_open_successes}) {
    if (input.config.*count <= kSmallCount) continue;
    if (lower(input.config.*count, 1, [&](std::int64_t number) {
          Case result = input;
          result.config.*count = number;
          return without_as_many(result, input.config.*count - number, take);
        })) {
      return true;
    }
  }
  return false;
}

bool lower_counts(const Case& input, const Take& take) {
  for (auto count : {&Config::failure_threshold, &Config::half_open_successes}) {
    if (lower(input.config.*count, 1, [&](std::int64_t number) {
          Case result = input;
          result.config.*count = number;
          return number + 1 == input.config.*count ? with_fewer(result, take) : take(result);
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

/// The cooldown and trial_timeout, each alone and both together, with the times that lie beside
/// their ends, and without them.
bool lower_spans(const Case& input, const Take& take) {
  const Config& config = input.config;
  const bool good = !model::check(config);
  const auto both = [&](std::int64_t cooldown, std::optional<std::int64_t> timeout) {
    Case plain = input;
    plain.config.cooldown = cooldown;
    plain.config.trial_timeout = timeout;
    if (good && take(replaced(input, plain.config))) return true;
    return take(std::move(plain));
  };
  const auto timeout = config.trial_timeout;
  if (timeout && both(config.cooldown, std::nullopt)) return true;
  if (good && take(replaced(input, config))) return true;
  if (good && timeout && lower(config.cooldown, 0, [&](std::int64_t cooldown) {
        const std::int64_t less = config.cooldown - cooldown;
        return *timeout >= less && both(cooldown, *timeout - less);
      })) {
    return true;
  }
  if (lower(config.cooldown, 0, [&](std::int64_t number) { return both(number, timeout); })) {
    return true;
  }
  return timeout &&
         lower(*timeout, 0, [&](std::int64_t number) { return both(config.cooldown, number); });
}

bool lower_times(const Case& input, const Take& take) {
  const Step* before = nullptr;
  for (std::size_t i = 0; i < input.steps.size(); ++i) {
    if (!has_time(input.steps[i])) continue;
    const std::int64_t t = input.steps[i].t;
    const auto all = [&](std::int64_t to) { return move_from(input, i, to, take); };
    const auto one = [&](std::int64_t to) {
      Case result = input;
      result.steps[i].t = to;
      return take(std::move(result));
    };
    if (before != nullptr && before->t != t && (all(before->t) || one(before->t))) return true;
    if (lower(t, 0, all) || lower(t, 0, one)) return true;
    if (before != nullptr && t > before->t) {
      const auto wait = static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(before->t);
      for (std::uint64_t less = wait / 2; less > 0; less /= 2) {
        if (all(static_cast<std::int64_t>(static_cast<std::uint64_t>(t) - less))) return true;
      }
    }
    before = &input.steps[i];
  }
  return false;
}

/// How far a step is from the plainest: a result rather than none, a success rather than a failure.
int plainness(const Step& step) {
  if (step.op == Operation::acquire) return 0;
  if (step.op == Operation::record) return step.result == Result::success ? 0 : 1;
  return step.op == Operation::ignore ? 2 : 3;
}

bool plainer_steps(const Case& input, const Take& take) {
  std::unordered_map<std::int64_t, std::int64_t> admitted;
  for (std::size_t i = 0; i < input.steps.size(); ++i) {
    const Step& step = input.steps[i];
    if (step.op == Operation::acquire) admitted.emplace(step.call, step.t);
    const std::int64_t t = step.op == Operation::record ? step.t : admitted[step.call];
    for (const Step& plainer :
         {Step{.op = Operation::record, .call = step.call, .t = t, .result = Result::success},
          Step{.op = Operation::record, .call = step.call, .t = t, .result = Result::failure},
          Step{.op = Operation::ignore, .call = step.call}}) {
      if (plainness(plainer) >= plainness(step)) continue;
      Case result = input;
      result.steps[i] = plainer;
      if (take(std::move(result))) return true;
    }
  }
  return false;
}

/// In a short case: a use becomes that of another call, and something else goes.
bool uses_of_others(const Case& input, const Take& take) {
  if (input.steps.size() > kStepsToRelabel) return false;
  const Calls calls = calls_of(input);
  for (std::size_t i = 0; i < input.steps.size(); ++i) {
    if (input.steps[i].op == Operation::acquire) continue;
    for (const std::int64_t call : calls) {
      if (call == input.steps[i].call) continue;
      Case other = input;
      other.steps[i].call = call;
      // None that uses a call before it is there: a good case stays good.
      if (with_fewer(other, [&](Case candidate) {
            return !model::check(candidate.steps) && take(std::move(candidate));
          })) {
        return true;
      }
    }
  }
  return false;
}

/// Calls numbered from 1 in the order in which they come up.
bool plainer_labels(const Case& input, const Take& take) {
  std::unordered_map<std::int64_t, std::int64_t> labels;
  Case result = input;
  for (Step& step : result.steps) {
    const auto next = static_cast<std::int64_t>(labels.size()) + 1;
    step.call = labels.emplace(step.call, next).first->second;
  }
  return take(std::move(result));
}

/// How far a number is from zero; a negative one is further than its positive.
std::pair<std::uint64_t, bool> from_zero(std::int64_t number) {
  return {size_of(number), number < 0};
}

int plainness(const Case& input) {
  int all = 0;
  for (const Step& step : input.steps) all += plainness(step);
  return all;
}

/// Whether a comes first by the numbers that `of` takes from each step, in order; nothing: alike.
template <class Of>
std::optional<bool> first_by(const Case& a, const Case& b, const Of& of) {
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    const auto in_a = from_zero(of(a.steps[i]));
    const auto in_b = from_zero(of(b.steps[i]));
    if (in_a != in_b) return in_a < in_b;
  }
  return std::nullopt;
}

}  // namespace

Case Traits::prefix(const Case& input, std::size_t steps) {
  return {.config = input.config,
          .steps = {input.steps.begin(), input.steps.begin() + static_cast<std::ptrdiff_t>(steps)}};
}

bool Traits::simpler(const Case& input, const Take& take) {
  return much_lower_counts(input, take) || fewer_calls(input, take) || fewer_uses(input, take) ||
         fewer_calls_otherwise(input, take) || lower_counts(input, take) ||
         lower_spans(input, take) || plainer_steps(input, take) || lower_times(input, take) ||
         uses_of_others(input, take) || plainer_labels(input, take);
}

bool Traits::smaller(const Case& a, const Case& b) {
  const auto counts = [](const Config& config) {
    const std::uint64_t threshold = size_of(config.failure_threshold);
    return std::tuple(threshold + size_of(config.half_open_successes), threshold,
                      config.trial_timeout.has_value(), size_of(config.cooldown),
                      size_of(config.trial_timeout.value_or(0)));
  };
  if (a.steps.size() != b.steps.size()) return a.steps.size() < b.steps.size();
  if (counts(a.config) != counts(b.config)) return counts(a.config) < counts(b.config);
  if (plainness(a) != plainness(b)) return plainness(a) < plainness(b);
  if (const auto first = first_by(a, b, [](const Step& step) { return step.t; })) return *first;
  return first_by(a, b, [](const Step& step) { return step.call; }).value_or(false);
}

}  // namespace tripcheck::overlap
