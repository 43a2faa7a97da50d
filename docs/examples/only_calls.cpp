// A breaker with one member function, which runs a call or does not, and a listener: the state is
// the one that was announced last. Its clock is handed to the constructor.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tripcheck/properties/timed/conformance.hpp>
#include <utility>

namespace mine {

// The breaker, as its program uses it.
class Breaker {
 public:
  struct Options {
    std::int64_t max_failures;
    std::int64_t pause;
    std::int64_t trials;
    std::function<std::int64_t()> clock;
    std::function<void(const std::string& from, const std::string& to)> on_change;
  };

  explicit Breaker(Options options) : options_(std::move(options)) {}

  /// Runs `call`, which tells by true that it went well; or does not run it.
  void call(const std::function<bool()>& call) {
    if (state_ == "open") {
      if (waited() < static_cast<std::uint64_t>(options_.pause)) return;
      change("half-open");
    }
    if (!call()) {
      if (state_ == "half-open" || ++count_ == options_.max_failures) change("open");
    } else if (state_ == "closed") {
      count_ = 0;
    } else if (++count_ == options_.trials) {
      change("closed");
    }
  }

 private:
  // Unsigned, so that no difference of two times overflows.
  [[nodiscard]] std::uint64_t waited() const {
    return static_cast<std::uint64_t>(options_.clock()) - static_cast<std::uint64_t>(since_);
  }
  void change(const std::string& to) {
    options_.on_change(std::exchange(state_, to), to);
    since_ = options_.clock();
    count_ = 0;
  }

  Options options_;
  std::string state_ = "closed";
  std::int64_t since_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace mine

namespace {

using namespace tripcheck::timed;

State named(const std::string& name) {
  if (name == "closed") return State::closed;
  return name == "open" ? State::open : State::half_open;
}

// Breaker and listener share what they see behind a pointer, so that the adapter can be moved. It
// is not copied: the questions that need a copy are left out.
class Adapted {
 public:
  explicit Adapted(const Config& config)
      : breaker_({.max_failures = config.failure_threshold,
                  .pause = config.cooldown,
                  .trials = config.half_open_successes,
                  .clock = [seen = seen_.get()] { return seen->now; },
                  .on_change =
                      [seen = seen_.get()](const std::string& from, const std::string& to) {
                        seen->state = named(to);
                        seen->offer.transitions.push(
                            {.from = named(from), .to = named(to), .t = seen->now});
                      }}) {}

  [[nodiscard]] State state() const { return seen_->state; }

  Offer offer(const Event& event) {
    seen_->now = event.t;
    seen_->offer = {.admission = Admission::rejected, .transitions = {}};
    breaker_.call([&] {
      seen_->offer.admission = Admission::executed;
      return event.result == Result::success;
    });
    return seen_->offer;
  }

 private:
  struct Seen {
    std::int64_t now = 0;
    State state = State::closed;
    Offer offer;
  };
  std::unique_ptr<Seen> seen_ = std::make_unique<Seen>();
  mine::Breaker breaker_;
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(OnlyCalls, TimedConformance, Adapted);
