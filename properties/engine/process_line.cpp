#include <cstddef>
#include <tripcheck/properties/engine/process_line.hpp>

namespace tripcheck::engine {
namespace {

constexpr std::size_t kShown = 60;

std::optional<std::string> object_fault(const json::Document& line) {
  if (const auto& error = line.syntax_error()) {
    return "not JSON: column " + std::to_string(error->column) + ": " + error->what;
  }
  if (line.root().kind() != json::Kind::object) return "not an object";
  return std::nullopt;
}

}  // namespace

std::variant<std::int64_t, std::string> answered_id(const json::Document& line) {
  if (auto fault = object_fault(line)) return std::move(*fault);
  std::optional<std::int64_t> id;
  int answers = 0;
  for (const auto& [key, value] : line.root().members()) {
    if (key == "id") {
      if (id) return "two ids";
      if (value.kind() != json::Kind::integer) return "its id is not an integer";
      id = value.integer();
    } else if (key == "answer") {
      ++answers;
      if (value.kind() != json::Kind::object) return "its answer is not an object";
    } else if (key == "skipped" || key == "error") {
      ++answers;
      if (value.kind() != json::Kind::string) return "its " + std::string(key) + " is not a string";
    } else {
      return "unknown key, expected id, answer, skipped or error";
    }
  }
  if (!id) return "no id";
  if (answers != 1) return "expected one of answer, skipped and error";
  return *id;
}

std::optional<std::string> start_fault(const json::Document& line) {
  if (auto fault = object_fault(line)) return fault;
  const auto version = line.root().find("tripcheck");
  if (!version || version->kind() != json::Kind::integer || version->integer() != 1) {
    return "its tripcheck is not 1";
  }
  const auto name = line.root().find("name");
  if (!name || name->kind() != json::Kind::string) return "its name is not a string";
  return std::nullopt;
}

std::string nonsense(std::string_view line, std::string_view fault) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "nonsense: `";
  for (const char c : line.substr(0, kShown)) {
    if (c >= ' ' && c <= '~') {
      text += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      text += "\\x";
      text += kDigits[byte / 16];
      text += kDigits[byte % 16];
    }
  }
  text += line.size() > kShown ? "...` (" : "` (";
  text += fault;
  return text + ")";
}

}  // namespace tripcheck::engine
