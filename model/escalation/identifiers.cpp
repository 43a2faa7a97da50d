#include <algorithm>
#include <tripcheck/model/escalation/identifiers.hpp>
#include <vector>

namespace tripcheck::escalation::model {
namespace {

// Written out, since what <cctype> takes for a letter is up to the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }
bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }
bool is_inner(char c) { return is_letter_or_digit(c) || c == '-'; }

template <class Test>
bool all(std::string_view text, Test test) {
  return std::all_of(text.begin(), text.end(), test);
}

bool is_hex_of(std::string_view text, std::size_t size) {
  return text.size() == size && all(text, is_hex);
}

bool is_run(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) && is_hex_of(text.substr(prefix.size()), 32);
}

std::vector<std::string_view> parts(std::string_view text, char separator) {
  std::vector<std::string_view> found;
  for (;;) {
    const auto end = text.find(separator);
    found.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return found;
    text.remove_prefix(end + 1);
  }
}

bool is_label(std::string_view text) {
  return !text.empty() && text.size() <= 63 && all(text, is_inner) && text.front() != '-' &&
         text.back() != '-';
}

bool is_namespace(std::string_view text) {
  const auto labels = parts(text, '.');
  return text.size() <= 253 && labels.size() >= 2 &&
         std::all_of(labels.begin(), labels.end(), is_label);
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 64 && is_letter(text.front()) && all(text, is_inner);
}

bool is_version_number(std::string_view text) {
  return !text.empty() && all(text, is_digit) && (text == "0" || text.front() != '0');
}

bool is_version(std::string_view text) {
  const auto numbers = parts(text, '.');
  return numbers.size() == 3 && std::all_of(numbers.begin(), numbers.end(), is_version_number);
}

/// KIND:NAMESPACE/NAME[@VERSION]
bool is_identifier(std::string_view text, std::string_view kind) {
  if (text.size() > 512 || !text.starts_with(kind)) return false;
  text.remove_prefix(kind.size());
  if (!text.starts_with(':')) return false;
  text.remove_prefix(1);
  const auto slash = text.find('/');
  if (slash == std::string_view::npos || !is_namespace(text.substr(0, slash))) return false;
  text.remove_prefix(slash + 1);
  const auto at = text.find('@');
  if (!is_name(text.substr(0, at))) return false;
  return at == std::string_view::npos || is_version(text.substr(at + 1));
}

}  // namespace

Checked<RunId> RunId::parse(std::string_view text) {
  if (is_run(text, "run_")) return RunId(std::string(text));
  if (is_run(text, "act_")) return Error{Code::wrong_identifier_kind, Field::run_id};
  return Error{Code::invalid_identifier, Field::run_id};
}

RunId RunId::of_bytes(std::span<const std::uint8_t, 16> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "run_";
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte / 16];
    text += kDigits[byte % 16];
  }
  return RunId(std::move(text));
}

Checked<WorkflowId> WorkflowId::parse(std::string_view text) {
  if (is_identifier(text, "workflow")) return WorkflowId(std::string(text));
  for (const std::string_view other : {"capability", "purpose", "policy", "tool"}) {
    if (is_identifier(text, other)) return Error{Code::wrong_identifier_kind, Field::workflow_id};
  }
  return Error{Code::invalid_identifier, Field::workflow_id};
}

std::optional<StepDigest> StepDigest::parse(std::string_view text) {
  if (!is_hex_of(text, 64)) return std::nullopt;
  return StepDigest(std::string(text));
}

}  // namespace tripcheck::escalation::model
