#include <algorithm>
#include <cassert>
#include <tripcheck/model/overlap/breaker.hpp>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace tripcheck::overlap::model {
namespace {

__extension__ using Exact = __int128;  // Holds every time plus every span (T-9, O-8).
constexpr std::int64_t kMostFailures = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMostPlaces = 64;

bool timed_out(const Config& config, std::int64_t admitted_at, std::int64_t t) noexcept {
  const std::int64_t timeout = config.trial_timeout.value_or(config.cooldown);
  return timeout != 0 && t >= Exact{admitted_at} + timeout;  // O-8: 0 is never.
}

Exact deadline(const Config& config, const Breaker& breaker) noexcept {
  return Exact{breaker.changed_at} + config.cooldown;  // O-9
}

template <class Next>
Transition move_to(Next next, Breaker& breaker, std::int64_t t) {
  const State from = state(breaker);
  breaker = {.now = std::move(next),
             .generation = breaker.generation + 1,
             .changed_at = std::max(t, breaker.changed_at)};  // O-5
  return {
      .number = breaker.generation, .from = from, .to = state(breaker), .t = breaker.changed_at};
}

/// Frees the place of this permit; false where it was taken away, or given up, before.
bool leave(HalfOpen& window, const Permit& permit) {
  const auto mine = [&](const Place& place) { return place.number == permit.number; };
  return std::erase_if(window.places, mine) != 0;
}

/// Counts a result that is not late, as the timed breaker does (O-6).
std::optional<Transition> count(const Config& config, Breaker& breaker, std::int64_t t,
                                Result result) {
  if (auto* window = std::get_if<HalfOpen>(&breaker.now)) {
    if (result == Result::failure) return move_to(Open{}, breaker, t);  // T-7
    if (++window->successes < config.half_open_successes) return std::nullopt;
    return move_to(Closed{}, breaker, t);  // T-6
  }
  // Else it is closed: no permit is given while open, so none of this generation comes back then.
  auto& failures = std::get<Closed>(breaker.now).failures;
  failures = result == Result::success ? 0 : failures + 1;  // T-2
  if (failures < config.failure_threshold) return std::nullopt;
  return move_to(Open{}, breaker, t);  // T-3
}

/// What every use comes to before its result is looked at: `used` before `late` before the rest.
/// From here on the permit is used, and its place is free.
Answer spend(Breaker& breaker, Permit& permit, Answer otherwise) {
  assert(permit.generation <= breaker.generation);
  if (std::exchange(permit.used, true)) return Answer::used;         // O-4
  if (permit.generation != breaker.generation) return Answer::late;  // O-3
  auto* window = std::get_if<HalfOpen>(&breaker.now);
  if (window != nullptr && !leave(*window, permit)) return Answer::late;  // O-8: taken away.
  return otherwise;
}

}  // namespace

Acquired acquire(const Config& config, Breaker breaker, std::int64_t t) {
  assert(!check(config));
  Permit permit{.generation = breaker.generation, .admitted_at = t};
  if (std::holds_alternative<Closed>(breaker.now)) return {std::move(breaker), permit, {}};
  std::optional<Transition> transition;
  if (std::holds_alternative<Open>(breaker.now)) {
    if (t < deadline(config, breaker)) return {std::move(breaker), {}, {}};
    transition = move_to(HalfOpen{}, breaker, t);  // O-1
    permit.generation = breaker.generation;
  }
  auto& window = std::get<HalfOpen>(breaker.now);
  std::erase_if(window.places,
                [&](const Place& place) { return timed_out(config, place.admitted_at, t); });
  if (std::ssize(window.places) + window.successes >= config.half_open_successes) {
    return {std::move(breaker), {}, transition};  // O-2
  }
  permit.number = ++window.given;
  window.places.push_back({.number = permit.number, .admitted_at = t});
  return {std::move(breaker), permit, transition};
}

Used record(const Config& config, Breaker breaker, Permit permit, std::int64_t t, Result result) {
  assert(!check(config));
  Answer answer = spend(breaker, permit, Answer::counted);
  const bool probe = permit.number != 0;
  if (answer == Answer::counted && probe && timed_out(config, permit.admitted_at, t)) {
    answer = Answer::late;  // O-8: nobody took its place, and it is too late all the same.
  }
  std::optional<Transition> transition;
  if (answer == Answer::counted) transition = count(config, breaker, t, result);
  return {std::move(breaker), permit, answer, transition};
}

Used ignore(Breaker breaker, Permit permit) {
  const Answer answer = spend(breaker, permit, Answer::returned);
  return {std::move(breaker), permit, answer, {}};
}

Used drop(Breaker breaker,
          Permit permit) {  // As ignore; a call of it makes GCC 12 warn for nothing.
  const Answer answer = spend(breaker, permit, Answer::returned);
  return {std::move(breaker), permit, answer, {}};
}

Used use(const Config& config, Breaker breaker, Permit permit, const Step& step) {
  assert(step.op != Operation::acquire);
  if (step.op == Operation::ignore) return ignore(std::move(breaker), permit);
  if (step.op == Operation::drop) return drop(std::move(breaker), permit);
  return record(config, std::move(breaker), permit, step.t, step.result);
}

std::optional<Refusal> check(const Config& config) noexcept {
  const auto outside = [](std::int64_t n, std::int64_t most) { return n < 1 || n > most; };
  if (outside(config.failure_threshold, kMostFailures)) {
    return Refusal{.fault = Fault::failure_threshold};
  }
  if (config.cooldown < 0) return Refusal{.fault = Fault::cooldown};
  if (outside(config.half_open_successes, kMostPlaces)) {
    return Refusal{.fault = Fault::half_open_successes};
  }
  if (config.trial_timeout.value_or(0) < 0) return Refusal{.fault = Fault::trial_timeout};
  return std::nullopt;
}

std::optional<Refusal> check(std::span<const Step> steps) {
  std::unordered_set<std::int64_t> acquired;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].op != Operation::acquire) {
      if (!acquired.contains(steps[i].call)) return Refusal{Fault::never_acquired, i};
    } else if (!acquired.insert(steps[i].call).second) {
      return Refusal{Fault::acquired_twice, i};
    }
  }
  return std::nullopt;
}

std::variant<Outcome, Refusal> run(const Config& config, std::span<const Step> steps) {
  if (const auto refusal = check(config)) return *refusal;
  if (const auto refusal = check(steps)) return *refusal;
  Breaker breaker;                                   // T-1: closed, no failures.
  std::unordered_map<std::int64_t, Permit> permits;  // None for a call that was rejected.
  Outcome outcome;
  const auto keep = [&](Answer answer, const std::optional<Transition>& transition) {
    outcome.answers.push_back(answer);
    if (transition) outcome.transitions.push_back(*transition);
  };
  for (const Step& step : steps) {
    const auto held = permits.find(step.call);
    if (step.op == Operation::acquire) {
      Acquired done = acquire(config, std::move(breaker), step.t);
      breaker = std::move(done.next);
      if (done.permit) permits.emplace(step.call, *done.permit);
      keep(done.permit ? Answer::permit : Answer::rejected, done.transition);
    } else if (held == permits.end()) {
      keep(Answer::no_permit, {});
    } else {
      Used done = use(config, std::move(breaker), held->second, step);
      breaker = std::move(done.next);
      held->second = done.permit;
      keep(done.answer, done.transition);
    }
  }
  outcome.final_state = state(breaker);
  return outcome;
}

State state(const Breaker& breaker) noexcept {
  if (std::holds_alternative<Closed>(breaker.now)) return State::closed;
  return std::holds_alternative<Open>(breaker.now) ? State::open : State::half_open;
}

Counters counters(const Breaker& breaker) noexcept {
  if (const auto* now = std::get_if<Closed>(&breaker.now)) return {.failures = now->failures};
  if (const auto* now = std::get_if<HalfOpen>(&breaker.now)) return {.successes = now->successes};
  return {};
}

std::optional<std::int64_t> retry_at(const Config& config, const Breaker& breaker) noexcept {
  if (!std::holds_alternative<Open>(breaker.now)) return std::nullopt;
  const Exact at = deadline(config, breaker);
  if (at > std::numeric_limits<std::int64_t>::max()) return std::nullopt;  // T-9
  return static_cast<std::int64_t>(at);
}

}  // namespace tripcheck::overlap::model
