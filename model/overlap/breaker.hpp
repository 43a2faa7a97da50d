/// Reference model of the breaker whose calls overlap: one value and four pure functions.
///
/// The rules, with their numbers, are in rules.md beside this file. Concurrent histories are judged
/// by orders of these four (O-7). Nothing in impl/ shares code with it: where the two differ, the
/// rules decide.
///
/// Threads: plain values; nothing is shared.
/// Cost:    the four allocate only while half-open, for at most 64 places; run, for each call.
/// Limits:  2^64 - 1 transitions, and as many permits in one trial window.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tripcheck/model/overlap/config.hpp>
#include <variant>
#include <vector>

namespace tripcheck::overlap::model {

/// What a caller holds between admission and use. One is used through what the last use of it
/// returned: a copy kept from before would not know that it was used.
struct Permit {
  std::uint64_t generation = 0;  ///< In which it was given (O-3).
  std::uint64_t number = 0;      ///< Of its place; 0 where it was given while closed and has none.
  std::int64_t admitted_at = 0;  ///< The `t` of its own acquire, be it before the last transition.
  bool used = false;             ///< Once and for all, whatever the answer was (O-4).
  bool operator==(const Permit&) const = default;
};

/// A half-open permit that is outstanding: not used, and not taken away (O-2).
struct Place {
  std::uint64_t number = 0;
  std::int64_t admitted_at = 0;
  bool operator==(const Place&) const = default;
};

struct Closed {
  std::int64_t failures = 0;  ///< In a row; below config.failure_threshold.
  bool operator==(const Closed&) const = default;
};
struct Open {  ///< Since Breaker::changed_at, which is `opened_at` now (O-9).
  bool operator==(const Open&) const = default;
};
struct HalfOpen {
  std::int64_t successes = 0;  ///< These and the places: at most config.half_open_successes.
  std::uint64_t given = 0;     ///< Permits of this window so far; numbers the next.
  std::vector<Place> places;   ///< In the order of admission.
  bool operator==(const HalfOpen&) const = default;
};

/// A breaker is the state it is in, with nothing left of the last (T-8), and where it stands in its
/// own history.
struct Breaker {
  std::variant<Closed, Open, HalfOpen> now;
  std::uint64_t generation = 0;  ///< Transitions so far.
  /// Time of the last transition; before the first, a time that comes after none.
  std::int64_t changed_at = std::numeric_limits<std::int64_t>::min();
  bool operator==(const Breaker&) const = default;
};

struct Acquired {
  Breaker next;
  std::optional<Permit> permit;  ///< Nothing: rejected.
  std::optional<Transition> transition;
};

struct Used {
  Breaker next;
  Permit permit;
  Answer answer = Answer::counted;
  std::optional<Transition> transition;
};

/// Asks to make a call (O-1, O-2, O-8). Requires, as all below: a config that `check` passes.
[[nodiscard]] Acquired acquire(const Config& config, Breaker breaker, std::int64_t t);

/// Tells what came of a call (O-3, O-8). Requires: the permit is from this breaker.
[[nodiscard]] Used record(const Config& config, Breaker breaker, Permit permit, std::int64_t t,
                          Result result);

/// Gives a permit back without a result, and loses one: to the breaker the same (O-4).
/// Requires: the permit is from this breaker.
[[nodiscard]] Used ignore(Breaker breaker, Permit permit);
[[nodiscard]] Used drop(Breaker breaker, Permit permit);

/// Whichever of these three the step is. Requires: it is no acquire.
[[nodiscard]] Used use(const Config& config, Breaker breaker, Permit permit, const Step& step);

/// The first field outside its range, in the order of the declaration, or nothing (T-11).
[[nodiscard]] std::optional<Refusal> check(const Config& config) noexcept;

/// The first step on a call that was never acquired, or that acquires one again, or nothing.
[[nodiscard]] std::optional<Refusal> check(std::span<const Step> steps);

/// A whole document from the start. Bad input is refused before anything happens.
[[nodiscard]] std::variant<Outcome, Refusal> run(const Config& config, std::span<const Step> steps);

/// Questions (T-17).
[[nodiscard]] State state(const Breaker& breaker) noexcept;
[[nodiscard]] Counters counters(const Breaker& breaker) noexcept;
/// The earliest `t` that an open breaker would not reject, if there is one (T-9); else nothing.
[[nodiscard]] std::optional<std::int64_t> retry_at(const Config& config,
                                                   const Breaker& breaker) noexcept;

}  // namespace tripcheck::overlap::model
