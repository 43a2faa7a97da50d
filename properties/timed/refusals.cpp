// Bad input: refused with its place, and with no effect (T-10, T-11, T-19).
#include <array>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/timed/judge.hpp>

namespace tripcheck::timed {
namespace {

using engine::Asked;
using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;
using Questions = std::vector<Asked<Traits>>;

RuleId rule_of(const Case& input) { return model::check(input.config) ? "T-11" : "T-10"; }

/// The step at which a refusal is due: that of the event at fault; the start for a config.
std::size_t step_of(const Case& input) {
  const auto refusal = model::check(input.events);
  return model::check(input.config) || !refusal ? 0 : refusal->index;
}

Judgement bad_input_is_refused(const Evidence& evidence) {
  const Case& input = evidence.input(0);
  const auto* expected = std::get_if<engine::Refused>(&evidence.expected(0));
  const auto* got = std::get_if<engine::Refused>(&evidence.reply(0));
  if (got == nullptr) return Break{.rule = rule_of(input), .step = step_of(input)};
  if (!evidence.by().refusal_text_binds || *expected == *got) return Kept{};
  return Break{
      .rule = rule_of(input), .step = step_of(input), .note = "the refusal names another place"};
}

void count_rule(const Evidence& evidence, std::span<std::uint64_t> counts) {
  ++counts[rule_of(evidence.input(0)) == "T-10" ? 0 : 1];
}

/// The case as it would be without the events that are refused, then the case past its refusals.
void ask_past_refusals(const Case& input, Questions& asked) {
  if (model::check(input.config)) return;
  Case clean{.config = input.config, .events = {}};
  for (const Event& event : input.events) {
    if (clean.events.empty() || event.t >= clean.events.back().t) clean.events.push_back(event);
  }
  asked.push_back({.input = std::move(clean), .delivery = Delivery::questioned});
  asked.push_back({.input = input, .delivery = Delivery::past_refusals});
}

bool same_all_along(const Answer& expected, const Answer& got) {
  return expected.outcome == got.outcome && !first_seen_difference(expected, got);
}

Judgement refusal_changes_nothing(const Evidence& evidence) {
  const auto* clean = std::get_if<Answer>(&evidence.expected(0));
  const auto* expected = std::get_if<Answer>(&evidence.expected(1));
  const Answer* got_clean = evidence.answer(0);
  const Answer* got = evidence.answer(1);
  if (clean == nullptr || expected == nullptr || got_clean == nullptr) return Kept{};
  if (!same_all_along(*clean, *got_clean)) return Kept{};  // Another property's business.
  if (got != nullptr && got->steps == expected->steps && same_all_along(*expected, *got)) {
    return Kept{};
  }
  return Break{.rule = "T-10",
               .asked = 1,
               .step = step_of(evidence.input(1)),
               .note = "a refused event left something behind"};
}

void ask_in_pieces(const Case& input, Questions& asked) {
  if (!model::check(input.config)) asked.push_back({.input = input, .delivery = Delivery::pieces});
}

constexpr std::array<Delivery, 9> kDocuments{
    Delivery::document,     Delivery::unknown_key,     Delivery::repeated_key,
    Delivery::missing_key,  Delivery::no_integer,      Delivery::past_range,
    Delivery::unknown_word, Delivery::wrong_container, Delivery::cut_short};

void ask_documents(const Case& input, Questions& asked) {
  for (const Delivery delivery : kDocuments)
    asked.push_back({.input = input, .delivery = delivery});
}

Judgement documents_are_strict(const Evidence& evidence) {
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    if (evidence.expected(i).index() == evidence.reply(i).index()) {
      const auto* expected = std::get_if<engine::Refused>(&evidence.expected(i));
      const auto* got = std::get_if<engine::Refused>(&evidence.reply(i));
      if (expected == nullptr || got == nullptr || *expected == *got) continue;
    }
    return Break{.rule = "T-19",
                 .asked = i,
                 .step = evidence.input(i).events.size(),
                 .note = "the document was " + document(evidence.input(i), kDocuments.at(i))};
  }
  return Kept{};
}

}  // namespace

std::vector<engine::Property<Traits>> refusals() {
  return {
      {.id = "bad-input-is-refused",
       .rules = {"T-10", "T-11"},
       .claim = "A config outside its ranges, or a t that goes back, is refused.",
       .input = engine::Input::bad,
       .needs_claim = "refusals",
       .judge = bad_input_is_refused,
       .count = count_rule},
      {.id = "a-refused-event-changes-nothing",
       .rules = {"T-10"},
       .claim = "After an event that goes back is refused, all goes on as if it had not come.",
       .input = engine::Input::bad,
       .needs_claim = "refusals",
       .questions = ask_past_refusals,
       .judge = refusal_changes_nothing},
      {.id = "a-refused-piece-changes-nothing",
       .rules = {"T-10"},
       .claim = "Fed in pieces, the refusal counts from the start, and its piece has no effect.",
       .input = engine::Input::bad,
       .needs_claim = "refusals",
       .questions = ask_in_pieces,
       .judge = bad_input_is_refused},
      {.id = "documents-are-read-strictly",
       .rules = {"T-19"},
       .claim = "A document with one fault is refused, with the place of that fault.",
       .questions = ask_documents,
       .judge = documents_are_strict},
  };
}

}  // namespace tripcheck::timed
