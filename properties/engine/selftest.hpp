/// Tells an adapter's author what is wrong with the adapter, check by check (S-4).
///
/// A subject that breaks rules can be well adapted, so the checks compare its answers with each
/// other; only where a profile's probes say so are they compared with the model's.
///
/// Cost: some thousand cases, and the profile's largest probe.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/profile.hpp>
#include <tripcheck/properties/engine/reply_text.hpp>
#include <tripcheck/properties/engine/selftest_check.hpp>
#include <tripcheck/properties/engine/selftest_remedy.hpp>
#include <tripcheck/properties/engine/source.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <tripcheck/properties/engine/verify.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::engine {

/// A subject of whose answers one is another than it gave.
template <class P>
class Flipped final : public Subject<P> {
 public:
  using typename Subject<P>::OnReply;

  /// Flips the answers to this case, handed over in the default way.
  Flipped(Subject<P>& inner, std::string case_document)
      : inner_(inner), case_document_(std::move(case_document)) {}

  [[nodiscard]] const Description& description() const override { return inner_.description(); }
  [[nodiscard]] bool takes(typename P::Delivery delivery) const override {
    return inner_.takes(delivery);
  }
  void ask(std::span<const Asked<P>> all, const OnReply& on_reply) override {
    inner_.ask(all, [&](std::size_t i, const Reply<P>& reply) {
      const auto* answer = std::get_if<typename P::Answer>(&reply);
      const bool plain = all[i].delivery == typename P::Delivery{};
      if (answer == nullptr || !plain || case_text<P>(all[i].input) != case_document_) {
        on_reply(i, reply);
        return;
      }
      auto flipped = *answer;
      P::flip(flipped);
      on_reply(i, Reply<P>(std::move(flipped)));
    });
  }

 private:
  Subject<P>& inner_;
  std::string case_document_;
};

template <class P>
class Selftest {
 public:
  using Case = typename P::Case;
  using Verdict = SelftestCheck::Verdict;

  /// All are used until `run` returns.
  Selftest(Subject<P>& model, Subject<P>& subject, const std::function<bool()>& interrupted)
      : model_(model), subject_(subject), interrupted_(interrupted) {}

  /// Ends early where the subject fails at the very first, or a person interrupts.
  /// Requires: called once.
  std::vector<SelftestCheck> run() {
    draw_cases();
    using Check = void (Selftest::*)();
    constexpr std::array<Check, 7> kChecks{
        &Selftest::answers_each_case, &Selftest::answers_no_events, &Selftest::answers_alike_twice,
        &Selftest::starts_afresh,     &Selftest::takes_cases_ahead, &Selftest::probes,
        &Selftest::goes_red};
    for (const Check check : kChecks) {
      if (interrupted_() || hopeless_) break;
      (this->*check)();
    }
    return std::move(checks_);
  }

 private:
  static constexpr std::size_t kCases = 32;
  static constexpr std::size_t kAhead = 2048;

  void draw_cases() {
    for (std::uint64_t index = 0; cases_.size() < kCases && index < 10 * kCases; ++index) {
      Draw draw(1, index);
      Case drawn = P::generate(draw, subject_.description().domain);
      if (P::steps(drawn) > 0 && is_good(drawn)) cases_.push_back(std::move(drawn));
    }
    alone_.resize(cases_.size());
    if (!cases_.empty()) return;
    hopeless_ = true;
    checks_.push_back(
        {.name = "domain",
         .verdict = Verdict::wrong,
         .found = "no case lies within it",
         .remedy = "each range in the domain must hold numbers that the rules allow"});
  }

  /// Whether the rules allow it, and the subject can take it.
  bool is_good(const Case& input) const {
    const Asked<P> asked{.input = input};
    return P::inside(input, subject_.description().domain) &&
           std::holds_alternative<typename P::Answer>(ask_one(model_, asked));
  }

  std::vector<Reply<P>> ask(std::span<const Case> cases) {
    std::vector<Asked<P>> asked;
    for (const Case& one : cases) asked.push_back({.input = one});
    std::vector<Reply<P>> replies(cases.size(), Reply<P>(Skipped{"interrupted"}));
    subject_.ask(asked, [&](std::size_t i, const Reply<P>& reply) { replies[i] = reply; });
    return replies;
  }
  Reply<P> ask(const Case& input) { return ask(std::span(&input, 1)).front(); }

  SelftestCheck& ok(std::string_view name, std::string found) {
    return checks_.emplace_back(
        SelftestCheck{.name = std::string(name), .found = std::move(found)});
  }
  void not_tried(std::string_view name, std::string why) {
    ok(name, std::move(why)).verdict = Verdict::not_tried;
  }
  void wrong(std::string_view name, std::string found, std::string_view remedy,
             const Case& shown_by) {
    SelftestCheck& check = ok(name, std::move(found));
    check.verdict = Verdict::wrong;
    check.remedy = remedy;
    check.case_document = case_text<P>(shown_by);
  }
  /// Puts a failure on record; false where there was none.
  bool failed(std::string_view name, const Reply<P>& reply, const Case& shown_by) {
    const auto* failure = std::get_if<Failed>(&reply);
    if (failure == nullptr) return false;
    wrong(name, failure->what, remedy_for(failure->what), shown_by);
    checks_.back().last_words = failure->last_words;
    checks_.back().subject_failed = true;
    return true;
  }

  void answers_each_case() {
    constexpr std::string_view kName = "answers";
    std::size_t answered = 0;
    std::optional<std::size_t> refused;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      if (interrupted_()) return;
      alone_[i] = ask(cases_[i]);
      hopeless_ = failed(kName, alone_[i], cases_[i]);
      if (hopeless_) return;
      if (!refused && std::holds_alternative<Refused>(alone_[i])) refused = i;
      answered += std::holds_alternative<typename P::Answer>(alone_[i]) ? 1U : 0U;
    }
    if (refused) {
      wrong(kName, "good input is refused: " + reply_text<P>(alone_[*refused]),
            "answer an error for bad input only; narrow the domain in the answer to start where "
            "the subject cannot take a case",
            cases_[*refused]);
    } else if (answered == 0) {
      hopeless_ = true;
      wrong(kName, "every case is skipped, the first because: " + reply_text<P>(alone_.front()),
            "answer the cases that the subject can take; name the others by a domain in the answer "
            "to start",
            cases_.front());
    } else {
      ok(kName, std::to_string(answered) + " of " + std::to_string(cases_.size()) +
                    " cases, one at a time: each answered, and with no unknown key");
    }
  }

  void answers_no_events() {
    constexpr std::string_view kName = "empty history";
    const Case empty = P::prefix(cases_.front(), 0);
    const Reply<P> reply = ask(empty);
    if (failed(kName, reply, empty)) return;
    const std::string expected = reply_text<P>(ask_one(model_, Asked<P>{.input = empty}));
    const std::string got = reply_text<P>(reply);
    if (got == expected) {
      ok(kName, "answered as a fresh breaker");
    } else {
      wrong(kName, "expected " + cut(expected) + ", got " + cut(got),
            "a history without events is a case like any other: answer it as a fresh breaker",
            empty);
    }
  }

  void answers_alike_twice() {
    constexpr std::string_view kName = "same case twice";
    for (const Case& one : cases_) {
      if (interrupted_()) return;
      const Reply<P> first = ask(one);
      const Reply<P> second = ask(one);
      if (failed(kName, first, one) || failed(kName, second, one)) return;
      if (reply_text<P>(first) == reply_text<P>(second)) continue;
      differs_by_itself_ = true;
      wrong(kName, "first " + cut(reply_text<P>(first)) + ", then " + cut(reply_text<P>(second)),
            "make a new breaker for each case; else look for a clock, a random number or a hash "
            "order that it looks at",
            one);
      return;
    }
    ok(kName, "answered alike, a case asked twice in a row");
  }

  /// What was asked before a case must not show: now each has another one before it.
  void starts_afresh() {
    constexpr std::string_view kName = "fresh breaker";
    for (std::size_t n = cases_.size(); n-- > 0;) {
      if (interrupted_()) return;
      const Reply<P> reply = ask(cases_[n]);
      if (failed(kName, reply, cases_[n])) return;
      if (reply_text<P>(reply) == reply_text<P>(alone_[n])) continue;
      differs_by_itself_ = true;
      wrong(kName,
            "the case asked before it shows: once " + cut(reply_text<P>(alone_[n])) + ", now " +
                cut(reply_text<P>(reply)),
            "make a new breaker for each case, and clear what its library or module keeps for all",
            cases_[n]);
      return;
    }
    ok(kName, "answered alike, whatever case came before");
  }

  void takes_cases_ahead() {
    constexpr std::string_view kAheadName = "cases sent ahead";
    constexpr std::string_view kOrderName = "order of ids";
    std::vector<Case> many;
    for (std::size_t i = 0; i < kAhead; ++i) many.push_back(cases_[i % cases_.size()]);
    const std::vector<Reply<P>> replies = ask(many);
    if (interrupted_()) return;
    for (std::size_t i = 0; i < kAhead; ++i) {
      if (failed(kAheadName, replies[i], many[i])) return;
    }
    ok(kAheadName, std::to_string(kAhead) + " cases at once: each answered");
    if (differs_by_itself_) {
      not_tried(kOrderName, "a case has no one answer, as shown above");
      return;
    }
    for (std::size_t i = 0; i < kAhead; ++i) {
      const std::string got = reply_text<P>(replies[i]);
      const std::string expected = reply_text<P>(alone_[i % cases_.size()]);
      if (got == expected) continue;
      differs_by_itself_ = true;
      wrong(kOrderName, "alone " + cut(expected) + ", among others " + cut(got),
            "give each answer the id of its own case: answers may come in any order, the id alone "
            "says whose they are",
            many[i]);
      return;
    }
    ok(kOrderName, "each answer was that of its own case");
  }

  void probes() {
    if constexpr (requires { P::probes(); }) {
      for (const Probe<P>& probe : P::probes()) {
        if (interrupted_()) return;
        if (differs_by_itself_) {
          not_tried(probe.name, "only once the above is mended");
        } else {
          try_probe(probe);
        }
      }
    }
  }

  void try_probe(const Probe<P>& probe) {
    const Domain& domain = subject_.description().domain;
    std::vector<Reply<P>> replies;
    std::optional<std::size_t> different;
    for (std::size_t i = 0; i < probe.cases.size(); ++i) {
      if (!P::inside(probe.cases[i], domain)) {
        not_tried(probe.name, "outside what the subject can take");
        return;
      }
      replies.push_back(ask(probe.cases[i]));
      if (failed(probe.name, replies[i], probe.cases[i])) return;
      if (std::holds_alternative<Skipped>(replies[i])) {
        not_tried(probe.name, reply_text<P>(replies[i]));
        return;
      }
      const auto expected = ask_one(model_, Asked<P>{.input = probe.cases[i]});
      if (!different && reply_text<P>(expected) != reply_text<P>(replies[i])) different = i;
    }
    if (!different) {
      ok(probe.name, std::string(probe.claim));
      return;
    }
    const Case& shown = probe.cases[*different];
    const bool answered = std::all_of(replies.begin(), replies.end(), [](const Reply<P>& reply) {
      return std::holds_alternative<typename P::Answer>(reply);
    });
    std::string found = answered && probe.diagnose ? probe.diagnose(replies) : "";
    if (found.empty()) {
      const auto expected = ask_one(model_, Asked<P>{.input = shown});
      found = "expected " + cut(reply_text<P>(expected)) + ", got " +
              cut(reply_text<P>(replies[*different]));
    }
    wrong(probe.name, std::move(found), probe.remedy, shown);
  }

  /// A run over the cases that are answered as the model does; `flipped`: one answer is another.
  Report judge(const std::vector<Case>& cases, Subject<P>& subject) {
    typename Verification<P>::Sources sources;
    sources.push_back(std::make_unique<Listed<P>>("selftest", cases));
    VerifyOptions options;
    options.shrink_runs = 0;
    options.interrupted = interrupted_;
    return Verification<P>(model_, subject, options).run(sources);
  }

  void goes_red() {
    constexpr std::string_view kName = "one answer flipped";
    if constexpr (requires(typename P::Answer answer) { P::flip(answer); }) {
      std::vector<Case> right;
      for (const Case& one : cases_) {
        const Asked<P> asked{.input = one};
        if (reply_text<P>(ask_one(model_, asked)) == reply_text<P>(ask(one))) right.push_back(one);
      }
      if (interrupted_()) return;
      if (right.empty()) {
        not_tried(kName, "no case is answered as the model answers it: a run is red as it is");
        return;
      }
      const Report plain = judge(right, subject_);
      Flipped<P> liar(subject_, case_text<P>(right.front()));
      const Report flipped = judge(right, liar);
      if (interrupted_()) return;
      const auto number = std::to_string(right.size());
      if (plain.broken()) {
        ok(kName, "a run is red without it: " + verdict_of(plain) + "; tripcheck verify says more");
      } else if (flipped.broken()) {
        ok(kName, "1 of " + number +
                      " answers flipped on purpose, and the run went red: " + verdict_of(flipped));
      } else {
        wrong(kName, "1 of " + number + " answers flipped on purpose, and nobody saw it",
              "this is a fault of tripcheck, not of the adapter: report it", right.front());
      }
    } else {
      not_tried(kName, "the profile does not say how");
    }
  }

  /// Of an answer, as much as a line can show.
  static std::string cut(const std::string& text) {
    constexpr std::size_t kMost = 200;
    return text.size() <= kMost ? text : text.substr(0, kMost) + " …";
  }

  Subject<P>& model_;
  Subject<P>& subject_;
  const std::function<bool()>& interrupted_;
  std::vector<Case> cases_;
  std::vector<Reply<P>> alone_;     // As each case was answered on its own, at the first.
  bool hopeless_ = false;           // Nothing more is worth asking.
  bool differs_by_itself_ = false;  // Answers change from one asking to the next.
  std::vector<SelftestCheck> checks_;
};

}  // namespace tripcheck::engine
