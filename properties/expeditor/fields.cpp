#include <tripcheck/properties/expeditor/fields.hpp>

namespace tripcheck::expeditor {

void take(json::Value value, const Place& place, std::string& into) {
  into = engine::read_string(value, place);
}

void take(json::Value value, const Place& place, std::int64_t& into) {
  using Limits = std::numeric_limits<std::int64_t>;
  into = engine::read_integer(value, place, {.low = Limits::min(), .high = Limits::max()});
}

void take(json::Value value, const Place& place, bool& into) {
  into = engine::read_boolean(value, place);
}

void take(json::Value value, const Place& place, SubTaskId& into) {
  if (value.kind() == json::Kind::integer) {
    into = value.integer();
  } else if (value.kind() == json::Kind::string) {
    into = std::string(value.text());
  } else {
    engine::unexpected(value, place, "a string or an integer");
  }
}

void put(const std::string& from, std::string& text) { json::append_quoted(text, from); }

void put(std::int64_t from, std::string& text) { json::append_integer(text, from); }

void put(bool from, std::string& text) { text += from ? "true" : "false"; }

void put(const SubTaskId& from, std::string& text) {
  std::visit([&](const auto& id) { put(id, text); }, from);
}

}  // namespace tripcheck::expeditor
