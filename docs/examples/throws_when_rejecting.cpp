// A breaker that runs the call itself, throws where it rejects, and reads a clock that its program
// has built in: the test links a function of its own in the place of that clock.
#include <cstdint>
#include <stdexcept>
#include <tripcheck/properties/timed/conformance.hpp>

namespace platform {

// In the program this is defined in platform.cpp, which reads the machine's clock.
std::int64_t now_ms();

}  // namespace platform

namespace mine {

class RejectedError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The breaker, as its program uses it. What `call` throws counts as a failure and goes on its way.
class Breaker {
 public:
  enum State { closed, open, half_open };

  Breaker(std::int64_t failures, std::int64_t wait_ms, std::int64_t successes)
      : failures_(failures), wait_ms_(wait_ms), successes_(successes) {}

  template <class Call>
  void run(const Call& call) {
    if (state_ == open) {
      if (!is_over()) throw RejectedError("the breaker is open");
      enter(half_open);
    }
    try {
      call();
    } catch (...) {
      if (state_ == half_open || ++count_ == failures_) enter(open);
      throw;
    }
    if (state_ == closed) {
      count_ = 0;
    } else if (++count_ == successes_) {
      enter(closed);
    }
  }

  [[nodiscard]] State state() const { return state_; }

 private:
  [[nodiscard]] bool is_over() const {  // Also where the difference is no int64.
    std::int64_t waited = 0;
    return __builtin_sub_overflow(platform::now_ms(), since_, &waited) || waited >= wait_ms_;
  }
  void enter(State state) {
    state_ = state;
    since_ = platform::now_ms();
    count_ = 0;
  }

  std::int64_t failures_;
  std::int64_t wait_ms_;
  std::int64_t successes_;
  State state_ = closed;
  std::int64_t since_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace mine

namespace {

using namespace tripcheck::timed;

std::int64_t now = 0;

struct CallFailed {};

class Adapted {
 public:
  explicit Adapted(const Config& config)
      : breaker_(config.failure_threshold, config.cooldown, config.half_open_successes) {}

  [[nodiscard]] State state() const {
    if (breaker_.state() == mine::Breaker::closed) return State::closed;
    return breaker_.state() == mine::Breaker::open ? State::open : State::half_open;
  }

  // The call itself looks at the state too: between open and what comes of it lies half-open.
  Offer offer(const Event& event) {
    now = event.t;
    Offer offer{.admission = Admission::rejected, .transitions = {}};
    State seen = state();
    const auto look = [&] {
      if (state() != seen) offer.transitions.push({.from = seen, .to = state(), .t = event.t});
      seen = state();
    };
    try {
      breaker_.run([&] {
        offer.admission = Admission::executed;
        look();
        if (event.result == Result::failure) throw CallFailed();
      });
    } catch (const CallFailed&) {
    } catch (const mine::RejectedError&) {
    }
    look();
    return offer;
  }

 private:
  mine::Breaker breaker_;
};

}  // namespace

std::int64_t platform::now_ms() { return now; }

INSTANTIATE_TYPED_TEST_SUITE_P(ThrowsWhenRejecting, TimedConformance, Adapted);
