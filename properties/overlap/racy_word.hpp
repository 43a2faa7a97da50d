/// The shared breaker's word and lock with one race each: what racy mutants are compiled against.
///
/// Each keeps every rule as long as one thread is alone with it.
///
/// Threads: those of a Scheduler.
#pragma once
#include <cstdint>
#include <tripcheck/impl/overlap/word.hpp>
#include <tripcheck/properties/engine/switching.hpp>

namespace tripcheck::overlap {

enum class WordSlip : std::uint8_t {
  none,
  count_loaded_then_stored,  ///< A load and a store in place of a compare-exchange of the count.
  count_stored_blindly,      ///< The count is stored whatever there is by then.
  time_after_state,          ///< The low half is published before the high half.
  time_before_state,         ///< … after it: two atomics for one state.
  state_before_counters,     ///< The new state with the old count and generation, then the rest.
  trip_forgets_the_count,    ///< The transition compares state and generation, not the count.
};

template <WordSlip kSlip>
class RacyWord {
 public:
  explicit RacyWord(impl::Halves start) noexcept : low_(start.low), high_(start.high) {}

  [[nodiscard]] std::uint64_t low() const noexcept {
    engine::ScheduledPoint::at("load low");
    return low_;
  }
  [[nodiscard]] std::int64_t high() const noexcept {
    engine::ScheduledPoint::at("load high");
    return high_;
  }
  bool exchange_low(std::uint64_t expected, std::uint64_t desired) noexcept {
    if constexpr (kSlip == WordSlip::count_loaded_then_stored) {
      if (low() != expected) return false;
      engine::ScheduledPoint::at("store low");
    } else {
      engine::ScheduledPoint::at("exchange low");
      if (kSlip != WordSlip::count_stored_blindly && low_ != expected) return false;
    }
    low_ = desired;
    return true;
  }
  bool exchange(impl::Halves expected, impl::Halves desired) noexcept {
    engine::ScheduledPoint::at("exchange both");
    const std::uint64_t compared = kSlip == WordSlip::trip_forgets_the_count ? ~kCount : ~kNothing;
    if (((low_ ^ expected.low) & compared) != 0 || high_ != expected.high) return false;
    if constexpr (kSlip == WordSlip::time_after_state) {
      low_ = desired.low;
      engine::ScheduledPoint::at("store high");
      high_ = desired.high;
      return true;
    }
    if constexpr (kSlip == WordSlip::state_before_counters) {
      low_ = (low_ & ~kState) | (desired.low & kState);
      engine::ScheduledPoint::at("store the rest");
    }
    high_ = desired.high;
    if constexpr (kSlip == WordSlip::time_before_state) engine::ScheduledPoint::at("store low");
    low_ = desired.low;
    return true;
  }

 private:
  static constexpr std::uint64_t kNothing = 0;
  static constexpr std::uint64_t kState = 3;
  static constexpr std::uint64_t kCount = 4;  // The lowest bit of it: one of two failures.

  std::uint64_t low_;
  std::int64_t high_;
};

enum class LockSlip : std::uint8_t {
  none,
  no_lock,          ///< Everybody comes in.
  load_then_store,  ///< Seen free, then taken: two may see it free.
  gives_up,         ///< Who finds it taken goes on without.
};

template <LockSlip kSlip>
class RacyLock {
 public:
  void lock() {
    if constexpr (kSlip == LockSlip::no_lock) {
      engine::ScheduledPoint::at("go in");
    } else if constexpr (kSlip == LockSlip::load_then_store) {
      engine::Scheduler::wait_while(held_, "see the lock free");
      engine::ScheduledPoint::at("take the lock");
    } else if constexpr (kSlip == LockSlip::gives_up) {
      engine::ScheduledPoint::at("try the lock");
    } else {
      engine::Scheduler::wait_while(held_, "lock");
    }
    held_ = true;
  }
  void unlock() {
    engine::ScheduledPoint::at("unlock");
    held_ = false;
  }

 private:
  bool held_ = false;
};

}  // namespace tripcheck::overlap
