/// The baseline: the timed breaker as it is usually written, every member behind one mutex.
///
/// Threads: any member, any thread, any time.
/// Cost:    a lock and an unlock around a few branches.
/// Limits:  those of `check` in the implementation; nothing is checked here.
#pragma once
#include <cstdint>
#include <limits>
#include <mutex>
#include <tripcheck/model/timed/config.hpp>

namespace tripcheck::bench {

class MutexBreaker {
 public:
  explicit MutexBreaker(const timed::Config& config) : config_(config) {}

  timed::Offer offer(const timed::Event& event) {
    const std::lock_guard lock(mutex_);
    timed::Offer answer;
    if (event.t < last_t_) {
      answer.admission = timed::Admission::refused;
      return answer;
    }
    last_t_ = event.t;
    if (state_ == timed::State::open) {
      if (waiting(event.t)) {
        answer.admission = timed::Admission::rejected;
        return answer;
      }
      enter(timed::State::half_open, event.t, answer);
    }
    if (event.result == timed::Result::failure) {
      fail(event.t, answer);
    } else {
      succeed(event.t, answer);
    }
    return answer;
  }

  [[nodiscard]] timed::State state() const {
    const std::lock_guard lock(mutex_);
    return state_;
  }

 private:
  [[nodiscard]] bool waiting(std::int64_t t) const {
    return static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(opened_at_) <
           static_cast<std::uint64_t>(config_.cooldown);
  }

  void fail(std::int64_t t, timed::Offer& answer) {
    ++failures_;
    if (state_ == timed::State::closed && failures_ < config_.failure_threshold) return;
    enter(timed::State::open, t, answer);
    opened_at_ = t;
  }

  void succeed(std::int64_t t, timed::Offer& answer) {
    if (state_ == timed::State::closed) {
      failures_ = 0;
    } else if (++successes_ >= config_.half_open_successes) {
      enter(timed::State::closed, t, answer);
    }
  }

  void enter(timed::State to, std::int64_t t, timed::Offer& answer) {
    answer.transitions.push({.from = state_, .to = to, .t = t});
    state_ = to;
    failures_ = 0;
    successes_ = 0;
  }

  mutable std::mutex mutex_;
  timed::Config config_;
  timed::State state_ = timed::State::closed;
  std::int64_t failures_ = 0;
  std::int64_t successes_ = 0;
  std::int64_t opened_at_ = 0;
  std::int64_t last_t_ = std::numeric_limits<std::int64_t>::min();
};

}  // namespace tripcheck::bench
