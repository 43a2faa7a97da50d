/// The word of the shared breaker with a Point before each access.
///
/// Threads: as the Point: ScheduledPoint on one thread, SwitchingPoint on any.
#pragma once
#include <cstdint>
#include <tripcheck/impl/overlap/word.hpp>

namespace tripcheck::overlap {

template <class Inner, class Point>
class PointedWord {
 public:
  explicit PointedWord(impl::Halves start) noexcept : inner_(start) {}

  [[nodiscard]] std::uint64_t low() const noexcept {
    Point::at("load low");
    return inner_.low();
  }
  [[nodiscard]] std::int64_t high() const noexcept {
    Point::at("load high");
    return inner_.high();
  }
  bool exchange_low(std::uint64_t expected, std::uint64_t desired) noexcept {
    Point::at("exchange low");
    return inner_.exchange_low(expected, desired);
  }
  bool exchange(impl::Halves expected, impl::Halves desired) noexcept {
    Point::at("exchange both");
    return inner_.exchange(expected, desired);
  }

 private:
  Inner inner_;
};

}  // namespace tripcheck::overlap
