// Bad input: refused with its code and field, and nothing answered (E-1, E-11, E-13, E-15 … E-17).
#include <algorithm>
#include <array>
#include <tripcheck/properties/escalation/judge.hpp>

namespace tripcheck::escalation {
namespace {

using engine::Asked;
using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;
using Questions = std::vector<Asked<Traits>>;

std::vector<RuleId> refusal_rules() { return {"E-1", "E-11", "E-13", "E-15", "E-16"}; }

Judgement bad_input_is_refused(const Evidence& evidence) {
  const Case& input = evidence.input(0);
  const auto& expected = std::get<engine::Refused>(evidence.expected(0));
  const auto* got = std::get_if<engine::Refused>(&evidence.reply(0));
  const RuleId rule = rule_of_refusal(input, expected.text);
  if (got == nullptr) return Break{.rule = rule, .note = "what the rules refuse is taken"};
  if (*got == expected) return Kept{};
  return Break{.rule = rule, .note = "the refusal names another fault"};
}

void count_rule(const Evidence& evidence, std::span<std::uint64_t> counts) {
  const auto* expected = std::get_if<engine::Refused>(&evidence.expected(0));
  if (expected == nullptr) return;
  const auto rules = refusal_rules();
  const auto at =
      std::find(rules.begin(), rules.end(), rule_of_refusal(evidence.input(0), expected->text));
  if (at != rules.end()) ++counts[static_cast<std::size_t>(at - rules.begin())];
}

/// A right document and three faults: these where the number of attempts is even, those where not.
constexpr std::array<std::array<Delivery, 4>, 2> kDocuments{
    {{Delivery::document, Delivery::unknown_key, Delivery::missing_key, Delivery::cut_short},
     {Delivery::document, Delivery::repeated_key, Delivery::wrong_container,
      Delivery::late_fault}}};

/// Of the first few attempts alone: how a document is read does not hang on how many there are.
void ask_documents(const Case& input, Questions& asked) {
  constexpr std::size_t kMost = 3;
  const Case short_one = Traits::prefix(input, kMost);
  for (const Delivery delivery : kDocuments.at(Traits::steps(input) % 2)) {
    asked.push_back({.input = short_one, .delivery = delivery});
  }
}

bool alike(const engine::Reply<Traits>& expected, const engine::Reply<Traits>& got) {
  if (expected.index() != got.index()) return false;
  const auto* refused = std::get_if<engine::Refused>(&expected);
  if (refused != nullptr) return *refused == std::get<engine::Refused>(got);
  const auto* answer = std::get_if<Answer>(&expected);
  return answer == nullptr || same_said(*answer, std::get<Answer>(got));
}

Judgement documents_are_strict(const Evidence& evidence) {
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    if (alike(evidence.expected(i), evidence.reply(i))) continue;
    if (i == 0 && evidence.answer(0) != nullptr) continue;  // Lock-step's business.
    return Break{.rule = "E-17",
                 .asked = i,
                 .step = Traits::steps(evidence.input(i)),
                 .note = "the document was " + document(evidence.input(i), evidence.delivery(i))};
  }
  return Kept{};
}

}  // namespace

std::vector<engine::Property<Traits>> refusals() {
  return {
      {.id = "bad-input-is-refused",
       .rules = refusal_rules(),
       .claim = "A bad limit, identifier, handoff or time is refused with the first fault's code.",
       .input = engine::Input::bad,
       .needs_claim = "refusals",
       .judge = bad_input_is_refused,
       .count = count_rule},
      {.id = "documents-are-read-strictly",
       .rules = {"E-17"},
       .claim = "A document with one fault, wherever it stands, is malformed, and no more is said.",
       .questions = ask_documents,
       .judge = documents_are_strict},
  };
}

}  // namespace tripcheck::escalation
