#include <algorithm>
#include <array>
#include <tripcheck/properties/escalation/sentinel.hpp>
#include <vector>

namespace tripcheck::escalation {
namespace {

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) { return lowered(c); });
  return result;
}

/// The characters of base64 that the sentinel decides by itself, wherever it stands in the text
/// that was encoded: behind 0, 1 or 2 bytes of a group of three.
std::vector<std::string> base64_forms() {
  std::vector<std::string> all;
  for (std::size_t before = 0; before < 3; ++before) {
    const std::string text = base64_of(std::string(before, 'x') + std::string(kSentinel) + "xxx");
    const std::size_t from = (8 * before + 5) / 6;
    const std::size_t to = 8 * (before + kSentinel.size()) / 6;
    all.push_back(text.substr(from, to - from));
  }
  return all;
}

}  // namespace

std::string hex_of(std::string_view text) {
  std::string hex;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    hex += "0123456789abcdef"[byte >> 4U];
    hex += "0123456789abcdef"[byte & 0xfU];
  }
  return hex;
}

std::string base64_of(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8U | (i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const bool there = i + k <= text.size();
      result += there ? kDigits[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return result;
}

std::string sentinel_digest() {
  std::string text;
  while (text.size() < 32) text += kSentinel;
  std::string hex = hex_of(text.substr(0, 32));
  std::transform(hex.begin(), hex.end(), hex.begin(), [](char c) {
    return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return hex;
}

std::string sentinel_in(std::string_view text) {
  static const std::string kHex = hex_of(kSentinel);
  static const std::vector<std::string> kBase64 = base64_forms();
  const std::string low = lowered(text);
  if (low.find(kSentinel) != std::string::npos) return "as it is";
  if (low.find(kHex) != std::string::npos) return "as hex digits";
  // Standard and URL-safe base64 differ in two digits, which the sentinel's forms do not hold.
  for (const std::string& form : kBase64) {
    if (text.find(form) != std::string_view::npos) return "as base64";
  }
  return {};
}

}  // namespace tripcheck::escalation
