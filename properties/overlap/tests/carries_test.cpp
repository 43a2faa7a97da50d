// The overlap profile through the engine: model and implementation keep every rule, every mutant
// dies.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <tripcheck/model/overlap/breaker.hpp>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/tests/worth.hpp>
#include <tripcheck/properties/overlap/mutants.hpp>
#include <tripcheck/properties/overlap/profile.hpp>
#include <tripcheck/properties/overlap/subject.hpp>
#include <utility>

namespace tripcheck::engine {

/// GoogleTest prints parameters by this name of its own.
void PrintTo(const MutantInfo& mutant, std::ostream* out);  // NOLINT(readability-identifier-naming)
void PrintTo(const MutantInfo& mutant, std::ostream* out) { *out << mutant.id; }

}  // namespace tripcheck::engine

namespace tripcheck::overlap {
namespace {

using Opened = std::unique_ptr<engine::Subject<Traits>>;

constexpr std::uint64_t kSeeds = TRIPCHECK_SEEDS;  // 20; from the build.
constexpr std::uint64_t kShrunkSeeds = std::min<std::uint64_t>(3, kSeeds);

engine::Report verify(engine::AnySubject& subject, const engine::VerifyOptions& options) {
  return profile().verify(subject, options);
}

/// A subject of which nothing is seen but the documents of its answers, as through a process.
class AsDocuments final : public engine::Subject<Traits> {
 public:
  explicit AsDocuments(Opened inner) : inner_(std::move(inner)) {
    description_.name = inner_->description().name;
  }
  [[nodiscard]] const engine::Description& description() const override { return description_; }
  [[nodiscard]] bool takes(Delivery delivery) const override { return delivery == Delivery::plain; }
  void ask(std::span<const engine::Asked<Traits>> all, const OnReply& on_reply) override {
    inner_->ask(all, [&](std::size_t i, const engine::Reply<Traits>& reply) {
      const auto* answer = std::get_if<CaseAnswer>(&reply);
      if (answer == nullptr) {
        on_reply(i, reply);
        return;
      }
      std::string text;
      Traits::write(*answer, text);
      const auto document = engine::json::Document::parse(text);
      CaseAnswer read;
      Traits::read_answer(document.root(), description_, read);
      on_reply(i, engine::Reply<Traits>(std::move(read)));
    });
  }

 private:
  Opened inner_;
  engine::Description description_;
};

engine::Report keeps_every_rule(engine::AnySubject& subject) {
  auto report = verify(subject, {});
  EXPECT_FALSE(report.broken()) << engine::text_of(report, engine::Colour::never);
  EXPECT_TRUE(report.floor_judged);
  EXPECT_EQ(report.skipped, 0U);
  for (const auto& line : report.floor) {
    EXPECT_TRUE(line.holds()) << line.what << " " << line.reached << " < " << line.least;
  }
  return report;
}

TEST(S21OverlapFloor, IsReachedByModelAndImplementation) {
  for (const char* name : {"model", "impl"}) {
    const auto subject = profile().open(name);
    const auto report = keeps_every_rule(*subject);
    for (const auto& line : report.rules) {
      // The model is a value: threads have nothing to share there.
      const bool alone = line.rule == "O-7" && std::string_view(name) == "model";
      EXPECT_EQ(line.verdict, alone ? engine::RuleVerdict::not_visible : engine::RuleVerdict::kept)
          << line.rule;
    }
  }
}

TEST(S30OverlapMutants, AreMadeOfABreakerThatKeepsEveryRule) { keeps_every_rule(*open_right()); }

TEST(S2OverlapDocuments, SayEnoughOfABreakerThatKeepsEveryRule) {
  AsDocuments subject(open_right());
  keeps_every_rule(subject);
}

class S31OverlapMutant : public ::testing::TestWithParam<engine::MutantInfo> {
 protected:
  static Opened open() { return Traits::open("mutant:" + std::string(GetParam().id)); }

  static engine::Report first_break(engine::AnySubject& subject, std::uint64_t seed) {
    engine::VerifyOptions options;
    options.seed = seed;
    options.first_break = true;
    options.shrink_runs = seed <= kShrunkSeeds ? 20'000 : 0;
    return verify(subject, options);
  }

  static bool breaks(std::string_view rule) {
    const auto& rules = GetParam().rules;
    return std::find(rules.begin(), rules.end(), rule) != rules.end();
  }

  static void names_its_rule(const engine::Report& report) {
    const auto& example = report.counterexamples.front();
    EXPECT_TRUE(breaks(example.rule) || breaks(example.perhaps_same_as))
        << "seed " << report.seed << " says " << example.rule << " by " << example.property << ": "
        << example.case_document;
  }
};

TEST_P(S31OverlapMutant, DiesWithEverySeedOfTheRuleItBreaks) {
  const auto mutant = open();
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto report = first_break(*mutant, seed);
    ASSERT_TRUE(report.broken()) << "survived seed " << seed;
    if (seed <= kShrunkSeeds) names_its_rule(report);
  }
}

TEST_P(S31OverlapMutant, DiesByItsDocumentsAlone) {
  if (breaks("T-11") || breaks("T-17") || GetParam().id == "overlap-numbers-start-at-zero") {
    GTEST_SKIP() << "documents without claims do not show it";
  }
  AsDocuments mutant(open());
  for (std::uint64_t seed = 1; seed <= kShrunkSeeds; ++seed) {
    const auto report = first_break(mutant, seed);
    ASSERT_TRUE(report.broken()) << "survived seed " << seed;
    names_its_rule(report);
  }
}

std::string test_name(const ::testing::TestParamInfo<engine::MutantInfo>& info) {
  std::string name(info.param.id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// Those that need no threads; races_test.cpp has the others.
std::vector<engine::MutantInfo> sequential_mutants() {
  auto all = Traits::mutants();
  std::erase_if(all, [](const auto& mutant) { return mutant.rules.front() == "O-7"; });
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, S31OverlapMutant, ::testing::ValuesIn(sequential_mutants()),
                         test_name);

/// The rows of the first counterexample, `event: expected / got`, the first difference marked.
std::vector<std::string> rows_of(engine::AnySubject& subject) {
  engine::VerifyOptions options;
  options.first_break = true;
  const auto report = verify(subject, options);
  std::vector<std::string> rows;
  if (!report.broken()) return rows;
  const auto& example = report.counterexamples.front();
  for (const engine::StepRow& row : example.rows) {
    rows.push_back(row.event + ": " + row.expected + " / " + row.got);
  }
  if (example.first_difference < rows.size()) rows[example.first_difference] += " <--";
  return rows;
}

/// `end` as the subject says it, which may be with what it claims.
std::vector<std::string> rows_of_a_crowd(const std::string& end) {
  return {"acquire 1: permit / permit",
          "record 1 failure: counted, closed->open@0 / counted, closed->open@0",
          "acquire 2: permit, open->half_open@0 / permit, open->half_open@0",
          "acquire 3: rejected / permit <--", "end: " + end + " / " + end};
}

TEST(S41OverlapCounterexample, ShowsTheStepThatDiffers) {
  const auto subject = Traits::open("mutant:overlap-half-open-lets-a-crowd-in");
  EXPECT_EQ(rows_of(*subject), rows_of_a_crowd("(half_open, successes 0, retry_at nothing)"));
}

TEST(S41OverlapCounterexample, ShowsItToWhoAnswersInDocumentsToo) {
  AsDocuments subject(Traits::open("mutant:overlap-half-open-lets-a-crowd-in"));
  EXPECT_EQ(rows_of(subject), rows_of_a_crowd("half_open"));
}

// --- Properties and rules.

TEST(S10OverlapRules, EachHasAPropertyAndAMutant) {
  EXPECT_EQ(engine::rules_without_both(profile()), std::vector<std::string>{});
}

TEST(S12OverlapProperties, EachKillsAMutantOfARuleItNames) {
  EXPECT_EQ(engine::properties_without_a_mutant(profile(), 128), std::vector<std::string>{});
}

// --- Permits that can be used once only (S-1).

/// Keeps every rule, and takes each permit away with its use.
class TakesPermits {
 public:
  struct Permit {
    explicit Permit(std::size_t number_of_ticket) : ticket(number_of_ticket) {}
    Permit(Permit&&) = default;
    Permit& operator=(Permit&&) = default;
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    ~Permit() = default;
    std::size_t ticket;
  };
  struct Acquired {
    std::optional<Permit> permit;
    std::vector<Transition> transitions;
  };

  explicit TakesPermits(const Config& config) : breaker_(config, right()) {}
  Acquired try_acquire(std::int64_t t) {
    auto done = breaker_.try_acquire(t);
    Acquired mine{.permit = std::nullopt, .transitions = std::move(done.transitions)};
    if (done.permit) mine.permit.emplace(*done.permit);
    return mine;
  }
  Told record(Permit&& permit, std::int64_t t, Result result) {
    return breaker_.record(permit.ticket, t, result);
  }
  Told ignore(Permit&& permit) { return breaker_.ignore(permit.ticket); }
  Told drop(Permit&& permit) { return breaker_.drop(permit.ticket); }
  [[nodiscard]] State state() const { return breaker_.state(); }

 private:
  static const Decisions& right() {
    static constexpr Decisions kRight;
    return kRight;
  }
  Faulty breaker_;
};
static_assert(OverlapSubject<TakesPermits>);
static_assert(!UsesAgain<TakesPermits>);
static_assert(UsesAgain<Faulty>);

TEST(S1OverlapPermitsUsedOnce, AreAskedForOneUseOnly) {
  InProcess<TakesPermits> subject("takes permits");
  keeps_every_rule(subject);
  const auto report = verify(subject, {});
  EXPECT_EQ(report.outside_domain, std::vector<std::string>{"uses above 1"});
}

TEST(S1OverlapPermitsUsedOnce, SkipACaseWithASecondUse) {
  InProcess<TakesPermits> subject("takes permits");
  const Case twice{.config = {},
                   .steps = {{.op = Operation::acquire, .call = 1},
                             {.op = Operation::ignore, .call = 1},
                             {.op = Operation::ignore, .call = 1}}};
  const auto reply = engine::ask_one(subject, engine::Asked<Traits>{.input = twice});
  EXPECT_TRUE(std::holds_alternative<engine::Skipped>(reply));
}

// --- O-6: generated results, as calls that do not overlap.

Case one_after_the_other(const std::vector<timed::Event>& events, const Config& config) {
  Case input{.config = config, .steps = {}};
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto call = static_cast<std::int64_t>(i);
    input.steps.push_back({.op = Operation::acquire, .call = call, .t = events[i].t});
    input.steps.push_back(
        {.op = Operation::record, .call = call, .t = events[i].t, .result = events[i].result});
  }
  return input;
}

std::vector<timed::Event> results_of(const Case& drawn) {
  std::vector<timed::Event> events;
  for (const Step& step : drawn.steps) {
    if (step.op == Operation::record) events.push_back({.t = step.t, .result = step.result});
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const auto& a, const auto& b) { return a.t < b.t; });
  return events;
}

timed::Outcome by_the_timed_model(const std::vector<timed::Event>& events, const Config& config) {
  return std::get<timed::Outcome>(
      timed::model::run({.failure_threshold = config.failure_threshold,
                         .cooldown = config.cooldown,
                         .half_open_successes = config.half_open_successes},
                        events));
}

/// An outcome of calls that do not overlap, in the timed breaker's words.
timed::Outcome in_timed_words(const std::vector<timed::Event>& events, const Outcome& outcome) {
  timed::Outcome words{.final_state = outcome.final_state, .rejected = {}, .transitions = {}};
  for (std::size_t i = 0; i < events.size(); ++i) {
    const bool executed = outcome.answers[2 * i] == Answer::permit;
    EXPECT_EQ(outcome.answers[2 * i + 1], executed ? Answer::counted : Answer::no_permit);
    if (!executed) words.rejected.push_back(events[i].t);
  }
  for (const Transition& transition : outcome.transitions) {
    words.transitions.push_back({.from = transition.from, .to = transition.to, .t = transition.t});
  }
  return words;
}

TEST(O6Model, IsTheTimedModelWhereCallsDoNotOverlap) {
  std::size_t transitions = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    engine::Draw draw(6, i);
    const Case drawn = Traits::generate(draw, {});
    const auto events = results_of(drawn);
    const Case input = one_after_the_other(events, drawn.config);
    const auto outcome = std::get<Outcome>(model::run(input.config, input.steps));
    ASSERT_EQ(in_timed_words(events, outcome), by_the_timed_model(events, input.config)) << i;
    transitions += outcome.transitions.size();
  }
  EXPECT_GT(transitions, 2000U);
}

}  // namespace
}  // namespace tripcheck::overlap
