/// The monotonic clock of the process door. Only time-outs look at it, never a verdict on a
/// breaker.
///
/// Threads: any.
#pragma once
#include <chrono>

namespace tripcheck::engine {

/// Since some start that stays the same as long as this program runs.
[[nodiscard]] std::chrono::nanoseconds monotonic_now() noexcept;

/// What is left until `end`, at least 0; rounded up, since a fraction would make poll spin.
[[nodiscard]] std::chrono::milliseconds left_until(std::chrono::nanoseconds end) noexcept;

}  // namespace tripcheck::engine
