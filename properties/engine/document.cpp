#include <algorithm>
#include <tripcheck/properties/engine/document.hpp>
#include <vector>

namespace tripcheck::engine {
namespace {

constexpr std::size_t kShown = 40;  // Bytes of a string that an error quotes, at most.

bool is_bare(std::string_view key) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !key.empty() && letter(key.front()) && std::all_of(key.begin(), key.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9');
  });
}

/// The start of a text, cut between characters of UTF-8.
std::string shown(std::string_view text) {
  if (text.size() <= kShown) return json::quoted(text);
  std::size_t end = kShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return json::quoted(text.substr(0, end)) + "…";
}

std::string found(json::Value value) {
  switch (value.kind()) {
    case json::Kind::null:
      return "null";
    case json::Kind::boolean:
      return value.boolean() ? "true" : "false";
    case json::Kind::integer:
      return std::to_string(value.integer());
    case json::Kind::number:
      return value.text().size() <= kShown ? std::string(value.text())
                                           : std::string(value.text().substr(0, kShown)) + "…";
    case json::Kind::string:
      return shown(value.text());
    case json::Kind::array:
      return "an array";
    case json::Kind::object:
      return "an object";
    case json::Kind::broken:
      break;
  }
  return "nothing";
}

[[noreturn]] void fail_syntax(const json::SyntaxError& error) {
  throw DocumentError("line " + std::to_string(error.line) + ", column " +
                      std::to_string(error.column) + ": expected a JSON document, found " +
                      error.what);
}

}  // namespace

std::string Place::text() const {
  if (parent == nullptr) return "document";
  std::string text = parent->parent == nullptr ? std::string() : parent->text();
  if (is_item) return text + "[" + std::to_string(index) + "]";
  if (!is_bare(key)) return text + "[" + shown(key) + "]";
  return text + (text.empty() ? "" : ".") + std::string(key);
}

void fail(const Place& place, std::string_view what) {
  throw DocumentError(place.text() + ": " + std::string(what));
}

void unexpected(json::Value value, const Place& place, std::string_view what) {
  if (value.kind() == json::Kind::broken) fail_syntax(*value.document().syntax_error());
  fail(place, "expected " + std::string(what) + ", found " + found(value));
}

std::string either(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

void read_object(json::Value value, const Place& place, std::span<const Key> keys,
                 const std::function<void(std::size_t, json::Value, const Place&)>& read) {
  if (value.kind() != json::Kind::object) unexpected(value, place, "an object");
  std::uint64_t seen = 0;  // One bit a key; no document of ours has 64 keys.
  for (const json::Member& entry : value.members()) {
    const std::string_view key = entry.key;
    const json::Value member = entry.value;
    const Place here = place.member(key);
    if (member.kind() == json::Kind::broken && key.empty()) unexpected(member, here, "a key");
    const auto* known = std::find_if(keys.data(), keys.data() + keys.size(),
                                     [&](const Key& k) { return k.name == key; });
    const auto k = static_cast<std::size_t>(known - keys.data());
    if (k == keys.size()) {
      std::vector<std::string_view> names;
      for (const Key& allowed : keys) names.push_back(allowed.name);
      fail(here, "unknown key, expected " + either(names));
    }
    if ((seen >> k & 1U) != 0) fail(here, "expected once, found again");
    seen |= std::uint64_t{1} << k;
    read(k, member, here);
  }
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (keys[k].required && (seen >> k & 1U) == 0) fail(place.member(keys[k].name), "missing");
  }
}

void read_array(json::Value value, const Place& place,
                const std::function<void(json::Value, const Place&)>& read) {
  if (value.kind() != json::Kind::array) unexpected(value, place, "an array");
  std::size_t index = 0;
  for (const json::Value item : value.items()) read(item, place.item(index++));
}

std::int64_t read_integer(json::Value value, const Place& place, Range range) {
  if (value.kind() != json::Kind::integer || !range.holds(value.integer())) {
    unexpected(
        value, place,
        "an integer between " + std::to_string(range.low) + " and " + std::to_string(range.high));
  }
  return value.integer();
}

bool read_boolean(json::Value value, const Place& place) {
  if (value.kind() != json::Kind::boolean) unexpected(value, place, "true or false");
  return value.boolean();
}

std::string_view read_string(json::Value value, const Place& place) {
  if (value.kind() != json::Kind::string) unexpected(value, place, "a string");
  return value.text();
}

std::size_t read_word(json::Value value, const Place& place,
                      std::span<const std::string_view> words) {
  if (value.kind() == json::Kind::string) {
    const auto* const end = words.data() + words.size();
    const auto* const known = std::find(words.data(), end, value.text());
    if (known != end) return static_cast<std::size_t>(known - words.data());
  }
  std::vector<std::string> quoted;
  for (const std::string_view word : words) quoted.push_back(json::quoted(word));
  const std::vector<std::string_view> views(quoted.begin(), quoted.end());
  unexpected(value, place, either(views));
}

void read_end(const json::Document& document) {
  if (document.syntax_error()) fail_syntax(*document.syntax_error());
}

}  // namespace tripcheck::engine
