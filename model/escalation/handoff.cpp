#include <algorithm>
#include <tripcheck/model/escalation/handoff.hpp>

namespace tripcheck::escalation::model {
namespace {

constexpr Error kInvalidDigests{Code::invalid_digests, Field::attempted_step_digests};
constexpr Error kInvalidPacket{Code::invalid_packet, Field::reviewer_packet};
constexpr Error kInvalidActions{Code::invalid_recovery_actions, Field::allowed_recovery_actions};

/// All of them, or nothing where there are none, too many, or one that is no digest.
std::optional<std::vector<StepDigest>> digests_of(const std::vector<std::string>& texts) {
  if (texts.empty() || texts.size() > kMostDigests) return std::nullopt;
  std::vector<StepDigest> digests;
  for (const std::string& text : texts) {
    const auto digest = StepDigest::parse(text);
    if (!digest) return std::nullopt;
    digests.push_back(*digest);
  }
  return digests;
}

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

}  // namespace

Consequence consequence_of(FailureClass failure_class) {
  switch (failure_class) {
    case FailureClass::uncertainty:
      return {"low_confidence", "review_evidence", {"review_evidence", "abort_run"}};
    case FailureClass::permission_denial:
      return {"human_gate", "decide_next_step", {"recheck_permissions", "abort_run"}};
    case FailureClass::tool_failure:
      break;
  }
  return {"safety_review", "assess_safety", {"review_tool_failure", "abort_run"}};
}

std::optional<FailureClass> class_of(std::string_view text) {
  for (const FailureClass failure_class :
       {FailureClass::uncertainty, FailureClass::permission_denial, FailureClass::tool_failure}) {
    if (text == name(failure_class)) return failure_class;
  }
  return std::nullopt;
}

Handoff::Handoff(const RunId& run_id, const WorkflowId& workflow_id, FailureClass failure_class,
                 const std::vector<StepDigest>& digests, const UtcSecond& issued_at,
                 const UtcSecond& expires_at)
    : run_id_(run_id),
      workflow_id_(workflow_id),
      failure_class_(failure_class),
      digests_(digests),
      issued_at_(issued_at),
      expires_at_(expires_at) {}

Checked<Handoff> Handoff::issue(const RunId& run_id, const WorkflowId& workflow_id,
                                FailureClass failure_class, const std::vector<StepDigest>& digests,
                                const UtcSecond& now) {
  if (digests.empty() || digests.size() > kMostDigests) return kInvalidDigests;
  const auto expires_at = now.half_an_hour_later();
  if (!expires_at) return Error{Code::invalid_timestamp, Field::now};
  return Handoff(run_id, workflow_id, failure_class, digests, now, *expires_at);
}

Checked<Handoff> Handoff::make(const HandoffDraft& draft) {
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
  const auto digests = digests_of(draft.attempted_step_digests);
  if (!digests) return kInvalidDigests;

  const Consequence own = consequence_of(*failure_class);
  const bool packet_fits =
      packet.schema_version == kSchemaVersion && packet.reason_code == own.reason_code &&
      packet.requested_decision == own.requested_decision && packet.evidence_references.empty() &&
      issued_at->half_an_hour_later() == expires_at;
  if (!packet_fits) return kInvalidPacket;
  const auto& actions = draft.allowed_recovery_actions;
  if (!std::equal(actions.begin(), actions.end(), own.recovery_actions.begin(),
                  own.recovery_actions.end())) {
    return kInvalidActions;
  }
  return Handoff(std::get<RunId>(run_id), std::get<WorkflowId>(workflow_id), *failure_class,
                 *digests, *issued_at, *expires_at);
}

std::string to_json(const Handoff& handoff) {
  const Consequence own = consequence_of(handoff.failure_class());
  std::string digests;
  for (const StepDigest& digest : handoff.digests()) {
    if (!digests.empty()) digests += ',';
    digests += quoted(digest.text());
  }
  return "{\"allowed_recovery_actions\":[" + quoted(own.recovery_actions[0]) + "," +
         quoted(own.recovery_actions[1]) + "],\"attempted_step_digests\":[" + digests +
         "],\"failure_class\":" + quoted(name(handoff.failure_class())) +
         ",\"reviewer_packet\":{\"evidence_references\":[],\"expires_at\":" +
         quoted(handoff.expires_at().text()) +
         ",\"issued_at\":" + quoted(handoff.issued_at().text()) +
         ",\"reason_code\":" + quoted(own.reason_code) +
         ",\"requested_decision\":" + quoted(own.requested_decision) +
         ",\"run_id\":" + quoted(handoff.run_id().text()) +
         ",\"schema_version\":" + quoted(kSchemaVersion) +
         ",\"workflow_id\":" + quoted(handoff.workflow_id().text()) + "}}";
}

Checked<bool> expired(const Handoff& handoff, std::string_view now) {
  const auto at = UtcSecond::parse(now);
  if (!at) return Error{Code::invalid_timestamp, Field::now};
  return handoff.expired(*at);
}

}  // namespace tripcheck::escalation::model
