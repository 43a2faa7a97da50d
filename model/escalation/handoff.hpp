/// What a halted run hands to a human reviewer, and how one is read back from a stranger.
///
/// A Handoff holds nothing but names, digests, times and words from the table of rules.md. It
/// asks for a decision; it never is one (E-12).
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/model/escalation/calendar.hpp>
#include <tripcheck/model/escalation/config.hpp>
#include <tripcheck/model/escalation/identifiers.hpp>
#include <tripcheck/model/escalation/json.hpp>
#include <vector>

namespace tripcheck::escalation::model {

inline constexpr std::size_t kMostDigests = 32;
inline constexpr std::string_view kSchemaVersion = "openmed.agent.reviewer_handoff.v1";

/// What the class of the tripping attempt decides.
struct Consequence {
  std::string_view reason_code;
  std::string_view requested_decision;
  std::array<std::string_view, 2> recovery_actions;
};
[[nodiscard]] Consequence consequence_of(FailureClass failure_class);

/// Nothing for what is not one of the three words.
[[nodiscard]] std::optional<FailureClass> class_of(std::string_view text);

/// What somebody says is in a packet. Nothing of it is checked.
struct PacketDraft {
  std::vector<std::string> evidence_references;
  std::string expires_at;
  std::string issued_at;
  std::string reason_code;
  std::string requested_decision;
  std::string run_id;
  std::string schema_version;
  std::string workflow_id;
};

/// What somebody says is a handoff.
struct HandoffDraft {
  std::vector<std::string> allowed_recovery_actions;
  std::vector<std::string> attempted_step_digests;
  std::string failure_class;
  PacketDraft reviewer_packet;
};

class Handoff {
 public:
  /// The handoff of a trip (E-7); `now: invalid_timestamp` where it would expire past the year 9999
  /// (E-8), `invalid_digests` where there are none or more than 32.
  [[nodiscard]] static Checked<Handoff> issue(const RunId& run_id, const WorkflowId& workflow_id,
                                              FailureClass failure_class,
                                              const std::vector<StepDigest>& digests,
                                              const UtcSecond& now);

  /// The handoff that the draft describes, or the first check that it fails (E-11, E-16).
  [[nodiscard]] static Checked<Handoff> make(const HandoffDraft& draft);

  Handoff(const Handoff&) = default;  // Moving copies: what was moved from is still whole.
  Handoff& operator=(const Handoff&) = default;
  ~Handoff() = default;

  [[nodiscard]] const RunId& run_id() const noexcept { return run_id_; }
  [[nodiscard]] const WorkflowId& workflow_id() const noexcept { return workflow_id_; }
  [[nodiscard]] FailureClass failure_class() const noexcept { return failure_class_; }
  [[nodiscard]] const std::vector<StepDigest>& digests() const noexcept { return digests_; }
  [[nodiscard]] const UtcSecond& issued_at() const noexcept { return issued_at_; }
  [[nodiscard]] const UtcSecond& expires_at() const noexcept { return expires_at_; }
  [[nodiscard]] static constexpr bool requires_human_review() noexcept { return true; }  // E-12
  [[nodiscard]] static constexpr bool authorizes_action() noexcept { return false; }     // E-12

  /// True from the instant of expiry on (E-15).
  [[nodiscard]] bool expired(const UtcSecond& now) const noexcept { return expires_at_ <= now; }

  bool operator==(const Handoff&) const = default;

 private:
  Handoff(const RunId& run_id, const WorkflowId& workflow_id, FailureClass failure_class,
          const std::vector<StepDigest>& digests, const UtcSecond& issued_at,
          const UtcSecond& expires_at);

  RunId run_id_;
  WorkflowId workflow_id_;
  FailureClass failure_class_;
  std::vector<StepDigest> digests_;
  UtcSecond issued_at_;
  UtcSecond expires_at_;
};

/// Keys sorted, no spaces, ASCII (E-9).
[[nodiscard]] std::string to_json(const Handoff& handoff);

/// A stranger's handoff: its keys first, then as `Handoff::make` (E-16).
[[nodiscard]] Checked<Handoff> read_handoff(const Json& json);

/// As `Handoff::expired`; `now: invalid_timestamp` for what is no time (E-15).
[[nodiscard]] Checked<bool> expired(const Handoff& handoff, std::string_view now);

}  // namespace tripcheck::escalation::model
