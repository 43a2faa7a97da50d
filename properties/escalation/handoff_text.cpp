#include <algorithm>
#include <array>
#include <optional>
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

// What strangers get wrong about a handoff, one thing each.
namespace {

constexpr std::array<std::string_view, 4> kHandoffKeys{
    "allowed_recovery_actions", "attempted_step_digests", "failure_class", "reviewer_packet"};
constexpr std::array<std::string_view, 8> kPacketKeys{
    "evidence_references", "expires_at", "issued_at",      "reason_code",
    "requested_decision",  "run_id",     "schema_version", "workflow_id"};

class Faults {
 public:
  void in_handoff(std::string_view key, std::string value) {
    all_.push_back({key, [key, value = std::move(value)](HandoffText& text) {
                      at(text.handoff, key) = value;
                      if (key == "reviewer_packet") text.has_packet = false;
                    }});
  }
  void in_packet(std::string_view key, std::string value) {
    all_.push_back({key, [key, value = std::move(value)](HandoffText& text) {
                      at(text.packet, key) = value;
                    }});
  }
  void other(std::string_view what, std::function<void(HandoffText&)> plant) {
    all_.push_back({what, std::move(plant)});
  }
  std::vector<HandoffFault> take() { return std::move(all_); }

 private:
  std::vector<HandoffFault> all_;
};

std::optional<std::string> json_of(const Given& given) {
  if (given.kind == Given::Kind::absent) return std::nullopt;
  return given.kind == Given::Kind::string ? json::quoted(given.text) : given.text;
}

void add_keys(Faults& faults) {
  for (const std::string_view key : kHandoffKeys) {
    faults.other("missing", [key](HandoffText& text) { erase(text.handoff, key); });
    faults.other("repeated", [key](HandoffText& text) {
      text.handoff.emplace_back(key, key == "reviewer_packet" ? "{}" : at(text.handoff, key));
    });
  }
  for (const std::string_view key : kPacketKeys) {
    faults.other("missing", [key](HandoffText& text) { erase(text.packet, key); });
    faults.other("repeated",
                 [key](HandoffText& text) { text.packet.emplace_back(key, at(text.packet, key)); });
  }
  for (const char* key : {"token=hunter2", "", "Failure_class", "requires_human_review", "now"}) {
    faults.other("unknown", [key](HandoffText& text) { text.handoff.emplace_back(key, "1"); });
    faults.other("unknown", [key](HandoffText& text) {
      text.packet.insert(text.packet.begin(), {key, "\"token=hunter2\""});
    });
  }
}

void add_values(Faults& faults) {
  for (const Given& one : bad_times(kPlainTime)) {
    if (const auto json = json_of(one)) {
      faults.in_packet("expires_at", *json);
      faults.in_packet("issued_at", *json);
    }
  }
  for (const Given& one : bad_run_ids(kPlainRunId)) {
    if (const auto json = json_of(one)) faults.in_packet("run_id", *json);
  }
  for (const Given& one : bad_workflow_ids()) {
    if (const auto json = json_of(one)) faults.in_packet("workflow_id", *json);
  }
  for (const Given& one : bad_classes()) {
    if (const auto json = json_of(one)) faults.in_handoff("failure_class", *json);
  }
  for (const char* one : {"null", "[]", "\"\"", "7"}) faults.in_handoff("reviewer_packet", one);
}

void add_digests(Faults& faults) {
  constexpr std::string_view kDigests = "attempted_step_digests";
  for (const Given& one : bad_digests(kPlainDigest)) {
    const auto json = json_of(one);
    if (!json) continue;
    faults.in_handoff(kDigests, "[" + *json + "]");
    faults.in_handoff(kDigests, "[" + json::quoted(kPlainDigest) + "," + *json + "]");
  }
  const std::string plain(kPlainDigest);
  faults.in_handoff(kDigests, list_of({}));
  for (const std::size_t many : {33U, 34U, 64U, 256U, 257U}) {
    faults.in_handoff(kDigests, list_of(std::vector<std::string>(many, plain)));
  }
  for (const std::string& one :
       {std::string("null"), std::string("{}"), json::quoted(kPlainDigest)}) {
    faults.in_handoff(kDigests, one);
  }
}

void add_packet(Faults& faults) {
  for (const char* one : {"[\"x\"]", "[null]", "null", "{}", "\"\"", "[[]]", "\"token=hunter2\""}) {
    faults.in_packet("evidence_references", one);
  }
  for (const char* one : {"low_confidence", "human_gate", "safety_review", "Low_confidence", ""}) {
    faults.in_packet("reason_code", json::quoted(one));
  }
  for (const char* one : {"review_evidence", "decide_next_step", "assess_safety", "abort_run"}) {
    faults.in_packet("requested_decision", json::quoted(one));
  }
  for (const char* one : {"openmed.agent.reviewer_handoff.v2", "openmed.agent.reviewer_handoff",
                          "openmed.agent.reviewer_handoff.v1 ", "v1", ""}) {
    faults.in_packet("schema_version", json::quoted(one));
  }
  for (const std::string_view key : {"reason_code", "requested_decision", "schema_version"}) {
    for (const char* one : {"null", "1", "[]"}) faults.in_packet(key, one);
  }
  for (const std::int64_t off : {-1800, -1, 1, 60, 1800, 86'400}) {
    faults.other("expiry", [off](HandoffText& text) {
      std::string& expires = at(text.packet, "expires_at");
      if (expires.size() != 22) return;
      const std::string moved = seconds_after(expires.substr(1, 20), off);
      if (!moved.empty()) expires = json::quoted(moved);
    });
  }
  faults.other("expiry", [](HandoffText& text) {
    at(text.packet, "issued_at") = json::quoted("9999-12-31T23:59:59Z");
    at(text.packet, "expires_at") = json::quoted("9999-12-31T23:59:59Z");
  });
}

void add_actions(Faults& faults) {
  constexpr std::string_view kActions = "allowed_recovery_actions";
  for (const char* one :
       {"[]", "null", "{}", "\"abort_run\"", "[\"abort_run\"]", "[\"review_evidence\"]",
        "[\"review_evidence\",\"abort_run\"]", "[\"recheck_permissions\",\"abort_run\"]",
        "[\"review_tool_failure\",\"abort_run\"]", "[\"abort_run\",\"review_evidence\"]",
        "[\"abort_run\",\"recheck_permissions\"]", "[\"abort_run\",\"review_tool_failure\"]",
        "[\"review_evidence\",\"abort_run\",\"resume_run\"]",
        "[\"review_evidence\",\"abort_run\",\"abort_run\"]", "[\"Review_evidence\",\"abort_run\"]",
        "[\"review_evidence\",null]", "[1,2]", "[\"token=hunter2\",\"abort_run\"]"}) {
    faults.in_handoff(kActions, one);
  }
}

std::vector<HandoffFault> make_all() {
  Faults faults;
  add_keys(faults);
  add_values(faults);
  add_digests(faults);
  add_packet(faults);
  add_actions(faults);
  return faults.take();
}

}  // namespace

std::span<const HandoffFault> handoff_faults() {
  static const std::vector<HandoffFault> kFaults = make_all();
  return kFaults;
}

}  // namespace tripcheck::escalation
