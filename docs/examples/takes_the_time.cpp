// A breaker that is handed the time with each call: the easy case, since nothing has to be faked.
#include <cstdint>
#include <tripcheck/properties/timed/conformance.hpp>

namespace mine {

// The breaker, as its program uses it.
class Breaker {
 public:
  enum class Phase { closed, open, half_open };
  struct Settings {
    std::int64_t failures_to_open;
    std::int64_t open_for;
    std::int64_t successes_to_close;
  };

  explicit Breaker(const Settings& settings) : settings_(settings) {}
  [[nodiscard]] Phase phase() const { return phase_; }

  bool try_acquire(std::int64_t now) {
    if (phase_ == Phase::open && waited(now) >= settings_.open_for) enter(Phase::half_open, now);
    return phase_ != Phase::open;
  }
  void failed(std::int64_t now) {
    if (phase_ == Phase::half_open || ++count_ == settings_.failures_to_open) {
      enter(Phase::open, now);
    }
  }
  void succeeded(std::int64_t now) {
    if (phase_ == Phase::closed) {
      count_ = 0;
    } else if (++count_ == settings_.successes_to_close) {
      enter(Phase::closed, now);
    }
  }

 private:
  // The difference of two int64 may not fit one: longer than any cooldown, then.
  [[nodiscard]] std::int64_t waited(std::int64_t now) const {
    std::int64_t wait = 0;
    return __builtin_sub_overflow(now, since_, &wait) ? INT64_MAX : wait;
  }
  void enter(Phase phase, std::int64_t now) {
    phase_ = phase;
    since_ = now;
    count_ = 0;
  }

  Settings settings_;
  Phase phase_ = Phase::closed;
  std::int64_t since_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace mine

namespace {

using namespace tripcheck::timed;

// The adapter. The breaker announces nothing, so its phase is read around each half of a call.
class Adapted {
 public:
  explicit Adapted(const Config& config)
      : breaker_({.failures_to_open = config.failure_threshold,
                  .open_for = config.cooldown,
                  .successes_to_close = config.half_open_successes}) {}

  [[nodiscard]] State state() const {
    switch (breaker_.phase()) {
      case mine::Breaker::Phase::closed:
        return State::closed;
      case mine::Breaker::Phase::open:
        return State::open;
      case mine::Breaker::Phase::half_open:
        break;
    }
    return State::half_open;
  }

  Offer offer(const Event& event) {
    Offer offer;
    State seen = state();
    const auto look = [&] {
      if (state() != seen) offer.transitions.push({.from = seen, .to = state(), .t = event.t});
      seen = state();
    };
    if (!breaker_.try_acquire(event.t)) {
      offer.admission = Admission::rejected;
      return offer;
    }
    look();
    event.result == Result::success ? breaker_.succeeded(event.t) : breaker_.failed(event.t);
    look();
    return offer;
  }

 private:
  mine::Breaker breaker_;
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(TakesTheTime, TimedConformance, Adapted);
