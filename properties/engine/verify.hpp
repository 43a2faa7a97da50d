/// The flow: sources give cases, a subject and the model answer, judges compare, breaks are shrunk.
///
/// P is a profile's traits: Case, Answer, Delivery and the functions that `ProfileOf` lists.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tripcheck/properties/engine/floor.hpp>
#include <tripcheck/properties/engine/profile.hpp>
#include <tripcheck/properties/engine/property.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/engine/shrink.hpp>
#include <tripcheck/properties/engine/source.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <tripcheck/properties/engine/words.hpp>
#include <utility>
#include <vector>

namespace tripcheck::engine {

template <class P>
class Verification {
 public:
  using Case = typename P::Case;
  using Sources = std::vector<std::unique_ptr<Source<P>>>;

  /// All are used until `run` returns.
  Verification(Subject<P>& model, Subject<P>& subject, const VerifyOptions& options)
      : model_(model),
        subject_(subject),
        options_(options),
        properties_(P::properties()),
        judged_(properties_.size()),
        undecided_(properties_.size()),
        floor_(P::floor().size()) {}

  /// Requires: called once.
  Report run(const Sources& sources, std::uint64_t cases_in_all) {
    begin();
    // A batch of each source in turn, so that none waits for another to be through.
    std::vector<SourceLine> lines;
    for (const auto& source : sources) lines.push_back({.name = std::string(source->name())});
    for (bool more = true; more && !stopped();) {
      more = false;
      for (std::size_t i = 0; i < sources.size() && !enough(); ++i) {
        more = draw_from(*sources[i], lines[i], cases_in_all) || more;
      }
    }
    report_.sources = std::move(lines);
    shrink_all();
    finish();
    return std::move(report_);
  }

 private:
  static constexpr std::size_t kBatch = 256;
  static constexpr std::size_t kFirstBreakBatch =
      16;  // Small, so that little is asked for nothing.
  static constexpr std::size_t kMostTroubles = 3;

  struct Found {
    Case input;
    std::string source;
    std::uint64_t number = 0;
    Break broken;
  };
  using FoundKey = std::pair<std::size_t, std::string>;  // Property and rule.

  /// Whether the first break is all that is wanted, and is there.
  [[nodiscard]] bool enough() const { return options_.first_break && !found_.empty(); }

  [[nodiscard]] bool stopped() {
    if (options_.interrupted()) report_.interrupted = true;
    if (options_.out_of_time()) report_.ran_out = true;
    return report_.interrupted || report_.ran_out || enough();
  }

  void begin() {
    const Description& described = subject_.description();
    report_.subject = options_.subject;
    report_.subject_name = described.name;
    report_.subject_version = described.version;
    report_.profile = P::kName;
    report_.seed = options_.seed;
    report_.claims = described.claims;
    report_.outside_domain = P::outside(described.domain);
  }

  /// Judges one batch; false where the source has no more.
  bool draw_from(Source<P>& source, SourceLine& line, std::uint64_t cases_in_all) {
    std::vector<Asked<P>> batch;
    while (batch.size() < (options_.first_break ? kFirstBreakBatch : kBatch)) {
      auto input = source.next();
      if (!input) break;
      line.steps += P::steps(*input);
      batch.push_back({.input = std::move(*input)});
    }
    if (batch.empty()) return false;
    judge_batch(source, batch, line.cases);
    line.cases += batch.size();
    if (source.has_floor()) floor_cases_ += batch.size();
    drawn_ += batch.size();
    options_.progress(drawn_, cases_in_all);
    return true;
  }

  void judge_batch(Source<P>& source, std::span<const Asked<P>> batch, std::uint64_t first) {
    expected_.resize(std::max(expected_.size(), batch.size()));
    replies_.resize(std::max(replies_.size(), batch.size()));
    model_.ask(batch, [&](std::size_t i, const Reply<P>& reply) { expected_[i] = reply; });
    ask_subject(batch, replies_);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto* answer = std::get_if<typename P::Answer>(&expected_[i]);
      if (!usable(batch[i], replies_[i])) continue;
      if (source.has_floor() && answer != nullptr) P::cover(batch[i].input, *answer, floor_);
      const typename Evidence<P>::Expect expect = [&](std::size_t) -> const Reply<P>& {
        return expected_[i];
      };
      const Evidence<P> evidence(subject_.description(), batch.subspan(i, 1),
                                 std::span(replies_).subspan(i, 1), expect);
      for (std::size_t p = 0; p < properties_.size(); ++p) {
        if (properties_[p].questions || !applies(properties_[p], expected_[i])) continue;
        judge(p, evidence, {batch[i].input, std::string(source.name()), first + i, {}});
      }
    }
    for (std::size_t p = 0; p < properties_.size() && !enough(); ++p) {
      if (properties_[p].questions && claimed(properties_[p])) {
        judge_questions(p, source, batch, first);
      }
    }
  }

  void ask_subject(std::span<const Asked<P>> asked, std::vector<Reply<P>>& replies) {
    for (std::size_t i = 0; i < asked.size(); ++i) replies[i] = Skipped{"interrupted"};
    subject_.ask(asked, [&](std::size_t i, const Reply<P>& reply) { replies[i] = reply; });
  }

  /// Whether a reply can be judged. Failures and skips are put on record here.
  bool usable(const Asked<P>& asked, const Reply<P>& reply) {
    if (const auto* failed = std::get_if<Failed>(&reply)) {
      if (report_.troubles.size() < kMostTroubles) {
        report_.troubles.push_back({failed->what, failed->last_words, document(asked.input)});
      }
      return false;
    }
    if (const auto* skipped = std::get_if<Skipped>(&reply)) {
      if (report_.skipped++ == 0) report_.skip_reason = skipped->reason;
      return false;
    }
    return true;
  }

  [[nodiscard]] bool claimed(const Property<P>& property) const {
    return property.needs_claim.empty() || subject_.description().claim(property.needs_claim);
  }
  [[nodiscard]] bool applies(const Property<P>& property, const Reply<P>& expected) const {
    const bool bad = std::holds_alternative<Refused>(expected);
    return claimed(property) && bad == (property.input == Input::bad);
  }

  /// The questions of one property for a whole batch go out together: a process answers them in a
  /// row.
  void judge_questions(std::size_t p, Source<P>& source, std::span<const Asked<P>> batch,
                       std::uint64_t first) {
    std::vector<Asked<P>> asked;
    std::vector<std::size_t> ends;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (applies(properties_[p], expected_[i]))
        add_questions(properties_[p], batch[i].input, asked);
      ends.push_back(asked.size());
    }
    std::vector<Reply<P>> replies(asked.size());
    ask_subject(asked, replies);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < batch.size(); begin = ends[i], ++i) {
      const auto mine = std::span<const Asked<P>>(asked).subspan(begin, ends[i] - begin);
      const auto got = std::span<const Reply<P>>(replies).subspan(begin, ends[i] - begin);
      if (mine.empty() || !all_usable(mine, got)) continue;
      judge_with_model(p, mine, got,
                       Found{batch[i].input, std::string(source.name()), first + i, {}});
    }
  }

  /// Leaves out the whole case where any of its questions is outside what the subject takes.
  void add_questions(const Property<P>& property, const Case& input,
                     std::vector<Asked<P>>& asked) const {
    const std::size_t before = asked.size();
    property.questions(input, asked);
    const Domain& domain = subject_.description().domain;
    for (std::size_t i = before; i < asked.size(); ++i) {
      if (!subject_.takes(asked[i].delivery) || !P::inside(asked[i].input, domain)) {
        asked.resize(before);
        return;
      }
    }
  }

  bool all_usable(std::span<const Asked<P>> asked, std::span<const Reply<P>> replies) {
    bool all = true;
    for (std::size_t i = 0; i < asked.size(); ++i) all = usable(asked[i], replies[i]) && all;
    return all;
  }

  /// Judges, and puts on record where `found` says what for.
  std::optional<Break> judge_with_model(std::size_t p, std::span<const Asked<P>> asked,
                                        std::span<const Reply<P>> replies,
                                        std::optional<Found> found) {
    std::vector<std::optional<Reply<P>>> expected(asked.size());
    const typename Evidence<P>::Expect expect = [&](std::size_t i) -> const Reply<P>& {
      if (!expected[i]) expected[i] = ask_one(model_, asked[i]);
      return *expected[i];
    };
    const Evidence<P> evidence(subject_.description(), asked, replies, expect);
    if (found) {
      judge(p, evidence, std::move(*found));
      return std::nullopt;
    }
    const Judgement judgement = properties_[p].judge(evidence);
    const auto* broken = std::get_if<Break>(&judgement);
    return broken == nullptr ? std::nullopt : std::optional(*broken);
  }

  void judge(std::size_t p, const Evidence<P>& evidence, Found found) {
    const Property<P>& property = properties_[p];
    auto& judged = judged_[p];
    judged.resize(property.rules.size());
    if (!property.count) {
      for (auto& count : judged) ++count;
    } else {
      property.count(evidence, judged);
    }
    const Judgement judgement = property.judge(evidence);
    if (std::holds_alternative<Undecided>(judgement)) ++undecided_[p];
    const auto* broken = std::get_if<Break>(&judgement);
    if (broken == nullptr) return;
    if (enough()) return;
    found.broken = *broken;
    found_.try_emplace(FoundKey{p, std::string(broken->rule)}, std::move(found));
  }

  /// Asks and judges one property on one case, for shrinking.
  std::optional<Break> breaks(std::size_t p, const Case& input) {
    const Property<P>& property = properties_[p];
    std::vector<Asked<P>> asked;
    if (!P::inside(input, subject_.description().domain)) return std::nullopt;
    if (!applies(property, ask_one(model_, Asked<P>{.input = input}))) return std::nullopt;
    if (property.questions) {
      add_questions(property, input, asked);
    } else {
      asked.push_back({.input = input});
    }
    if (asked.empty()) return std::nullopt;
    std::vector<Reply<P>> replies(asked.size());
    ask_subject(asked, replies);
    for (const Reply<P>& reply : replies) {
      if (std::holds_alternative<Failed>(reply) || std::holds_alternative<Skipped>(reply)) {
        return std::nullopt;
      }
    }
    return judge_with_model(p, asked, replies, std::nullopt);
  }

  /// The first property is the primary one, lock-step with the model: where it is broken, breaks of
  /// the others may have the same reason, and are kept apart. So may a break of lock-step that, its
  /// own rule left aside, gets smaller still.
  void shrink_all() {
    std::map<std::string, std::pair<Counterexample, Case>> best;  // By rule.
    std::string primary;
    std::size_t primary_steps = 0;
    for (const auto& [key, found] : found_) {  // In the order of the properties.
      auto [example, smallest] = shrink_one(key, found);
      const auto& [p, rule] = key;
      if (p > 0) {
        example.perhaps_same_as = primary;
      } else if (example.perhaps_same_as.empty() &&
                 (primary.empty() || example.steps < primary_steps)) {
        primary = rule;
        primary_steps = example.steps;
      }
      if (example.perhaps_same_as == rule) continue;
      const auto at = best.find(rule);
      if (at == best.end()) {
        best.emplace(rule, std::pair(std::move(example), std::move(smallest)));
      } else if (at->second.first.perhaps_same_as.empty() == example.perhaps_same_as.empty() &&
                 P::smaller(smallest, at->second.second)) {
        at->second = {std::move(example), std::move(smallest)};
      }
    }
    for (auto& [rule, kept] : best) report_.counterexamples.push_back(std::move(kept.first));
    std::stable_sort(report_.counterexamples.begin(), report_.counterexamples.end(),
                     [](const Counterexample& a, const Counterexample& b) {
                       return std::pair(!a.perhaps_same_as.empty(), a.steps) <
                              std::pair(!b.perhaps_same_as.empty(), b.steps);
                     });
  }

  std::pair<Counterexample, Case> shrink_one(const FoundKey& key, const Found& found) {
    const auto& [p, rule] = key;
    if (options_.interrupted()) report_.interrupted = true;
    const std::uint64_t most = report_.interrupted ? 0 : options_.shrink_runs;
    auto shrunk = shrink<P>(found.input, most, [&, p = p, &rule = rule](const Case& candidate) {
      const auto broken = breaks(p, candidate);
      return broken && broken->rule == rule;
    });
    Counterexample example = describe(p, found, shrunk);
    if (p == 0 && most > 0) example.perhaps_same_as = smaller_break(rule, shrunk.smallest);
    return {std::move(example), std::move(shrunk.smallest)};
  }

  /// Whether letting go of the rule gets to a smaller break of lock-step, and of which rule.
  std::string smaller_break(const std::string& rule, const Case& smallest) {
    const auto shrunk = shrink<P>(smallest, options_.shrink_runs, [&](const Case& candidate) {
      return breaks(0, candidate).has_value();
    });
    const auto broken = breaks(0, shrunk.smallest);
    return broken && broken->rule != rule ? std::string(broken->rule) : std::string();
  }

  Counterexample describe(std::size_t p, const Found& found, const Shrunk<P>& shrunk) {
    const Property<P>& property = properties_[p];
    const Case& input = shrunk.smallest;
    const Break broken = breaks(p, input).value_or(found.broken);
    std::vector<Asked<P>> asked;
    if (property.questions) property.questions(input, asked);
    if (asked.empty()) asked.push_back({.input = input});
    const Asked<P>& shown = asked[std::min(broken.asked, asked.size() - 1)];
    Counterexample example;
    example.rule = broken.rule;
    example.rule_text = text_of_rule(broken.rule);
    example.property = property.id;
    example.claim = property.claim;
    example.note = broken.note;
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
    example.replay = options_.replay_line ? options_.replay_line(P::kName, example.case_document)
                                          : "tripcheck replay --profile " + std::string(P::kName) +
                                                " --subject " + quoted_word(options_.subject) +
                                                " --case " + quoted_word(example.case_document);
    return example;
  }

  /// A subject that answers whole cases only is asked every prefix, so that each step has its
  /// answer.
  std::vector<StepRow> rows(const Asked<P>& shown) {
    Reply<P> expected = ask_one(model_, shown);
    const auto* whole = std::get_if<typename P::Answer>(&expected);
    if (whole != nullptr && !P::stepwise(*whole)) {
      expected = ask_one(model_, Asked<P>{.input = shown.input});
    }
    const Reply<P> got = ask_one(subject_, shown);
    std::vector<Reply<P>> prefixes;
    const auto* answer = std::get_if<typename P::Answer>(&got);
    if (answer != nullptr && !P::stepwise(*answer)) {
      std::vector<Asked<P>> asked;
      for (std::size_t n = 0; n < P::steps(shown.input); ++n) {
        asked.push_back({.input = P::prefix(shown.input, n), .delivery = shown.delivery});
      }
      prefixes.resize(asked.size());
      ask_subject(asked, prefixes);
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

  void finish() {
    for (const auto& [key, found] : found_) {
      const std::string id(properties_[key.first].id);
      auto& broken = report_.broken_properties;
      if (std::find(broken.begin(), broken.end(), id) == broken.end()) broken.push_back(id);
    }
    for (const Rule& rule : P::rules()) report_.rules.push_back(line_of(rule));
    const auto items = P::floor();
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!P::reachable(i, subject_.description().domain)) continue;
      report_.floor.push_back({.what = std::string(items[i].what),
                               .reached = floor_.reached(i),
                               .least = items[i].per_thousand * floor_cases_ / 1000});
    }
    report_.floor_judged = !options_.first_break && !report_.interrupted && !report_.ran_out;
  }

  RuleLine line_of(const Rule& rule) {
    RuleLine line{.rule = std::string(rule.id), .text = std::string(rule.text)};
    bool claimed_at_all = false;
    bool undecided = false;
    for (std::size_t p = 0; p < properties_.size(); ++p) {
      const auto& rules = properties_[p].rules;
      const auto at = std::find(rules.begin(), rules.end(), rule.id);
      if (at == rules.end()) continue;
      line.properties.emplace_back(properties_[p].id);
      claimed_at_all = claimed_at_all || claimed(properties_[p]);
      undecided = undecided || undecided_[p] > 0;
      judged_[p].resize(rules.size());
      line.judged += judged_[p][static_cast<std::size_t>(at - rules.begin())];
    }
    if (undecided) {
      line.verdict = RuleVerdict::undecided;
    } else if (line.judged > 0) {
      line.verdict = RuleVerdict::kept;
    } else if (!claimed_at_all && !line.properties.empty()) {
      line.verdict = RuleVerdict::not_claimed;
    } else if (!P::visible(rule.id, subject_)) {
      line.verdict = RuleVerdict::not_visible;
    }
    for (const Counterexample& example : report_.counterexamples) {
      if (example.rule == rule.id) line.verdict = RuleVerdict::broken;
    }
    return line;
  }

  Subject<P>& model_;
  Subject<P>& subject_;
  const VerifyOptions& options_;
  std::vector<Property<P>> properties_;
  std::vector<std::vector<std::uint64_t>> judged_;  // By property, then by its rules.
  std::vector<std::uint64_t> undecided_;            // By property.
  Floor floor_;
  std::uint64_t floor_cases_ = 0;
  std::uint64_t drawn_ = 0;
  std::vector<Reply<P>> expected_;
  std::vector<Reply<P>> replies_;
  std::map<FoundKey, Found> found_;
  Report report_;
};

}  // namespace tripcheck::engine
