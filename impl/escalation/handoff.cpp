#include <algorithm>
#include <cassert>
#include <cstring>
#include <tripcheck/impl/escalation/handoff.hpp>
#include <type_traits>

namespace tripcheck::escalation::impl {
namespace {

static_assert(std::is_trivially_copyable_v<Handoff>);

struct Consequence {
  std::string_view reason_code;
  std::string_view requested_decision;
  std::array<std::string_view, 2> recovery_actions;
};
constexpr std::array<Consequence, 3> kConsequences{{
    {"low_confidence", "review_evidence", {"review_evidence", "abort_run"}},
    {"human_gate", "decide_next_step", {"recheck_permissions", "abort_run"}},
    {"safety_review", "assess_safety", {"review_tool_failure", "abort_run"}},
}};

const Consequence& consequence_of(FailureClass failure_class) noexcept {
  return kConsequences[static_cast<std::size_t>(failure_class)];
}

/// Compares a number of characters that the compiler knows.
template <FailureClass C>
bool is(std::string_view text) noexcept {
  constexpr std::string_view kName = name(C);
  return text.size() == kName.size() && std::memcmp(text.data(), kName.data(), kName.size()) == 0;
}

constexpr Error kInvalidDigests{Code::invalid_digests, Field::attempted_step_digests};

bool fits(const PacketDraft& packet, const Consequence& own) noexcept {
  return packet.evidence_references.empty() && packet.reason_code == own.reason_code &&
         packet.requested_decision == own.requested_decision &&
         packet.schema_version == Handoff::kSchemaVersion;
}

}  // namespace

std::optional<FailureClass> class_of(std::string_view text) noexcept {
  if (is<FailureClass::uncertainty>(text)) return FailureClass::uncertainty;
  if (is<FailureClass::permission_denial>(text)) return FailureClass::permission_denial;
  if (is<FailureClass::tool_failure>(text)) return FailureClass::tool_failure;
  return std::nullopt;
}

Handoff::Handoff(const RunId& run_id, const WorkflowId& workflow_id, FailureClass failure_class,
                 std::span<const StepDigest::Packed> digests, UtcSecond issued_at,
                 UtcSecond expires_at) noexcept
    : run_id_(run_id),
      workflow_id_(workflow_id),
      failure_class_(failure_class),
      size_(static_cast<std::uint8_t>(digests.size())),
      issued_at_(issued_at),
      expires_at_(expires_at) {
  std::copy(digests.begin(), digests.end(), digests_.begin());
}

Checked<Handoff> Handoff::issue(const RunId& run_id, const WorkflowId& workflow_id,
                                FailureClass failure_class,
                                std::span<const StepDigest::Packed> digests,
                                UtcSecond now) noexcept {
  if (digests.empty() || digests.size() > kMostDigests) return kInvalidDigests;
  const auto expires_at = now.half_an_hour_later();
  if (!expires_at) return Error{Code::invalid_timestamp, Field::now};
  return Handoff(run_id, workflow_id, failure_class, digests, now, *expires_at);
}

Checked<Handoff> Handoff::make(const HandoffDraft& draft) noexcept {
  const PacketDraft& packet = draft.reviewer_packet;
  const auto expires_at = UtcSecond::parse(packet.expires_at);
  if (!expires_at) return Error{Code::invalid_timestamp, Field::expires_at};
  const auto issued_at = UtcSecond::parse(packet.issued_at);
  if (!issued_at) return Error{Code::invalid_timestamp, Field::issued_at};
  const auto run_id = RunId::parse(packet.run_id);
  if (const auto* error = std::get_if<Error>(&run_id)) return *error;
  const auto workflow_id = WorkflowId::parse(packet.workflow_id);
  if (const auto* error = std::get_if<Error>(&workflow_id)) return *error;

  const auto failure_class = class_of(draft.failure_class);
  if (!failure_class) return Error{Code::unknown_failure_class, Field::failure_class};

  const auto& texts = draft.attempted_step_digests;
  if (texts.empty() || texts.size() > kMostDigests) return kInvalidDigests;
  std::array<StepDigest::Packed, kMostDigests> digests{};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto digest = StepDigest::parse(texts[i]);
    if (!digest) return kInvalidDigests;
    digests[i] = digest->packed();
  }

  const Consequence& own = consequence_of(*failure_class);
  if (!fits(packet, own) || issued_at->half_an_hour_later() != expires_at) {
    return Error{Code::invalid_packet, Field::reviewer_packet};
  }
  const auto& actions = draft.allowed_recovery_actions;
  if (!std::equal(actions.begin(), actions.end(), own.recovery_actions.begin(),
                  own.recovery_actions.end())) {
    return Error{Code::invalid_recovery_actions, Field::allowed_recovery_actions};
  }
  return Handoff(*std::get_if<RunId>(&run_id), *std::get_if<WorkflowId>(&workflow_id),
                 *failure_class, std::span(digests).first(texts.size()), *issued_at, *expires_at);
}

std::string Handoff::to_json() const {
  constexpr std::size_t kFrame = 640;  // More than all but the digests and the workflow id take.
  constexpr std::size_t kDigest = 67;  // With quotes and comma.
  const auto view = [](const auto& characters) {
    return std::string_view(characters.data(), characters.size());
  };
  const Consequence& own = consequence_of(failure_class_);
  std::string json;
  json.reserve(kFrame + kDigest * size_ + workflow_id_.text().size());
  const auto append = [&json](auto... texts) { (json.append(texts), ...); };
  append("{\"allowed_recovery_actions\":[\"", own.recovery_actions[0], "\",\"",
         own.recovery_actions[1], "\"],\"attempted_step_digests\":[");
  for (std::size_t i = 0; i < size_; ++i) {
    append(i == 0 ? "\"" : ",\"", view(detail::unpack_hex(digests_[i])), "\"");
  }
  append("],\"failure_class\":\"", name(failure_class_),
         "\",\"reviewer_packet\":{\"evidence_references\":[],\"expires_at\":\"",
         view(expires_at_.text()), "\",\"issued_at\":\"", view(issued_at_.text()),
         "\",\"reason_code\":\"", own.reason_code, "\",\"requested_decision\":\"",
         own.requested_decision, "\",\"run_id\":\"", view(run_id_.text()),
         "\",\"schema_version\":\"", kSchemaVersion, "\",\"workflow_id\":\"", workflow_id_.text(),
         "\"}}");
  return json;
}

StepDigest Handoff::digest(std::size_t i) const noexcept {
  assert(i < size_);
  return StepDigest::of_packed(digests_[i]);
}

std::string_view Handoff::reason_code() const noexcept {
  return consequence_of(failure_class_).reason_code;
}

std::string_view Handoff::requested_decision() const noexcept {
  return consequence_of(failure_class_).requested_decision;
}

std::span<const std::string_view, 2> Handoff::recovery_actions() const noexcept {
  return consequence_of(failure_class_).recovery_actions;
}

Checked<bool> Handoff::expired(std::string_view now) const noexcept {
  const auto at = UtcSecond::parse(now);
  if (!at) return Error{Code::invalid_timestamp, Field::now};
  return expired(*at);
}

}  // namespace tripcheck::escalation::impl
