/// The breaker to use where calls overlap: one object that any number of threads ask and tell.
///
/// Refines: model::acquire, record, ignore and drop, in some order that real time allows (O-7);
///          properties/overlap/ holds it to that.
/// Threads: any member, any thread, any time; a Permit is used by one thread at a time.
/// Cost:    closed: an admission is two loads, a success while no failure is counted one more, and
///          neither writes; a failure, and the success after one, is a compare-exchange. Open: a
///          rejection is two loads. Half-open, and the admission that passes the deadline, take a
///          lock. No other path locks or waits, and nothing allocates.
/// Limits:  every config that `check` passes, every int64 time. A permit that is kept while the
///          breaker makes 2^G transitions is taken for one of its generation again; G is 62 less
///          the bits that the counts need: 59 for a threshold of 5, 31 for the largest.
#pragma once
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <tripcheck/impl/overlap/answers.hpp>
#include <tripcheck/impl/overlap/places.hpp>
#include <tripcheck/impl/overlap/word.hpp>
#include <tripcheck/model/overlap/config.hpp>
#include <utility>

namespace tripcheck::overlap::impl {

/// `WordType` and `Lock` are what threads meet at. Other ones than Word and std::mutex are for
/// those who want to decide which thread goes first.
template <class WordType, class Lock>
class BasicBreaker {
 public:
  class Permit;
  struct Acquired {
    std::optional<Permit> permit;  ///< Nothing: rejected.
    Transitions transitions{};
  };

  /// The first field outside its range, or nothing (T-11).
  [[nodiscard]] static std::optional<Refusal> check(const Config& config) noexcept {
    return check_config(config);
  }

  /// `first_generation` is for tests of its wrap. Requires: `check` passes the config; asserted.
  explicit BasicBreaker(const Config& config, std::uint64_t first_generation = 0) noexcept
      : word_({.low = first_generation << shift_of(config),
               .high = std::numeric_limits<std::int64_t>::min()}),
        cooldown_(static_cast<std::uint64_t>(config.cooldown)),
        threshold_(static_cast<std::uint32_t>(config.failure_threshold)),
        places_most_(static_cast<std::uint32_t>(config.half_open_successes)),
        shift_(shift_of(config)),
        counts_(((std::uint64_t{1} << shift_) - 1) & ~kStateBits),
        trial_timeout_(static_cast<std::uint64_t>(config.trial_timeout.value_or(config.cooldown))),
        first_(first_generation) {
    assert(!check(config));
  }
  BasicBreaker(const BasicBreaker&) = delete;
  BasicBreaker& operator=(const BasicBreaker&) = delete;
  ~BasicBreaker() = default;

  /// Asks to make a call (O-1, O-2, O-8).
  [[nodiscard]] Acquired try_acquire(std::int64_t t) noexcept {
    // The high half first: it is then as old as the low half or older, and its time never grows
    // less. What is too early for it is too early for the time that belongs to the low half.
    const std::int64_t since = word_.high();
    const std::uint64_t low = word_.low();
    if (state_of(low) == State::closed) return closed_permit(low);
    if (state_of(low) == State::open && early(since, t)) return {};
    // Its parts are copied, so that an answer that is not needed whole never gets to memory.
    const Slow slow = acquire_slowly(t);
    if (!slow.admitted) return {.permit = {}, .transitions = slow.transitions};
    return {.permit = Permit(*this, slow.stamp, slow.number), .transitions = slow.transitions};
  }

  /// Tells what came of a call (O-3, O-8). A permit that was moved from answers `no_permit`.
  Told record(Permit& permit, std::int64_t t, Result result) noexcept {
    const Spent spent = permit.spend();
    if (!spent.live()) return {.answer = spent.otherwise};
    if (counts_at_once(spent.claim.stamp, result)) return {.answer = Answer::counted};
    const Told slow = record_slowly(spent.claim, t, result);
    return {.answer = slow.answer, .transitions = slow.transitions};
  }
  Told record(Permit&& permit, std::int64_t t, Result result) noexcept {
    return record(permit, t, result);
  }
  /// Gives a permit back without a result; `drop` loses it, as its destructor does (O-4).
  Told ignore(Permit& permit) noexcept {
    const Spent spent = permit.spend();
    return {.answer = spent.live() ? give_back(spent.claim) : spent.otherwise};
  }
  Told ignore(Permit&& permit) noexcept { return ignore(permit); }
  Told drop(Permit& permit) noexcept { return ignore(permit); }
  Told drop(Permit&& permit) noexcept { return ignore(permit); }

  /// Questions: each answers what was so at one moment, and changes nothing (T-17).
  [[nodiscard]] State state() const noexcept { return state_of(word_.low()); }
  [[nodiscard]] Counters counters() const noexcept {
    const std::uint64_t low = word_.low();
    if (state_of(low) == State::closed) return {.failures = count_of(low)};
    return {.successes = count_of(low)};
  }
  [[nodiscard]] std::optional<std::int64_t> retry_at() const noexcept {
    const Halves now = halves();
    const auto room = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) -
                      static_cast<std::uint64_t>(now.high);
    if (state_of(now.low) != State::open || cooldown_ > room) return std::nullopt;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(now.high) + cooldown_);
  }

 private:
  // The low half; C is shift_ - 2, the bits that a count needs.
  //
  //   bits 0..1            state: 0 closed, 1 open, 2 half-open; 3 only in the stamp of a probe
  //   bits 2..C+1          closed: failures in a row; half-open: successes; open: 0
  //   bits C+2..63         generation, modulo 2^(62-C)
  //
  // The high half: the time of the last transition, `opened_at` while open; before the first one
  // the smallest int64. A stamp is the low half without its count: what a permit must find again.
  static constexpr std::uint64_t kStateBits = 3;
  static constexpr std::uint64_t kOne = 4;    // One more in the count.
  static constexpr std::uint64_t kProbe = 1;  // Makes a stamp that no low half is equal to.
  static_assert(static_cast<int>(State::closed) == 0);
  static_assert(static_cast<int>(State::open) == 1);
  static_assert(static_cast<int>(State::half_open) == 2);
  static_assert(Places::kMost <= 64);

  /// What a permit says: two words, which are passed in registers.
  struct Claim {
    std::uint64_t stamp = 0;
    std::uint64_t number = 0;  // Of its place; 0: none.
  };
  struct Spent {
    Claim claim{};
    Answer otherwise = Answer::counted;  // Where it had none.
    [[nodiscard]] bool live() const noexcept { return otherwise == Answer::counted; }
  };

  /// What the slower ways to ask come to.
  struct Slow {
    bool admitted = false;
    std::uint64_t stamp = 0;
    std::uint64_t number = 0;  // Of its place; 0: none.
    Transitions transitions{};
  };

  // The largest counts are one less than what they count to: there they are a transition.
  static constexpr std::uint32_t shift_of(const Config& config) noexcept {
    const auto most = std::max(config.failure_threshold, config.half_open_successes) - 1;
    return 2 + static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint64_t>(most)));
  }
  static State state_of(std::uint64_t low) noexcept { return static_cast<State>(low & kStateBits); }
  [[nodiscard]] std::uint32_t count_of(std::uint64_t low) const noexcept {
    return static_cast<std::uint32_t>((low & counts_) / kOne);
  }
  /// Before since + cooldown, exactly (T-9): the unsigned difference is right whatever the signs.
  [[nodiscard]] bool early(std::int64_t since, std::int64_t t) const noexcept {
    return t < since ||
           static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(since) < cooldown_;
  }
  [[nodiscard]] bool timed_out(std::int64_t admitted_at, std::int64_t t) const noexcept {
    if (trial_timeout_ == 0 || t < admitted_at) return false;
    return static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(admitted_at) >=
           trial_timeout_;
  }
  /// Both halves as they were when the low one was read: a high half belongs to a generation.
  [[nodiscard]] Halves halves() const noexcept {
    for (;;) {
      const Halves now{.low = word_.low(), .high = word_.high()};
      if (((word_.low() ^ now.low) & ~counts_) == 0) return now;
    }
  }
  /// Publishes the next state, its counts, generation and time as one; nothing where `now` is past.
  Transitions move(Halves now, State to, std::int64_t t) noexcept {
    const std::uint64_t generation = (now.low >> shift_) + 1;
    const Halves next{.low = (generation << shift_) | static_cast<std::uint64_t>(to),
                      .high = std::max(t, now.high)};
    if (!word_.exchange(now, next)) return {};
    return Transitions(Transition{.number = ((generation - first_) << shift_) >> shift_,
                                  .from = state_of(now.low),
                                  .to = to,
                                  .t = next.high});
  }

  /// The closed path where nobody is in the way and nothing trips; else false, and nothing is done.
  /// The stamp of a probe is found in no word.
  bool counts_at_once(std::uint64_t stamp, Result result) noexcept {
    const std::uint64_t low = word_.low();
    if (result == Result::success) {
      if (low == stamp) return true;  // No failure to forget: nothing is written.
      return (low & ~counts_) == stamp && word_.exchange_low(low, stamp);  // T-2
    }
    return (low & ~counts_) == stamp && count_of(low) + 1 < threshold_ &&
           word_.exchange_low(low, low + kOne);
  }
  Acquired closed_permit(std::uint64_t low) noexcept {
    return {.permit = Permit(*this, low & ~counts_, 0), .transitions = {}};
  }
  [[nodiscard]] Slow closed_slowly(std::uint64_t low) const noexcept {
    return {.admitted = true, .stamp = low & ~counts_};
  }
  [[gnu::noinline]] Slow acquire_slowly(std::int64_t t) noexcept;
  Slow acquire_locked(std::int64_t t) noexcept;
  [[gnu::noinline]] Told record_slowly(Claim claim, std::int64_t t, Result result) noexcept;
  Told record_probe(Claim claim, std::int64_t t, Result result) noexcept;
  [[gnu::noinline]] Answer give_back(Claim claim) noexcept;

  // On one line of the cache: what every call reads, and what the closed path writes of it.
  alignas(64) WordType word_;
  const std::uint64_t cooldown_;
  const std::uint32_t threshold_;
  const std::uint32_t places_most_;
  const std::uint32_t shift_;
  const std::uint64_t counts_;  // The bits of the count.
  // On lines of their own: what only half-open needs.
  alignas(64) const std::uint64_t trial_timeout_;  // 0: never.
  const std::uint64_t first_;
  Lock lock_;
  Places places_;  // Of the window that there is; under lock_.
};

/// What an admitted caller holds. Moving hands it on; what dies unused is dropped.
///
/// Requires: it dies before its breaker, and is used through that breaker alone; asserted.
/// Threads:  one at a time.
template <class WordType, class Lock>
class BasicBreaker<WordType, Lock>::Permit {
 public:
  Permit(Permit&& from) noexcept
      : breaker_(std::exchange(from.breaker_, nullptr)),
        stamp_(std::exchange(from.stamp_, kMovedFrom)),
        number_(from.number_) {}
  Permit& operator=(Permit&& from) noexcept {
    if (this == &from) return *this;
    lose();
    breaker_ = std::exchange(from.breaker_, nullptr);
    stamp_ = std::exchange(from.stamp_, kMovedFrom);
    number_ = from.number_;
    return *this;
  }
  Permit(const Permit&) = delete;
  Permit& operator=(const Permit&) = delete;
  ~Permit() { lose(); }

 private:
  friend BasicBreaker;
  static constexpr std::uint64_t kUsed = 0;
  static constexpr std::uint64_t kMovedFrom = 1;

  Permit(BasicBreaker& breaker, std::uint64_t stamp, std::uint64_t number) noexcept
      : breaker_(&breaker), stamp_(stamp), number_(number) {}

  Spent spend() noexcept {
    if (breaker_ == nullptr) {
      return {.otherwise = stamp_ == kUsed ? Answer::used : Answer::no_permit};
    }
    breaker_ = nullptr;
    return {.claim = {.stamp = std::exchange(stamp_, kUsed), .number = number_}};
  }
  /// One without a place has nothing to give back.
  void lose() noexcept {
    if (breaker_ == nullptr || number_ == 0) return;
    (void)breaker_->give_back({.stamp = stamp_, .number = number_});
  }

  BasicBreaker* breaker_;  // Null: used, or moved from, as the stamp then says.
  std::uint64_t stamp_;
  std::uint64_t number_;  // Of its place; 0: none.
};

template <class WordType, class Lock>
auto BasicBreaker<WordType, Lock>::acquire_slowly(std::int64_t t) noexcept -> Slow {
  const Halves now = halves();
  if (state_of(now.low) == State::closed) return closed_slowly(now.low);
  if (state_of(now.low) == State::open && early(now.high, t)) return {};
  const std::lock_guard guard(lock_);
  return acquire_locked(t);
}

/// Open and half-open change under the lock alone; closed may have come while this one waited.
template <class WordType, class Lock>
auto BasicBreaker<WordType, Lock>::acquire_locked(std::int64_t t) noexcept -> Slow {
  Halves now = halves();
  if (state_of(now.low) == State::closed) return closed_slowly(now.low);
  Slow answer;
  if (state_of(now.low) == State::open) {
    if (early(now.high, t)) return answer;
    answer.transitions = move(now, State::half_open, t);  // O-1
    places_.clear();
    now = halves();
  }
  places_.sweep([&](std::int64_t admitted_at) { return timed_out(admitted_at, t); });  // O-8
  if (places_.taken() + count_of(now.low) >= places_most_) return answer;              // O-2
  answer.admitted = true;
  answer.stamp = (now.low & ~counts_) | kProbe;
  answer.number = places_.take(t);
  return answer;
}

template <class WordType, class Lock>
Told BasicBreaker<WordType, Lock>::record_slowly(Claim claim, std::int64_t t,
                                                 Result result) noexcept {
  if (claim.number != 0) return record_probe(claim, t, result);
  for (;;) {
    const std::uint64_t low = word_.low();
    if ((low & ~counts_) != claim.stamp) return {.answer = Answer::late};  // O-3
    if (result == Result::success) {
      if (low == claim.stamp || word_.exchange_low(low, claim.stamp)) break;  // T-2
    } else if (count_of(low) + 1 < threshold_) {
      if (word_.exchange_low(low, low + kOne)) break;
    } else {
      const Transitions trip = move({.low = low, .high = word_.high()}, State::open, t);  // T-3
      if (trip.begin() != trip.end()) return {.answer = Answer::counted, .transitions = trip};
    }
  }
  return {.answer = Answer::counted};
}

template <class WordType, class Lock>
Told BasicBreaker<WordType, Lock>::record_probe(Claim claim, std::int64_t t,
                                                Result result) noexcept {
  const auto is_mine = [&](std::uint64_t low) {
    return ((low & ~counts_) | kProbe) == claim.stamp;
  };
  if (!is_mine(word_.low())) return {.answer = Answer::late};  // O-3, and no lock for it.
  const std::lock_guard guard(lock_);
  const Halves now{.low = word_.low(), .high = word_.high()};
  if (!is_mine(now.low)) return {.answer = Answer::late};
  const auto admitted_at = places_.leave(claim.number);
  if (!admitted_at || timed_out(*admitted_at, t)) return {.answer = Answer::late};  // O-8
  Told told{.answer = Answer::counted};
  if (result == Result::failure) {
    told.transitions = move(now, State::open, t);  // T-7
  } else if (count_of(now.low) + 1 == places_most_) {
    told.transitions = move(now, State::closed, t);  // T-6
  } else {
    word_.exchange_low(now.low, now.low + kOne);  // Whoever has the lock is alone with half-open.
  }
  return told;
}

template <class WordType, class Lock>
Answer BasicBreaker<WordType, Lock>::give_back(Claim claim) noexcept {
  const auto is_mine = [&](std::uint64_t low) {
    return ((low & ~counts_) | (claim.number == 0 ? 0 : kProbe)) == claim.stamp;
  };
  if (!is_mine(word_.low())) return Answer::late;
  if (claim.number == 0) return Answer::returned;
  const std::lock_guard guard(lock_);
  return is_mine(word_.low()) && places_.leave(claim.number) ? Answer::returned : Answer::late;
}

using Breaker = BasicBreaker<Word, std::mutex>;
extern template class BasicBreaker<Word, std::mutex>;

}  // namespace tripcheck::overlap::impl
