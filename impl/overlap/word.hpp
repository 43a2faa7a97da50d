/// Sixteen bytes that change as one: all that threads share of a breaker that is closed or open.
///
/// Threads: any member, any thread, any time.
/// Cost:    low and high are a load each. exchange_low is a compare-exchange of eight bytes, and a
///          short wait where it is lost; exchange one of sixteen, behind a call: users need no
///          compiler flag for it.
/// Limits:  x86-64 or another machine with a compare-exchange of sixteen bytes.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

namespace tripcheck::overlap::impl {

/// Both halves as they were at one moment. For what is in them see breaker.hpp.
struct Halves {
  std::uint64_t low = 0;
  std::int64_t high = 0;
  bool operator==(const Halves&) const = default;
};

class Word {
 public:
  explicit Word(Halves start) noexcept
      : halves_{start.low, static_cast<std::uint64_t>(start.high)} {}
  Word(const Word&) = delete;
  Word& operator=(const Word&) = delete;
  ~Word() = default;

  // A load of one half does not write the line, as one of sixteen bytes would on some machines.
  [[nodiscard]] std::uint64_t low() const noexcept {
    return std::atomic_ref(halves_[0]).load(std::memory_order_acquire);
  }
  [[nodiscard]] std::int64_t high() const noexcept {
    return static_cast<std::int64_t>(std::atomic_ref(halves_[1]).load(std::memory_order_acquire));
  }
  /// Replaces the low half where it is as expected; the high half stays as it is. Whoever loses
  /// stands back for some hundred nanoseconds, in which the winner goes on with the line in its own
  /// cache: two threads that both go on at once take it from each other at every call.
  bool exchange_low(std::uint64_t expected, std::uint64_t desired) noexcept {
    const bool won = std::atomic_ref(halves_[0])
                         .compare_exchange_strong(expected, desired, std::memory_order_acq_rel,
                                                  std::memory_order_acquire);
    if (!won) [[unlikely]]
      stand_back();
    return won;
  }
  /// Replaces both halves where both are as expected.
  bool exchange(Halves expected, Halves desired) noexcept;

 private:
  [[gnu::cold, gnu::noinline]] static void stand_back() noexcept;

  // Bytes 0..7: low. Bytes 8..15: high. In this order on a machine with the small end first.
  alignas(16) mutable std::array<std::uint64_t, 2> halves_;  // atomic_ref reads what is not const.
  static_assert(sizeof(halves_) == 16);
  static_assert(std::atomic_ref<std::uint64_t>::is_always_lock_free);
};

}  // namespace tripcheck::overlap::impl
