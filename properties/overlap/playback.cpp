#include <algorithm>
#include <limits>
#include <tripcheck/properties/overlap/playback.hpp>
#include <utility>

namespace tripcheck::overlap {

Playback::Playback(const Config& config) : config_(config) {}

Told Playback::take(const Step& step) {
  Told told;
  std::optional<Transition> transition;
  const auto held = permits_.find(step.call);
  if (step.op == Operation::acquire) {
    model::Acquired done = model::acquire(config_, std::move(breaker_), step.t);
    breaker_ = std::move(done.next);
    transition = done.transition;
    told.answer = done.permit ? Answer::permit : Answer::rejected;
    if (done.permit) permits_.insert_or_assign(step.call, *done.permit);
  } else if (held != permits_.end()) {
    model::Used done = model::use(config_, std::move(breaker_), held->second, step);
    breaker_ = std::move(done.next);
    held->second = done.permit;
    transition = done.transition;
    told.answer = done.answer;
  }
  if (transition) told.transitions.push_back(*transition);
  return told;
}

const model::Permit* Playback::permit(std::int64_t call) const {
  const auto held = permits_.find(call);
  return held == permits_.end() ? nullptr : &held->second;
}

const model::HalfOpen* Playback::window() const {
  return std::get_if<model::HalfOpen>(&breaker_.now);
}

bool Playback::holds_place(const model::Permit& permit) const {
  const auto* half_open = window();
  if (half_open == nullptr || permit.generation != breaker_.generation) return false;
  return std::any_of(half_open->places.begin(), half_open->places.end(),
                     [&](const model::Place& place) { return place.number == permit.number; });
}

std::optional<std::int64_t> trial_timeout(const Config& config) {
  const std::int64_t timeout = config.trial_timeout.value_or(config.cooldown);
  return timeout == 0 ? std::nullopt : std::optional(timeout);
}

std::int64_t plus(std::int64_t a, std::int64_t b) noexcept {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? std::numeric_limits<std::int64_t>::max()
               : std::numeric_limits<std::int64_t>::min();
}

std::optional<std::int64_t> exact_sum(std::int64_t a, std::int64_t b) noexcept {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

}  // namespace tripcheck::overlap
