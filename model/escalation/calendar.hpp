/// A whole second in UTC on the calendar of every day, and the half hour that a handoff lives.
///
/// Reads no clock: callers say what time it is.
#pragma once
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace tripcheck::escalation::model {

/// Always a date that there is, years 0001 … 9999, and a time from 00:00:00 to 23:59:59.
class UtcSecond {
 public:
  /// `YYYY-MM-DDThh:mm:ssZ` and nothing else, or nothing.
  [[nodiscard]] static std::optional<UtcSecond> parse(std::string_view text);

  [[nodiscard]] std::string text() const;  ///< As `parse` reads it.

  /// Nothing where that is past the year 9999 (E-8).
  [[nodiscard]] std::optional<UtcSecond> half_an_hour_later() const;

  std::strong_ordering operator<=>(const UtcSecond&) const = default;  ///< Earlier is less.

 private:
  UtcSecond() = default;
  // In the order in which they compare.
  int year_ = 1;
  int month_ = 1;
  int day_ = 1;
  int hour_ = 0;
  int minute_ = 0;
  int second_ = 0;
};

}  // namespace tripcheck::escalation::model
