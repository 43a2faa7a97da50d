/// Makes counterexamples of what was found: shrunk, laid out step by step, with a line that
/// replays.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tripcheck/properties/engine/profile.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/engine/shrink.hpp>
#include <tripcheck/properties/engine/trial.hpp>
#include <utility>
#include <vector>

namespace tripcheck::engine {

/// A case that breaks a property, as a source gave it: of those that did, one with the fewest
/// steps.
template <class P>
struct Found {
  typename P::Case input;
  std::string source;
  std::uint64_t number = 0;
  Break broken;
  std::string first_source;        ///< Which source gave the first such case …
  std::uint64_t first_number = 0;  ///< … and its number there.
};

/// By property and rule.
template <class P>
using AllFound = std::map<std::pair<std::size_t, std::string>, Found<P>>;

template <class P>
class Counterexamples {
 public:
  using Case = typename P::Case;

  Counterexamples(const Trial<P>& trial, const VerifyOptions& options)
      : trial_(trial), options_(options) {}

  /// One for each rule, the likeliest causes first. The first property is the primary one,
  /// lock-step with the model: where it is broken, breaks of the others may have the same reason,
  /// and are kept apart. So may a break of lock-step that, its own rule left aside, gets smaller
  /// still.
  std::vector<Counterexample> of(const AllFound<P>& all) {
    // Where some rules are expected to be broken, shrinking must not end at one of these.
    const bool any_rule = options_.expected.empty();
    if (options_.first_break && any_rule && !all.empty()) return {smallest_of_all(*all.begin())};
    for (const auto& [key, found] : all) add(key, found);  // In the order of the properties.
    std::vector<Counterexample> examples;
    for (auto& [rule, kept] : best_) examples.push_back(std::move(kept.first));
    std::stable_sort(examples.begin(), examples.end(),
                     [](const Counterexample& a, const Counterexample& b) {
                       return std::pair(!a.perhaps_same_as.empty(), a.steps) <
                              std::pair(!b.perhaps_same_as.empty(), b.steps);
                     });
    return examples;
  }

 private:
  using Entry = typename AllFound<P>::value_type;
  static constexpr std::size_t kSmall = 16;  // Steps.

  void add(const typename AllFound<P>::key_type& key, const Found<P>& found) {
    const auto& [p, rule] = key;
    auto [example, smallest] = shrink_within(p, rule, found);
    if (p > 0) {
      if (rule != primary_) example.perhaps_same_as = primary_;
    } else if (example.perhaps_same_as.empty() &&
               (primary_.empty() || example.steps < primary_steps_)) {
      primary_ = rule;
      primary_steps_ = example.steps;
    }
    const auto at = best_.find(rule);
    if (at == best_.end()) {
      best_.emplace(rule, std::pair(std::move(example), std::move(smallest)));
    } else if (at->second.first.perhaps_same_as.empty() == example.perhaps_same_as.empty() &&
               P::smaller(smallest, at->second.second)) {
      at->second = {std::move(example), std::move(smallest)};
    }
  }

  [[nodiscard]] std::uint64_t most() const {
    return options_.interrupted() ? 0 : options_.shrink_runs;
  }

  /// The rule may change on the way: the shortest history that shows anything wrong.
  Counterexample smallest_of_all(const Entry& entry) {
    const auto& [key, found] = entry;
    const auto plain = [&](const Case& candidate) {
      return trial_.first_broken(candidate).has_value();
    };
    if (const auto start = plainly_broken(key.first, found.input)) {
      const auto shrunk = shrink<P>(*start, most(), plain);
      return describe(trial_.first_broken(shrunk.smallest).value_or(key.first), found, shrunk);
    }
    auto shrunk = shrink<P>(found.input, most(), [&, p = key.first](const Case& candidate) {
      return trial_.breaks(p, candidate).has_value();
    });
    std::size_t p = key.first;
    if (P::steps(shrunk.smallest) <= kSmall) {  // Cheap by now: whatever else may see it sooner.
      const auto runs = shrunk.runs;
      shrunk = shrink<P>(shrunk.smallest, most(), [&](const Case& candidate) {
        return trial_.any_broken(p, candidate).has_value();
      });
      shrunk.runs += runs;
      p = trial_.any_broken(p, shrunk.smallest).value_or(p);
    }
    return describe(p, found, shrunk);
  }

  /// The case, or one that the property asks in its place, if it is wrong by itself: without the
  /// property's questions. A law is often broken because one of its cases is.
  std::optional<Case> plainly_broken(std::size_t p, const Case& input) {
    if (trial_.first_broken(input)) return input;
    std::vector<Asked<P>> asked;
    if (trial_.properties()[p].questions) trial_.properties()[p].questions(input, asked);
    for (const Asked<P>& one : asked) {
      if (trial_.first_broken(one.input)) return one.input;
    }
    return std::nullopt;
  }

  std::pair<Counterexample, Case> shrink_within(std::size_t p, const std::string& rule,
                                                const Found<P>& found) {
    auto shrunk = shrink<P>(found.input, most(), [&](const Case& candidate) {
      const auto broken = trial_.breaks(p, candidate);
      return broken && broken->rule == rule;
    });
    Counterexample example = describe(p, found, shrunk);
    if (p == 0) example.perhaps_same_as = smaller_break(rule, shrunk.smallest);
    return {std::move(example), std::move(shrunk.smallest)};
  }

  /// Whether letting go of the rule gets to a smaller break of lock-step, and of which rule.
  std::string smaller_break(const std::string& rule, const Case& smallest) {
    const auto shrunk = shrink<P>(smallest, most(), [&](const Case& candidate) {
      return trial_.breaks(0, candidate).has_value();
    });
    const auto broken = trial_.breaks(0, shrunk.smallest);
    return broken && broken->rule != rule ? std::string(broken->rule) : std::string();
  }

  Counterexample describe(std::size_t p, const Found<P>& found, const Shrunk<P>& shrunk) {
    const Property<P>& property = trial_.properties()[p];
    const Case& input = shrunk.smallest;
    const auto again = trial_.breaks(p, input);
    const Break& broken = again ? *again : found.broken;
    std::vector<Asked<P>> asked;
    if (property.questions) property.questions(input, asked);
    if (asked.empty()) asked.push_back({.input = input});
    const Asked<P>& shown = asked[std::min(broken.asked, asked.size() - 1)];
    Counterexample example;
    example.rule = broken.rule;
    example.rule_text = text_of_rule(broken.rule);
    example.property = property.id;
    example.claim = property.claim;
    example.note =
        again || options_.interrupted()
            ? broken.note
            : "asked once more, the case breaks nothing: the subject differs from run to "
              "run (tripcheck selftest says more)";
    example.source = found.source;
    example.case_number = found.number;
    example.config = P::config_text(shown.input);
    example.rows = rows(shown);
    example.first_difference = example.rows.size();
    for (std::size_t i = example.rows.size(); i-- > 0;) {
      if (example.rows[i].expected != example.rows[i].got) example.first_difference = i;
    }
    example.case_document = document(input);
    example.found_document = document(found.input);
    example.found_steps = P::steps(found.input);
    example.steps = P::steps(input);
    example.shrink_runs = shrunk.runs;
    example.shrunk_fully = shrunk.complete;
    example.replay = replay_of(options_, P::kName, example.case_document);
    return example;
  }

  /// A subject that answers whole cases only is asked every prefix, so that each step has its
  /// answer.
  std::vector<StepRow> rows(const Asked<P>& shown) {
    Reply<P> expected = ask_one(trial_.model(), shown);
    const auto* whole = std::get_if<typename P::Answer>(&expected);
    if (whole != nullptr && !P::stepwise(*whole)) {
      expected = ask_one(trial_.model(), Asked<P>{.input = shown.input});
    }
    const Reply<P> got = ask_one(trial_.subject(), shown);
    std::vector<Reply<P>> prefixes;
    const auto* answer = std::get_if<typename P::Answer>(&got);
    if (answer != nullptr && !P::stepwise(*answer)) {
      std::vector<Asked<P>> asked;
      for (std::size_t n = 0; n < P::steps(shown.input); ++n) {
        asked.push_back({.input = P::prefix(shown.input, n), .delivery = shown.delivery});
      }
      prefixes.resize(asked.size());
      trial_.ask(asked, prefixes);
    }
    return P::rows(shown.input, expected, got, prefixes);
  }

  [[nodiscard]] static std::string document(const Case& input) {
    std::string text;
    P::write(input, text);
    return text;
  }

  [[nodiscard]] static std::string text_of_rule(RuleId id) {
    for (const Rule& rule : P::rules()) {
      if (rule.id == id) return std::string(rule.text);
    }
    return {};
  }

  const Trial<P>& trial_;
  const VerifyOptions& options_;
  std::map<std::string, std::pair<Counterexample, Case>> best_;  // By rule.
  std::string primary_;
  std::size_t primary_steps_ = 0;
};

}  // namespace tripcheck::engine
