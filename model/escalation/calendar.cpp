#include <array>
#include <cstddef>
#include <tripcheck/model/escalation/calendar.hpp>

namespace tripcheck::escalation::model {
namespace {

constexpr std::string_view kForm = "YYYY-MM-DDThh:mm:ssZ";

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_in(int year, int month) {
  constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month == 2 && is_leap(year)) return 29;
  return kDays.at(static_cast<std::size_t>(month - 1));
}

/// Digits where the form has letters, and its signs where it has signs; T and Z are signs.
bool has_form(std::string_view text) {
  if (text.size() != kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool is_sign = std::string_view("-T:Z").find(kForm[i]) != std::string_view::npos;
    if (is_sign ? text[i] != kForm[i] : !is_decimal(text[i])) return false;
  }
  return true;
}

int number(std::string_view digits) {
  int value = 0;
  for (const char digit : digits) value = value * 10 + (digit - '0');
  return value;
}

std::string digits(int value, std::size_t width) {
  std::string text = std::to_string(value);
  return std::string(width - text.size(), '0') + text;
}

}  // namespace

std::optional<UtcSecond> UtcSecond::parse(std::string_view text) {
  if (!has_form(text)) return std::nullopt;
  UtcSecond at;
  at.year_ = number(text.substr(0, 4));
  at.month_ = number(text.substr(5, 2));
  at.day_ = number(text.substr(8, 2));
  at.hour_ = number(text.substr(11, 2));
  at.minute_ = number(text.substr(14, 2));
  at.second_ = number(text.substr(17, 2));
  if (at.year_ < 1) return std::nullopt;
  if (at.month_ < 1 || at.month_ > 12) return std::nullopt;
  if (at.day_ < 1 || at.day_ > days_in(at.year_, at.month_)) return std::nullopt;
  if (at.hour_ > 23 || at.minute_ > 59 || at.second_ > 59) return std::nullopt;
  return at;
}

std::string UtcSecond::text() const {
  return digits(year_, 4) + "-" + digits(month_, 2) + "-" + digits(day_, 2) + "T" +
         digits(hour_, 2) + ":" + digits(minute_, 2) + ":" + digits(second_, 2) + "Z";
}

std::optional<UtcSecond> UtcSecond::half_an_hour_later() const {
  UtcSecond at = *this;
  at.minute_ += 30;
  if (at.minute_ < 60) return at;
  at.minute_ -= 60;
  if (++at.hour_ < 24) return at;
  at.hour_ = 0;
  if (++at.day_ <= days_in(year_, month_)) return at;
  at.day_ = 1;
  if (++at.month_ <= 12) return at;
  at.month_ = 1;
  if (++at.year_ <= 9999) return at;
  return std::nullopt;
}

}  // namespace tripcheck::escalation::model
