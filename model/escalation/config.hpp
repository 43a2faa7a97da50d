/// The plain words of the escalation breaker: what it is told and what can be seen of it.
///
/// Shared by model and implementation, which share nothing else. Errors are pairs from two closed
/// lists: there is no room in one for anything that a caller said (E-10).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace tripcheck::escalation {

enum class FailureClass : std::uint8_t { uncertainty, permission_denial, tool_failure };

/// All fields are int64 so that a limit outside its range can be said, and refused by name (E-1).
struct Limits {
  std::int64_t uncertainty = 3;        ///< Attempts of this class that trip; [1, 32].
  std::int64_t permission_denial = 2;  ///< [1, 32].
  std::int64_t tool_failure = 3;       ///< [1, 32].
  std::int64_t total = 6;              ///< Attempts of any class that trip; [1, 32].
  bool operator==(const Limits&) const = default;
};

/// Valid attempts so far (E-3).
struct Counts {
  std::int64_t uncertainty = 0;
  std::int64_t permission_denial = 0;
  std::int64_t tool_failure = 0;
  std::int64_t total = 0;
  bool operator==(const Counts&) const = default;
};

enum class Code : std::uint8_t {
  circuit_open,
  unknown_failure_class,
  invalid_digest,
  invalid_timestamp,
  invalid_threshold,
  invalid_identifier,
  wrong_identifier_kind,
  unknown_field,
  missing_field,
  duplicate_field,
  invalid_digests,
  invalid_packet,
  invalid_recovery_actions,
  malformed_document,
};

/// What an error is about; `none` where its code says all.
enum class Field : std::uint8_t {
  none,
  run_id,
  workflow_id,
  uncertainty,
  permission_denial,
  tool_failure,
  total,
  failure_class,
  step_digest,
  now,
  handoff,
  allowed_recovery_actions,
  attempted_step_digests,
  reviewer_packet,
  evidence_references,
  expires_at,
  issued_at,
  reason_code,
  requested_decision,
  schema_version,
};

struct Error {
  Code code = Code::malformed_document;
  Field field = Field::none;
  bool operator==(const Error&) const = default;
};

/// A value that passed all its checks, or the first that it did not.
template <class T>
using Checked = std::variant<T, Error>;

[[nodiscard]] constexpr std::string_view name(FailureClass failure_class) noexcept {
  switch (failure_class) {
    case FailureClass::uncertainty:
      return "uncertainty";
    case FailureClass::permission_denial:
      return "permission_denial";
    case FailureClass::tool_failure:
      return "tool_failure";
  }
  return "?";
}

inline constexpr std::array<std::string_view, 14> kCodeNames{"circuit_open",
                                                             "unknown_failure_class",
                                                             "invalid_digest",
                                                             "invalid_timestamp",
                                                             "invalid_threshold",
                                                             "invalid_identifier",
                                                             "wrong_identifier_kind",
                                                             "unknown_field",
                                                             "missing_field",
                                                             "duplicate_field",
                                                             "invalid_digests",
                                                             "invalid_packet",
                                                             "invalid_recovery_actions",
                                                             "malformed_document"};

[[nodiscard]] constexpr std::string_view name(Code code) noexcept {
  static_assert(kCodeNames.size() == static_cast<std::size_t>(Code::malformed_document) + 1);
  const auto i = static_cast<std::size_t>(code);
  return i < kCodeNames.size() ? kCodeNames[i] : "?";
}

inline constexpr std::array<std::string_view, 20> kFieldNames{"",
                                                              "run_id",
                                                              "workflow_id",
                                                              "uncertainty",
                                                              "permission_denial",
                                                              "tool_failure",
                                                              "total",
                                                              "failure_class",
                                                              "step_digest",
                                                              "now",
                                                              "handoff",
                                                              "allowed_recovery_actions",
                                                              "attempted_step_digests",
                                                              "reviewer_packet",
                                                              "evidence_references",
                                                              "expires_at",
                                                              "issued_at",
                                                              "reason_code",
                                                              "requested_decision",
                                                              "schema_version"};

/// Also the key that the field has in a document.
[[nodiscard]] constexpr std::string_view name(Field field) noexcept {
  static_assert(kFieldNames.size() == static_cast<std::size_t>(Field::schema_version) + 1);
  const auto i = static_cast<std::size_t>(field);
  return i < kFieldNames.size() ? kFieldNames[i] : "?";
}

/// `step_digest: invalid_digest`, or the code alone.
[[nodiscard]] inline std::string text_of(const Error& error) {
  std::string text(name(error.field));
  if (!text.empty()) text += ": ";
  return text += name(error.code);
}

}  // namespace tripcheck::escalation
