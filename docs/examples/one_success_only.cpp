// A breaker that knows one half-open success only, judged within that domain. There is no
// GoogleTest here: the suite is a function, and its report a value.
#include <cstdint>
#include <cstdio>
#include <string>
#include <tripcheck/properties/engine/environment.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <tripcheck/properties/timed/subject.hpp>
#include <variant>

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

  static engine::Domain domain() {
    return {.limits = {{.name = "half_open_successes", .range = {.low = 1, .high = 1}}}};
  }

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
  const auto run = engine::verify_as_environment_says(timed::profile(), subject);
  if (const auto* fault = std::get_if<std::string>(&run)) {
    std::fprintf(stderr, "%s\n", fault->c_str());
    return 2;
  }
  const auto& report = std::get<engine::Report>(run);
  std::fputs(engine::text_of(report, engine::Colour::never).c_str(), stdout);
  return static_cast<int>(engine::exit_of(report));
}
