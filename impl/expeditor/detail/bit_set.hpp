/// A set of tools as bits, of any number of tools.
///
/// Cost: a word of 64 bits for 64 tools; walking it skips empty words.
#pragma once
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tripcheck::expeditor::impl::detail {

class BitSet {
 public:
  /// Room for so many tools; the new ones are not in the set.
  void resize(std::size_t tools) { words_.resize((tools + kBits - 1) / kBits); }

  [[nodiscard]] bool has(std::size_t tool) const noexcept {
    return (words_[tool / kBits] >> (tool % kBits) & 1U) != 0;
  }
  void add(std::size_t tool) noexcept { words_[tool / kBits] |= bit(tool); }
  void remove(std::size_t tool) noexcept { words_[tool / kBits] &= ~bit(tool); }
  void put(std::size_t tool, bool in) noexcept { in ? add(tool) : remove(tool); }
  void clear() noexcept {
    for (std::uint64_t& word : words_) word = 0;
  }

  /// Calls `visit(tool)` for each, the lowest first.
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        visit(i * kBits + static_cast<std::size_t>(std::countr_zero(word)));
      }
    }
  }

 private:
  static constexpr std::size_t kBits = 64;
  static std::uint64_t bit(std::size_t tool) noexcept { return std::uint64_t{1} << (tool % kBits); }

  std::vector<std::uint64_t> words_;
};

}  // namespace tripcheck::expeditor::impl::detail
