/// JSON written by hand, member by member, in the order of the calls.
///
/// Threads: a value; one thread at a time each.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/json.hpp>
#include <vector>

namespace tripcheck::engine::json {

/// An object under way: open while this lives, closed when it ends.
class Object {
 public:
  /// `out` is used as long as this lives.
  explicit Object(std::string& out) : out_(out) { out_ += '{'; }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  ~Object() { out_ += '}'; }

  void text(std::string_view key, std::string_view value) {
    begin(key);
    append_quoted(out_, value);
  }
  void text_or_null(std::string_view key, std::string_view value) {
    value.empty() ? raw(key, "null") : text(key, value);
  }
  void count(std::string_view key, std::uint64_t value) { raw(key, std::to_string(value)); }
  void flag(std::string_view key, bool value) { raw(key, value ? "true" : "false"); }
  /// JSON as it is; `null` where it is empty.
  void raw(std::string_view key, std::string_view value) {
    begin(key);
    out_ += value.empty() ? "null" : value;
  }
  template <class Items, class Write>
  void list(std::string_view key, const Items& items, const Write& write) {
    begin(key);
    out_ += '[';
    bool first = true;
    for (const auto& item : items) {
      if (!first) out_ += ',';
      first = false;
      write(item);
    }
    out_ += ']';
  }
  void texts(std::string_view key, const std::vector<std::string>& all) {
    list(key, all, [this](const std::string& one) { append_quoted(out_, one); });
  }

 private:
  void begin(std::string_view key) {
    if (!first_) out_ += ',';
    first_ = false;
    append_quoted(out_, key);
    out_ += ':';
  }
  std::string& out_;
  bool first_ = true;
};

}  // namespace tripcheck::engine::json
