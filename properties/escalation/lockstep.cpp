// Every answer is the model's: what documents say, and what a breaker in process shows beside it.
#include <algorithm>
#include <tripcheck/model/escalation/breaker.hpp>
#include <tripcheck/properties/escalation/judge.hpp>

namespace tripcheck::escalation {
namespace {

using engine::Asked;
using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;

Judgement refines_the_model(const Evidence& evidence) {
  const Case& input = evidence.input(0);
  const auto* expected = std::get_if<Answer>(&evidence.expected(0));
  if (expected == nullptr) return Kept{};
  if (const auto* refused = std::get_if<engine::Refused>(&evidence.reply(0))) {
    return Break{.rule = rule_of_refusal(input, refused->text),
                 .note = "what the rules allow is refused"};
  }
  const Answer* got = evidence.answer(0);
  if (got == nullptr) return Kept{};
  const auto broken = first_difference(input, *expected, *got);
  return broken ? Judgement(*broken) : Kept{};
}

/// The rules that refines_the_model can name, in the order in which they are counted.
enum Counted : std::size_t { e1, e2, e3, e4, e5, e6, e7, e8, e9, e13, e15, e16 };

std::vector<RuleId> rules_counted() {
  return {"E-1", "E-2", "E-3", "E-4", "E-5", "E-6", "E-7", "E-8", "E-9", "E-13", "E-15", "E-16"};
}

void count_attempts(const Run& run, const RunAnswer& answer, std::span<std::uint64_t> counts) {
  std::vector<std::string_view> digests;
  for (std::size_t i = 0; i < run.attempts.size(); ++i) {
    const auto& error = answer.errors[i];
    if (is_late(run.attempts[i])) ++counts[e8];
    if (error && *error != "circuit_open") ++counts[e2];
    if (error && *error == "circuit_open") ++counts[e6];
    if (error) continue;
    ++counts[e3];
    const std::string_view digest = run.attempts[i].step_digest.text;
    if (std::find(digests.begin(), digests.end(), digest) != digests.end()) ++counts[e16];
    digests.push_back(digest);
  }
}

void count_rules(const Evidence& evidence, std::span<std::uint64_t> counts) {
  const auto* expected = std::get_if<Answer>(&evidence.expected(0));
  if (expected == nullptr) return;
  const auto* run = std::get_if<Run>(&evidence.input(0));
  if (run == nullptr) {
    for (const std::size_t rule : {e9, e15, e16}) ++counts[rule];
    return;
  }
  const RunAnswer& answer = std::get<RunAnswer>(*expected);
  // Not E-1 and E-13: that good limits and ids are taken says little where bad ones are not sent.
  count_attempts(*run, answer, counts);
  if (!answer.halted) return;
  for (const std::size_t rule : {e4, e5, e6, e7, e9}) ++counts[rule];
}

void ask_questions(const Case& input, std::vector<Asked<Traits>>& asked) {
  if (std::holds_alternative<Run>(input)) {
    asked.push_back({.input = input, .delivery = Delivery::questioned});
  }
}

const RunAnswer* run_reply(const engine::Reply<Traits>& reply) {
  const auto* answer = std::get_if<Answer>(&reply);
  return answer == nullptr ? nullptr : std::get_if<RunAnswer>(answer);
}

Judgement is_right_at_every_step(const Evidence& evidence) {
  const RunAnswer* expected = run_reply(evidence.expected(0));
  const RunAnswer* got = run_reply(evidence.reply(0));
  if (expected == nullptr || got == nullptr) return Kept{};
  const auto broken = first_seen_difference(std::get<Run>(evidence.input(0)), *expected, *got);
  return broken ? Judgement(*broken) : Kept{};
}

Judgement says_its_purpose(const Evidence& evidence) {
  const RunAnswer* got = run_reply(evidence.reply(0));
  if (got == nullptr || !got->purpose || *got->purpose == Purpose{}) return Kept{};
  return Break{.rule = "E-12",
               .step = std::get<Run>(evidence.input(0)).attempts.size(),
               .note = got->purpose->authorizes_action ? "the handoff says that it authorizes"
                                                       : "the handoff needs no human review"};
}

void count_purpose(const Evidence& evidence, std::span<std::uint64_t> counts) {
  const RunAnswer* got = run_reply(evidence.reply(0));
  if (got != nullptr && got->purpose) ++counts[0];
}

}  // namespace

std::vector<engine::Property<Traits>> lockstep() {
  return {
      {.id = "refines-the-model",
       .rules = rules_counted(),
       .claim = "Every answer is the model's, attempt by attempt and at the end.",
       .judge = refines_the_model,
       .count = count_rules},
      {.id = "is-right-at-every-step",
       .rules = {"E-2", "E-3", "E-4", "E-5", "E-6", "E-7", "E-8", "E-9", "E-16"},
       .claim = "Halt, counts, handoff and what record_failure gives are the model's each time.",
       .questions = ask_questions,
       .judge = is_right_at_every_step},
      {.id = "a-handoff-asks-and-never-allows",
       .rules = {"E-12"},
       .claim = "Each handoff requires human review and authorizes nothing.",
       .needs_claim = "purpose",
       .judge = says_its_purpose,
       .count = count_purpose}};
}

}  // namespace tripcheck::escalation
