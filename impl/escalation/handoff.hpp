/// What a halted run hands to a human reviewer: one value of fixed size, valid or not there.
///
/// Refines: model::Handoff; properties/escalation/ holds it to that.
/// Threads: a value like an int.
/// Cost:    about 1600 bytes; only `to_json`, and `from_json` where a text has escapes, allocate.
/// Limits:  1 … 32 digests, both inclusive.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/impl/escalation/calendar.hpp>
#include <tripcheck/impl/escalation/identifiers.hpp>
#include <tripcheck/model/escalation/config.hpp>

namespace tripcheck::escalation::impl {

/// What somebody says is in a packet; nothing of it is checked. Here and below the texts are the
/// caller's, and must live until the draft was used.
struct PacketDraft {
  std::span<const std::string_view> evidence_references{};
  std::string_view expires_at{};
  std::string_view issued_at{};
  std::string_view reason_code{};
  std::string_view requested_decision{};
  std::string_view run_id{};
  std::string_view schema_version{};
  std::string_view workflow_id{};
};

/// What somebody says is a handoff.
struct HandoffDraft {
  std::span<const std::string_view> allowed_recovery_actions{};
  std::span<const std::string_view> attempted_step_digests{};
  std::string_view failure_class{};
  PacketDraft reviewer_packet{};
};

/// Nothing for what is not one of the three words.
[[nodiscard]] std::optional<FailureClass> class_of(std::string_view text) noexcept;

class Handoff {
 public:
  static constexpr std::size_t kMostDigests = 32;
  static constexpr std::string_view kSchemaVersion = "openmed.agent.reviewer_handoff.v1";

  /// The handoff of a trip (E-7); `now: invalid_timestamp` where it would expire past the year 9999
  /// (E-8), `invalid_digests` where there are none or more than 32.
  [[nodiscard]] static Checked<Handoff> issue(const RunId& run_id, const WorkflowId& workflow_id,
                                              FailureClass failure_class,
                                              std::span<const StepDigest::Packed> digests,
                                              UtcSecond now) noexcept;
  /// The handoff that the draft describes, or the first check that it fails (E-11, E-16).
  [[nodiscard]] static Checked<Handoff> make(const HandoffDraft& draft) noexcept;
  /// A stranger's handoff: `malformed_document` where this is no JSON object, then its keys, then
  /// as `make` (E-16).
  [[nodiscard]] static Checked<Handoff> from_json(std::string_view json);

  /// Keys sorted, no spaces, ASCII (E-9).
  [[nodiscard]] std::string to_json() const;

  [[nodiscard]] const RunId& run_id() const noexcept { return run_id_; }
  [[nodiscard]] const WorkflowId& workflow_id() const noexcept { return workflow_id_; }
  [[nodiscard]] FailureClass failure_class() const noexcept { return failure_class_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }  ///< Digests.
  /// In the order of the attempts. Requires: i < size(); asserted.
  [[nodiscard]] StepDigest digest(std::size_t i) const noexcept;
  [[nodiscard]] UtcSecond issued_at() const noexcept { return issued_at_; }
  [[nodiscard]] UtcSecond expires_at() const noexcept { return expires_at_; }
  [[nodiscard]] std::string_view reason_code() const noexcept;
  [[nodiscard]] std::string_view requested_decision() const noexcept;
  [[nodiscard]] std::span<const std::string_view, 2> recovery_actions() const noexcept;
  [[nodiscard]] static constexpr bool requires_human_review() noexcept { return true; }  // E-12
  [[nodiscard]] static constexpr bool authorizes_action() noexcept { return false; }     // E-12

  /// True from the instant of expiry on (E-15).
  [[nodiscard]] bool expired(UtcSecond now) const noexcept { return expires_at_ <= now; }
  /// The same; `now: invalid_timestamp` for what is no time.
  [[nodiscard]] Checked<bool> expired(std::string_view now) const noexcept;

  bool operator==(const Handoff&) const = default;

 private:
  Handoff(const RunId& run_id, const WorkflowId& workflow_id, FailureClass failure_class,
          std::span<const StepDigest::Packed> digests, UtcSecond issued_at,
          UtcSecond expires_at) noexcept;

  RunId run_id_;
  WorkflowId workflow_id_;
  FailureClass failure_class_;
  std::uint8_t size_;
  UtcSecond issued_at_;
  UtcSecond expires_at_;                                    // Always half an hour later.
  std::array<StepDigest::Packed, kMostDigests> digests_{};  // Zero behind the last.
};

}  // namespace tripcheck::escalation::impl
