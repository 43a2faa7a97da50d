// Mutants of what is read back: handoffs by the rules, and those of strangers (E-11, E-16).
#include <algorithm>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/escalation/handoff_text.hpp>
#include <tripcheck/properties/escalation/mutants.hpp>
#include <tripcheck/properties/escalation/values.hpp>

namespace tripcheck::escalation {
namespace {

using engine::json::quoted;

constexpr std::array<std::string_view, 4> kHandoffKeys{
    "allowed_recovery_actions", "attempted_step_digests", "failure_class", "reviewer_packet"};
constexpr std::array<std::string_view, 8> kPacketKeys{
    "evidence_references", "expires_at", "issued_at",      "reason_code",
    "requested_decision",  "run_id",     "schema_version", "workflow_id"};

bool has(const Members& members, std::string_view key) {
  return std::any_of(members.begin(), members.end(),
                     [&](const auto& member) { return member.first == key; });
}

/// Changes the handoff before the right reader sees it: what a reader passes over.
template <class Change>
void change(Reading& reading, Change how) {
  HandoffText text = HandoffText::of(reading.handoff);
  how(text);
  reading.handoff = text.json();
}

/// The same for what a reader passes over in a value: no key is missing.
template <class Change>
void change_value(Reading& reading, Change how) {
  HandoffText text = HandoffText::of(reading.handoff);
  const auto there = [](const Members& members, const auto& keys) {
    return std::all_of(keys.begin(), keys.end(),
                       [&](std::string_view key) { return has(members, key); });
  };
  if (!there(text.handoff, kHandoffKeys) || !there(text.packet, kPacketKeys)) return;
  how(text);
  reading.handoff = text.json();
}

template <std::size_t N>
void drop_unknown(Members& members, const std::array<std::string_view, N>& keys) {
  std::erase_if(members, [&](const auto& member) {
    return std::find(keys.begin(), keys.end(), member.first) == keys.end();
  });
}

void drop_repeated(Members& members) {
  Members once;
  for (const auto& member : members) {
    const auto same = [&](const auto& other) { return other.first == member.first; };
    if (std::none_of(once.begin(), once.end(), same)) once.push_back(member);
  }
  members = once;
}

/// The text behind a key, where it is a string.
std::string string_at(const Members& members, std::string_view key) {
  for (const auto& [name, value] : members) {
    if (name == key && value.size() > 1 && value.front() == '"') {
      return value.substr(1, value.size() - 2);
    }
  }
  return {};
}

std::string action_of(const HandoffText& text) {
  const std::string failure_class = string_at(text.handoff, "failure_class");
  if (failure_class == "uncertainty") return "review_evidence";
  return failure_class == "permission_denial" ? "recheck_permissions" : "review_tool_failure";
}

std::string own_actions(const HandoffText& text) { return list_of({action_of(text), "abort_run"}); }

ReadingAnswer* reading_in(ReadBack& back) { return std::get_if<ReadingAnswer>(&back); }

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> key_mutants() {
  return {
      {"escalation-unknown-keys-taken",
       {"E-16"},
       "A key that it does not know is passed over.",
       "",
       {.mend =
            [](Reading& reading) {
              change(reading, [](HandoffText& text) {
                drop_unknown(text.handoff, kHandoffKeys);
                drop_unknown(text.packet, kPacketKeys);
              });
            }}},
      {"escalation-repeated-keys-taken",
       {"E-16"},
       "Of a repeated key the first is seen.",
       "",
       {.mend =
            [](Reading& reading) {
              change(reading, [](HandoffText& text) {
                drop_repeated(text.handoff);
                drop_repeated(text.packet);
              });
            }}},
      {"escalation-missing-evidence-taken",
       {"E-16"},
       "Evidence that is not there is none.",
       "",
       {.mend =
            [](Reading& reading) {
              change(reading, [](HandoffText& text) {
                if (text.has_packet && !has(text.packet, "evidence_references")) {
                  at(text.packet, "evidence_references") = "[]";
                }
              });
            }}},
      {"escalation-missing-expiry-taken",
       {"E-16"},
       "An expiry that is not there is half an hour after the issue.",
       "",
       {.mend =
            [](Reading& reading) {
              change(reading, [](HandoffText& text) {
                if (!text.has_packet || has(text.packet, "expires_at")) return;
                at(text.packet, "expires_at") =
                    quoted(seconds_after(string_at(text.packet, "issued_at"), 1800));
              });
            }}},
      {"escalation-unknown-key-is-named",
       {"E-10", "E-16"},
       "The error for an unknown key names that key.",
       "",
       {.read =
            [](const Reading& reading, ReadBack& back) {
              auto* error = std::get_if<std::string>(&back);
              if (error == nullptr || !error->ends_with("unknown_field")) return;
              const HandoffText text = HandoffText::of(reading.handoff);
              for (const auto& [key, value] : text.handoff) {
                if (std::find(kHandoffKeys.begin(), kHandoffKeys.end(), key) ==
                    kHandoffKeys.end()) {
                  *error = key + ": unknown_field";
                }
              }
              for (const auto& [key, value] : text.packet) {
                if (std::find(kPacketKeys.begin(), kPacketKeys.end(), key) == kPacketKeys.end()) {
                  *error = key + ": unknown_field";
                }
              }
            }}},
      {"escalation-class-checked-before-times",
       {"E-11", "E-13", "E-16"},
       "An unknown class is named before a bad time or identifier.",
       "",
       {.read =
            [](const Reading& reading, ReadBack& back) {
              auto* error = std::get_if<std::string>(&back);
              const bool later = error != nullptr && (error->ends_with("invalid_timestamp") ||
                                                      error->ends_with("invalid_identifier"));
              if (!later || error->starts_with("now")) return;
              const auto text = HandoffText::of(reading.handoff);
              if (!Decisions::right_known(
                      Given::string(string_at(text.handoff, "failure_class")))) {
                *error = "failure_class: unknown_failure_class";
              }
            }}},
      {"escalation-any-bad-value-is-invalid-packet",
       {"E-13", "E-16"},
       "Bad times and identifiers of a packet are invalid_packet.",
       "",
       {.read =
            [](const Reading&, ReadBack& back) {
              auto* error = std::get_if<std::string>(&back);
              if (error != nullptr && !error->starts_with("now") &&
                  (error->ends_with("invalid_timestamp") || error->ends_with("_identifier"))) {
                *error = "reviewer_packet: invalid_packet";
              }
            }}},
  };
}

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> part_mutants() {
  return {
      {"escalation-33-digests-taken",
       {"E-11"},
       "More than 32 digests are cut off.",
       "",
       {.mend =
            [](Reading& reading) {
              change_value(reading, [](HandoffText& text) {
                std::string& digests = at(text.handoff, "attempted_step_digests");
                if (digests.size() == 33 * 67 + 1)
                  digests = digests.substr(0, std::size_t{32} * 67) + "]";
              });
            }}},
      {"escalation-no-digest-taken",
       {"E-11"},
       "A handoff without digests is taken.",
       "",
       {.mend =
            [](Reading& reading) {
              change_value(reading, [](HandoffText& text) {
                std::string& digests = at(text.handoff, "attempted_step_digests");
                if (digests == "[]") digests = list_of({std::string(kPlainDigest)});
              });
            }}},
      {"escalation-read-digest-in-capitals",
       {"E-11"},
       "Capitals in the digests of a handoff are taken.",
       "",
       {.mend =
            [](Reading& reading) {
              change_value(reading, [](HandoffText& text) {
                for (char& c : at(text.handoff, "attempted_step_digests")) {
                  if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
                }
              });
            }}},
      {"escalation-evidence-taken",
       {"E-11"},
       "Evidence is passed over, whatever it is.",
       "",
       {.mend =
            [](Reading& reading) {
              change_value(reading, [](HandoffText& text) {
                if (has(text.packet, "evidence_references"))
                  at(text.packet, "evidence_references") = "[]";
              });
            }}},
      {"escalation-any-expiry-taken",
       {"E-11"},
       "Any good time is taken for an expiry, if it is after the issue.",
       "",
       {.mend =
            [](Reading& reading) {
              change_value(reading, [](HandoffText& text) {
                const std::string issued = string_at(text.packet, "issued_at");
                const std::string expires = string_at(text.packet, "expires_at");
                const std::string right = seconds_after(issued, 1800);
                if (!right.empty() && !seconds_after(expires, 0).empty() && expires > issued) {
                  at(text.packet, "expires_at") = quoted(right);
                }
              });
            }}},
      {"escalation-any-schema-taken",
       {"E-11"},
       "The version of the schema is not looked at.",
       "",
       {.mend =
            [](Reading& reading) {
              change_value(reading, [](HandoffText& text) {
                if (string_at(text.packet, "schema_version").starts_with("openmed.")) {
                  at(text.packet, "schema_version") = quoted("openmed.agent.reviewer_handoff.v1");
                }
              });
            }}},
      {"escalation-any-known-reason-taken",
       {"E-11"},
       "A reason of another class is taken.",
       "",
       {.mend =
            [](Reading& reading) {
              change_value(reading, [](HandoffText& text) {
                const std::string reason = string_at(text.packet, "reason_code");
                const std::string action = action_of(text);
                if (reason != "low_confidence" && reason != "human_gate" &&
                    reason != "safety_review") {
                  return;
                }
                at(text.packet, "reason_code") = quoted(
                    action == "review_evidence"
                        ? "low_confidence"
                        : (action == "recheck_permissions" ? "human_gate" : "safety_review"));
              });
            }}},
      {"escalation-actions-of-any-class-taken",
       {"E-11"},
       "Actions of another class are taken.",
       "",
       {.mend =
            [](Reading& reading) {
              change_value(reading, [](HandoffText& text) {
                std::string& actions = at(text.handoff, "allowed_recovery_actions");
                for (const char* one :
                     {"review_evidence", "recheck_permissions", "review_tool_failure"}) {
                  if (actions == list_of({one, "abort_run"})) {
                    actions = own_actions(text);
                    return;
                  }
                }
              });
            }}},
      {"escalation-actions-in-any-order-taken",
       {"E-11"},
       "Actions are compared as a set.",
       "",
       {.mend =
            [](Reading& reading) {
              change_value(reading, [](HandoffText& text) {
                std::string& actions = at(text.handoff, "allowed_recovery_actions");
                if (actions == list_of({"abort_run", action_of(text)})) actions = own_actions(text);
              });
            }}},
      {"escalation-further-actions-taken",
       {"E-11"},
       "The class's own actions must be there; others may be.",
       "",
       {.mend =
            [](Reading& reading) {
              change_value(reading, [](HandoffText& text) {
                std::string& actions = at(text.handoff, "allowed_recovery_actions");
                const std::string own = own_actions(text);
                if (actions.starts_with(own.substr(0, own.size() - 1))) actions = own;
              });
            }}},
      {"escalation-own-handoff-refused",
       {"E-16", "E-11"},
       "A handoff of 32 digests is refused when it is read back.",
       "",
       {.read =
            [](const Reading&, ReadBack& back) {
              const auto* answer = reading_in(back);
              if (answer == nullptr) return;
              HandoffText text = HandoffText::of(answer->handoff);
              const std::string& digests = at(text.handoff, "attempted_step_digests");
              if (digests.size() == 32 * 67 + 1) back = "attempted_step_digests: invalid_digests";
            }}},
  };
}

}  // namespace

std::vector<Mutant> reading_mutants() {
  std::vector<Mutant> all;
  for (auto family : {key_mutants(), part_mutants()}) {
    for (Mutant& mutant : family) all.push_back(std::move(mutant));
  }
  return all;
}

}  // namespace tripcheck::escalation
