/// The plain words of the timed breaker: what it is told and what can be seen of it.
///
/// Shared by model and implementation, which share nothing else.
/// Times are integers in the caller's own unit; nothing here knows a clock.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tripcheck::timed {

/// All fields are int64 so that a value outside its range can be said, and refused by name (T-11).
struct Config {
  std::int64_t failure_threshold = 5;    ///< Consecutive failures that trip; [1, 2^31-1].
  std::int64_t cooldown = 60;            ///< From a trip to the first probe; [0, 2^63-1].
  std::int64_t half_open_successes = 1;  ///< Successes that close again; [1, 2^31-1].
  bool operator==(const Config&) const = default;
};

enum class Result : std::uint8_t { success, failure };

/// One call: when it was made and what came of it, if it was made at all.
struct Event {
  std::int64_t t = 0;  ///< Never less than that of the event before (T-10). May be negative.
  Result result = Result::success;
  bool operator==(const Event&) const = default;
};

enum class State : std::uint8_t { closed, open, half_open };

struct Transition {
  State from = State::closed;
  State to = State::closed;
  std::int64_t t = 0;  ///< Of the event that made it.
  bool operator==(const Transition&) const = default;
};

/// The transitions that one event made: two at most by the rules; a faulty breaker may claim more.
class Transitions {
 public:
  static constexpr std::size_t kCapacity = 3;

  /// What does not fit any more is counted, not kept.
  constexpr void push(Transition transition) noexcept {
    if (size_ < kCapacity) kept_[size_] = transition;
    if (size_ <= kCapacity) ++size_;
  }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr const Transition* begin() const noexcept { return kept_.data(); }
  [[nodiscard]] constexpr const Transition* end() const noexcept {
    return kept_.data() + (size_ < kCapacity ? size_ : kCapacity);
  }
  [[nodiscard]] constexpr const Transition& operator[](std::size_t i) const noexcept {
    return kept_[i];
  }
  constexpr bool operator==(const Transitions& other) const noexcept {
    if (size_ != other.size_) return false;
    for (std::size_t i = 0; i < size_ && i < kCapacity; ++i) {
      if (kept_[i] != other.kept_[i]) return false;
    }
    return true;
  }

 private:
  std::array<Transition, kCapacity> kept_{};
  std::uint8_t size_ = 0;
};

/// What became of the call of one event. `refused`: its `t` goes back, and nothing changed (T-10).
enum class Admission : std::uint8_t { executed, rejected, refused };

/// A breaker's answer to one event.
struct Offer {
  Admission admission = Admission::executed;
  Transitions transitions;
  bool operator==(const Offer&) const = default;
};

/// The two counters; only that of the current state is looked at (T-8).
struct Counters {
  std::int64_t failures = 0;   ///< In a row, while closed.
  std::int64_t successes = 0;  ///< In this trial window, while half-open.
  bool operator==(const Counters&) const = default;
};

enum class Fault : std::uint8_t { failure_threshold, cooldown, half_open_successes, time_order };

/// Bad input: a field of the config outside its range (T-11), or an event that goes back (T-10).
struct Refusal {
  Fault fault = Fault::time_order;
  std::size_t index = 0;  ///< Of the event, from the start of the stream; 0 for a config.
  bool operator==(const Refusal&) const = default;
};

/// What a whole stream of events came to. The order is the order in which things happened (T-12).
struct Outcome {
  State final_state = State::closed;
  std::vector<std::int64_t> rejected;  ///< The `t` of each call that was not executed.
  std::vector<Transition> transitions;
  bool operator==(const Outcome&) const = default;
};

[[nodiscard]] constexpr std::string_view name(State state) noexcept {
  switch (state) {
    case State::closed:
      return "closed";
    case State::open:
      return "open";
    case State::half_open:
      return "half_open";
  }
  return "?";
}

[[nodiscard]] constexpr std::string_view name(Result result) noexcept {
  return result == Result::success ? "success" : "failure";
}

}  // namespace tripcheck::timed
