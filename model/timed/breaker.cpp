#include <limits>
#include <tripcheck/model/timed/breaker.hpp>

namespace tripcheck::timed::model {
namespace {

__extension__ using Exact = __int128;  // Holds every opened_at + cooldown (T-9).

Exact deadline(const Config& config, const Open& open) noexcept {
  return Exact{open.opened_at} + config.cooldown;
}

Step moved(State from, State to, Breaker next, const Event& event) noexcept {
  Step step{.next = next, .offer = {}};
  step.offer.transitions.push({.from = from, .to = to, .t = event.t});
  return step;
}

Step stayed(Breaker next) noexcept { return {.next = next, .offer = {}}; }

Step closed(const Config& config, const Closed& now, const Event& event) noexcept {
  if (event.result == Result::success) return stayed(Closed{.failures = 0});  // T-2
  const Closed next{.failures = now.failures + 1};                            // T-2
  if (next.failures < config.failure_threshold) return stayed(next);
  return moved(State::closed, State::open, Open{.opened_at = event.t}, event);  // T-3
}

Step half_open(const Config& config, const HalfOpen& now, const Event& event) noexcept {
  if (event.result == Result::failure) {
    return moved(State::half_open, State::open, Open{.opened_at = event.t}, event);  // T-7
  }
  const HalfOpen next{.successes = now.successes + 1};
  if (next.successes < config.half_open_successes) return stayed(next);
  return moved(State::half_open, State::closed, Closed{}, event);  // T-6, T-8
}

Step open(const Config& config, const Open& now, const Event& event) noexcept {
  if (event.t < deadline(config, now)) {
    return {.next = now, .offer = {.admission = Admission::rejected, .transitions = {}}};  // T-4
  }
  Step step = moved(State::open, State::half_open, HalfOpen{}, event);  // T-5, T-8
  const Step probe = half_open(config, HalfOpen{}, event);
  for (const Transition& transition : probe.offer.transitions) {
    step.offer.transitions.push(transition);
  }
  step.next = probe.next;
  return step;
}

}  // namespace

Step step(const Config& config, const Breaker& breaker, const Event& event) noexcept {
  if (const auto* now = std::get_if<Closed>(&breaker)) return closed(config, *now, event);
  if (const auto* now = std::get_if<Open>(&breaker)) return open(config, *now, event);
  return half_open(config, *std::get_if<HalfOpen>(&breaker), event);
}

std::optional<Refusal> check(const Config& config) noexcept {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const auto outside = [](std::int64_t count) { return count < 1 || count > kMost; };
  if (outside(config.failure_threshold)) return Refusal{.fault = Fault::failure_threshold};
  if (config.cooldown < 0) return Refusal{.fault = Fault::cooldown};
  if (outside(config.half_open_successes)) return Refusal{.fault = Fault::half_open_successes};
  return std::nullopt;
}

std::optional<Refusal> check(std::span<const Event> events) noexcept {
  for (std::size_t i = 1; i < events.size(); ++i) {
    if (events[i].t < events[i - 1].t) return Refusal{.fault = Fault::time_order, .index = i};
  }
  return std::nullopt;
}

std::variant<Outcome, Refusal> run(const Config& config, std::span<const Event> events) {
  if (const auto refusal = check(config)) return *refusal;
  if (const auto refusal = check(events)) return *refusal;
  Breaker breaker;  // T-1: closed, no failures.
  Outcome outcome;
  for (const Event& event : events) {
    const Step taken = step(config, breaker, event);
    if (taken.offer.admission == Admission::rejected) outcome.rejected.push_back(event.t);
    for (const Transition& transition : taken.offer.transitions) {
      outcome.transitions.push_back(transition);
    }
    breaker = taken.next;
  }
  outcome.final_state = state(breaker);
  return outcome;
}

State state(const Breaker& breaker) noexcept {
  if (std::holds_alternative<Closed>(breaker)) return State::closed;
  return std::holds_alternative<Open>(breaker) ? State::open : State::half_open;
}

Counters counters(const Breaker& breaker) noexcept {
  if (const auto* now = std::get_if<Closed>(&breaker)) return {.failures = now->failures};
  if (const auto* now = std::get_if<HalfOpen>(&breaker)) return {.successes = now->successes};
  return {};
}

std::optional<std::int64_t> retry_at(const Config& config, const Breaker& breaker) noexcept {
  const auto* now = std::get_if<Open>(&breaker);
  if (now == nullptr) return std::nullopt;
  const Exact at = deadline(config, *now);
  if (at > std::numeric_limits<std::int64_t>::max()) return std::nullopt;  // T-9
  return static_cast<std::int64_t>(at);
}

}  // namespace tripcheck::timed::model
