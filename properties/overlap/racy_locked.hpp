/// A breaker behind a lock with one race: the third breaker, which mutants are made of, and a lock
/// that is held too short, or taken the wrong way round.
///
/// Alone with it a thread finds no fault.
///
/// Threads: those of a Scheduler.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <tripcheck/properties/engine/switching.hpp>
#include <tripcheck/properties/overlap/faulty.hpp>
#include <utility>
#include <vector>

namespace tripcheck::overlap {

enum class LockedSlip : std::uint8_t {
  none,
  acquire_on_a_copy,      ///< The lock is let go between reading all and writing it back …
  record_on_a_copy,       ///< … where a result is recorded …
  give_back_on_a_copy,    ///< … or a permit given back.
  room_looked_at_before,  ///< Whether there is room is looked at, and then a place is taken.
  late_looked_at_before,  ///< Whether a permit is late is looked at, and then its result counts.
  state_told_after,       ///< `state` reads an atomic of its own, which is set after the lock.
  numbered_after,         ///< Transitions take their number from a counter, after the lock.
  failures_beside,        ///< The failures are read and written outside of the lock.
  two_locks_crossed,      ///< Asking and telling take two locks in opposite orders.
};

template <LockedSlip kSlip>
class RacyLocked {
 public:
  using Permit = Faulty::Permit;
  explicit RacyLocked(const Config& config) : breaker_(config, kDecisions) {}

  Faulty::Acquired try_acquire(std::int64_t t) {
    Faulty::Acquired done;
    if constexpr (kSlip == LockedSlip::room_looked_at_before) {
      if (!copy().try_acquire(t).permit && copy().state() == State::half_open) return done;
      assumed = Assumed::room;
    }
    if constexpr (kSlip == LockedSlip::two_locks_crossed) {
      const std::lock_guard one(lock_);
      const std::lock_guard two(second_);
      done = breaker_.try_acquire(t);
    } else {
      done = under_lock(kSlip == LockedSlip::acquire_on_a_copy,
                        [&](Faulty& breaker) { return breaker.try_acquire(t); });
    }
    assumed = Assumed::nothing;
    tell(done.transitions);
    return done;
  }
  Told record(Permit permit, std::int64_t t, Result result) {
    if constexpr (kSlip == LockedSlip::failures_beside) return record_beside(permit, t, result);
    if constexpr (kSlip == LockedSlip::late_looked_at_before) {
      if (copy().record(permit, t, result).answer == Answer::counted) {
        engine::ScheduledPoint::at("lock again");
        assumed = Assumed::counts;
      }
    }
    Told told;
    if constexpr (kSlip == LockedSlip::two_locks_crossed) {
      const std::lock_guard one(second_);
      const std::lock_guard two(lock_);
      told = breaker_.record(permit, t, result);
    } else {
      told = under_lock(kSlip == LockedSlip::record_on_a_copy,
                        [&](Faulty& breaker) { return breaker.record(permit, t, result); });
    }
    assumed = Assumed::nothing;
    tell(told.transitions);
    return told;
  }
  Told ignore(Permit permit) {
    return under_lock(kSlip == LockedSlip::give_back_on_a_copy,
                      [&](Faulty& breaker) { return breaker.ignore(permit); });
  }
  Told drop(Permit permit) { return ignore(permit); }
  [[nodiscard]] State state() const {
    if constexpr (kSlip == LockedSlip::state_told_after) return told_state_.load();
    return copy().state();
  }
  [[nodiscard]] Counters counters() const { return copy().counters(); }
  [[nodiscard]] std::optional<std::int64_t> retry_at() const { return copy().retry_at(); }

 private:
  // What the faulty decisions take for granted, since it was looked at before. Set and used in one
  // step of one thread.
  enum class Assumed : std::uint8_t { nothing, room, counts };
  inline static thread_local Assumed assumed = Assumed::nothing;

  static constexpr Decisions kDecisions = [] {
    Decisions decisions;
    decisions.room = [](const Fields& f) {
      return assumed == Assumed::room || f.holding() + f.successes < f.config.half_open_successes;
    };
    decisions.fate = [](const Fields& f, const Decisions& d, const Ticket& ticket,
                        const Step& step) {
      return assumed == Assumed::counts ? Answer::counted
                                        : Decisions::right_fate(f, d, ticket, step);
    };
    return decisions;
  }();

  [[nodiscard]] Faulty copy() const {
    const std::lock_guard guard(lock_);
    return breaker_;
  }

  template <class Take>
  auto under_lock(bool on_a_copy, const Take& take) {
    const Assumed mine =
        std::exchange(assumed, Assumed::nothing);  // Another may run while this one waits.
    if (on_a_copy) {
      Faulty changed = copy();
      auto done = take(changed);
      const std::lock_guard guard(lock_);
      // Only the tickets given meanwhile stay, so that each permit has one.
      const auto& given = breaker_.fields().tickets;
      auto& kept = changed.fields().tickets;
      for (std::size_t i = kept.size(); i < given.size(); ++i) kept.push_back(given[i]);
      breaker_ = changed;
      return done;
    }
    const std::lock_guard guard(lock_);
    assumed = mine;
    auto done = take(breaker_);
    assumed = Assumed::nothing;
    return done;
  }

  Told record_beside(Permit permit, std::int64_t t, Result result) {
    Faulty before = copy();
    const std::lock_guard guard(lock_);
    if (before.state() == State::closed && breaker_.state() == State::closed) {
      breaker_.fields().failures = before.counters().failures;
    }
    return breaker_.record(permit, t, result);
  }

  void tell(std::vector<Transition>& transitions) {
    if constexpr (kSlip == LockedSlip::state_told_after) {
      if (!transitions.empty()) told_state_.store(transitions.back().to);
    }
    if constexpr (kSlip == LockedSlip::numbered_after) {
      for (Transition& one : transitions) one.number = static_cast<std::uint64_t>(++number_);
    }
  }

  mutable engine::ScheduledMutex lock_;
  engine::ScheduledMutex second_;
  Faulty breaker_;
  engine::ScheduledAtomic<State> told_state_{State::closed};
  engine::ScheduledAtomic<std::int64_t> number_{0};
};

}  // namespace tripcheck::overlap
