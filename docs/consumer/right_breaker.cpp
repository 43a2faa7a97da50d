// A breaker that keeps the rules, and the line that has it judged.
#include <cstdint>
#include <tripcheck/properties/timed/conformance.hpp>

using namespace tripcheck::timed;

class RightBreaker {
 public:
  explicit RightBreaker(const Config& config) : config_(config) {}
  State state() const { return state_; }

  Offer offer(const Event& event) {
    Offer offer;
    if (state_ == State::open) {
      if (waited(event.t) < static_cast<std::uint64_t>(config_.cooldown)) {
        offer.admission = Admission::rejected;
        return offer;
      }
      enter(State::half_open, event.t, offer);
    }
    if (event.result == Result::success) {
      count_ = state_ == State::closed ? 0 : count_ + 1;
      if (count_ == config_.half_open_successes) enter(State::closed, event.t, offer);
    } else if (state_ == State::half_open || ++count_ == config_.failure_threshold) {
      enter(State::open, event.t, offer);
    }
    return offer;
  }

 private:
  // t is never before opened_at_. Unsigned, so that no difference overflows.
  std::uint64_t waited(std::int64_t t) const {
    return static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(opened_at_);
  }
  void enter(State state, std::int64_t t, Offer& offer) {
    offer.transitions.push({.from = state_, .to = state, .t = t});
    state_ = state;
    count_ = 0;
    opened_at_ = t;
  }

  Config config_;
  State state_ = State::closed;
  std::int64_t count_ = 0;
  std::int64_t opened_at_ = 0;
};

INSTANTIATE_TYPED_TEST_SUITE_P(Right, TimedConformance, RightBreaker);
