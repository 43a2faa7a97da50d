/// Atomics and locks that let another thread go first: what a breaker is compiled against so that
/// its interleavings can be chosen (Scheduled…) or are many (Switching…).
///
/// A breaker that takes its atomic and its lock as template parameters,
/// `template <template <class> class Atomic, class Mutex>`, is given these in place of std::atomic
/// and std::mutex.
///
/// Threads: Scheduled… belong to the one thread of a Scheduler; Switching… to any.
/// Cost:    an access of Scheduled… is a change of fibers; one of Switching… may yield the
///          processor.
#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <tripcheck/properties/engine/scheduler.hpp>
#include <utility>

namespace tripcheck::engine {

/// Before an access the scheduler chooses who goes on.
struct ScheduledPoint {
  static void at(std::string_view what) { Scheduler::point(what); }
};

/// Before an access now and then somebody else gets the processor: threads seldom meet on two
/// cores by themselves.
struct SwitchingPoint {
  static void at(std::string_view what);
  /// Makes this thread's switches those of the seed.
  static void seed(std::uint64_t seed);
};

/// std::atomic with a Point before each access.
template <class T, class Point>
class PointedAtomic {
 public:
  using value_type = T;
  // NOLINTNEXTLINE(readability-identifier-naming): as std::atomic says it.
  static constexpr bool is_always_lock_free = std::atomic<T>::is_always_lock_free;

  PointedAtomic() noexcept = default;
  PointedAtomic(T value) noexcept : value_(value) {}  // NOLINT(google-explicit-constructor)
  PointedAtomic(const PointedAtomic&) = delete;
  PointedAtomic& operator=(const PointedAtomic&) = delete;
  ~PointedAtomic() = default;

  T load(std::memory_order order = std::memory_order_seq_cst) const noexcept {
    Point::at("load");
    return value_.load(order);
  }
  void store(T value, std::memory_order order = std::memory_order_seq_cst) noexcept {
    Point::at("store");
    value_.store(value, order);
  }
  T exchange(T value, std::memory_order order = std::memory_order_seq_cst) noexcept {
    Point::at("exchange");
    return value_.exchange(value, order);
  }
  bool compare_exchange_strong(T& expected, T desired,
                               std::memory_order order = std::memory_order_seq_cst) noexcept {
    Point::at("compare-exchange");
    return value_.compare_exchange_strong(expected, desired, order);
  }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order success,
                               std::memory_order failure) noexcept {
    Point::at("compare-exchange");
    return value_.compare_exchange_strong(expected, desired, success, failure);
  }
  // Never fails for nothing: the same choices, the same run.
  bool compare_exchange_weak(T& expected, T desired,
                             std::memory_order order = std::memory_order_seq_cst) noexcept {
    return compare_exchange_strong(expected, desired, order);
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order success,
                             std::memory_order failure) noexcept {
    return compare_exchange_strong(expected, desired, success, failure);
  }
  T fetch_add(T by, std::memory_order order = std::memory_order_seq_cst) noexcept {
    Point::at("add");
    return value_.fetch_add(by, order);
  }
  T fetch_sub(T by, std::memory_order order = std::memory_order_seq_cst) noexcept {
    Point::at("subtract");
    return value_.fetch_sub(by, order);
  }
  operator T() const noexcept { return load(); }  // NOLINT(google-explicit-constructor)
  T operator=(T value) noexcept {                 // NOLINT(misc-unconventional-assign-operator)
    store(value);
    return value;
  }
  T operator++() noexcept { return fetch_add(1) + 1; }
  T operator--() noexcept { return fetch_sub(1) - 1; }

 private:
  std::atomic<T> value_{};
};

template <class T>
using ScheduledAtomic = PointedAtomic<T, ScheduledPoint>;
template <class T>
using SwitchingAtomic = PointedAtomic<T, SwitchingPoint>;

/// A lock for which a body waits until the scheduler sees it free.
class ScheduledMutex {
 public:
  void lock() {
    Scheduler::wait_while(held_, "lock");
    held_ = true;
  }
  bool try_lock() {
    Scheduler::point("try lock");
    return !std::exchange(held_, true);
  }
  void unlock() {
    Scheduler::point("unlock");
    held_ = false;
  }

 private:
  bool held_ = false;
};

class SwitchingMutex {
 public:
  void lock() {
    SwitchingPoint::at("lock");
    mutex_.lock();
  }
  bool try_lock() {
    SwitchingPoint::at("try lock");
    return mutex_.try_lock();
  }
  void unlock() {
    mutex_.unlock();
    SwitchingPoint::at("unlocked");
  }

 private:
  std::mutex mutex_;
};

}  // namespace tripcheck::engine
