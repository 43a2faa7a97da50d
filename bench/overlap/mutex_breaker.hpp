/// The baseline for overlapping calls: the textbook breaker, every member behind one mutex.
///
/// Threads: any member, any thread, any time.
/// Cost:    a lock and an unlock around a few branches, twice a call.
/// Limits:  nothing is checked, and a probe that hangs keeps its place.
#pragma once
#include <cstdint>
#include <mutex>
#include <optional>
#include <tripcheck/model/overlap/config.hpp>

namespace tripcheck::bench {

class SharedMutexBreaker {
 public:
  struct Permit {
    std::uint64_t generation = 0;
  };
  struct Acquired {
    std::optional<Permit> permit;
  };

  explicit SharedMutexBreaker(const overlap::Config& config) : config_(config) {}

  Acquired try_acquire(std::int64_t t) {
    const std::lock_guard lock(mutex_);
    if (state_ == overlap::State::open) {
      if (t - opened_at_ < config_.cooldown) return {};
      enter(overlap::State::half_open);
    }
    if (state_ == overlap::State::half_open) {
      if (out_ + count_ >= config_.half_open_successes) return {};
      ++out_;
    }
    return {.permit = Permit{.generation = generation_}};
  }

  overlap::Answer record(Permit& permit, std::int64_t t, overlap::Result result) {
    const std::lock_guard lock(mutex_);
    if (permit.generation != generation_) return overlap::Answer::late;
    const bool probe = state_ == overlap::State::half_open;
    if (probe) --out_;
    if (result == overlap::Result::failure) {
      ++count_;
      if (probe || count_ >= config_.failure_threshold) {
        enter(overlap::State::open);
        opened_at_ = t;
      }
    } else if (!probe) {
      count_ = 0;
    } else if (++count_ >= config_.half_open_successes) {
      enter(overlap::State::closed);
    }
    return overlap::Answer::counted;
  }

  overlap::Answer ignore(Permit& permit) {
    const std::lock_guard lock(mutex_);
    if (permit.generation != generation_) return overlap::Answer::late;
    if (state_ == overlap::State::half_open) --out_;
    return overlap::Answer::returned;
  }

  [[nodiscard]] overlap::State state() const {
    const std::lock_guard lock(mutex_);
    return state_;
  }

 private:
  void enter(overlap::State to) {
    state_ = to;
    ++generation_;
    count_ = 0;
    out_ = 0;
  }

  mutable std::mutex mutex_;
  overlap::Config config_;
  overlap::State state_ = overlap::State::closed;
  std::uint64_t generation_ = 0;
  std::int64_t count_ = 0;
  std::int64_t out_ = 0;
  std::int64_t opened_at_ = 0;
};

}  // namespace tripcheck::bench
