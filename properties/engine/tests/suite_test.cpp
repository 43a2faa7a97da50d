// What a whole run does, on the toy profile: doors, domains, sources, the floor, the ways to end.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/engine/source.hpp>
#include <tripcheck/properties/engine/tests/toy.hpp>
#include <tripcheck/properties/engine/tests/toy_run.hpp>
#include <tripcheck/properties/engine/words.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::engine::toy {
namespace {

constexpr std::uint64_t kBatch = 256;  // Cases that go out together.

/// Right, but for each case that `is_hit` it replies so.
template <class Hit>
Counter except(const Hit& is_hit, const Reply& reply) {
  return Counter([=](const Asked& asked) { return is_hit(asked.input) ? reply : right(asked); });
}

bool passes_limit(const Case& input) {
  std::int64_t sum = 0;
  for (const std::int64_t number : input.adds) sum += number;
  return sum > input.limit;
}

/// How many of the generated cases are so.
template <class Hit>
std::uint64_t generated(const Hit& is_hit, const Domain& domain = Domain{}) {
  Generated<Toy> source(options().seed, Toy::kCases, domain);
  std::uint64_t hits = 0;
  while (const auto input = source.next()) hits += is_hit(*input) ? 1U : 0U;
  return hits;
}

TEST(S2Answers, MayComeInAnyOrder) {
  Counter forwards = counter(0, one_too_many);
  Counter backwards = counter(0, one_too_many);
  backwards.answers_backwards = true;
  const Report report = verify(forwards);
  EXPECT_TRUE(report.broken());
  EXPECT_EQ(json_of(report), json_of(verify(backwards)));
}

TEST(S2Claims, WhatIsNotClaimedIsNeitherAskedNorAPassNorAFailure) {
  Counter subject([](const Asked& asked) -> Reply { return run(asked.input, 0, model_fold); });
  subject.by.claims.clear();
  const Report report = verify(subject);
  EXPECT_EQ(verdict(report, "Y-4"), RuleVerdict::not_claimed);
  EXPECT_EQ(line(report, "Y-4").judged, 0U);
  EXPECT_EQ(report.sources.size(), 1U);
  EXPECT_EQ(exit_of(report), Exit::kept);
}

TEST(S2Skips, AreCountedWithTheFirstReasonAndNotJudged) {
  const auto is_hit = [](const Case& input) { return input.limit == 4; };
  Counter subject = except(is_hit, Skipped{"no four"});
  subject.by.claims.clear();
  const Report report = verify(subject);
  const std::uint64_t hits = generated(is_hit);
  EXPECT_GT(hits, 5U);
  EXPECT_GE(report.skipped, hits);
  EXPECT_EQ(report.skip_reason, "no four");
  EXPECT_EQ(line(report, "Y-5").judged, Toy::kCases - hits);
  EXPECT_EQ(line(report, "Y-3").judged, Toy::kCases - hits);
  EXPECT_EQ(exit_of(report), Exit::kept);
}

TEST(S2Skips, OfEverythingAreNoPass) {
  Counter subject = except([](const Case&) { return true; }, Skipped{"not today"});
  EXPECT_EQ(exit_of(verify(subject)), Exit::not_enough);
}

TEST(S2Doors, ARuleThatCannotBeAskedThereIsNotVisible) {
  Counter subject(right);
  subject.can_be_looked_at = false;
  const Report report = verify(subject);
  EXPECT_EQ(verdict(report, "Y-6"), RuleVerdict::not_visible);
  const auto looked = [](const Asked& asked) { return asked.delivery == Delivery::looked_at; };
  EXPECT_EQ(std::count_if(subject.log.begin(), subject.log.end(), looked), 0);
  EXPECT_EQ(exit_of(report), Exit::kept);
}

/// Takes numbers of 2 … 5 and limits of 6 … 8.
void narrow(Counter& subject) {
  subject.by.domain.limits = {{.name = "add", .range = {.low = 2, .high = 5}},
                              {.name = "limit", .range = {.low = 6, .high = 8}}};
}

TEST(S2Domain, NoQuestionLiesOutsideAlsoWhileShrinking) {
  Counter subject = counter(0, one_too_many);
  narrow(subject);
  subject.by.claims.clear();
  const Report report = verify(subject);
  EXPECT_EQ(counterexample(report, "Y-2").config, "limit 6");
  EXPECT_EQ(counterexample(report, "Y-2").steps, 2U);
  EXPECT_GT(counterexample(report, "Y-2").shrink_runs, 0U);
  for (const Asked& asked : subject.log) {
    EXPECT_TRUE(Toy::inside(asked.input, subject.by.domain)) << document(asked.input);
  }
}

TEST(S2Domain, WhatLiesOutsideIsSaidAndALawThatNeedsItIsNotAsked) {
  Counter subject(right);
  narrow(subject);
  const Report report = verify(subject);
  EXPECT_EQ(report.outside_domain,
            (std::vector<std::string>{"add is limited", "limit is limited"}));
  const auto has_none = [](const Case& input) { return input.adds.empty(); };  // No zero to add.
  EXPECT_EQ(line(report, "Y-3").judged, generated(has_none, subject.by.domain));
  EXPECT_EQ(line(report, "Y-5").judged, Toy::kCases);
}

TEST(S2Domain, ACaseFromACommandLineThatLiesOutsideIsNotAsked) {
  Counter subject(right);
  narrow(subject);
  EXPECT_TRUE(
      std::holds_alternative<std::string>(verify_case(subject, R"({"limit":6,"adds":[1]})")));
  EXPECT_TRUE(subject.log.empty());
  EXPECT_TRUE(std::holds_alternative<Report>(verify_case(subject, R"({"limit":6,"adds":[2]})")));
}

TEST(S3SubjectFailed, IsATroubleWithItsCaseAndTheRunGoesOn) {
  const auto is_hit = [](const Case& input) { return input.limit == 4; };
  Counter subject = except(is_hit, Failed{"exited with status 3", "alas"});
  subject.by.claims.clear();
  const Report report = verify(subject);
  ASSERT_EQ(report.troubles.size(), 3U);  // The first few are shown, all the same in kind.
  EXPECT_EQ(report.troubles[0].what, "exited with status 3");
  EXPECT_EQ(report.troubles[0].last_words, "alas");
  EXPECT_EQ(report.troubles[0].case_document.rfind(R"({"limit":4,)", 0), 0U);
  EXPECT_EQ(line(report, "Y-5").judged, Toy::kCases - generated(is_hit));
  EXPECT_EQ(exit_of(report), Exit::subject_failed);
}

TEST(S3SubjectFailed, GoesBeforeABrokenRule) {
  Counter subject([](const Asked& asked) -> Reply {
    if (asked.input.limit == 4) return Failed{"hangs", ""};
    return run(asked.input, 0, one_too_many);
  });
  const Report report = verify(subject);
  EXPECT_TRUE(report.broken());
  EXPECT_EQ(exit_of(report), Exit::subject_failed);
}

TEST(S20Generated, EachCaseDependsOnTheSeedAndItsNumberAlone) {
  Generated<Toy> source(9, 50, Domain{});
  std::set<std::string> all;
  for (std::uint64_t i = 0; i < 50; ++i) {
    Draw draw(9, i);
    const auto input = source.next();
    ASSERT_TRUE(input.has_value());
    EXPECT_EQ(*input, Toy::generate(draw, Domain{})) << i;
    all.insert(document(*input));
  }
  EXPECT_FALSE(source.next().has_value());
  EXPECT_GT(all.size(), 40U);
}

TEST(S20Generated, FaultyCasesAreNoneOfTheGood) {
  Faulty<Toy> source(9, 50, Domain{});
  while (const auto input = source.next()) {
    EXPECT_TRUE(std::holds_alternative<Refused>(right({.input = *input}))) << document(*input);
  }
}

TEST(S21Floor, IsReachedByTheGeneratedCasesAndCounted) {
  Counter subject(right);
  const Report report = verify(subject);
  ASSERT_EQ(report.floor.size(), 2U);
  EXPECT_EQ(report.floor[0].least, Toy::kCases / 2);
  EXPECT_EQ(report.floor[0].reached + report.floor[1].reached, report.sources[0].steps);
  EXPECT_TRUE(report.floor_holds());
}

TEST(S21Floor, ThatIsNotReachedIsNoPass) {
  Counter subject(right);
  subject.by.domain.limits = {{.name = "add", .range = {.low = 0, .high = 1}},
                              {.name = "limit", .range = {.low = 9, .high = 99}}};
  subject.by.claims.clear();
  const Report report = verify(subject);  // Few numbers pass a limit, but some could.
  ASSERT_EQ(report.floor.size(), 2U);
  EXPECT_LT(report.floor[1].reached, report.floor[1].least);
  EXPECT_FALSE(report.floor_holds());
  EXPECT_FALSE(report.broken());
  EXPECT_EQ(exit_of(report), Exit::not_enough);
}

TEST(S21Floor, HoldsNoDomainToWhatItCannotReach) {
  Counter subject(right);
  subject.by.domain.limits = {{.name = "add", .range = {.low = 0, .high = 0}}};
  const Report report = verify(subject);
  ASSERT_EQ(report.floor.size(), 1U);
  EXPECT_EQ(report.floor[0].what, Toy::floor()[0].what);
}

TEST(S21Floor, IsNotReachedByCasesThatTheSubjectSkips) {
  Counter subject = except(passes_limit, Skipped{"too much"});
  const Report report = verify(subject);
  ASSERT_EQ(report.floor.size(), 2U);
  EXPECT_EQ(report.floor[1].reached, 0U);
  EXPECT_EQ(exit_of(report), Exit::not_enough);
}

TEST(S25Seed, SameSeedSameReport) {
  Counter one = counter(0, one_too_many);
  Counter two = counter(0, one_too_many);
  const Report first = verify(one);
  EXPECT_TRUE(first.broken());
  EXPECT_EQ(json_of(first), json_of(verify(two)));
  VerifyOptions other = options();
  other.seed = 6;
  EXPECT_NE(counterexample(first, "Y-2").found_document,
            counterexample(verify(two, other), "Y-2").found_document);
}

TEST(S25Replay, TheCaseOfEachCounterexampleBreaksTheSameRuleAgain) {
  Counter subject([](const Asked& asked) -> Reply {  // Refuses nothing, miscounts, notes looks.
    const std::int64_t start = asked.delivery == Delivery::looked_at ? 2 : 1;
    return run(asked.input, start, one_too_many);
  });
  const Report report = verify(subject);
  EXPECT_GE(report.counterexamples.size(), 4U);
  for (const Counterexample& example : report.counterexamples) {
    const auto again = verify_case(subject, example.case_document);
    ASSERT_TRUE(std::holds_alternative<Report>(again)) << std::get<std::string>(again);
    EXPECT_EQ(counterexample(std::get<Report>(again), example.rule).rule, example.rule);
  }
}

TEST(S25Replay, TheLineIsOneThatAShellTakesApartAsMeant) {
  Counter subject = counter(0, one_too_many);
  VerifyOptions chosen = options();
  chosen.subject = "exec:python3 'my adapter.py' --dear=\"you & me\"";
  const auto words = split_words(counterexample(verify(subject, chosen), "Y-2").replay);
  const std::vector<std::string> meant{
      "tripcheck", "replay",       "--profile", "toy",
      "--subject", chosen.subject, "--case",    R"({"limit":0,"adds":[1]})"};
  ASSERT_TRUE(std::holds_alternative<std::vector<std::string>>(words));
  EXPECT_EQ(std::get<std::vector<std::string>>(words), meant);
}

TEST(S25Replay, ADocumentThatIsNoCaseIsAnErrorWithItsPlace) {
  Counter subject(right);
  EXPECT_EQ(std::get<std::string>(verify_case(subject, R"({"limit":1,"adds":[1,"2"]})")),
            "adds[1]: expected an integer between -9223372036854775808 and 9223372036854775807, "
            "found \"2\"");
  EXPECT_EQ(std::get<std::string>(verify_case(subject, R"({"limit":1,"adds":[]} x)")),
            "line 1, column 23: expected a JSON document, found not JSON here");
}

/// A corpus file of this input and answer, replayed.
ReplayLine replay(Counter& subject, const std::string& input, const std::string& expected) {
  const auto file = json::Document::parse("[" + input + "," + expected + "]");
  std::vector<json::Value> parts;
  for (const json::Value part : file.root().items()) parts.push_back(part);
  return profile().replay(subject, parts.at(0), parts.at(1));
}

TEST(S42Corpus, AFileIsKeptBrokenOrOutsideTheDomain) {
  const std::string input = R"({"limit":3,"adds":[2,2]})";
  const std::string expected = R"({"total":2})";
  Counter good(right);
  EXPECT_EQ(replay(good, input, expected).verdict, RuleVerdict::kept);
  Counter bad = counter(0, one_too_many);
  EXPECT_EQ(replay(bad, input, expected).verdict, RuleVerdict::broken);
  EXPECT_EQ(replay(bad, input, expected).expected, expected);
  EXPECT_EQ(replay(bad, input, expected).got, R"({"total":4})");
  Counter narrowed(right);
  narrow(narrowed);
  EXPECT_EQ(replay(narrowed, input, expected).verdict, RuleVerdict::not_visible);
  EXPECT_TRUE(narrowed.log.empty());
}

TEST(S42Corpus, ARefusalIsAskedOfASubjectThatClaimsRefusals) {
  const std::string input = R"({"limit":3,"adds":[-1]})";
  const std::string expected = R"({"error":"adds[0]: expected something else"})";
  Counter good(right);  // In its own words.
  EXPECT_EQ(replay(good, input, expected).verdict, RuleVerdict::kept);
  Counter bad([](const Asked& asked) -> Reply { return run(asked.input, 0, model_fold); });
  EXPECT_EQ(replay(bad, input, expected).verdict, RuleVerdict::broken);
  EXPECT_EQ(replay(bad, input, expected).got, R"({"total":-1})");
  bad.by.claims.clear();
  bad.log.clear();
  EXPECT_EQ(replay(bad, input, expected).verdict, RuleVerdict::not_visible);
  EXPECT_TRUE(bad.log.empty());
}

TEST(S42Corpus, AFileThatTheSubjectSkipsOrFailsOnIsNotKept) {
  const auto all = [](const Case&) { return true; };
  Counter skips = except(all, Skipped{"not today"});
  const ReplayLine skipped = replay(skips, R"({"limit":3,"adds":[]})", R"({"total":0})");
  EXPECT_EQ(skipped.verdict, RuleVerdict::not_visible);
  EXPECT_NE(skipped.got.find("not today"), std::string::npos);
  Counter fails = except(all, Failed{"hangs", "alas"});
  const ReplayLine failed = replay(fails, R"({"limit":3,"adds":[]})", R"({"total":0})");
  EXPECT_EQ(failed.verdict, RuleVerdict::broken);
  ASSERT_TRUE(failed.trouble.has_value());
  EXPECT_EQ(failed.trouble->what, "hangs");
}

TEST(Undecided, IsNeverAPass) {
  Counter subject([](const Asked& asked) -> Reply {
    Reply reply = right(asked);
    if (auto* answer = std::get_if<Answer>(&reply)) answer->totals.clear();
    return reply;
  });
  const Report report = verify(subject);
  EXPECT_EQ(verdict(report, "Y-5"), RuleVerdict::undecided);
  EXPECT_EQ(verdict(report, "Y-1"), RuleVerdict::kept);
  EXPECT_TRUE(report.undecided());
  EXPECT_EQ(exit_of(report), Exit::not_enough);
}

TEST(FirstBreak, EndsTheRunWithOneCounterexampleAndAsksForNoFloor) {
  Counter subject([](const Asked& asked) -> Reply { return run(asked.input, 1, one_too_many); });
  VerifyOptions chosen = options();
  chosen.first_break = true;
  chosen.cases = 100 * kBatch;
  const Report report = verify(subject, chosen);  // Any case at all breaks it, for several rules.
  EXPECT_LE(report.sources.at(0).cases, kBatch);
  EXPECT_EQ(report.counterexamples.size(), 1U);
  EXPECT_FALSE(report.floor_judged);
  EXPECT_EQ(exit_of(report), Exit::broken);
}

TEST(Interrupted, ARunEndsWithWhatItHas) {
  Counter subject = counter(0, one_too_many);
  subject.by.claims.clear();
  VerifyOptions chosen = options();
  chosen.cases = 100 * kBatch;
  bool stop = false;
  chosen.progress = [&](std::uint64_t done, std::uint64_t) { stop = done >= 2 * kBatch; };
  chosen.interrupted = [&] { return stop; };
  const Report report = verify(subject, chosen);
  EXPECT_TRUE(report.interrupted);
  EXPECT_EQ(report.sources.at(0).cases, 2 * kBatch);
  EXPECT_FALSE(report.floor_judged);
  EXPECT_EQ(counterexample(report, "Y-2").case_document,
            counterexample(report, "Y-2").found_document);
  EXPECT_FALSE(counterexample(report, "Y-2").shrunk_fully);
  EXPECT_EQ(exit_of(report), Exit::interrupted);
}

TEST(OutOfTime, ARunEndsAndSaysSo) {
  Counter subject(right);
  VerifyOptions chosen = options();
  chosen.out_of_time = [] { return true; };
  const Report report = verify(subject, chosen);
  EXPECT_TRUE(report.ran_out);
  EXPECT_FALSE(report.floor_judged);
  EXPECT_TRUE(subject.log.empty());
  EXPECT_NE(exit_of(report), Exit::kept);
}

TEST(Progress, IsToldAfterEachBatchUpToAllCases) {
  Counter subject(right);
  subject.by.claims.clear();
  VerifyOptions chosen = options();
  chosen.cases = kBatch + 1;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> told;
  chosen.progress = [&](std::uint64_t done, std::uint64_t all) { told.emplace_back(done, all); };
  (void)verify(subject, chosen);
  EXPECT_EQ(told, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{
                      {kBatch, chosen.cases}, {chosen.cases, chosen.cases}}));
}

TEST(Progress, CountsTheCasesOfAllSources) {
  Counter subject(right);
  std::uint64_t last = 0;
  std::uint64_t announced = 0;
  VerifyOptions chosen = options();
  chosen.progress = [&](std::uint64_t done, std::uint64_t all) {
    EXPECT_GT(done, last);
    last = done;
    announced = all;
  };
  const Report report = verify(subject, chosen);
  EXPECT_EQ(last, report.sources.at(0).cases + report.sources.at(1).cases);
  EXPECT_EQ(announced, last);
}

}  // namespace
}  // namespace tripcheck::engine::toy
