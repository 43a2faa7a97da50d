/// The places of one trial window: who is under way, since when (O-2, O-8).
///
/// Threads: one at a time; the breaker holds its lock.
/// Cost:    a few instructions for each place that is taken; nothing allocates.
/// Limits:  64 places.
#pragma once
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace tripcheck::overlap::impl {

class Places {
 public:
  static constexpr std::size_t kMost = 64;

  [[nodiscard]] std::uint32_t taken() const noexcept {
    return static_cast<std::uint32_t>(std::popcount(taken_));
  }
  void clear() noexcept { taken_ = 0; }

  /// The number of a new place, never 0. Requires: fewer than kMost are taken.
  std::uint64_t take(std::int64_t admitted_at) noexcept {
    assert(taken() < kMost);
    const auto free = static_cast<std::size_t>(std::countr_one(taken_));
    places_[free] = {.number = ++given_, .admitted_at = admitted_at};
    taken_ |= bit(free);
    return given_;
  }

  /// Frees a place; its time of admission, or nothing where it is not there any more.
  std::optional<std::int64_t> leave(std::uint64_t number) noexcept {
    for (std::uint64_t left = taken_; left != 0; left &= left - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(left));
      if (places_[i].number != number) continue;
      taken_ &= ~bit(i);
      return places_[i].admitted_at;
    }
    return std::nullopt;
  }

  /// Frees every place whose time of admission is `over`.
  template <class Over>
  void sweep(const Over& over) noexcept {
    for (std::uint64_t left = taken_; left != 0; left &= left - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(left));
      if (over(places_[i].admitted_at)) taken_ &= ~bit(i);
    }
  }

 private:
  struct Place {
    std::uint64_t number = 0;
    std::int64_t admitted_at = 0;
  };
  static constexpr std::uint64_t bit(std::size_t i) noexcept { return std::uint64_t{1} << i; }

  std::uint64_t taken_ = 0;  // Bit i: place i.
  std::uint64_t given_ = 0;  // In all windows, so that no number comes twice.
  std::array<Place, kMost> places_;
};

}  // namespace tripcheck::overlap::impl
