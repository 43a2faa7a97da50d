/// Makes an AnyProfile of a profile's traits.
///
/// The traits P are one struct of static members. What a profile is called, how many cases a run
/// draws:
///
///   - kName, kCases
///   - Case, Answer, Delivery: a config and a history; what a subject gives; ways to hand over
///   - rules(), properties(), mutants(): the lists
///   - built_in(), open(name): subjects by name; nothing for a name that is none
///
/// Cases, and what a run must reach:
///
///   - generate(draw, domain), generate_faulty(draw, domain)
///   - floor(), cover(case, answer, floor), reachable(item, domain)
///
/// Documents; the readers throw DocumentError:
///
///   - write(case, text), read(json, case); read_any(json, case) for values that the rules refuse
///   too
///   - write(answer, text), read_answer(json, description, answer)
///   - run(engine, document): one document through model or impl
///
/// Shrinking and showing:
///
///   - steps(case), prefix(case, n), simpler(case, take), smaller(a, b)
///   - config_text(case), stepwise(answer), rows(case, expected, got, prefixes)
///
/// Doors and domains:
///
///   - names(), range(name): the numbers that a domain may limit
///   - outside(domain), inside(case, domain), visible(rule, subject)
///
/// May be left out:
///
///   - shortest(mutant id), the steps of its shortest history
///   - probes() and flip(answer) for selftest, see selftest_check.hpp
///   - edges(): cases that every run begins with, as they are, bad input among them
///   - kRefusalTextBinds: true where the text of a refusal is the rules' own, of a process too
///   - documents(), run_as(kind, engine, document): where `tripcheck run` knows several kinds
///   - run_text(engine, document): as `run`, but as text for people
///   - verify_beside(subject, options, report), for what is judged, but not case by case, and
///     verify_case_beside(subject, document, options), for documents that are no cases
#pragma once
#include <cassert>
#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/process_subject.hpp>
#include <tripcheck/properties/engine/profile.hpp>
#include <tripcheck/properties/engine/reply_text.hpp>
#include <tripcheck/properties/engine/selftest.hpp>
#include <tripcheck/properties/engine/source.hpp>
#include <tripcheck/properties/engine/verify.hpp>
#include <tripcheck/properties/engine/words_source.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::engine {

template <class P>
concept HasText = requires(std::string_view engine, std::string_view document) {
  { P::run_text(engine, document) } -> std::same_as<Said>;
};

template <class P>
class ProfileOf final : public AnyProfile {
 public:
  [[nodiscard]] std::string_view name() const override { return P::kName; }
  [[nodiscard]] std::span<const Rule> rules() const override { return P::rules(); }
  [[nodiscard]] std::vector<std::string_view> built_in() const override { return P::built_in(); }
  [[nodiscard]] std::vector<MutantInfo> mutants() const override { return P::mutants(); }
  [[nodiscard]] std::optional<std::size_t> shortest(std::string_view mutant) const override {
    if constexpr (requires { P::shortest(mutant); }) {
      return P::shortest(mutant);
    } else {
      return std::nullopt;
    }
  }
  [[nodiscard]] std::vector<PropertyInfo> properties() const override {
    std::vector<PropertyInfo> all;
    for (const Property<P>& property : P::properties()) {
      all.push_back({.id = property.id, .rules = property.rules, .claim = property.claim});
    }
    return all;
  }

  [[nodiscard]] std::unique_ptr<AnySubject> open(std::string_view name) const override {
    return P::open(name);
  }

  [[nodiscard]] std::variant<std::unique_ptr<AnySubject>, std::string> attach(
      Process& process) const override {
    try {
      StartAnswer start = read_start_answer(process.start_answer());
      for (const Named& limit : start.description.domain.limits) {
        const auto known = P::names();
        if (std::find(known.begin(), known.end(), limit.name) == known.end()) {
          return "domain." + limit.name + ": unknown name, expected " + either(known);
        }
        const Range all = P::range(limit.name);
        if (limit.range.high < all.low || limit.range.low > all.high) {
          return "domain." + limit.name + ": expected a part of " + std::to_string(all.low) +
                 " to " + std::to_string(all.high);
        }
      }
      if constexpr (requires { P::kRefusalTextBinds; }) {
        start.description.refusal_text_binds = P::kRefusalTextBinds;
      }
      return std::make_unique<ProcessSubject<P>>(process, std::move(start.description));
    } catch (const DocumentError& error) {
      return std::string(error.what());
    }
  }

  [[nodiscard]] Report verify(AnySubject& subject, const VerifyOptions& options) const override {
    const std::uint64_t cases = options.cases == 0 ? P::kCases : options.cases;
    auto& under_test = of(subject);
    const Description& described = under_test.description();
    typename Verification<P>::Sources sources;
    const bool refuses = described.claim("refusals");
    sources.push_back(std::make_unique<Generated<P>>(options.seed, cases, described.domain));
    if constexpr (requires { P::edges(); }) {
      sources.push_back(std::make_unique<Edges<P>>(P::edges(), [&](const typename P::Case& input) {
        return can_be_asked(input, described);
      }));
    }
    if (refuses) {
      sources.push_back(std::make_unique<Faulty<P>>(options.seed, cases / 4 + 1, described.domain));
    }
    if constexpr (HasWords<P>) add_words(under_test, options, sources);
    Report report = run_suite(under_test, std::move(sources), options);
    if constexpr (requires { P::verify_beside(subject, options, report); }) {
      P::verify_beside(subject, options, report);
    }
    return report;
  }

  [[nodiscard]] std::variant<Report, std::string> verify_case(
      AnySubject& subject, std::string_view document, const VerifyOptions& options) const override {
    if constexpr (requires { P::verify_case_beside(subject, document, options); }) {
      if (auto report = P::verify_case_beside(subject, document, options))
        return *std::move(report);
    }
    std::vector<typename P::Case> cases(1);
    try {
      const auto parsed = json::Document::parse(document);
      P::read_any(parsed.root(), cases.front());
      read_end(parsed);
    } catch (const DocumentError& error) {
      return std::string(error.what());
    }
    if (!P::inside(cases.front(), of(subject).description().domain)) {
      return std::string("the case lies outside what the subject says it can take");
    }
    typename Verification<P>::Sources sources;
    sources.push_back(std::make_unique<Listed<P>>("case", std::move(cases)));
    return run_suite(of(subject), std::move(sources), options);
  }

  [[nodiscard]] ReplayLine replay(AnySubject& subject, json::Value input,
                                  json::Value expected) const override {
    return replay_case(of(subject), input, expected);
  }

  [[nodiscard]] std::vector<SelftestCheck> selftest(
      AnySubject& subject, const std::function<bool()>& interrupted) const override {
    const auto opened = P::open("model");
    return Selftest<P>(of(*opened), of(subject), interrupted).run();
  }

  [[nodiscard]] Said run(std::string_view engine, std::string_view document) const override {
    return P::run(engine, document);
  }
  [[nodiscard]] std::vector<std::string_view> documents() const override {
    if constexpr (requires { P::documents(); }) {
      return P::documents();
    } else {
      return {P::kName};
    }
  }
  [[nodiscard]] Said run_as(std::string_view kind, std::string_view engine,
                            std::string_view document) const override {
    if constexpr (requires { P::documents(); }) {
      return P::run_as(kind, engine, document);
    } else {
      return P::run(engine, document);
    }
  }
  [[nodiscard]] std::vector<std::string_view> texts() const override {
    if constexpr (HasText<P>) {
      return {P::kName};
    } else {
      return {};
    }
  }
  [[nodiscard]] Said run_as_text(std::string_view kind, std::string_view engine,
                                 std::string_view document) const override {
    assert(kind == P::kName);
    if constexpr (HasText<P>) {
      return P::run_text(engine, document);
    } else {
      return {.ok = false, .text = std::string(kind) + ": has no text form"};
    }
  }

 private:
  static Subject<P>& of(AnySubject& subject) { return dynamic_cast<Subject<P>&>(subject); }

  static void add_words(Subject<P>& subject, const VerifyOptions& options,
                        typename Verification<P>::Sources& sources) requires HasWords<P> {
    const bool behind_pipe = dynamic_cast<ProcessSubject<P>*>(&subject) != nullptr;
    const WordsBudget budget = behind_pipe ? P::Words::kBehindPipe : P::Words::kInProcess;
    const Description& described = subject.description();
    const std::size_t depth = options.depth.value_or(budget.depth);
    if (depth == 0) return;
    const std::size_t extra = options.extra_states.value_or(budget.extra_states);
    sources.push_back(std::make_unique<Complete<P>>(extra, described.domain));
    sources.push_back(
        std::make_unique<Enumerated<P>>(depth, described.claim("refusals"), described.domain));
  }

  Report run_suite(Subject<P>& subject, typename Verification<P>::Sources sources,
                   const VerifyOptions& options) const {
    const auto opened = P::open("model");
    return Verification<P>(of(*opened), subject, options).run(sources);
  }

  /// Whether a case is in the domain, and no bad input that the subject never promised to refuse.
  static bool can_be_asked(const typename P::Case& input, const Description& described) {
    if (!P::inside(input, described.domain)) return false;
    if (described.claim("refusals")) return true;
    const auto model = P::open("model");
    const Reply<P> reply = ask_one(of(*model), Asked<P>{.input = input});
    return !std::holds_alternative<Refused>(reply);
  }

  static ReplayLine replay_case(Subject<P>& subject, json::Value input, json::Value expected) {
    ReplayLine line;
    const Description& by = subject.description();
    const auto refusal = expected.find("error");
    if (refusal) line.expected = "error: " + std::string(refusal->text());
    typename P::Case read_case;
    try {
      P::read(input, read_case);
    } catch (const DocumentError& error) {
      line.got = "error: " + std::string(error.what());
      if (by.reads_documents || !refusal) return judged(std::move(line));
      return replay_bad_input(subject, input, std::move(line));
    }
    if (!P::inside(read_case, by.domain)) return not_visible(std::move(line), kOutside);
    if (!refusal) {
      typename P::Answer answer;
      P::read_answer(expected, Description{}, answer);
      line.expected = reply_text<P>(Reply<P>(std::move(answer)));
    }
    return asked(subject, std::move(read_case), std::move(line), true);
  }

  static constexpr std::string_view kOutside = "outside what the subject can take";

  /// Bad input that a case can hold is asked of a subject that claims to refuse it; what only a
  /// document can say is tripcheck's own reader's business.
  static ReplayLine replay_bad_input(Subject<P>& subject, json::Value input, ReplayLine line) {
    typename P::Case bad;
    try {
      P::read_any(input, bad);
    } catch (const DocumentError&) {
      return not_visible(std::move(line), "a fault that only a document can have");
    }
    const Description& by = subject.description();
    if (!by.claim("refusals")) return not_visible(std::move(line), "refusals are not claimed");
    if (!P::inside(bad, by.domain)) return not_visible(std::move(line), kOutside);
    return asked(subject, std::move(bad), std::move(line), by.refusal_text_binds);
  }

  static ReplayLine asked(Subject<P>& subject, typename P::Case input, ReplayLine line,
                          bool text_binds) {
    const Reply<P> got = ask_one(subject, Asked<P>{.input = std::move(input)});
    line.got = reply_text<P>(got);
    if (const auto* failed = std::get_if<Failed>(&got)) {
      line.trouble = SubjectTrouble{failed->what, failed->last_words, ""};
    }
    if (std::holds_alternative<Skipped>(got)) {
      return not_visible(std::move(line), reply_text<P>(got));
    }
    if (std::holds_alternative<Refused>(got) && !text_binds) line.got = line.expected;
    return judged(std::move(line));
  }

  static ReplayLine judged(ReplayLine line) {
    line.verdict = line.expected == line.got ? RuleVerdict::kept : RuleVerdict::broken;
    return line;
  }

  static ReplayLine not_visible(ReplayLine line, std::string_view why) {
    line.got = why;
    line.verdict = RuleVerdict::not_visible;
    return line;
  }
};

}  // namespace tripcheck::engine
