/// The names that a handoff carries, each in a fixed number of bytes.
///
/// Refines: the types of the same names in model/; properties/escalation/ holds them to that.
/// Threads: values like an int.
/// Cost:    one pass over the text; nothing allocates.
/// Limits:  a WorkflowId has 512 characters at most.
#pragma once
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tripcheck/impl/escalation/detail/swar.hpp>
#include <tripcheck/model/escalation/config.hpp>
#include <utility>

namespace tripcheck::escalation::impl {

/// `run_` and 32 lowercase hex digits, kept in 16 bytes.
class RunId {
 public:
  using Bytes = std::array<std::uint8_t, 16>;
  using Text = std::array<char, 36>;

  /// Or `invalid_identifier`, or `wrong_identifier_kind` (E-13).
  [[nodiscard]] static Checked<RunId> parse(std::string_view text) noexcept;
  [[nodiscard]] static RunId of_bytes(const Bytes& bytes) noexcept;
  /// `source` fills the span that it is given with random bytes. May throw what that throws.
  template <std::invocable<std::span<std::uint8_t, 16>> Source>
  [[nodiscard]] static RunId generate(Source&& source) {
    Bytes bytes{};
    std::forward<Source>(source)(std::span(bytes));
    return of_bytes(bytes);
  }

  [[nodiscard]] Text text() const noexcept;  ///< No NUL behind it.
  bool operator==(const RunId&) const = default;

 private:
  using Packed = detail::PackedHex<16>;
  explicit constexpr RunId(const Packed& digits) noexcept : digits_(digits) {}
  Packed digits_;
};

/// `workflow:NAMESPACE/NAME`, and perhaps `@MAJOR.MINOR.PATCH` behind it.
class WorkflowId {
 public:
  static constexpr std::size_t kMost = 512;  ///< Characters; inclusive.

  /// Or `invalid_identifier`, or `wrong_identifier_kind` (E-13).
  [[nodiscard]] static Checked<WorkflowId> parse(std::string_view text) noexcept;

  /// Valid while this lives.
  [[nodiscard]] std::string_view text() const noexcept { return {text_.data(), size_}; }
  bool operator==(const WorkflowId&) const = default;

 private:
  explicit WorkflowId(std::string_view text) noexcept;
  std::array<char, kMost> text_{};  // Zero behind the text.
  std::uint16_t size_ = 0;
};

/// 64 lowercase hex digits, kept in 32 bytes.
class StepDigest {
 public:
  using Bytes = std::array<std::uint8_t, 32>;
  using Packed = detail::PackedHex<32>;
  using Text = std::array<char, 64>;
  static constexpr std::size_t kSize = 64;  ///< Characters of its text.

  [[nodiscard]] static std::optional<StepDigest> parse(std::string_view text) noexcept {
    Packed digits{};
    if (text.size() != kSize || !detail::pack_hex(text.data(), digits)) return std::nullopt;
    return StepDigest(digits);
  }
  /// Whatever a hash function gave.
  [[nodiscard]] static StepDigest of_bytes(const Bytes& bytes) noexcept;
  /// The digest that `packed()` gave; any bytes are one.
  [[nodiscard]] static constexpr StepDigest of_packed(const Packed& digits) noexcept {
    return StepDigest(digits);
  }

  [[nodiscard]] constexpr const Packed& packed() const noexcept { return digits_; }
  [[nodiscard]] Text text() const noexcept { return detail::unpack_hex(digits_); }
  bool operator==(const StepDigest&) const = default;

 private:
  explicit constexpr StepDigest(const Packed& digits) noexcept : digits_(digits) {}
  Packed digits_;
};

}  // namespace tripcheck::escalation::impl
