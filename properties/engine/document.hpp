/// Strict reading of documents: the first fault in document order, with its place.
///
/// The readers throw DocumentError; it never leaves the functions that read a whole document.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/json.hpp>

namespace tripcheck::engine {

/// A place in a document, as a chain on the stack: `events`, then `[7]`, then `t`.
struct Place {
  const Place* parent = nullptr;
  std::string_view key{};  ///< Of an object's member; where empty, `index` counts.
  std::size_t index = 0;   ///< Of an array's item.
  bool is_item = false;

  [[nodiscard]] Place member(std::string_view name) const { return {.parent = this, .key = name}; }
  [[nodiscard]] Place item(std::size_t number) const {
    return {.parent = this, .index = number, .is_item = true};
  }
  /// `events[7].t`; `document` for the whole.
  [[nodiscard]] std::string text() const;
};

/// One line: `PLACE: expected WHAT, found FOUND`.
class DocumentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] void fail(const Place& place, std::string_view what);
/// Fails with `expected WHAT, found` and what stands there; a broken value fails as its syntax
/// error.
[[noreturn]] void unexpected(json::Value value, const Place& place, std::string_view what);

/// One key of an object and whether it may be absent.
struct Key {
  std::string_view name;
  bool required = true;
};

/// Calls `read(k, value, place)` for each member in document order, k being its place in `keys`.
/// Unknown and repeated keys fail where they stand, missing ones where the object ends.
void read_object(json::Value value, const Place& place, std::span<const Key> keys,
                 const std::function<void(std::size_t, json::Value, const Place&)>& read);
/// Calls `read(value, place)` for each item in order.
void read_array(json::Value value, const Place& place,
                const std::function<void(json::Value, const Place&)>& read);
[[nodiscard]] std::int64_t read_integer(json::Value value, const Place& place, Range range);
[[nodiscard]] bool read_boolean(json::Value value, const Place& place);
[[nodiscard]] std::string_view read_string(json::Value value, const Place& place);
/// The index of the word that stands there, of those allowed.
[[nodiscard]] std::size_t read_word(json::Value value, const Place& place,
                                    std::span<const std::string_view> words);
/// Fails where text stands behind the whole value. To be called last.
void read_end(const json::Document& document);

/// `a`, `a or b`, `a, b or c`.
[[nodiscard]] std::string either(std::span<const std::string_view> words);

}  // namespace tripcheck::engine
