/// The plain words of the breaker whose calls overlap: what it is told and what can be seen of it.
///
/// Shared by model and implementation, which share nothing else. States, results and times are
/// those of the timed breaker, which this one is when no two calls overlap (O-6).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tripcheck/model/timed/config.hpp>
#include <vector>

namespace tripcheck::overlap {

using timed::Counters;
using timed::Result;
using timed::State;

/// All fields are int64 so that a value outside its range can be said, and refused by name (T-11).
struct Config {
  std::int64_t failure_threshold = 5;    ///< Consecutive failures that trip; [1, 2^31-1].
  std::int64_t cooldown = 60;            ///< From a trip to the first probe; [0, 2^63-1].
  std::int64_t half_open_successes = 1;  ///< Places, and successes to close; [1, 64].
  /// From a probe's admission to its end, exclusive; [0, 2^63-1], 0 is never (O-8). Default: the
  /// cooldown, hence never where that is 0.
  std::optional<std::int64_t> trial_timeout{};
  bool operator==(const Config&) const = default;
};

enum class Operation : std::uint8_t { acquire, record, ignore, drop };

/// One operation on one call. A field that the operation has no use for keeps its default.
struct Step {
  Operation op = Operation::acquire;
  std::int64_t call = 0;            ///< A label; its order and size mean nothing.
  std::int64_t t = 0;               ///< Of acquire and record. May go back (O-5).
  Result result = Result::success;  ///< Of record.
  bool operator==(const Step&) const = default;
};

/// What an operation is told. `permit` and `rejected` answer an acquire, the others the rest.
enum class Answer : std::uint8_t { permit, rejected, counted, late, used, returned, no_permit };

struct Transition {
  std::uint64_t number = 0;  ///< The first transition of a breaker has number 1 (O-3).
  State from = State::closed;
  State to = State::closed;
  std::int64_t t = 0;  ///< Never less than that of the transition before (O-5).
  bool operator==(const Transition&) const = default;
};

/// What a whole document came to: an answer a step, and the transitions in order of their numbers.
struct Outcome {
  State final_state = State::closed;
  std::vector<Answer> answers;
  std::vector<Transition> transitions;
  bool operator==(const Outcome&) const = default;
};

enum class Fault : std::uint8_t {
  failure_threshold,
  cooldown,
  half_open_successes,
  trial_timeout,
  never_acquired,  ///< A step on a call that no step before it acquired.
  acquired_twice,  ///< A second acquire of a call, be it that the first was rejected.
};

/// Bad input: a field of the config outside its range, or a step that cannot be.
struct Refusal {
  Fault fault = Fault::failure_threshold;
  std::size_t index = 0;  ///< Of the step, counted from 0; 0 for a config.
  bool operator==(const Refusal&) const = default;
};

[[nodiscard]] constexpr std::string_view name(Operation operation) noexcept {
  switch (operation) {
    case Operation::acquire:
      return "acquire";
    case Operation::record:
      return "record";
    case Operation::ignore:
      return "ignore";
    case Operation::drop:
      return "drop";
  }
  return "?";
}

[[nodiscard]] constexpr std::string_view name(Answer answer) noexcept {
  switch (answer) {
    case Answer::permit:
      return "permit";
    case Answer::rejected:
      return "rejected";
    case Answer::counted:
      return "counted";
    case Answer::late:
      return "late";
    case Answer::used:
      return "used";
    case Answer::returned:
      return "returned";
    case Answer::no_permit:
      return "no_permit";
  }
  return "?";
}

}  // namespace tripcheck::overlap
