// The first property of all: every answer is the model's, at every step.
#include <tripcheck/properties/overlap/judge.hpp>
#include <tripcheck/properties/overlap/playback.hpp>

namespace tripcheck::overlap {
namespace {

using engine::Break;
using engine::Judgement;
using engine::Kept;

/// In the order of `kRules` below: which of them each step put to the test.
enum Counted : std::size_t { o1, o2, o3, o4, o5, o6, o8, o9, t11, t17 };

const std::vector<engine::RuleId>& step_rules() {
  static const std::vector<engine::RuleId> kRules{"O-1", "O-2", "O-3", "O-4",  "O-5",
                                                  "O-6", "O-8", "O-9", "T-11", "T-17"};
  return kRules;
}

Judgement refines_the_model(const Evidence& evidence) {
  const CaseAnswer* got = evidence.answer(0);
  const auto& expected = std::get<CaseAnswer>(evidence.expected(0));
  if (got == nullptr) return Break{.rule = "T-11", .note = "good input was refused"};
  if (const auto difference = first_difference(evidence.input(0), expected, *got)) {
    return *difference;
  }
  return Kept{};
}

Judgement said_at_the_end(const Evidence& evidence) {
  const CaseAnswer* got = evidence.answer(0);
  const auto* expected = std::get_if<CaseAnswer>(&evidence.expected(0));
  if (got == nullptr || expected == nullptr) return Kept{};
  if (const auto difference = last_seen_difference(evidence.input(0), *expected, *got))
    return *difference;
  return Kept{};
}

/// One step, `before` it being what it finds.
void count_step(const Playback& before, const Step& step, const Told& told,
                std::span<std::uint64_t> counts) {
  const State state = before.state();
  if (step.op == Operation::acquire) {
    ++counts[state == State::half_open ? o2 : o1];
    if (state == State::open) ++counts[o9];
  }
  const model::Permit* permit = before.permit(step.call);
  if (step.op != Operation::acquire && permit != nullptr) {
    if (told.answer == Answer::used || told.answer == Answer::returned) ++counts[o4];
    if (step.op == Operation::record && told.answer != Answer::used) ++counts[o3];
    if (told.answer == Answer::counted) ++counts[o6];
    if (before.holds_place(*permit) && step.op == Operation::record) ++counts[o8];
  }
  for (const Transition& transition : told.transitions) {
    if (transition.t != step.t) ++counts[o5];
  }
}

void count_rules(const Evidence& evidence, std::span<std::uint64_t> counts) {
  const Case& input = evidence.input(0);
  ++counts[t11];
  ++counts[t17];
  Playback playback(input.config);
  const auto& steps = std::get<CaseAnswer>(evidence.expected(0)).steps;
  for (std::size_t i = 0; i < input.steps.size(); ++i) {
    count_step(playback, input.steps[i], steps[i], counts);
    playback.take(input.steps[i]);
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
           .rules = {"O-3", "O-4", "O-6", "O-8", "O-9", "T-17"},
           .claim = "State, counters and retry_at, as far as they are claimed, are the model's.",
           .judge = said_at_the_end}};
}

}  // namespace tripcheck::overlap
