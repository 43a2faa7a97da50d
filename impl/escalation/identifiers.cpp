#include <algorithm>
#include <cassert>
#include <tripcheck/impl/escalation/identifiers.hpp>

namespace tripcheck::escalation::impl {
namespace {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) noexcept { return c >= 'a' && c <= 'z'; }

/// Takes a text apart from its front; each step says whether it found what it was to take.
class Cursor {
 public:
  explicit constexpr Cursor(std::string_view text) noexcept : rest_(text) {}

  [[nodiscard]] constexpr bool at_end() const noexcept { return rest_.empty(); }

  constexpr bool take(char c) noexcept {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// Up to the first character that is no lowercase letter, digit or hyphen.
  constexpr std::string_view take_word() noexcept {
    return take_while([](char c) { return is_letter(c) || is_digit(c) || c == '-'; });
  }
  constexpr std::string_view take_digits() noexcept { return take_while(is_digit); }

 private:
  template <class Test>
  constexpr std::string_view take_while(Test test) noexcept {
    std::size_t size = 0;
    while (size < rest_.size() && test(rest_[size])) ++size;
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
};

constexpr bool take_label(Cursor& cursor) noexcept {
  const std::string_view label = cursor.take_word();
  return !label.empty() && label.size() <= 63 && label.front() != '-' && label.back() != '-';
}

/// Two labels or more, up to the slash.
constexpr bool take_namespace(Cursor& cursor) noexcept {
  if (!take_label(cursor)) return false;
  if (!cursor.take('.')) return false;
  do {
    if (!take_label(cursor)) return false;
  } while (cursor.take('.'));
  return cursor.take('/');
}

constexpr bool take_name(Cursor& cursor) noexcept {
  const std::string_view name = cursor.take_word();
  return !name.empty() && name.size() <= 64 && is_letter(name.front());
}

constexpr bool take_number(Cursor& cursor) noexcept {
  const std::string_view number = cursor.take_digits();
  return number.size() == 1 || (!number.empty() && number.front() != '0');
}

constexpr bool take_version(Cursor& cursor) noexcept {
  if (!take_number(cursor) || !cursor.take('.')) return false;
  if (!take_number(cursor) || !cursor.take('.')) return false;
  return take_number(cursor);
}

/// Whether this is what stands behind `KIND:` in an identifier of any kind.
constexpr bool is_body(std::string_view text) noexcept {
  constexpr std::size_t kMostNamespace = 253;
  if (text.find('/') > kMostNamespace) return false;
  Cursor cursor(text);
  if (!take_namespace(cursor) || !take_name(cursor)) return false;
  if (cursor.take('@') && !take_version(cursor)) return false;
  return cursor.at_end();
}

}  // namespace

Checked<RunId> RunId::parse(std::string_view text) noexcept {
  constexpr std::size_t kPrefix = 4;
  constexpr Error kInvalid{Code::invalid_identifier, Field::run_id};
  Packed digits{};
  if (text.size() != kPrefix + 2 * digits.size()) return kInvalid;
  if (!detail::pack_hex(text.data() + kPrefix, digits)) return kInvalid;
  if (text.starts_with("run_")) return RunId(digits);
  if (text.starts_with("act_")) return Error{Code::wrong_identifier_kind, Field::run_id};
  return kInvalid;
}

RunId RunId::of_bytes(const Bytes& bytes) noexcept {
  Packed digits{};
  const bool packed = detail::pack_hex(detail::hex_of(bytes).data(), digits);
  assert(packed);
  static_cast<void>(packed);
  return RunId(digits);
}

RunId::Text RunId::text() const noexcept {
  Text text{'r', 'u', 'n', '_'};
  const auto digits = detail::unpack_hex(digits_);
  std::copy(digits.begin(), digits.end(), text.begin() + 4);
  return text;
}

WorkflowId::WorkflowId(std::string_view text) noexcept
    : size_(static_cast<std::uint16_t>(text.size())) {
  std::copy(text.begin(), text.end(), text_.begin());
}

Checked<WorkflowId> WorkflowId::parse(std::string_view text) noexcept {
  constexpr Error kInvalid{Code::invalid_identifier, Field::workflow_id};
  const auto colon = text.find(':');
  if (text.size() > kMost || colon == std::string_view::npos) return kInvalid;
  if (!is_body(text.substr(colon + 1))) return kInvalid;
  const std::string_view kind = text.substr(0, colon);
  if (kind == "workflow") return WorkflowId(text);
  for (const std::string_view other : {"capability", "purpose", "policy", "tool"}) {
    if (kind == other) return Error{Code::wrong_identifier_kind, Field::workflow_id};
  }
  return kInvalid;
}

StepDigest StepDigest::of_bytes(const Bytes& bytes) noexcept {
  Packed digits{};
  const bool packed = detail::pack_hex(detail::hex_of(bytes).data(), digits);
  assert(packed);
  static_cast<void>(packed);
  return StepDigest(digits);
}

}  // namespace tripcheck::escalation::impl
