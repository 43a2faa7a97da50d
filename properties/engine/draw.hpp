/// The one source of random choices: same seed and index, same draws, with every compiler.
///
/// RapidCheck's random source, behind plain functions. Each function draws a fixed number of words
/// (one) unless it says so, and no call site may put two draws into one argument list (S-25).
///
/// Threads: one thread at a time. Cost: some 10 ns a word.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>

namespace tripcheck::engine {

/// Both ends inclusive.
struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
  [[nodiscard]] constexpr bool holds(std::int64_t value) const noexcept {
    return low <= value && value <= high;
  }
  [[nodiscard]] constexpr std::int64_t nearest(std::int64_t value) const noexcept {
    if (value < low) return low;
    return value > high ? high : value;
  }
  bool operator==(const Range&) const = default;
};

class Draw {
 public:
  /// Case `index` of run `seed`.
  Draw(std::uint64_t seed, std::uint64_t index);
  Draw(const Draw&) = delete;
  Draw& operator=(const Draw&) = delete;
  ~Draw();

  std::uint64_t word();
  /// In [0, bound). Requires: bound > 0.
  std::uint64_t below(std::uint64_t bound);
  /// In the range, both ends inclusive. Requires: low <= high.
  std::int64_t in(Range range);
  /// True `hits` times in `of`.
  bool chance(std::uint64_t hits, std::uint64_t of);
  /// In [0, bound], every order of magnitude as likely as the next. Draws two words.
  std::uint64_t log_uniform(std::uint64_t bound);
  template <class T>
  T pick(std::initializer_list<T> choices) {
    return *(choices.begin() + static_cast<std::ptrdiff_t>(below(choices.size())));
  }
  template <class T>
  const T& pick(std::span<const T> choices) {
    return choices[below(choices.size())];
  }

 private:
  struct Source;
  std::unique_ptr<Source> source_;
};

}  // namespace tripcheck::engine
