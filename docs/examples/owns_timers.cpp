// A breaker that owns a timer: it turns half-open when the timer goes off, not when a call comes.
// The suite turns a wheel of timers by hand, and only when an event comes.
#include <cstdint>
#include <functional>
#include <memory>
#include <tripcheck/properties/timed/conformance.hpp>
#include <utility>
#include <vector>

namespace mine {

/// What the program's event loop gives the breaker.
class Timers {
 public:
  virtual ~Timers() = default;
  virtual void start(std::int64_t delay, std::function<void()> run) = 0;
};

// The breaker, as its program uses it. It may not move while its timer runs.
class Breaker {
 public:
  enum class State { closed, open, half_open };

  Breaker(Timers& timers, std::int64_t failures, std::int64_t delay, std::int64_t successes)
      : timers_(timers), failures_(failures), delay_(delay), successes_(successes) {}
  Breaker(const Breaker&) = delete;
  Breaker& operator=(const Breaker&) = delete;

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool lets_through() const { return state_ != State::open; }

  void failed() {
    if (state_ != State::half_open && ++count_ < failures_) return;
    enter(State::open);
    timers_.start(delay_, [this] { enter(State::half_open); });
  }
  void succeeded() {
    if (state_ == State::closed) {
      count_ = 0;
    } else if (++count_ == successes_) {
      enter(State::closed);
    }
  }

 private:
  void enter(State state) {
    state_ = state;
    count_ = 0;
  }

  Timers& timers_;
  std::int64_t failures_;
  std::int64_t delay_;
  std::int64_t successes_;
  State state_ = State::closed;
  std::int64_t count_ = 0;
};

}  // namespace mine

namespace {

using namespace tripcheck::timed;

// A timer is due once its delay has passed, at the deadline and not after it.
class Wheel final : public mine::Timers {
 public:
  void start(std::int64_t delay, std::function<void()> run) override {
    timers_.push_back({now_, static_cast<std::uint64_t>(delay), std::move(run)});
  }

  /// Sets the time, then runs what is due by then. What that starts runs at the next turn.
  void turn_to(std::int64_t t) {
    now_ = t;
    for (Timer& timer : std::exchange(timers_, {})) {
      const auto waited = static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(timer.since);
      if (waited >= timer.delay) {
        timer.run();
      } else {
        timers_.push_back(std::move(timer));
      }
    }
  }

 private:
  struct Timer {
    std::int64_t since;
    std::uint64_t delay;
    std::function<void()> run;
  };
  std::int64_t now_ = 0;
  std::vector<Timer> timers_;
};

class Adapted {
 public:
  explicit Adapted(const Config& config)
      : breaker_(std::make_unique<mine::Breaker>(*wheel_, config.failure_threshold, config.cooldown,
                                                 config.half_open_successes)) {}

  [[nodiscard]] State state() const {
    if (breaker_->state() == mine::Breaker::State::closed) return State::closed;
    return breaker_->state() == mine::Breaker::State::open ? State::open : State::half_open;
  }

  // Nobody calls between two events, so nobody sees whether the timer went off at its deadline or
  // at the first event from then on: the rules say the latter.
  Offer offer(const Event& event) {
    Offer offer;
    State seen = state();
    const auto look = [&] {
      if (state() != seen) offer.transitions.push({.from = seen, .to = state(), .t = event.t});
      seen = state();
    };
    wheel_->turn_to(event.t);
    look();
    if (!breaker_->lets_through()) {
      offer.admission = Admission::rejected;
      return offer;
    }
    event.result == Result::success ? breaker_->succeeded() : breaker_->failed();
    look();
    return offer;
  }

 private:
  std::unique_ptr<Wheel> wheel_ = std::make_unique<Wheel>();
  std::unique_ptr<mine::Breaker> breaker_;
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(OwnsTimers, TimedConformance, Adapted);
