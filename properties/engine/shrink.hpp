/// Shrinking: from a case that breaks a property to one from which nothing can be taken (S-40).
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace tripcheck::engine {

template <class P>
struct Shrunk {
  typename P::Case smallest;
  std::uint64_t runs = 0;
  bool complete = true;  ///< No candidate is left that is smaller and still breaks.
};

/// Offers runs of `size` neighbours out of `count`, the longest first; ends at the first that is
/// taken.
template <class Take>
bool offer_runs(std::size_t count, const Take& take) {
  for (std::size_t size = count; size > 0; size /= 2) {
    for (std::size_t first = count - size + 1; first-- > 0;) {
      if (take(first, size)) return true;
      if (size > 1 && first >= size) first -= size - 1;  // Long runs side by side, not overlapping.
    }
  }
  return false;
}

/// How far a number is from zero.
[[nodiscard]] constexpr std::uint64_t size_of(std::int64_t number) noexcept {
  const auto bits = static_cast<std::uint64_t>(number);
  return number < 0 ? 0 - bits : bits;
}

/// Calls `take` with numbers nearer to zero: zero, then the number less a half, a quarter … of
/// itself.
template <class TakeNumber>
bool lower(std::int64_t number, std::int64_t least, const TakeNumber& take) {
  if (number == 0 && least == 0) return false;
  if (number < 0) {
    for (std::uint64_t less = size_of(number); less > 0; less /= 2) {
      const auto nearer = 0 - (size_of(number) - less);
      if (take(static_cast<std::int64_t>(nearer))) return true;
    }
    return take(static_cast<std::int64_t>(size_of(number) & ~(std::uint64_t{1} << 63)));
  }
  for (std::uint64_t less = size_of(number - least); less > 0; less /= 2) {
    if (take(number - static_cast<std::int64_t>(less))) return true;
  }
  return false;
}

/// Takes the first candidate of `P::simpler` that is smaller by `P::smaller` and still `breaks`,
/// again and again. Ends where there is none, or after `most` runs of `breaks`.
template <class P>
Shrunk<P> shrink(typename P::Case start, std::uint64_t most,
                 const std::function<bool(const typename P::Case&)>& breaks) {
  Shrunk<P> result{.smallest = std::move(start)};
  bool progress = true;
  while (progress) {
    typename P::Case next = result.smallest;
    progress = P::simpler(result.smallest, [&](typename P::Case candidate) {
      if (result.runs >= most || !P::smaller(candidate, result.smallest)) return false;
      ++result.runs;
      if (!breaks(candidate)) return false;
      next = std::move(candidate);
      return true;
    });
    if (progress) result.smallest = std::move(next);
  }
  result.complete = result.runs < most;
  return result;
}

}  // namespace tripcheck::engine
