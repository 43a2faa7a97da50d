#include <cassert>
#include <tripcheck/impl/escalation/detail/scanner.hpp>

namespace tripcheck::escalation::impl::detail {
namespace {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr std::uint8_t byte(char c) noexcept { return static_cast<std::uint8_t>(c); }

/// What the first byte of a character of UTF-8 asks for: how many bytes follow it, and the range
/// of the first of them; all others are 0x80 … 0xbf. None follow what begins no character.
struct Lead {
  int following = 0;
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xbf;
};
constexpr Lead lead_of(std::uint8_t first) noexcept {
  if (first >= 0xc2 && first <= 0xdf) return {.following = 1};
  if (first == 0xe0) return {.following = 2, .low = 0xa0};   // Below that two bytes would do.
  if (first == 0xed) return {.following = 2, .high = 0x9f};  // Above that come surrogates.
  if (first >= 0xe1 && first <= 0xef) return {.following = 2};
  if (first == 0xf0) return {.following = 3, .low = 0x90};   // Below that three bytes would do.
  if (first == 0xf4) return {.following = 3, .high = 0x8f};  // Above that there is nothing.
  if (first >= 0xf1 && first <= 0xf3) return {.following = 3};
  return {};
}

}  // namespace

void Scanner::fail() noexcept {
  failed_ = true;
  at_ = text_.size();
}

char Scanner::peek() noexcept {
  constexpr std::string_view kSpace = " \t\n\r";
  while (at_ < text_.size() && kSpace.find(text_[at_]) != std::string_view::npos) ++at_;
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool Scanner::take(char c) noexcept {
  if (at_ == text_.size() || text_[at_] != c) return false;
  ++at_;
  return true;
}

void Scanner::enter(char bracket) noexcept {
  (void)peek();
  if (depth_ == kMaxDepth || !take(bracket)) return fail();
  ++depth_;
  fresh_ = true;
}

bool Scanner::more(char bracket) noexcept {
  (void)peek();
  if (take(bracket)) {
    --depth_;
    fresh_ = false;
    return false;
  }
  if (!fresh_ && !take(',')) fail();
  fresh_ = false;
  return !failed_;
}

std::string_view Scanner::key() {
  const std::string_view key = string();
  (void)peek();
  if (!take(':')) fail();
  return key;
}

std::string_view Scanner::string() {
  (void)peek();
  if (!take('"')) {
    fail();
    return {};
  }
  const std::size_t start = at_;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '"') return text_.substr(start, at_++ - start);
    if (c == '\\') return escaped_string(start);
    if (byte(c) < 0x20) break;
    ++at_;
    if (byte(c) >= 0x80) take_multibyte();
  }
  fail();
  return {};
}

/// From the first backslash on; what stands before it is copied as it is.
std::string_view Scanner::escaped_string(std::size_t start) {
  if (unescaped_.capacity() < text_.size()) unescaped_.reserve(text_.size());
  const std::size_t first = unescaped_.size();
  unescaped_ += text_.substr(start, at_ - start);
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    if (c == '"') return std::string_view(unescaped_).substr(first);
    if (c == '\\') {
      take_escape();
    } else if (byte(c) < 0x20) {
      break;
    } else {
      const std::size_t from = at_ - 1;
      if (byte(c) >= 0x80) take_multibyte();
      if (!failed_) unescaped_ += text_.substr(from, at_ - from);
    }
  }
  fail();
  return {};
}

void Scanner::take_multibyte() noexcept {
  const Lead lead = lead_of(byte(text_[at_ - 1]));
  if (lead.following == 0) return fail();
  std::uint8_t low = lead.low;
  std::uint8_t high = lead.high;
  for (int i = 0; i < lead.following; ++i) {
    if (at_ == text_.size() || byte(text_[at_]) < low || byte(text_[at_]) > high) return fail();
    ++at_;
    low = 0x80;
    high = 0xbf;
  }
}

void Scanner::take_escape() {
  if (at_ == text_.size()) return fail();
  constexpr std::string_view kEscapes = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const char c = text_[at_++];
  if (c == 'u') return take_unicode();
  const auto i = kEscapes.find(c);
  if (i == std::string_view::npos) return fail();
  unescaped_ += kMeanings[i];
}

void Scanner::take_unicode() {
  std::uint32_t code_point = take_hex4();
  if (code_point >= 0xdc00 && code_point <= 0xdfff) return fail();  // Half of a pair, alone.
  if (code_point >= 0xd800 && code_point <= 0xdbff) {
    const bool escape = take('\\') && take('u');
    const std::uint32_t low = escape ? take_hex4() : 0;
    if (low < 0xdc00 || low > 0xdfff) return fail();
    code_point = 0x10000 + ((code_point - 0xd800) << 10) + (low - 0xdc00);
  }
  if (!failed_) append_utf8(code_point);
}

std::uint32_t Scanner::take_hex4() noexcept {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = at_ < text_.size() ? text_[at_++] : '\0';
    const char lower = static_cast<char>(c | 0x20);
    const bool letter = lower >= 'a' && lower <= 'f';
    if (!letter && !is_digit(c)) {
      fail();
      return 0;
    }
    value = value * 16 + static_cast<std::uint32_t>(letter ? lower - 'a' + 10 : c - '0');
  }
  return value;
}

void Scanner::append_utf8(std::uint32_t code_point) {
  const auto put = [this](std::uint32_t value) { unescaped_ += static_cast<char>(value); };
  const auto following = [&](int shift) { put(0x80U | (code_point >> shift & 0x3fU)); };
  if (code_point < 0x80) return put(code_point);
  if (code_point < 0x800) {
    put(0xc0U | code_point >> 6U);
    return following(0);
  }
  if (code_point < 0x10000) {
    put(0xe0U | code_point >> 12U);
  } else {
    put(0xf0U | code_point >> 18U);
    following(12);
  }
  following(6);
  following(0);
}

void Scanner::skip_digits() noexcept {
  if (at_ == text_.size() || !is_digit(text_[at_])) return fail();
  while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
}

void Scanner::skip_number() noexcept {
  (void)take('-');
  if (!take('0')) skip_digits();
  if (take('.')) skip_digits();
  if (take('e') || take('E')) {
    if (!take('+')) (void)take('-');
    skip_digits();
  }
}

void Scanner::skip_word(std::string_view word) noexcept {
  if (!text_.substr(at_).starts_with(word)) return fail();
  at_ += word.size();
}

void Scanner::skip() {
  switch (peek()) {
    case '{':
      enter('{');
      while (more('}')) {
        (void)key();
        skip();
      }
      return;
    case '[':
      enter('[');
      while (more(']')) skip();
      return;
    case '"':
      (void)string();
      return;
    case 't':
      return skip_word("true");
    case 'f':
      return skip_word("false");
    case 'n':
      return skip_word("null");
    default:
      return skip_number();
  }
}

bool Scanner::finish() noexcept {
  (void)peek();
  assert(failed_ || depth_ == 0);
  return !failed_ && at_ == text_.size();
}

}  // namespace tripcheck::escalation::impl::detail
