// A breaker that knows one half-open success only, judged within that domain. There is no
// GoogleTest here: the suite is a function, and its report a value.
#include <cstdint>
#include <cstdio>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <tripcheck/properties/timed/subject.hpp>

namespace {

using namespace tripcheck;
using timed::Admission;
using timed::Event;
using timed::Offer;
using timed::Result;
using timed::State;

class Breaker {
 public:
  explicit Breaker(const timed::Config& config)
      : failures_to_open_(config.failure_threshold), cooldown_(config.cooldown) {}

  [[nodiscard]] State state() const { return state_; }

  Offer offer(const Event& event) {
    Offer offer;
    if (state_ == State::open) {
      std::int64_t waited = 0;
      const bool far = __builtin_sub_overflow(event.t, opened_at_, &waited);
      if (!far && waited < cooldown_) return {.admission = Admission::rejected, .transitions = {}};
      enter(State::half_open, event, offer);
    }
    if (event.result == Result::success) {
      failures_ = 0;
      if (state_ == State::half_open) enter(State::closed, event, offer);
    } else if (state_ == State::half_open || ++failures_ == failures_to_open_) {
      enter(State::open, event, offer);
    }
    return offer;
  }

 private:
  void enter(State state, const Event& event, Offer& offer) {
    offer.transitions.push({.from = state_, .to = state, .t = event.t});
    if (state == State::open) opened_at_ = event.t;
    state_ = state;
    failures_ = 0;
  }

  std::int64_t failures_to_open_;
  std::int64_t cooldown_;
  State state_ = State::closed;
  std::int64_t failures_ = 0;
  std::int64_t opened_at_ = 0;
};

}  // namespace

int main() {
  timed::InProcess<Breaker> subject("one success only");
  subject.description().domain.limits = {
      {.name = "half_open_successes", .range = {.low = 1, .high = 1}}};
  engine::VerifyOptions options;
  options.subject = subject.description().name;
  const engine::Report report = timed::profile().verify(subject, options);
  std::fputs(engine::text_of(report, engine::Colour::never).c_str(), stdout);
  return static_cast<int>(engine::exit_of(report));
}
