/// Eight characters at a time in one 64-bit word.
///
/// Threads: pure functions.
/// Limits:  `load` orders the bytes of a word; nothing else here asks how the machine orders them,
///          since no byte meets its neighbour, but where it is wrong itself.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tripcheck::escalation::impl::detail {

/// The same byte eight times.
[[nodiscard]] constexpr std::uint64_t each(std::uint8_t byte) noexcept {
  return 0x0101010101010101U * byte;
}

/// Requires: eight characters at `at`. The first becomes the lowest byte, on every machine.
[[nodiscard]] constexpr std::uint64_t load(const char* at) noexcept {
  const auto byte = [at](std::size_t i) {
    return std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
  };
  return byte(0) | byte(1) | byte(2) | byte(3) | byte(4) | byte(5) | byte(6) | byte(7);
}

/// The values of eight lowercase hex digits, a byte each. Where one is none, `faults` gets a bit in
/// the upper half of a byte; a carry or a borrow comes only from a byte that is at fault itself.
[[nodiscard]] constexpr std::uint64_t hex_values(std::uint64_t digits,
                                                 std::uint64_t& faults) noexcept {
  const std::uint64_t from_zero = digits ^ each('0');              // 0x00 … 0x09, 0x51 … 0x56
  const std::uint64_t letters = (from_zero >> 6) & each(1);        // 1 where it is a letter,
  const std::uint64_t values = from_zero - letters * (0x51 - 10);  // which stand for 10 and up.
  // Below 16, and 10 or more (so that 6 more are 16 or more) exactly where it is a letter.
  faults |= values | ((values + each(6)) ^ (letters << 4));
  return values;
}

/// 2 N hex digits in N bytes. Of every sixteen digits in a row, the first eight are the upper
/// halves of eight bytes, and the others the lower: so no digit has to change its place in a word.
template <std::size_t N>
using PackedHex = std::array<std::uint8_t, N>;

/// False where one of the digits is none, and then the bytes mean nothing.
/// Requires: 2 N characters at `text`.
template <std::size_t N>
[[nodiscard]] bool pack_hex(const char* text, PackedHex<N>& packed) noexcept {
  static_assert(N % 8 == 0);
  std::uint64_t faults = 0;
  for (std::size_t i = 0; i < N; i += 8) {
    std::uint64_t upper = 0;
    std::uint64_t lower = 0;
    std::memcpy(&upper, text + 2 * i, 8);
    std::memcpy(&lower, text + 2 * i + 8, 8);
    const std::uint64_t bytes = hex_values(upper, faults) << 4 | hex_values(lower, faults);
    std::memcpy(&packed[i], &bytes, 8);
  }
  return (faults & each(0xf0)) == 0;
}

/// The digits again.
template <std::size_t N>
[[nodiscard]] std::array<char, 2 * N> unpack_hex(const PackedHex<N>& packed) noexcept {
  const auto digits = [](std::uint64_t values) {
    const std::uint64_t letters = (values + each(6)) >> 4 & each(1);
    return values + each('0') + letters * ('a' - 10 - '0');
  };
  std::array<char, 2 * N> text{};
  for (std::size_t i = 0; i < N; i += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, &packed[i], 8);
    const std::uint64_t upper = digits(bytes >> 4 & each(0x0f));
    const std::uint64_t lower = digits(bytes & each(0x0f));
    std::memcpy(&text[2 * i], &upper, 8);
    std::memcpy(&text[2 * i + 8], &lower, 8);
  }
  return text;
}

/// The digits of bytes as a hash function or a source of chance gives them.
template <std::size_t N>
[[nodiscard]] constexpr std::array<char, 2 * N> hex_of(
    const std::array<std::uint8_t, N>& bytes) noexcept {
  constexpr const char* kDigits = "0123456789abcdef";
  std::array<char, 2 * N> text{};
  for (std::size_t i = 0; i < N; ++i) {
    text[2 * i] = kDigits[bytes[i] >> 4U];
    text[2 * i + 1] = kDigits[bytes[i] & 0x0fU];
  }
  return text;
}

}  // namespace tripcheck::escalation::impl::detail
