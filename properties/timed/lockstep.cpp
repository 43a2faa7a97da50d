// The first property of all: every answer is the model's, at every step.
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/timed/judge.hpp>

namespace tripcheck::timed {
namespace {

using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;

/// In the order of `kRules` below: which of them each step put to the test.
enum Counted : std::size_t { t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t16, t17 };

const std::vector<engine::RuleId>& step_rules() {
  static const std::vector<engine::RuleId> kRules{"T-1",  "T-2",  "T-3",  "T-4", "T-5",
                                                  "T-6",  "T-7",  "T-8",  "T-9", "T-10",
                                                  "T-11", "T-12", "T-16", "T-17"};
  return kRules;
}

Judgement refines_the_model(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  const auto& expected = std::get<Answer>(evidence.expected(0));
  if (got == nullptr) {
    // Who claims to refuse bad input refuses too much; from anybody else an output is missing.
    const RuleId over_strict = evidence.input(0).events.empty() ? "T-11" : "T-10";
    return Break{.rule = evidence.by().claim("refusals") ? over_strict : RuleId("T-12"),
                 .note = "good input was refused"};
  }
  if (const auto difference = first_difference(evidence.input(0), expected, *got)) {
    return *difference;
  }
  return Kept{};
}

Judgement said_at_the_end(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  const auto* expected = std::get_if<Answer>(&evidence.expected(0));
  if (got == nullptr || expected == nullptr) return Kept{};
  if (const auto difference = last_seen_difference(*expected, *got)) return *difference;
  return Kept{};
}

void count_step(const Config& config, const model::Breaker& before, const Event& event,
                const Offer& offer, std::span<std::uint64_t> counts) {
  const State state = model::state(before);
  const bool success = event.result == Result::success;
  if (state == State::open && !model::retry_at(config, before)) ++counts[t9];
  if (offer.admission == Admission::rejected) {
    ++counts[t4];
    return;
  }
  if (state == State::closed) ++counts[offer.transitions.size() > 0 ? t3 : t2];
  if (state == State::open) ++counts[t5];
  if (state == State::open && config.cooldown == 0) ++counts[t16];
  if (state != State::closed) ++counts[success ? t6 : t7];
  if (offer.transitions.size() > 0) ++counts[t8];
}

void count_rules(const Evidence& evidence, std::span<std::uint64_t> counts) {
  const Case& input = evidence.input(0);
  ++counts[t1];
  ++counts[t12];
  ++counts[t17];
  const auto& steps = std::get<Answer>(evidence.expected(0)).steps;
  model::Breaker breaker;
  for (std::size_t i = 0; i < input.events.size(); ++i) {
    count_step(input.config, breaker, input.events[i], steps[i], counts);
    breaker = model::step(input.config, breaker, input.events[i]).next;
  }
}

}  // namespace

std::vector<engine::Property<Traits>> lockstep() {
  return {{.id = "refines-the-model",
           .rules = step_rules(),
           .claim = "Every answer is the model's, at every step.",
           .judge = refines_the_model,
           .count = count_rules},
          {.id = "what-is-said-at-the-end-is-right",
           .rules = {"T-1", "T-2", "T-6", "T-8", "T-17"},
           .claim = "State, counters and retry_at, as far as they are claimed, are the model's.",
           .judge = said_at_the_end}};
}

}  // namespace tripcheck::timed
