#include <algorithm>
#include <array>
#include <cstdint>
#include <tripcheck/model/expeditor/display.hpp>

namespace tripcheck::expeditor::model {
namespace {

struct Span {
  char32_t first;
  char32_t last;  ///< Inclusive.
};

// Control characters, and format characters that have no width or turn the direction of writing.
constexpr std::array<Span, 9> kEscaped{{{0x00, 0x1F},
                                        {0x7F, 0x9F},
                                        {0xAD, 0xAD},
                                        {0x61C, 0x61C},
                                        {0x200B, 0x200F},
                                        {0x2028, 0x202E},
                                        {0x2060, 0x206F},
                                        {0xFEFF, 0xFEFF},
                                        {0xE0000, 0xE007F}}};
constexpr std::array<Span, 10> kWide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0xFFE0, 0xFFE6},
                                      {0x1F300, 0x1FAFF},
                                      {0x20000, 0x3FFFD}}};
constexpr std::array<Span, 4> kCombining{
    {{0x300, 0x36F}, {0x1AB0, 0x1AFF}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}}};

bool in(const auto& spans, char32_t c) {
  return std::any_of(spans.begin(), spans.end(),
                     [&](const Span& span) { return span.first <= c && c <= span.last; });
}

/// One character of UTF-8 at the start of a text. A byte that is none stands alone and invalid.
struct Character {
  std::string_view bytes{};
  char32_t code = 0;
  bool valid = false;
};

Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const Character broken{.bytes = text.substr(0, 1), .code = byte(0)};
  if (byte(0) < 0x80U) return {.bytes = text.substr(0, 1), .code = byte(0), .valid = true};
  std::size_t size = 0;
  if (byte(0) >= 0xC2U && byte(0) <= 0xDFU) size = 2;
  if (byte(0) >= 0xE0U && byte(0) <= 0xEFU) size = 3;
  if (byte(0) >= 0xF0U && byte(0) <= 0xF4U) size = 4;
  if (size == 0 || text.size() < size) return broken;
  char32_t code = byte(0) & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return broken;
    code = code << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};  // By size.
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast.at(size) || surrogate || code > 0x10FFFF) return broken;
  return {.bytes = text.substr(0, size), .code = code, .valid = true};
}

std::string hex(char32_t code, std::size_t digits) {
  std::string text(digits, '0');
  for (std::size_t i = digits; i-- > 0; code >>= 4U) text[i] = "0123456789abcdef"[code & 0xFU];
  return text;
}

std::string escaped(const Character& character) {
  if (!character.valid) return "\\x" + hex(character.code, 2);
  switch (character.code) {
    case U'\n':
      return "\\n";
    case U'\r':
      return "\\r";
    case U'\t':
      return "\\t";
    default:
      break;
  }
  const bool printable = character.code > 0x20 && character.code < 0x7F;
  if (printable) return "\\" + std::string(character.bytes);
  return "\\u" + hex(character.code, character.code > 0xFFFF ? 6 : 4);
}

std::size_t columns_of(char32_t code) {
  if (in(kCombining, code)) return 0;
  return in(kWide, code) ? 2 : 1;
}

}  // namespace

std::string shown(std::string_view text, char also) {
  const auto around = static_cast<char32_t>(static_cast<unsigned char>(also));
  std::string out;
  while (!text.empty()) {
    const Character next = first_of(text);
    const bool plain =
        next.valid && next.code != U'\\' && next.code != around && !in(kEscaped, next.code);
    out += plain ? std::string(next.bytes) : escaped(next);
    text.remove_prefix(next.bytes.size());
  }
  return out;
}

std::size_t columns(std::string_view shown) {
  std::size_t sum = 0;
  while (!shown.empty()) {
    const Character next = first_of(shown);
    sum += columns_of(next.code);
    shown.remove_prefix(next.bytes.size());
  }
  return sum;
}

std::string fitted(std::string_view shown, std::size_t width) {
  const std::size_t all = columns(shown);
  if (all <= width) return std::string(shown) + std::string(width - all, ' ');
  std::string out;
  std::size_t used = 1;  // The sign that something was cut.
  for (Character next = first_of(shown); used + columns_of(next.code) <= width;
       next = first_of(shown)) {
    out += next.bytes;
    used += columns_of(next.code);
    shown.remove_prefix(next.bytes.size());
  }
  return out + "…" + std::string(width - used, ' ');
}

}  // namespace tripcheck::expeditor::model
