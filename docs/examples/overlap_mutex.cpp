// A breaker for overlapping calls behind one mutex, before the suite: every rule, alone, on real
// threads, and in chosen interleavings.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <tripcheck/properties/overlap/conformance.hpp>
#include <vector>

namespace {

using namespace tripcheck::overlap;

template <template <class> class Atomic, class Mutex>
class MutexBreaker {
 public:
  struct Permit {
    std::uint64_t generation = 0;
    std::uint64_t number = 0;
    std::int64_t admitted_at = 0;
    bool used = false;
  };
  struct Acquired {
    std::optional<Permit> permit;
    std::vector<Transition> transitions;
  };
  struct Told {
    Answer answer = Answer::counted;
    std::vector<Transition> transitions;
  };

  explicit MutexBreaker(const Config& config) : config_(config) {}

  Acquired try_acquire(std::int64_t t) {
    const std::lock_guard guard(mutex_);
    Acquired done;
    if (state_ == State::open) {
      if (!reached(changed_at_, config_.cooldown, t)) return done;
      move(State::half_open, t, done.transitions);
    }
    Permit permit{.generation = generation_, .admitted_at = t};
    if (state_ == State::half_open) {
      std::erase_if(places_, [&](const Permit& place) { return timed_out(place, t); });
      if (std::ssize(places_) + count_ >= config_.half_open_successes) return done;
      permit.number = ++given_;
      places_.push_back(permit);
    }
    done.permit = permit;
    return done;
  }

  Told record(Permit& permit, std::int64_t t, Result result) {
    const std::lock_guard guard(mutex_);
    Told told{.answer = spend(permit, Answer::counted), .transitions = {}};
    const bool probe = permit.number != 0;
    if (told.answer == Answer::counted && probe && timed_out(permit, t)) told.answer = Answer::late;
    if (told.answer != Answer::counted) return told;
    if (result == Result::failure) {
      ++count_;
      if (probe || count_ == config_.failure_threshold) move(State::open, t, told.transitions);
    } else if (!probe) {
      count_ = 0;
    } else if (++count_ == config_.half_open_successes) {
      move(State::closed, t, told.transitions);
    }
    return told;
  }
  Told ignore(Permit& permit) {
    const std::lock_guard guard(mutex_);
    return {.answer = spend(permit, Answer::returned), .transitions = {}};
  }
  Told drop(Permit& permit) { return ignore(permit); }

  [[nodiscard]] State state() const {
    const std::lock_guard guard(mutex_);
    return state_;
  }

 private:
  /// from + wait <= t, without a sum that could overflow.
  static bool reached(std::int64_t from, std::int64_t wait, std::int64_t t) {
    return t >= from && static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(from) >=
                            static_cast<std::uint64_t>(wait);
  }
  [[nodiscard]] bool timed_out(const Permit& permit, std::int64_t t) const {
    const std::int64_t timeout = config_.trial_timeout.value_or(config_.cooldown);
    return timeout > 0 && reached(permit.admitted_at, timeout, t);
  }

  Answer spend(Permit& permit, Answer otherwise) {
    if (permit.used) return Answer::used;
    permit.used = true;
    if (permit.generation != generation_) return Answer::late;
    const auto is_mine = [&](const Permit& place) { return place.number == permit.number; };
    if (permit.number != 0 && std::erase_if(places_, is_mine) == 0) return Answer::late;
    return otherwise;
  }

  void move(State to, std::int64_t t, std::vector<Transition>& told) {
    changed_at_ = std::max(t, changed_at_);
    told.push_back({.number = ++generation_, .from = state_, .to = to, .t = changed_at_});
    state_ = to;
    count_ = 0;
    places_.clear();
  }

  Config config_;
  mutable Mutex mutex_;
  State state_ = State::closed;
  std::int64_t count_ = 0;  // Failures in a row while closed, successes while half-open.
  std::int64_t changed_at_ = std::numeric_limits<std::int64_t>::min();
  std::uint64_t generation_ = 0;
  std::uint64_t given_ = 0;
  std::vector<Permit> places_;
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(Mutex, OverlapConformance, Schedulable<MutexBreaker>);
