// A breaker that reads a clock, which is a template parameter: the suite's clock stands still until
// an event comes.
#include <chrono>
#include <cstdint>
#include <string_view>
#include <tripcheck/properties/timed/conformance.hpp>

namespace mine {

// The breaker, as its program uses it: `Breaker<SomeClock>`, by default one of std::chrono's.
template <class Clock>
class Breaker {
 public:
  using Duration = std::chrono::milliseconds;

  Breaker(std::int64_t failures_to_open, Duration open_for, std::int64_t successes_to_close)
      : failures_to_open_(failures_to_open),
        open_for_(open_for),
        successes_to_close_(successes_to_close) {}

  [[nodiscard]] std::string_view state() const { return state_; }

  bool allow() {
    if (state_ == kOpen && waited() >= static_cast<std::uint64_t>(open_for_.count())) {
      enter(kHalfOpen);
    }
    return state_ != kOpen;
  }
  void report(bool ok) {
    if (!ok) {
      if (state_ == kHalfOpen || ++count_ == failures_to_open_) enter(kOpen);
    } else if (state_ == kClosed) {
      count_ = 0;
    } else if (++count_ == successes_to_close_) {
      enter(kClosed);
    }
  }

  static constexpr std::string_view kClosed = "closed";
  static constexpr std::string_view kOpen = "open";
  static constexpr std::string_view kHalfOpen = "half-open";

 private:
  // Milliseconds since the last change. Unsigned, so that no difference of two times overflows.
  [[nodiscard]] std::uint64_t waited() const {
    return static_cast<std::uint64_t>(Clock::now().time_since_epoch().count()) -
           static_cast<std::uint64_t>(since_.time_since_epoch().count());
  }
  void enter(std::string_view state) {
    state_ = state;
    since_ = Clock::now();
    count_ = 0;
  }

  std::int64_t failures_to_open_;
  Duration open_for_;
  std::int64_t successes_to_close_;
  std::string_view state_ = kClosed;
  typename Clock::time_point since_{};
  std::int64_t count_ = 0;
};

}  // namespace mine

namespace {

using namespace tripcheck::timed;

// As much of a clock as the breaker reads. All breakers of a test see the same: its only hand.
struct VirtualClock {
  using duration = std::chrono::milliseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<VirtualClock>;

  static time_point now() noexcept { return time_point(duration(hand)); }
  inline static std::int64_t hand = 0;
};

class Adapted {
 public:
  explicit Adapted(const Config& config)
      : breaker_(config.failure_threshold, std::chrono::milliseconds(config.cooldown),
                 config.half_open_successes) {}

  [[nodiscard]] State state() const {
    if (breaker_.state() == Breaker::kClosed) return State::closed;
    return breaker_.state() == Breaker::kOpen ? State::open : State::half_open;
  }

  Offer offer(const Event& event) {
    VirtualClock::hand = event.t;
    Offer offer;
    State seen = state();
    const auto look = [&] {
      if (state() != seen) offer.transitions.push({.from = seen, .to = state(), .t = event.t});
      seen = state();
    };
    if (!breaker_.allow()) {
      offer.admission = Admission::rejected;
      return offer;
    }
    look();
    breaker_.report(event.result == Result::success);
    look();
    return offer;
  }

 private:
  using Breaker = mine::Breaker<VirtualClock>;
  Breaker breaker_;
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(ReadsAClock, TimedConformance, Adapted);
