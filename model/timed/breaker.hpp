/// Reference model of the timed breaker: one value and a few pure functions, readable as the rules.
///
/// The rules, with their numbers, are in rules.md beside this file. No clock, no allocation in
/// `step`. Nothing in impl/ shares code with it: where the two differ, the rules decide.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <tripcheck/model/timed/config.hpp>
#include <variant>

namespace tripcheck::timed::model {

struct Closed {
  std::int64_t failures = 0;  ///< In a row; below config.failure_threshold.
  bool operator==(const Closed&) const = default;
};
struct Open {
  std::int64_t opened_at = 0;
  bool operator==(const Open&) const = default;
};
struct HalfOpen {
  std::int64_t successes = 0;  ///< Below config.half_open_successes.
  bool operator==(const HalfOpen&) const = default;
};
/// A breaker is the state it is in, with that state's own counter and nothing left of the last
/// (T-8).
using Breaker = std::variant<Closed, Open, HalfOpen>;

struct Step {
  Breaker next;
  Offer offer;
};

/// One event (T-2 … T-9). Requires: a config that `check` passes; event.t not before the last one.
[[nodiscard]] Step step(const Config& config, const Breaker& breaker, const Event& event) noexcept;

/// The first field outside its range, in the order of the declaration, or nothing (T-11).
[[nodiscard]] std::optional<Refusal> check(const Config& config) noexcept;

/// The first event that goes back in time, or nothing (T-10).
[[nodiscard]] std::optional<Refusal> check(std::span<const Event> events) noexcept;

/// A whole stream from the start (T-1, T-12). Bad input is refused before anything happens.
[[nodiscard]] std::variant<Outcome, Refusal> run(const Config& config,
                                                 std::span<const Event> events);

/// Questions (T-17).
[[nodiscard]] State state(const Breaker& breaker) noexcept;
[[nodiscard]] Counters counters(const Breaker& breaker) noexcept;
/// The first `t` that would be let through while open; nothing otherwise, nor where none can be
/// (T-9).
[[nodiscard]] std::optional<std::int64_t> retry_at(const Config& config,
                                                   const Breaker& breaker) noexcept;

}  // namespace tripcheck::timed::model
