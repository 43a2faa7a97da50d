// From JSON to a draft: which keys there are, and the texts that stand there (E-16).
#include <algorithm>
#include <initializer_list>
#include <tripcheck/model/escalation/handoff.hpp>

namespace tripcheck::escalation::model {
namespace {

using Fields = std::initializer_list<Field>;

// Sorted by name.
constexpr Fields kHandoffKeys{Field::allowed_recovery_actions, Field::attempted_step_digests,
                              Field::failure_class, Field::reviewer_packet};
constexpr Fields kPacketKeys{
    Field::evidence_references, Field::expires_at, Field::issued_at,      Field::reason_code,
    Field::requested_decision,  Field::run_id,     Field::schema_version, Field::workflow_id};

std::ptrdiff_t count(const Json& object, std::string_view key) {
  return std::count_if(object.members.begin(), object.members.end(),
                       [&](const Member& member) { return member.key == key; });
}

/// What is wrong with an object's keys: unknown or repeated ones where they stand, then missing
/// ones.
std::optional<Error> key_fault(const Json& object, Field itself, Fields known) {
  std::vector<std::string_view> seen;
  for (const Member& member : object.members) {
    const auto* const field = std::find_if(
        known.begin(), known.end(), [&](Field candidate) { return name(candidate) == member.key; });
    if (field == known.end()) return Error{Code::unknown_field, itself};
    if (std::find(seen.begin(), seen.end(), member.key) != seen.end()) {
      return Error{Code::duplicate_field, *field};
    }
    seen.push_back(member.key);
  }
  for (const Field field : known) {
    if (count(object, name(field)) == 0) return Error{Code::missing_field, field};
  }
  return std::nullopt;
}

/// Requires: the object has this key.
const Json& member(const Json& object, Field field) {
  return std::find_if(object.members.begin(), object.members.end(),
                      [&](const Member& candidate) { return candidate.key == name(field); })
      ->value;
}

/// What is no string becomes an empty one: no check lets that through.
std::string text(const Json& json) { return json.kind == Json::Kind::string ? json.text : ""; }

std::vector<std::string> texts(const Json& json) {
  std::vector<std::string> found;
  for (const Json& item : json.items) found.push_back(text(item));
  return found;
}

/// What is no array becomes one with something in it, since only an empty one is let through.
std::vector<std::string> evidence(const Json& json) {
  return json.kind == Json::Kind::array ? texts(json) : std::vector<std::string>(1);
}

PacketDraft packet_draft(const Json& packet) {
  return {.evidence_references = evidence(member(packet, Field::evidence_references)),
          .expires_at = text(member(packet, Field::expires_at)),
          .issued_at = text(member(packet, Field::issued_at)),
          .reason_code = text(member(packet, Field::reason_code)),
          .requested_decision = text(member(packet, Field::requested_decision)),
          .run_id = text(member(packet, Field::run_id)),
          .schema_version = text(member(packet, Field::schema_version)),
          .workflow_id = text(member(packet, Field::workflow_id))};
}

}  // namespace

Checked<Handoff> read_handoff(const Json& json) {
  if (json.kind != Json::Kind::object) return Error{Code::malformed_document};
  if (const auto fault = key_fault(json, Field::handoff, kHandoffKeys)) return *fault;
  const Json& packet = member(json, Field::reviewer_packet);
  if (packet.kind != Json::Kind::object) {
    return Error{Code::invalid_packet, Field::reviewer_packet};
  }
  if (const auto fault = key_fault(packet, Field::reviewer_packet, kPacketKeys)) return *fault;
  return Handoff::make(
      {.allowed_recovery_actions = texts(member(json, Field::allowed_recovery_actions)),
       .attempted_step_digests = texts(member(json, Field::attempted_step_digests)),
       .failure_class = text(member(json, Field::failure_class)),
       .reviewer_packet = packet_draft(packet)});
}

}  // namespace tripcheck::escalation::model
