/// The flow: sources give cases, a subject and the model answer, judges compare, breaks are shrunk.
///
/// P is a profile's traits: Case, Answer, Delivery and the functions that `ProfileOf` lists.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tripcheck/properties/engine/counterexamples.hpp>
#include <tripcheck/properties/engine/floor.hpp>
#include <tripcheck/properties/engine/profile.hpp>
#include <tripcheck/properties/engine/property.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/engine/source.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <tripcheck/properties/engine/trial.hpp>
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
      : trial_(model, subject),
        options_(options),
        judged_(trial_.properties().size()),
        undecided_(trial_.properties().size()),
        floor_(P::floor().size()) {}

  /// Requires: called once.
  Report run(const Sources& sources) {
    begin();
    std::uint64_t cases_in_all = 0;
    if (options_.progress) {
      for (const auto& source : sources) cases_in_all += source->size();
    }
    // A batch of each source in turn, so that none waits for another to be through.
    std::vector<SourceLine> lines;
    for (const auto& source : sources) lines.push_back({.name = std::string(source->name())});
    for (bool more = true; more && !stopped();) {
      more = false;
      for (std::size_t i = 0; i < sources.size() && !enough(); ++i) {
        more = draw_from(*sources[i], lines[i], cases_in_all) || more;
      }
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (found_.empty() && !stopped() && report_.troubles.empty() && report_.skipped == 0) {
        lines[i].proof = sources[i]->proof();
      }
    }
    report_.sources = std::move(lines);
    report_.counterexamples = Counterexamples<P>(trial_, options_).of(found_);
    if (options_.interrupted()) report_.interrupted = true;
    finish();
    return std::move(report_);
  }

 private:
  static constexpr std::size_t kBatch = 256;
  static constexpr std::size_t kFirstBreakBatch = 16;  // Little is asked for nothing.
  static constexpr std::size_t kMostTroubles = 3;

  /// Whether the first break is all that is wanted, and is there.
  [[nodiscard]] bool enough() const {
    return options_.first_break && std::any_of(found_.begin(), found_.end(), [&](const auto& one) {
             return !is_expected(one.first.second);
           });
  }

  [[nodiscard]] bool is_expected(RuleId rule) const {
    const auto& known = options_.expected;
    return std::find(known.begin(), known.end(), rule) != known.end();
  }

  [[nodiscard]] bool stopped() {
    if (options_.interrupted()) report_.interrupted = true;
    if (options_.out_of_time()) report_.ran_out = true;
    return report_.interrupted || report_.ran_out || enough();
  }

  void begin() {
    const Description& described = trial_.by();
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
    const bool few = options_.first_break && !source.is_list();
    while (batch.size() < (few ? kFirstBreakBatch : kBatch)) {
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
    if (options_.progress) options_.progress(drawn_, cases_in_all);
    return true;
  }

  void judge_batch(Source<P>& source, std::span<const Asked<P>> batch, std::uint64_t first) {
    expected_.resize(std::max(expected_.size(), batch.size()));
    replies_.resize(std::max(replies_.size(), batch.size()));
    trial_.model().ask(batch, [&](std::size_t i, const Reply<P>& reply) { expected_[i] = reply; });
    trial_.ask(batch, std::span(replies_).first(batch.size()));
    const auto& properties = trial_.properties();
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (!usable(batch[i], replies_[i])) continue;
      const auto* answer = std::get_if<typename P::Answer>(&expected_[i]);
      const bool answered = std::holds_alternative<typename P::Answer>(replies_[i]);
      if (source.has_floor() && answer != nullptr && answered)
        P::cover(batch[i].input, *answer, floor_);
      const typename Evidence<P>::Expect expect = [&](std::size_t) -> const Reply<P>& {
        return expected_[i];
      };
      const Evidence<P> evidence(trial_.by(), batch.subspan(i, 1),
                                 std::span(replies_).subspan(i, 1), expect);
      for (std::size_t p = 0; p < properties.size(); ++p) {
        if (properties[p].questions || !trial_.applies(properties[p], expected_[i])) continue;
        judge(p, evidence, {batch[i].input, source.name(), first + i});
      }
    }
    if (!source.asks_questions()) return;
    for (std::size_t p = 0; p < properties.size() && !enough(); ++p) {
      if (properties[p].questions && trial_.claimed(properties[p])) {
        judge_questions(p, source, batch, first);
      }
    }
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

  /// The questions of one property for a whole batch go out together: a process answers them in a
  /// row.
  void judge_questions(std::size_t p, Source<P>& source, std::span<const Asked<P>> batch,
                       std::uint64_t first) {
    const Property<P>& property = trial_.properties()[p];
    std::vector<Asked<P>> asked;
    std::vector<std::size_t> ends;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (trial_.applies(property, expected_[i])) {
        trial_.add_questions(property, batch[i].input, asked);
      }
      ends.push_back(asked.size());
    }
    std::vector<Reply<P>> replies(asked.size());
    trial_.ask(asked, replies);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < batch.size(); begin = ends[i], ++i) {
      const auto mine = std::span<const Asked<P>>(asked).subspan(begin, ends[i] - begin);
      const auto got = std::span<const Reply<P>>(replies).subspan(begin, ends[i] - begin);
      if (mine.empty() || !all_usable(mine, got)) continue;
      trial_.with_evidence(mine, got, [&](const Evidence<P>& evidence) {
        judge(p, evidence, {batch[i].input, source.name(), first + i});
      });
    }
  }

  bool all_usable(std::span<const Asked<P>> asked, std::span<const Reply<P>> replies) {
    bool all = true;
    for (std::size_t i = 0; i < asked.size(); ++i) all = usable(asked[i], replies[i]) && all;
    return all;
  }

  struct Drawn {
    const Case& input;
    std::string_view source;
    std::uint64_t number;
  };

  void judge(std::size_t p, const Evidence<P>& evidence, const Drawn& drawn) {
    const Property<P>& property = trial_.properties()[p];
    auto& judged = judged_[p];
    judged.resize(property.rules.size());
    if (!was_answered(property, evidence)) {
      // Nothing was put to the test: that it should have been is for the judge to say.
    } else if (!property.count) {
      for (auto& count : judged) ++count;
    } else {
      property.count(evidence, judged);
    }
    const Judgement judgement = property.judge(evidence);
    if (std::holds_alternative<Undecided>(judgement)) ++undecided_[p];
    const auto* broken = std::get_if<Break>(&judgement);
    if (broken == nullptr) return;
    const std::pair key{p, std::string(broken->rule)};
    if (enough() && !found_.contains(key)) return;  // But for a shorter history of what is found.
    if (!told_ && !is_expected(broken->rule)) tell(*broken, drawn);
    keep(found_[key], *broken, drawn);
  }

  /// Whether no good input was refused among the questions.
  [[nodiscard]] static bool was_answered(const Property<P>& property, const Evidence<P>& evidence) {
    if (property.input == Input::bad) return true;
    for (std::size_t i = 0; i < evidence.size(); ++i) {
      if (std::holds_alternative<Refused>(evidence.reply(i)) &&
          !std::holds_alternative<Refused>(evidence.expected(i))) {
        return false;
      }
    }
    return true;
  }

  /// Shrinking starts from the case with the fewest steps.
  static void keep(Found<P>& found, const Break& broken, const Drawn& drawn) {
    const bool first = found.first_source.empty();
    if (first) {
      found.first_source = drawn.source;
      found.first_number = drawn.number;
    } else if (P::steps(found.input) <= P::steps(drawn.input)) {
      return;
    }
    found.input = drawn.input;
    found.source = drawn.source;
    found.number = drawn.number;
    found.broken = broken;
  }

  void tell(const Break& broken, const Drawn& drawn) {
    told_ = true;
    const std::string replay = replay_of(options_, P::kName, document(drawn.input));
    options_.first_found({.rule = broken.rule,
                          .source = drawn.source,
                          .number = drawn.number,
                          .steps = P::steps(drawn.input),
                          .replay = replay});
  }

  [[nodiscard]] static std::string document(const Case& input) {
    std::string text;
    P::write(input, text);
    return text;
  }

  void finish() {
    for (const auto& [key, found] : found_) {  // In the order of the properties.
      BrokenProperty broken{.property = std::string(trial_.properties()[key.first].id),
                            .source = found.first_source,
                            .cases = found.first_number + 1};
      auto& all = report_.broken_properties;
      if (all.empty() || all.back().property != broken.property) {
        all.push_back(std::move(broken));
      } else if (broken.cases < all.back().cases) {
        all.back() = std::move(broken);
      }
    }
    for (const Rule& rule : P::rules()) report_.rules.push_back(line_of(rule));
    // The cause comes before what came of it.
    std::stable_partition(
        report_.troubles.begin(), report_.troubles.end(),
        [](const SubjectTrouble& trouble) { return !trouble.what.starts_with("restarted "); });
    const auto items = P::floor();
    // A narrow domain leaves less room for chance: a quarter is enough there.
    const std::uint64_t share = trial_.by().domain.limits.empty() ? 1000 : 4000;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!P::reachable(i, trial_.by().domain)) continue;
      report_.floor.push_back({.what = std::string(items[i].what),
                               .reached = floor_.reached(i),
                               .least = items[i].per_thousand * floor_cases_ / share});
    }
    report_.floor_judged = !report_.interrupted && !report_.ran_out && !enough();
  }

  RuleLine line_of(const Rule& rule) {
    RuleLine line{.rule = std::string(rule.id), .text = std::string(rule.text)};
    bool unclaimed = false;
    bool undecided = false;
    for (std::size_t p = 0; p < trial_.properties().size(); ++p) {
      const auto& rules = trial_.properties()[p].rules;
      const auto at = std::find(rules.begin(), rules.end(), rule.id);
      if (at == rules.end()) continue;
      line.properties.emplace_back(trial_.properties()[p].id);
      unclaimed = unclaimed || !trial_.claimed(trial_.properties()[p]);
      undecided = undecided || undecided_[p] > 0;
      judged_[p].resize(rules.size());
      line.judged += judged_[p][static_cast<std::size_t>(at - rules.begin())];
    }
    if (undecided) {
      line.verdict = RuleVerdict::undecided;
    } else if (line.judged > 0) {
      line.verdict = RuleVerdict::kept;
    } else if (unclaimed) {
      line.verdict = RuleVerdict::not_claimed;
    } else if (!P::visible(rule.id, trial_.subject())) {
      line.verdict = RuleVerdict::not_visible;
    }
    for (const Counterexample& example : report_.counterexamples) {
      if (example.rule == rule.id) line.verdict = RuleVerdict::broken;
    }
    return line;
  }

  Trial<P> trial_;
  const VerifyOptions& options_;
  std::vector<std::vector<std::uint64_t>> judged_;  // By property, then by its rules.
  std::vector<std::uint64_t> undecided_;            // By property.
  Floor floor_;
  std::uint64_t floor_cases_ = 0;
  std::uint64_t drawn_ = 0;
  std::vector<Reply<P>> expected_;
  std::vector<Reply<P>> replies_;
  AllFound<P> found_;
  bool told_ = false;  // Of the first of them.
  Report report_;
};

}  // namespace tripcheck::engine
