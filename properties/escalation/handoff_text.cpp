#include <algorithm>
#include <array>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/escalation/handoff_text.hpp>
#include <tripcheck/properties/escalation/shape.hpp>
#include <tripcheck/properties/escalation/values.hpp>

namespace tripcheck::escalation {
namespace {

namespace json = engine::json;

constexpr std::string_view kPacket = "reviewer_packet";

struct Words {
  std::string_view failure_class;
  std::string_view reason_code;
  std::string_view decision;
  std::string_view action;
};
constexpr std::array<Words, 3> kWords{
    {{"uncertainty", "low_confidence", "review_evidence", "review_evidence"},
     {"permission_denial", "human_gate", "decide_next_step", "recheck_permissions"},
     {"tool_failure", "safety_review", "assess_safety", "review_tool_failure"}}};

Members members_of(json::Value object) {
  Members members;
  for (const auto [key, value] : object.members()) {
    std::string text;
    append_json(text, value);
    members.emplace_back(std::string(key), std::move(text));
  }
  return members;
}

/// `packet`, where it is not null, stands behind the first packet key.
std::string json_of(const Members& members, const Members* packet) {
  std::string text = "{";
  for (const auto& [key, value] : members) {
    if (text.size() > 1) text += ',';
    json::append_quoted(text, key);
    text += ':';
    if (packet != nullptr && key == kPacket) {
      text += json_of(*packet, nullptr);
      packet = nullptr;
    } else {
      text += value;
    }
  }
  return text += '}';
}

}  // namespace

std::string list_of(const std::vector<std::string>& texts) {
  std::string text = "[";
  for (const std::string& one : texts) {
    if (text.size() > 1) text += ',';
    json::append_quoted(text, one);
  }
  return text += ']';
}

std::string& at(Members& members, std::string_view key) {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const auto& member) { return member.first == key; });
  if (found != members.end()) return found->second;
  return members.emplace_back(std::string(key), std::string()).second;
}

void erase(Members& members, std::string_view key) {
  std::erase_if(members, [&](const auto& member) { return member.first == key; });
}

HandoffText HandoffText::of(std::string_view text) {
  const auto document = json::Document::parse(text);
  HandoffText made{.handoff = members_of(document.root()), .packet = {}, .has_packet = false};
  const auto packet = document.root().find(kPacket);
  if (packet && packet->kind() == json::Kind::object) {
    made.packet = members_of(*packet);
    made.has_packet = true;
  }
  return made;
}

HandoffText HandoffText::of(const HandoffParts& parts) {
  const auto* const words = std::find_if(kWords.begin(), kWords.end(), [&](const Words& one) {
    return one.failure_class == parts.failure_class;
  });
  const auto word = [](std::string_view text) { return json::quoted(text); };
  return {
      .handoff = {{"allowed_recovery_actions", list_of({std::string(words->action), "abort_run"})},
                  {"attempted_step_digests", list_of(parts.digests)},
                  {"failure_class", word(words->failure_class)},
                  {std::string(kPacket), ""}},
      .packet = {{"evidence_references", "[]"},
                 {"expires_at", word(seconds_after(parts.issued_at, 1800))},
                 {"issued_at", word(parts.issued_at)},
                 {"reason_code", word(words->reason_code)},
                 {"requested_decision", word(words->decision)},
                 {"run_id", word(parts.run_id)},
                 {"schema_version", word("openmed.agent.reviewer_handoff.v1")},
                 {"workflow_id", word(parts.workflow_id)}},
      .has_packet = true};
}

std::string HandoffText::json() const { return json_of(handoff, has_packet ? &packet : nullptr); }

}  // namespace tripcheck::escalation
