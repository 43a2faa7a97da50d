/// The timed breaker to use: one small value, fed event by event or in pieces.
///
/// Refines: model::step, event by event; properties/timed/ holds it to that.
/// Threads: a value like an int: one thread at a time, or one copy each.
/// Cost:    `offer` is a handful of instructions, without a loop or a call; nothing allocates but
///          the vectors of the Outcome that `feed` appends to.
/// Limits:  every config that `check` passes, every int64 time; no sum is formed that could
/// overflow.
#pragma once
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tripcheck/model/timed/config.hpp>
#include <type_traits>
#include <variant>

namespace tripcheck::timed::impl {

class Breaker {
 public:
  /// The first field outside its range, or nothing (T-11).
  [[nodiscard]] static constexpr std::optional<Refusal> check(const Config& config) noexcept {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    if (config.failure_threshold < 1 || config.failure_threshold > kMost) {
      return Refusal{.fault = Fault::failure_threshold};
    }
    if (config.cooldown < 0) return Refusal{.fault = Fault::cooldown};
    if (config.half_open_successes < 1 || config.half_open_successes > kMost) {
      return Refusal{.fault = Fault::half_open_successes};
    }
    return std::nullopt;
  }

  /// Requires: `check` passes the config; asserted.
  explicit constexpr Breaker(const Config& config) noexcept
      : cooldown_(static_cast<std::uint64_t>(config.cooldown)),
        failure_threshold_(static_cast<std::uint32_t>(config.failure_threshold)),
        half_open_successes_(static_cast<std::uint32_t>(config.half_open_successes)) {
    assert(!check(config));
  }

  /// One event (T-2 … T-9). Where its `t` goes back the answer is `refused` and nothing changes.
  constexpr Offer offer(const Event& event) noexcept {
    Offer answer;  // The only thing returned, so that it is made where the caller wants it.
    if (event.t < last_t_) {
      answer.admission = Admission::refused;
      return answer;
    }
    last_t_ = event.t;
    ++offered_;
    if (state_ == State::closed) {
      // One multiplication by 0 or 1 in place of a branch on the result (T-2).
      count_ = (count_ + 1) * static_cast<std::uint32_t>(event.result);
      if (count_ == failure_threshold_) move(State::open, event.t, answer);  // T-3
      return answer;
    }
    if (state_ == State::open) {
      if (waiting(event.t)) {
        answer.admission = Admission::rejected;  // T-4
        return answer;
      }
      move(State::half_open, event.t, answer);  // T-5
    }
    if (event.result == Result::failure) {
      move(State::open, event.t, answer);  // T-7
    } else if (++count_ == half_open_successes_) {
      move(State::closed, event.t, answer);  // T-6
    }
    return answer;
  }

  /// A piece of the stream, appended to `outcome` (T-13): wholly, or, where an event goes back in
  /// time, not at all: then the index of that event, counted from the start of the stream (T-10).
  std::optional<Refusal> feed(std::span<const Event> piece, Outcome& outcome);

  [[nodiscard]] constexpr State state() const noexcept { return state_; }
  [[nodiscard]] constexpr Counters counters() const noexcept {
    return {.failures = state_ == State::closed ? count_ : 0,
            .successes = state_ == State::half_open ? count_ : 0};
  }
  /// The first `t` that would be let through while open; nothing otherwise or where none can be.
  [[nodiscard]] constexpr std::optional<std::int64_t> retry_at() const noexcept {
    const auto room = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) -
                      static_cast<std::uint64_t>(opened_at_);
    if (state_ != State::open || cooldown_ > room) return std::nullopt;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(opened_at_) + cooldown_);
  }
  /// Events taken so far: the index that the next one has in the stream.
  [[nodiscard]] constexpr std::uint64_t offered() const noexcept { return offered_; }

  bool operator==(const Breaker&) const = default;

 private:
  // `t` is never before opened_at, so the unsigned difference is the exact wait, whatever the
  // signs, and no sum is needed that int64 could not hold (T-9).
  [[nodiscard]] constexpr bool waiting(std::int64_t t) const noexcept {
    return static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(opened_at_) < cooldown_;
  }

  constexpr void move(State to, std::int64_t t, Offer& answer) noexcept {
    answer.transitions.push({.from = state_, .to = to, .t = t});
    state_ = to;
    count_ = 0;  // T-8
    if (to == State::open) opened_at_ = t;
  }

  std::int64_t opened_at_ = 0;  // Meaningful while open.
  std::int64_t last_t_ = std::numeric_limits<std::int64_t>::min();
  std::uint64_t cooldown_;
  std::uint64_t offered_ = 0;
  std::uint32_t failure_threshold_;
  std::uint32_t half_open_successes_;
  std::uint32_t count_ = 0;  // Failures in a row while closed, successes while half-open.
  State state_ = State::closed;
};
static_assert(std::is_trivially_copyable_v<Breaker>);

/// The seed's function: a whole stream from the start (T-12), or why it was refused.
[[nodiscard]] std::variant<Outcome, Refusal> run_circuit_breaker(std::span<const Event> events,
                                                                 const Config& config);

}  // namespace tripcheck::timed::impl
