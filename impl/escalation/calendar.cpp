#include <cstddef>
#include <tripcheck/impl/escalation/calendar.hpp>
#include <tripcheck/impl/escalation/detail/swar.hpp>

namespace tripcheck::escalation::impl {
namespace {

using detail::each;
using detail::load;

/// Eight characters of the form of a timestamp: 0 stands for a digit, the rest for itself.
struct Form {
  std::uint64_t pattern;
  std::uint64_t room = 0;  // What each byte may grow by and stay below 16, if it is right.

  explicit constexpr Form(const char* form) noexcept : pattern(load(form)) {
    for (std::size_t i = 0; i < 8; ++i) {
      const std::uint64_t byte = form[i] == '0' ? 0x0f - 9 : 0x0f;
      room |= byte << (8 * i);
    }
  }
  /// Bytes of 0 to 9 where digits belong and of 0 elsewhere, where `text` has this form.
  [[nodiscard]] constexpr std::uint64_t values(const char* text) const noexcept {
    return load(text) ^ pattern;
  }
  /// Zero where these are the values of a text of this form. A carry into a neighbour comes only
  /// from a byte that is wrong itself.
  [[nodiscard]] constexpr std::uint64_t faults(std::uint64_t values) const noexcept {
    return (values | (values + room)) & each(0xf0);
  }
};
constexpr Form kYearMonth("0000-00-");
constexpr Form kDayMinute("00T00:00");
constexpr Form kMinuteSecond("0:00:00Z");  // Begins within the hour, which was read before.

/// In each byte the two-digit number that begins there.
constexpr std::uint64_t pairs(std::uint64_t values) noexcept { return values * 10 + (values >> 8); }
constexpr std::uint64_t byte(std::uint64_t word, int i) noexcept { return word >> (8 * i) & 0xffU; }

constexpr std::uint64_t pack(std::uint64_t year, std::uint64_t month, std::uint64_t day,
                             std::uint64_t hour, std::uint64_t minute,
                             std::uint64_t second) noexcept {
  return year << 40 | month << 32 | day << 24 | hour << 16 | minute << 8 | second;
}

constexpr std::int64_t kDay = std::int64_t{24} * 60 * 60;
constexpr std::int64_t kUnixDay = 719'468;  // 1970-01-01, counted from 0000-03-01.

// Years are counted from March here: the leap day is then the last of its year, and the lengths of
// the months before any month are a straight line, rounded: 30.6 days each.
constexpr std::int64_t days_before_month(std::int64_t from_march) noexcept {
  return (153 * from_march + 2) / 5;
}
constexpr std::int64_t days_before_year(std::int64_t year) noexcept {
  return 365 * year + year / 4 - year / 100 + year / 400;
}
constexpr std::int64_t unix_day(std::int64_t year, std::int64_t month, std::int64_t day) noexcept {
  const std::int64_t early = month <= 2 ? 1 : 0;  // January and February end the year before.
  return days_before_year(year - early) + days_before_month(month - 3 + 12 * early) + day - 1 -
         kUnixDay;
}
constexpr std::int64_t kFirst = unix_day(1, 1, 1) * kDay;
constexpr std::int64_t kLast = unix_day(10'000, 1, 1) * kDay - 1;
static_assert(unix_day(1970, 1, 1) == 0);

constexpr std::uint64_t month_length(std::uint64_t year, std::uint64_t month) noexcept {
  if (month != 2) return 30 + ((month + month / 8) & 1);  // Long, short, long; again from August.
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return leap ? 29 : 28;
}

void put(UtcSecond::Text& text, std::size_t at, std::size_t width, std::uint64_t value) noexcept {
  for (std::size_t i = width; i-- > 0; value /= 10) {
    text[at + i] = static_cast<char>('0' + value % 10);
  }
}

}  // namespace

std::optional<UtcSecond> UtcSecond::parse(std::string_view text) noexcept {
  if (text.size() != 20) return std::nullopt;
  const std::uint64_t first = kYearMonth.values(text.data());
  const std::uint64_t second = kDayMinute.values(text.data() + 8);
  const std::uint64_t third = kMinuteSecond.values(text.data() + 12);
  if ((kYearMonth.faults(first) | kDayMinute.faults(second) | kMinuteSecond.faults(third)) != 0) {
    return std::nullopt;
  }
  const std::uint64_t year = byte(pairs(first), 0) * 100 + byte(pairs(first), 2);
  const std::uint64_t month = byte(pairs(first), 5);
  const std::uint64_t day = byte(pairs(second), 0);
  const std::uint64_t hour = byte(pairs(second), 3);
  const std::uint64_t minute = byte(pairs(second), 6);
  const std::uint64_t in_minute = byte(pairs(third), 5);
  if (year < 1 || month < 1 || month > 12) return std::nullopt;
  if (day < 1 || (day > 28 && day > month_length(year, month))) return std::nullopt;
  if (hour > 23 || minute > 59 || in_minute > 59) return std::nullopt;
  return UtcSecond(pack(year, month, day, hour, minute, in_minute));
}

std::optional<UtcSecond> UtcSecond::of_unix(std::int64_t seconds) noexcept {
  if (seconds < kFirst || seconds > kLast) return std::nullopt;
  const std::int64_t since = seconds + kUnixDay * kDay;  // 0000-03-01; never negative.
  std::int64_t day = since / kDay;
  std::int64_t year = 400 * day / 146'097;  // By mean length: right, or too few.
  while (days_before_year(year + 1) <= day) ++year;
  day -= days_before_year(year);
  const std::int64_t from_march = (5 * day + 2) / 153;
  day -= days_before_month(from_march);
  const std::int64_t late = from_march >= 10 ? 1 : 0;  // January and February: the next year.

  const auto field = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  return UtcSecond(pack(field(year + late), field(from_march + 3 - 12 * late), field(day + 1),
                        field(since % kDay / 3600), field(since / 60 % 60), field(since % 60)));
}

std::int64_t UtcSecond::unix_seconds() const noexcept {
  const auto field = [this](int i) { return static_cast<std::int64_t>(byte(fields_, i)); };
  const auto year = static_cast<std::int64_t>(fields_ >> 40U);
  return unix_day(year, field(4), field(3)) * kDay + (field(2) * 60 + field(1)) * 60 + field(0);
}

UtcSecond::Text UtcSecond::text() const noexcept {
  Text text{'0', '0', '0', '0', '-', '0', '0', '-', '0', '0',
            'T', '0', '0', ':', '0', '0', ':', '0', '0', 'Z'};
  put(text, 0, 4, fields_ >> 40U);
  put(text, 5, 2, byte(fields_, 4));
  put(text, 8, 2, byte(fields_, 3));
  put(text, 11, 2, byte(fields_, 2));
  put(text, 14, 2, byte(fields_, 1));
  put(text, 17, 2, byte(fields_, 0));
  return text;
}

}  // namespace tripcheck::escalation::impl
