// The first property of all: every result and the whole report are the model's.
#include <algorithm>
#include <tripcheck/properties/expeditor/judge.hpp>

namespace tripcheck::expeditor {
namespace {

using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;

const std::vector<RuleId>& step_rules() {
  static const std::vector<RuleId> kRules{
      "X-1",  "X-2",  "X-3",  "X-4",  "X-5",  "X-6",  "X-7",  "X-8",  "X-9",  "X-10",
      "X-11", "X-12", "X-13", "X-14", "X-15", "X-16", "X-17", "X-18", "X-20", "X-21",
      "X-22", "X-23", "X-24", "X-25", "X-30", "X-31", "X-32", "X-33", "X-34", "X-35",
      "X-40", "X-41", "X-42", "X-43", "X-44", "X-50", "X-52", "X-54", "X-55", "X-56"};
  return kRules;
}

Judgement refines_the_model(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  if (got == nullptr) {
    const auto* refused = std::get_if<engine::Refused>(&evidence.reply(0));
    const bool map = refused != nullptr && refused->text.find("map") != std::string::npos;
    return Break{.rule = map ? "X-55" : "X-54", .note = "good input was refused"};
  }
  const auto& expected = std::get<Answer>(evidence.expected(0));
  if (auto difference = first_difference(evidence.input(0), expected, *got)) {
    return *std::move(difference);
  }
  return Kept{};
}

void count(RuleId rule, std::span<std::uint64_t> counts) {
  const auto& rules = step_rules();
  const auto at = std::find(rules.begin(), rules.end(), rule);
  ++counts[static_cast<std::size_t>(at - rules.begin())];
}

void count_log(const Report& report, std::span<std::uint64_t> counts) {
  for (const LogEntry& entry : report.log) {
    const std::string& text = entry.text;
    count("X-34", counts);
    if (text.starts_with("Circuit OPENED")) count("X-14", counts);
    if (text.starts_with("Circuit RE-OPENED")) {
      count("X-15", counts);
      count("X-16", counts);
    }
    if (text.starts_with("Budget exhausted")) count("X-18", counts);
    if (text.starts_with("Multiple tools failing")) {
      for (const RuleId rule : {"X-20", "X-21", "X-23"}) count(rule, counts);
    }
    if (text.ends_with(" joined the systemic failure")) count("X-22", counts);
  }
}

void count_rules(const Evidence& evidence, std::span<std::uint64_t> counts) {
  const Case& input = evidence.input(0);
  const auto& expected = std::get<Answer>(evidence.expected(0));
  const std::vector<State> before = states_before(input);
  for (std::size_t i = 0; i < input.ops.size(); ++i) {
    const Result& result = expected.results[i];
    count(rule_of(input.ops[i], result, before[i]), counts);
    if (std::holds_alternative<Recorded>(result)) count("X-17", counts);
    const auto* decision = std::get_if<Decision>(&result);
    if (decision != nullptr && decision->route) count("X-30", counts);
    const auto* scope = std::get_if<Scope>(&result);
    if (scope != nullptr && scope->pause) count("X-33", counts);
  }
  count_log(expected.report, counts);
  for (const RuleId rule : {"X-50", "X-52", "X-54", "X-55"}) count(rule, counts);
}

}  // namespace

std::vector<engine::Property<Traits>> lockstep() {
  return {{.id = "refines-the-model",
           .rules = step_rules(),
           .claim = "Every result, and the report at the end, is the model's.",
           .judge = refines_the_model,
           .count = count_rules}};
}

}  // namespace tripcheck::expeditor
