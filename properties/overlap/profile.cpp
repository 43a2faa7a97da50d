#include <algorithm>
#include <tripcheck/properties/engine/profile_of.hpp>
#include <tripcheck/properties/overlap/builtin.hpp>
#include <tripcheck/properties/overlap/judge.hpp>
#include <tripcheck/properties/overlap/mutants.hpp>
#include <tripcheck/properties/overlap/profile.hpp>
#include <tripcheck/properties/overlap/races.hpp>
#include <tripcheck/properties/overlap/shortest.hpp>
#include <unordered_map>

namespace tripcheck::overlap {
namespace {

using engine::Domain;
using engine::Named;
using engine::Range;

bool holds(const Domain& domain, Number number, std::int64_t value) {
  return !numbers()[number].range.holds(value) || limit(domain, number).holds(value);
}

/// The most uses that any one call has.
std::int64_t most_uses(const Case& input) {
  std::unordered_map<std::int64_t, std::int64_t> uses;
  std::int64_t most = 0;
  for (const Step& step : input.steps) {
    if (step.op != Operation::acquire) most = std::max(most, ++uses[step.call]);
  }
  return most;
}

}  // namespace

std::vector<engine::Property<Traits>> Traits::properties() {
  std::vector<engine::Property<Traits>> all;  // Lock-step first: its counterexamples say most.
  for (auto list : {lockstep(), invariants(), laws(), refusals()}) {
    for (auto& property : list) all.push_back(std::move(property));
  }
  all.push_back({.id = "some-order-explains-every-answer",
                 .rules = {"O-7"},
                 .claim = "Each history of a few threads is explained by some order of its calls.",
                 // No question about any case: verify_beside has threads and judges them.
                 .questions = [](const Case&, std::vector<engine::Asked<Traits>>&) {},
                 .judge = [](const Evidence&) -> engine::Judgement { return engine::Kept{}; }});
  return all;
}

std::vector<engine::MutantInfo> Traits::mutants() {
  std::vector<engine::MutantInfo> all;
  for (const Mutant* mutant : breaker_mutants()) {
    auto& info = all.emplace_back(engine::MutantInfo{.id = mutant->id,
                                                     .rules = {},
                                                     .note = mutant->note,
                                                     .origin = mutant->origin,
                                                     .outside = mutant->outside});
    for (const engine::RuleId rule : mutant->rules) {
      if (!rule.empty()) info.rules.push_back(rule);
    }
  }
  for (const RacyMutant& mutant : racy_mutants()) {
    all.push_back({.id = mutant.id,
                   .rules = {"O-7"},
                   .note = mutant.note,
                   .origin = mutant.origin,
                   .outside = "needs threads"});
  }
  return all;
}

void Traits::flip(Answer& answer) {
  auto& state = answer.outcome.final_state;
  state = state == State::closed ? State::open : State::closed;
}

std::optional<std::size_t> Traits::shortest(std::string_view mutant) {
  for (const Mutant* candidate : breaker_mutants()) {
    if (candidate->id != mutant || !candidate->outside.empty()) continue;
    const auto found = shortest_history(candidate->decisions, kMostSteps);
    if (found) return found->steps.size();
  }
  return std::nullopt;
}

std::vector<std::string_view> Traits::names() {
  std::vector<std::string_view> all;
  for (const Named& number : numbers()) all.emplace_back(number.name);
  return all;
}

Range Traits::range(std::string_view name) {
  const auto all = numbers();
  const auto named = [&](const Named& number) { return number.name == name; };
  return std::find_if(all.begin(), all.end(), named)->range;
}

std::vector<std::string> Traits::outside(const Domain& domain) {
  std::vector<std::string> all;
  for (const Named& number : numbers()) {
    const Range range = domain.of(number.name, number.range);
    if (range.low > number.range.low) {
      all.push_back(number.name + " below " + std::to_string(range.low));
    }
    if (range.high < number.range.high) {
      all.push_back(number.name + " above " + std::to_string(range.high));
    }
  }
  return all;
}

bool Traits::inside(const Case& input, const Domain& domain) {
  if (domain.limits.empty()) return true;
  for (const Step& step : input.steps) {
    if (has_time(step) && !holds(domain, time_number, step.t)) return false;
  }
  const Config& config = input.config;
  return holds(domain, cooldown_number, config.cooldown) &&
         holds(domain, threshold_number, config.failure_threshold) &&
         holds(domain, places_number, config.half_open_successes) &&
         holds(domain, timeout_number, config.trial_timeout.value_or(config.cooldown)) &&
         most_uses(input) <= limit(domain, uses_number).high;
}

bool Traits::visible(engine::RuleId rule, const engine::Subject<Traits>& subject) {
  return rule != "O-7" || dynamic_cast<const Raceable*>(&subject) != nullptr;
}

void Traits::verify_beside(engine::AnySubject& subject, const engine::VerifyOptions& options,
                           engine::Report& report) {
  verify_races(subject, options, report);
}

std::optional<std::variant<engine::Report, std::string>> Traits::verify_case_beside(
    engine::AnySubject& subject, std::string_view document, const engine::VerifyOptions& options) {
  return verify_race(subject, document, options);
}

std::vector<std::string_view> Traits::built_in() { return {"model", "impl"}; }

std::unique_ptr<engine::Subject<Traits>> Traits::open(std::string_view name) {
  if (name == "model") return open_model();
  if (name == "impl") return open_impl();
  constexpr std::string_view kMutant = "mutant:";
  if (name.starts_with(kMutant)) return open_mutant(name.substr(kMutant.size()));
  return nullptr;
}

const engine::AnyProfile& profile() {
  static const engine::ProfileOf<Traits> kProfile;
  return kProfile;
}

}  // namespace tripcheck::overlap
