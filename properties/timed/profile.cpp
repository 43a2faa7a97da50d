#include <algorithm>
#include <array>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/profile_of.hpp>
#include <tripcheck/properties/timed/builtin.hpp>
#include <tripcheck/properties/timed/judge.hpp>
#include <tripcheck/properties/timed/mutants.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <tripcheck/properties/timed/shortest.hpp>

namespace tripcheck::timed {
namespace {

using engine::Domain;
using engine::Named;
using engine::Range;

/// Joins lists of properties: lock-step first, since its counterexamples say most.
std::vector<engine::Property<Traits>> all_properties() {
  std::vector<engine::Property<Traits>> all;
  for (auto list : {lockstep(), invariants(), laws(), refusals()}) {
    for (auto& property : list) all.push_back(std::move(property));
  }
  return all;
}

bool holds(const Domain& domain, const Named& number, std::int64_t value) {
  return !number.range.holds(value) || domain.of(number.name, number.range).holds(value);
}

}  // namespace

std::vector<engine::Property<Traits>> Traits::properties() { return all_properties(); }

std::vector<engine::MutantInfo> Traits::mutants() {
  std::vector<engine::MutantInfo> all;
  for (const Mutant& mutant : breaker_mutants()) {
    all.push_back({.id = mutant.id,
                   .rules = mutant.rules,
                   .note = mutant.note,
                   .origin = mutant.origin,
                   .outside = mutant.outside});
  }
  for (const OuterMutant& mutant : outer_mutants()) {
    all.push_back({.id = mutant.id,
                   .rules = mutant.rules,
                   .note = mutant.note,
                   .origin = {},
                   .outside = mutant.outside});
  }
  return all;
}

std::optional<std::size_t> Traits::shortest(std::string_view mutant) {
  constexpr std::size_t kMostEvents = 8;  // None of those in the space needs as many.
  for (const Mutant& candidate : breaker_mutants()) {
    if (candidate.id != mutant || !candidate.outside.empty()) continue;
    const auto found = shortest_history(candidate.decisions, kMostEvents);
    if (found) return found->events.size();
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
  const auto all = numbers();
  for (const Event& event : input.events) {
    if (!holds(domain, all[0], event.t)) return false;
  }
  return holds(domain, all[1], input.config.cooldown) &&
         holds(domain, all[2], input.config.failure_threshold) &&
         holds(domain, all[3], input.config.half_open_successes);
}

bool Traits::visible(engine::RuleId rule, const engine::Subject<Traits>& subject) {
  return rule != "T-19" || subject.description().reads_documents;
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

}  // namespace tripcheck::timed
