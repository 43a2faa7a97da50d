/// What a profile's properties are worth, for its tests: what every profile is held to alike.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tripcheck/properties/engine/profile.hpp>
#include <vector>

namespace tripcheck::engine {

inline bool names(const auto& entry, RuleId rule) {
  return std::find(entry.rules.begin(), entry.rules.end(), rule) != entry.rules.end();
}

/// The mutants of a rule that the property names, those of its rarest rule first: few properties
/// name that one, so they are the likeliest to be seen by this one.
inline std::vector<MutantInfo> mutants_for(const PropertyInfo& property,
                                           const std::vector<MutantInfo>& all) {
  const auto mutants_of = [&](RuleId rule) {
    return std::count_if(all.begin(), all.end(), [&](const auto& one) { return names(one, rule); });
  };
  std::vector<RuleId> rules(property.rules.begin(), property.rules.end());
  std::stable_sort(rules.begin(), rules.end(),
                   [&](RuleId a, RuleId b) { return mutants_of(a) < mutants_of(b); });
  std::vector<MutantInfo> mine;
  for (const RuleId rule : rules) {
    for (const MutantInfo& mutant : all) {
      if (names(mutant, rule)) mine.push_back(mutant);
    }
  }
  return mine;
}

/// The properties that kill no mutant of a rule that they name (S-12), with so many drawn cases.
/// A mutant is run once, and only where a property still needs one.
inline std::vector<std::string> properties_without_a_mutant(const AnyProfile& profile,
                                                            std::uint64_t cases) {
  std::map<std::string, std::vector<std::string>> broken_by;
  const auto broken = [&](const MutantInfo& mutant) -> const std::vector<std::string>& {
    const std::string name = "mutant:" + std::string(mutant.id);
    const auto [entry, is_new] = broken_by.try_emplace(name);
    if (!is_new) return entry->second;
    VerifyOptions options;
    options.cases = cases;
    options.depth = 0;
    options.subject = name;
    options.shrink_runs = 0;
    for (const auto& one : profile.verify(*profile.open(name), options).broken_properties) {
      entry->second.emplace_back(one.property);
    }
    return entry->second;
  };
  const std::vector<MutantInfo> mutants = profile.mutants();
  std::vector<std::string> without;
  for (const PropertyInfo& property : profile.properties()) {
    const auto dies = [&](const MutantInfo& mutant) {
      const auto& all = broken(mutant);
      return std::find(all.begin(), all.end(), property.id) != all.end();
    };
    const std::vector<MutantInfo> mine = mutants_for(property, mutants);
    if (std::none_of(mine.begin(), mine.end(), dies)) without.emplace_back(property.id);
  }
  return without;
}

/// The rules that no property or no mutant names (S-10, S-30).
inline std::vector<std::string> rules_without_both(const AnyProfile& profile) {
  const auto properties = profile.properties();
  const auto mutants = profile.mutants();
  std::vector<std::string> without;
  for (const Rule& rule : profile.rules()) {
    const auto is_named = [&](const auto& entry) { return names(entry, rule.id); };
    const bool both = std::any_of(properties.begin(), properties.end(), is_named) &&
                      std::any_of(mutants.begin(), mutants.end(), is_named);
    if (!both) without.emplace_back(rule.id);
  }
  return without;
}

}  // namespace tripcheck::engine
