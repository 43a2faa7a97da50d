// What must hold of an answer by itself, without the model: each check reads the subject's own
// words.
#include <algorithm>
#include <array>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/escalation/handoff_text.hpp>
#include <tripcheck/properties/escalation/judge.hpp>
#include <tripcheck/properties/escalation/subject.hpp>

namespace tripcheck::escalation {
namespace {

using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;
using engine::json::quoted;

constexpr std::int64_t kMost = 32;

/// A run, and the subject's answer to it.
struct Told {
  const Run& run;
  const RunAnswer& answer;

  [[nodiscard]] bool counted(std::size_t i) const { return !answer.errors[i]; }
  [[nodiscard]] std::size_t end() const { return run.attempts.size(); }
  [[nodiscard]] Break broken(RuleId rule, std::string_view note) const {
    return {.rule = rule, .step = end(), .note = std::string(note)};
  }
};

/// Calls `check(told)` where the answer has an entry for each attempt.
template <class Check>
std::function<Judgement(const Evidence&)> of_runs(Check check) {
  return [check](const Evidence& evidence) -> Judgement {
    const auto* run = std::get_if<Run>(&evidence.input(0));
    const Answer* answer = evidence.answer(0);
    const auto* told = answer == nullptr ? nullptr : std::get_if<RunAnswer>(answer);
    if (run == nullptr || told == nullptr || told->errors.size() != run->attempts.size()) {
      return Kept{};
    }
    return check(Told{*run, *told});
  };
}

/// The subject's answers to runs are counted; where `halted`, those with a handoff alone.
std::function<void(const Evidence&, std::span<std::uint64_t>)> count_runs(bool halted) {
  return [halted](const Evidence& evidence, std::span<std::uint64_t> counts) {
    const Answer* answer = evidence.answer(0);
    const auto* told = answer == nullptr ? nullptr : std::get_if<RunAnswer>(answer);
    if (told == nullptr || (halted && !told->handoff)) return;
    for (std::uint64_t& count : counts) ++count;
  };
}

Judgement errors_are_known(const Told& told) {
  constexpr std::array<std::string_view, 4> kErrors{
      "circuit_open", "failure_class: unknown_failure_class", "step_digest: invalid_digest",
      "now: invalid_timestamp"};
  for (std::size_t i = 0; i < told.end(); ++i) {
    const auto& error = told.answer.errors[i];
    if (!error || std::find(kErrors.begin(), kErrors.end(), *error) != kErrors.end()) continue;
    return Break{.rule = "E-10", .step = i, .note = "an error is a fixed code and a field's name"};
  }
  return Kept{};
}

Judgement counts_are_the_attempts(const Told& told) {
  Counts own;
  for (std::size_t i = 0; i < told.end(); ++i) {
    const auto failure_class = class_of(told.run.attempts[i]);
    if (!told.counted(i) || !failure_class) continue;
    ++own.total;
    if (*failure_class == FailureClass::uncertainty) ++own.uncertainty;
    if (*failure_class == FailureClass::permission_denial) ++own.permission_denial;
    if (*failure_class == FailureClass::tool_failure) ++own.tool_failure;
  }
  if (own == told.answer.counts) return Kept{};
  return told.broken("E-3", "the counts are not those of the attempts without an error");
}

std::size_t digests_in(const std::string& handoff) {
  const auto document = engine::json::Document::parse(handoff);
  const auto digests = document.root().find("attempted_step_digests");
  return digests ? digests->size() : 0;
}

Judgement nothing_exceeds_32(const Told& told) {
  const Counts& counts = told.answer.counts;
  const Limits limits = limits_of(told.run);
  const bool within = counts.uncertainty <= limits.uncertainty &&
                      counts.permission_denial <= limits.permission_denial &&
                      counts.tool_failure <= limits.tool_failure && counts.total <= limits.total &&
                      limits.total <= kMost;
  if (!within) return told.broken("E-4", "a count is past its limit");
  if (!told.answer.handoff) return Kept{};
  const std::size_t many = digests_in(*told.answer.handoff);
  if (many >= 1 && many <= static_cast<std::size_t>(kMost)) return Kept{};
  return told.broken("E-7", "a history holds 1 to 32 digests");
}

Judgement halts_exactly_at_a_limit(const Told& told) {
  const Counts& counts = told.answer.counts;
  const Limits limits = limits_of(told.run);
  const bool due = counts.uncertainty >= limits.uncertainty ||
                   counts.permission_denial >= limits.permission_denial ||
                   counts.tool_failure >= limits.tool_failure || counts.total >= limits.total;
  if (told.answer.halted != due) {
    return told.broken("E-4", due ? "a count is at its limit, and it goes on"
                                  : "halted with no count at its limit");
  }
  if (told.answer.handoff.has_value() == told.answer.halted) return Kept{};
  return told.broken("E-6", "halted and a handoff come together or not at all");
}

Judgement open_from_the_trip_on(const Told& told) {
  bool open = false;
  for (std::size_t i = 0; i < told.end(); ++i) {
    const bool says_open = told.answer.errors[i] == "circuit_open";
    if (open && !says_open) {
      return Break{.rule = "E-6", .step = i, .note = "it was open before"};
    }
    if (says_open && !open && (i == 0 || !told.counted(i - 1))) {
      return Break{.rule = "E-4", .step = i, .note = "nothing tripped it"};
    }
    open = open || says_open;
  }
  if (open == told.answer.halted || !open) return Kept{};
  return told.broken("E-6", "open, and yet not halted");
}

Judgement handoff_is_of_its_attempts(const Told& told) {
  if (!told.answer.handoff) return Kept{};
  HandoffText text = HandoffText::of(*told.answer.handoff);
  std::vector<std::string> digests;
  const Attempt* last = nullptr;
  for (std::size_t i = 0; i < told.end(); ++i) {
    if (!told.counted(i)) continue;
    last = &told.run.attempts[i];
    digests.push_back(last->step_digest.text);
  }
  if (last == nullptr) return told.broken("E-7", "no attempt counted");
  if (at(text.handoff, "failure_class") != quoted(last->failure_class.text)) {
    return told.broken("E-5", "not the class of the last attempt that counted");
  }
  const bool same = at(text.handoff, "attempted_step_digests") == list_of(digests) &&
                    at(text.packet, "issued_at") == quoted(last->now.text) &&
                    at(text.packet, "run_id") == quoted(told.run.run_id.text) &&
                    at(text.packet, "workflow_id") == quoted(told.run.workflow_id.text);
  if (same) return Kept{};
  return told.broken("E-7", "digests, time or ids are not those of the run");
}

Judgement handoff_is_of_its_class(const Told& told) {
  if (!told.answer.handoff) return Kept{};
  struct Row {
    std::string_view failure_class;
    std::string_view reason;
    std::string_view decision;
    std::string_view actions;
  };
  constexpr std::array<Row, 3> kTable{
      {{"\"uncertainty\"", "\"low_confidence\"", "\"review_evidence\"",
        "[\"review_evidence\",\"abort_run\"]"},
       {"\"permission_denial\"", "\"human_gate\"", "\"decide_next_step\"",
        "[\"recheck_permissions\",\"abort_run\"]"},
       {"\"tool_failure\"", "\"safety_review\"", "\"assess_safety\"",
        "[\"review_tool_failure\",\"abort_run\"]"}}};
  HandoffText text = HandoffText::of(*told.answer.handoff);
  const auto is_row = [&](const Row& row) {
    return row.failure_class == at(text.handoff, "failure_class") &&
           row.actions == at(text.handoff, "allowed_recovery_actions") &&
           row.reason == at(text.packet, "reason_code") &&
           row.decision == at(text.packet, "requested_decision");
  };
  const bool fits = std::any_of(kTable.begin(), kTable.end(), is_row) &&
                    at(text.packet, "evidence_references") == "[]" &&
                    at(text.packet, "schema_version") == "\"openmed.agent.reviewer_handoff.v1\"" &&
                    text.handoff.size() == 4 && text.packet.size() == 8;
  return fits ? Judgement(Kept{})
              : Judgement(told.broken("E-7", "a handoff that none can be by its class"));
}

Judgement json_is_canonical(const Told& told) {
  if (!told.answer.handoff) return Kept{};
  HandoffText text = HandoffText::of(*told.answer.handoff);
  std::sort(text.handoff.begin(), text.handoff.end());
  std::sort(text.packet.begin(), text.packet.end());
  if (text.json() == *told.answer.handoff) return Kept{};
  return told.broken("E-9", "keys are sorted, and nothing stands between them");
}

}  // namespace

std::vector<engine::Property<Traits>> invariants() {
  std::vector<engine::Property<Traits>> all;
  const auto add = [&](std::string_view id, std::vector<RuleId> rules, std::string_view claim,
                       Judgement (*check)(const Told&), bool halted = false) {
    all.push_back({.id = id,
                   .rules = std::move(rules),
                   .claim = claim,
                   .judge = of_runs(check),
                   .count = count_runs(halted)});
  };
  add("errors-are-of-the-closed-list", {"E-10"},
      "An attempt's error is one of four fixed texts, whatever was told.", errors_are_known);
  add("counts-are-the-attempts-without-error", {"E-3"},
      "Each count is the number of its class's attempts that have no error.",
      counts_are_the_attempts);
  add("no-limit-and-no-history-exceeds-32", {"E-4", "E-7"},
      "No count passes its limit, and a history has 1 to 32 digests.", nothing_exceeds_32);
  add("halts-exactly-at-a-limit", {"E-4", "E-6"},
      "Halted, with a handoff, where a count is at its limit, and nowhere else.",
      halts_exactly_at_a_limit);
  add("circuit-open-from-the-trip-on", {"E-4", "E-6"},
      "circuit_open begins behind an attempt that counted, and never ends.", open_from_the_trip_on);
  add("the-handoff-is-of-its-attempts", {"E-5", "E-7"},
      "Class, digests, time and ids are those of the run's own attempts.",
      handoff_is_of_its_attempts, true);
  add("the-handoff-is-of-its-class", {"E-7"},
      "Reason, decision, actions, schema and evidence are those of the table.",
      handoff_is_of_its_class, true);
  add("json-is-canonical", {"E-9"}, "The handoff's keys are sorted, with no space between them.",
      json_is_canonical, true);
  return all;
}

}  // namespace tripcheck::escalation
