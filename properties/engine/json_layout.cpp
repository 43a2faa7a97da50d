#include <tripcheck/properties/engine/json_layout.hpp>

namespace tripcheck::engine::json {
namespace {

constexpr std::size_t kColumns = 100;

/// What stands between the parts of a container.
struct Gaps {
  std::string_view item = ",";
  std::string_view key = ":";
};

bool is_container(Value value) {
  return value.kind() == Kind::array || value.kind() == Kind::object;
}

void append_scalar(std::string& out, Value value) {
  switch (value.kind()) {
    case Kind::boolean:
      out += value.boolean() ? "true" : "false";
      return;
    case Kind::integer:
      append_integer(out, value.integer());
      return;
    case Kind::number:
      out += value.text();
      return;
    case Kind::string:
      append_quoted(out, value.text());
      return;
    default:
      out += "null";
  }
}

void append_line(std::string& out, Value value, const Gaps& gaps) {
  if (!is_container(value)) {
    append_scalar(out, value);
    return;
  }
  const bool is_array = value.kind() == Kind::array;
  std::string_view gap;
  out += is_array ? '[' : '{';
  for (const Value item : value.items()) {
    out += gap;
    append_line(out, item, gaps);
    gap = gaps.item;
  }
  for (const auto [key, member] : value.members()) {
    out += gap;
    append_quoted(out, key);
    out += gaps.key;
    append_line(out, member, gaps);
    gap = gaps.item;
  }
  out += is_array ? ']' : '}';
}

/// Whether no part of it has parts itself.
bool is_flat(Value value) {
  const auto has_parts = [](Value part) { return is_container(part) && part.size() > 0; };
  bool flat = true;
  for (const Value item : value.items()) flat = flat && !has_parts(item);
  for (const auto [key, member] : value.members()) flat = flat && !has_parts(member);
  return flat;
}

/// Puts the value on the line that `out` ends with where it fits there.
bool fits(std::string& out, Value value, std::size_t depth) {
  if (!is_container(value) || value.size() == 0) {
    append_line(out, value, {});
    return true;
  }
  if (!is_flat(value) || (value.kind() == Kind::object && depth < 2)) return false;
  std::string line;
  append_line(line, value, {.item = ", ", .key = ": "});
  const std::size_t begin = out.rfind('\n') + 1;  // 0 where there is none.
  if (out.size() - begin + line.size() >= kColumns) return false;
  out += line;
  return true;
}

void append_block(std::string& out, Value value, std::size_t depth) {
  if (fits(out, value, depth)) return;
  const bool is_array = value.kind() == Kind::array;
  const auto new_line = [&](std::size_t levels) {
    out += '\n';
    out.append(2 * levels, ' ');
  };
  std::string_view gap;
  out += is_array ? '[' : '{';
  for (const Value item : value.items()) {
    out += gap;
    new_line(depth + 1);
    append_block(out, item, depth + 1);
    gap = ",";
  }
  for (const auto [key, member] : value.members()) {
    out += gap;
    new_line(depth + 1);
    append_quoted(out, key);
    out += ": ";
    append_block(out, member, depth + 1);
    gap = ",";
  }
  new_line(depth);
  out += is_array ? ']' : '}';
}

}  // namespace

std::string compact(Value value) {
  std::string out;
  append_line(out, value, {});
  return out;
}

std::string laid_out(std::string_view text) {
  const Document document = Document::parse(text);
  std::string out;
  if (document.syntax_error()) {
    out = text;
  } else {
    append_block(out, document.root(), 0);
  }
  return out + '\n';
}

}  // namespace tripcheck::engine::json
