#include <stdexcept>
#include <tripcheck/properties/engine/profile_of.hpp>
#include <tripcheck/properties/engine/tests/toy_run.hpp>

namespace tripcheck::engine::toy {
namespace {

/// The one of these that speaks of the rule.
template <class Lines>
auto of_rule(const Lines& lines, std::string_view rule) {
  for (const auto& each : lines) {
    if (each.rule == rule) return each;
  }
  throw std::out_of_range("nothing of rule " + std::string(rule));
}

}  // namespace

const AnyProfile& profile() {
  static const ProfileOf<Toy> the_profile;
  return the_profile;
}

VerifyOptions options() {
  VerifyOptions chosen;
  chosen.seed = 5;
  chosen.subject = "toy";
  return chosen;
}

Report verify(Counter& subject, const VerifyOptions& chosen) {
  return profile().verify(subject, chosen);
}

std::variant<Report, std::string> verify_case(Counter& subject, std::string_view document) {
  return profile().verify_case(subject, document, options());
}

RuleLine line(const Report& report, std::string_view rule) { return of_rule(report.rules, rule); }

RuleVerdict verdict(const Report& report, std::string_view rule) {
  return line(report, rule).verdict;
}

Counterexample counterexample(const Report& report, std::string_view rule) {
  return of_rule(report.counterexamples, rule);
}

std::vector<std::string> broken_rules(const Report& report) {
  std::vector<std::string> rules;
  for (const Counterexample& example : report.counterexamples) rules.push_back(example.rule);
  return rules;
}

std::string document(const Case& input) {
  std::string text;
  Toy::write(input, text);
  return text;
}

std::int64_t model_fold(std::int64_t total, std::int64_t number, std::int64_t limit) {
  return total + number > limit ? total : total + number;
}

std::int64_t one_too_many(std::int64_t total, std::int64_t number, std::int64_t limit) {
  return total + number > limit + 1 ? total : total + number;
}

}  // namespace tripcheck::engine::toy
