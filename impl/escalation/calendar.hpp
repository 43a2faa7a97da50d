/// A whole second in UTC, kept as its calendar fields in one word.
///
/// Refines: model::UtcSecond; properties/escalation/ holds it to that.
/// Threads: a value like an int.
/// Cost:    parsing takes three words of eight characters; nothing allocates.
/// Limits:  0001-01-01T00:00:00Z … 9999-12-31T23:59:59Z, both inclusive, by the calendar of today,
///          carried back to the year 1.
#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tripcheck::escalation::impl {

class UtcSecond {
 public:
  using Text = std::array<char, 20>;

  /// `YYYY-MM-DDThh:mm:ssZ` and nothing else, or nothing.
  [[nodiscard]] static std::optional<UtcSecond> parse(std::string_view text) noexcept;
  /// From seconds since 1970-01-01T00:00:00Z, as clocks give them; nothing outside the limits.
  [[nodiscard]] static std::optional<UtcSecond> of_unix(std::int64_t seconds) noexcept;

  [[nodiscard]] std::int64_t unix_seconds() const noexcept;
  [[nodiscard]] Text text() const noexcept;  ///< As `parse` reads it; no NUL behind it.

  /// Nothing where that is past the year 9999 (E-8).
  [[nodiscard]] std::optional<UtcSecond> half_an_hour_later() const noexcept {
    return of_unix(unix_seconds() + std::int64_t{30} * 60);
  }

  std::strong_ordering operator<=>(const UtcSecond&) const = default;  ///< Earlier is less.

 private:
  explicit constexpr UtcSecond(std::uint64_t fields) noexcept : fields_(fields) {}
  // Bits 63..40: year. A byte each: 39..32 month, 31..24 day, 23..16 hour, 15..8 minute,
  // 7..0 second. So the numbers compare as the times do, and most times are never computed with.
  std::uint64_t fields_;
};

}  // namespace tripcheck::escalation::impl
