#include <algorithm>
#include <tripcheck/properties/engine/printable.hpp>

namespace tripcheck::engine {
namespace {

unsigned byte_of(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

/// Whether three bytes are a character that is not seen and turns or breaks the text around it:
/// U+200B … U+200F, U+2028 … U+202E, U+2060 … U+206F, U+FEFF.
bool steers_text(std::string_view three) {
  const unsigned last = byte_of(three, 2);
  if (three.starts_with("\xe2\x80")) {
    return (last >= 0x8B && last <= 0x8F) || (last >= 0xA8 && last <= 0xAE);
  }
  return (three.starts_with("\xe2\x81") && last >= 0xA0 && last <= 0xAF) || three == "\xef\xbb\xbf";
}

/// The bytes of the character that begins at `i`; 0 where that is no UTF-8, or steers terminals or
/// text.
std::size_t character_at(std::string_view text, std::size_t i) {
  const unsigned first = byte_of(text, i);
  if (first < 0x20 || first == 0x7F) return 0;
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || i + size > text.size()) return 0;
  for (std::size_t k = 1; k < size; ++k) {
    if ((byte_of(text, i + k) & 0xC0U) != 0x80U) return 0;
  }
  const unsigned second = byte_of(text, i + 1);
  if (first == 0xC2 && second < 0xA0) return 0;  // Control characters again: U+0080 … U+009F.
  if (size == 3 && steers_text(text.substr(i, size))) return 0;
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool no_character = (first == 0xED && second >= 0xA0) || (first == 0xF4 && second >= 0x90);
  return overlong || no_character ? 0 : size;
}

void append_escaped(std::string& out, unsigned byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  if (byte == '\n') {
    out += "\\n";
  } else if (byte == '\t') {
    out += "\\t";
  } else {
    out += "\\x";
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 0xFU];
  }
}

bool is_safe(char c) {
  constexpr std::string_view kMarks = "_./:=@%+,-";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kMarks.find(c) != std::string_view::npos;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = character_at(text, i);
    if (size == 0) {
      append_escaped(out, byte_of(text, i++));
    } else {
      out += text.substr(i, size);
      i += size;
    }
  }
  return out;
}

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_safe)) return std::string(text);
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += R"('\'')";
    } else {
      word += c;
    }
  }
  return word + "'";
}

}  // namespace tripcheck::engine
