// What the report says of a right subject and of wrong ones, on the toy profile (S-10, S-11, S-40,
// S-41).
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/engine/tests/toy.hpp>
#include <tripcheck/properties/engine/tests/toy_run.hpp>
#include <variant>
#include <vector>

namespace tripcheck::engine::toy {
namespace {

/// Keeps a number out that just fits.
std::int64_t never_full(std::int64_t total, std::int64_t number, std::int64_t limit) {
  return number > 0 && total + number >= limit ? total : total + number;
}
/// Has two faults that have nothing to do with each other.
std::int64_t two_faults(std::int64_t total, std::int64_t number, std::int64_t limit) {
  if (number == 7 && total == 0) return total;                     // Y-1: one that fits is lost.
  if (number == 9 && total > 0 && limit - total == 8) return 100;  // Y-2: this one passes.
  return total + number > limit ? total : total + number;
}
/// Starts at one where there is room: one fault, with two rules that it can be seen to break.
Reply starts_at_one(const Asked& asked) {
  Reply reply = right(asked);
  if (std::holds_alternative<Refused>(reply) || asked.input.limit == 0) return reply;
  return run(asked.input, 1, model_fold);
}

TEST(S10Rules, EachRuleOfTheProfileHasItsLineWithTheProperties) {
  Counter subject(right);
  const Report report = verify(subject);
  ASSERT_EQ(report.rules.size(), Toy::rules().size());
  for (std::size_t i = 0; i < report.rules.size(); ++i) {
    EXPECT_EQ(report.rules[i].rule, Toy::rules()[i].id);
    EXPECT_EQ(report.rules[i].text, Toy::rules()[i].text);
  }
  EXPECT_EQ(line(report, "Y-2").properties, (std::vector<std::string>{"toy/steps", "toy/limit"}));
}

TEST(S10Rules, EachIsSaidToBeJudgedAsOftenAsItsPropertiesCount) {
  Counter subject(right);
  const Report report = verify(subject);
  ASSERT_EQ(report.floor.size(), 2U);  // What fits, and what would pass the limit.
  EXPECT_EQ(line(report, "Y-1").judged, report.floor[0].reached);
  EXPECT_EQ(line(report, "Y-2").judged, report.floor[1].reached + report.sources[0].cases);
}

TEST(S11Kinds, ARightSubjectKeepsEveryRuleByPropertiesOfEveryKind) {
  Counter subject(right);
  const Report report = verify(subject);
  for (const RuleLine& each : report.rules) {
    EXPECT_EQ(each.verdict, RuleVerdict::kept) << each.rule;
    EXPECT_GT(each.judged, 100U) << each.rule;
  }
  EXPECT_FALSE(report.broken());
  EXPECT_TRUE(report.floor_judged);
  EXPECT_EQ(exit_of(report), Exit::kept);
}

TEST(S11Kinds, TheReportSaysWhoWasJudged) {
  Counter subject(right);
  const Report report = verify(subject);
  EXPECT_EQ(report.subject, options().subject);
  EXPECT_EQ(report.seed, options().seed);
  EXPECT_EQ(report.claims, subject.by.claims);
  EXPECT_EQ(report.subject_name, "counter");
  EXPECT_EQ(report.subject_version, "7");
  EXPECT_EQ(report.profile, "toy");
}

TEST(S11Kinds, BadInputIsForTheRefusalsAloneAndGoodInputForTheRest) {
  Counter subject(right);
  const Report report = verify(subject);
  ASSERT_EQ(report.sources.size(), 2U);
  EXPECT_EQ(report.sources[0].name, "generated");
  EXPECT_EQ(report.sources[1].name, "faulty");
  EXPECT_EQ(line(report, "Y-3").judged, report.sources[0].cases);
  EXPECT_EQ(line(report, "Y-4").judged, report.sources[1].cases);
}

TEST(S11Kinds, ASubjectThatTakesBadInputBreaksTheRefusal) {
  Counter subject([](const Asked& asked) -> Reply { return run(asked.input, 0, model_fold); });
  const Report report = verify(subject);
  EXPECT_EQ(broken_rules(report), (std::vector<std::string>{"Y-4"}));
  EXPECT_EQ(counterexample(report, "Y-4").case_document, R"({"limit":0,"adds":[-1]})");
  EXPECT_EQ(counterexample(report, "Y-4").source, "faulty");
}

TEST(S21Floor, GoodInputThatIsRefusedReachesNothing) {
  Counter subject([](const Asked&) -> Reply { return Refused{"not today"}; });
  const Report report = verify(subject);
  EXPECT_TRUE(report.broken());
  for (const RuleLine& each : report.rules) {  // Y-4 is that bad input is refused.
    EXPECT_EQ(each.verdict == RuleVerdict::kept, each.rule == "Y-4") << each.rule;
  }
  for (const FloorLine& each : report.floor) EXPECT_EQ(each.reached, 0U) << each.what;
}

TEST(S40Counterexample, ABrokenLimitIsShrunkToItsKnownMinimum) {
  Counter subject = counter(0, one_too_many);
  const Report report = verify(subject);
  EXPECT_EQ(broken_rules(report), (std::vector<std::string>{"Y-2"}));
  const Counterexample example = counterexample(report, "Y-2");
  EXPECT_EQ(example.case_document, R"({"limit":0,"adds":[1]})");
  EXPECT_EQ(example.steps, 1U);
  EXPECT_TRUE(example.shrunk_fully);
  EXPECT_EQ(verdict(report, "Y-2"), RuleVerdict::broken);
  EXPECT_EQ(verdict(report, "Y-1"), RuleVerdict::kept);
  EXPECT_EQ(exit_of(report), Exit::broken);
}

TEST(S40Counterexample, AMissedFitIsShrunkToItsKnownMinimum) {
  Counter subject = counter(0, never_full);
  const Report report = verify(subject);
  EXPECT_EQ(counterexample(report, "Y-1").case_document, R"({"limit":1,"adds":[1]})");
  EXPECT_EQ(verdict(report, "Y-2"), RuleVerdict::kept);
}

TEST(S40Counterexample, TheCapOnRunsEndsTheShrinking) {
  Counter subject = counter(0, one_too_many);
  VerifyOptions chosen = options();
  chosen.shrink_runs = 2;
  const Counterexample example = counterexample(verify(subject, chosen), "Y-2");
  EXPECT_EQ(example.shrink_runs, 2U);
  EXPECT_FALSE(example.shrunk_fully);
}

TEST(S40Counterexample, TheFailingCaseIsKeptAsItWasFound) {
  Counter subject = counter(0, one_too_many);
  const Counterexample example = counterexample(verify(subject), "Y-2");
  Draw draw(options().seed, example.case_number);
  const Case found = Toy::generate(draw, Domain{});
  EXPECT_EQ(example.source, "generated");
  EXPECT_EQ(example.found_document, document(found));
  EXPECT_EQ(example.found_steps, found.adds.size());
  EXPECT_NE(example.found_document, example.case_document);
}

TEST(S40Counterexample, ShrinkingStartsFromTheFailingCaseWithTheFewestSteps) {
  Counter subject = counter(0, one_too_many);
  const Counterexample example = counterexample(verify(subject), "Y-2");
  ASSERT_GT(example.case_number, 0U);
  std::size_t failing = 0;
  for (std::uint64_t i = 0; i < example.case_number; ++i) {
    Draw draw(options().seed, i);
    const Case drawn = Toy::generate(draw, Domain{});
    if (!std::get<Report>(verify_case(subject, document(drawn))).broken()) continue;
    ++failing;
    EXPECT_GT(drawn.adds.size(), example.found_steps) << i;
  }
  EXPECT_GT(failing, 0U);
}

TEST(S40Counterexample, TheFirstFailingCaseIsToldBeforeAnyIsShrunk) {
  std::size_t asked = 0;
  Counter subject([&asked](const Asked& one) -> Reply {
    ++asked;
    return run(one.input, 0, one_too_many);
  });
  VerifyOptions chosen = options();
  std::vector<std::string> told;
  std::size_t asked_by_then = 0;
  chosen.first_found = [&](const FirstFound& first) {
    asked_by_then = asked;
    told.push_back(text_of(first));
  };
  const Report report = verify(subject, chosen);
  EXPECT_LT(asked_by_then, asked);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].rfind("Y-2 is broken: case ", 0), 0U) << told[0];
  EXPECT_NE(told[0].find("tripcheck replay --profile toy"), std::string::npos) << told[0];
  chosen.expected = broken_rules(report);
  told.clear();
  EXPECT_TRUE(verify(subject, chosen).broken());
  EXPECT_TRUE(told.empty());  // What is known is no news.
}

TEST(S40Counterexample, OfARuleWithTwoPropertiesTheSmallerIsShown) {
  Counter falls = counter(0, [](std::int64_t total, std::int64_t number, std::int64_t limit) {
    if (total == 9) return std::int64_t{-1};  // To see the sign takes a nine.
    return total == 1 ? 0 : model_fold(total, number, limit);
  });
  const Counterexample by_fall = counterexample(verify(falls), "Y-5");
  EXPECT_EQ(by_fall.property, "toy/rising");
  EXPECT_EQ(by_fall.case_document, R"({"limit":1,"adds":[1,0]})");
  Counter starts_low = counter(0, [](std::int64_t total, std::int64_t number, std::int64_t limit) {
    return number == 3 ? -1 : model_fold(total, number, limit);  // To see the fall takes two steps.
  });
  const Counterexample by_sign = counterexample(verify(starts_low), "Y-5");
  EXPECT_EQ(by_sign.property, "toy/sign");
  EXPECT_EQ(by_sign.case_document, R"({"limit":0,"adds":[3]})");
}

TEST(S40Counterexample, OfLockStepGoesBeforeThatOfALaterProperty) {
  Counter subject = counter(0, one_too_many);  // `toy/limit` sees it too, in the same case.
  EXPECT_EQ(counterexample(verify(subject), "Y-2").property, "toy/steps");
}

TEST(S40Counterexample, OfALaterPropertyIsSaidToBePerhapsThatOfLockStep) {
  Counter subject([](const Asked& asked) -> Reply {
    Reply reply = right(asked);
    auto* answer = std::get_if<Answer>(&reply);
    if (answer != nullptr && asked.input.adds.size() > 1) answer->total += 100;
    return reply;
  });
  const Report report = verify(subject);
  EXPECT_EQ(counterexample(report, "Y-1").perhaps_same_as, "");
  EXPECT_EQ(counterexample(report, "Y-2").property, "toy/limit");
  EXPECT_EQ(counterexample(report, "Y-2").perhaps_same_as, "Y-1");
}

TEST(S40Counterexample, FaultsOfTwoRulesAreBothReportedAndNotTakenForOne) {
  Counter subject = counter(0, two_faults);
  VerifyOptions chosen = options();
  chosen.cases = 4000;
  const Report report = verify(subject, chosen);
  EXPECT_EQ(counterexample(report, "Y-1").case_document, R"({"limit":7,"adds":[7]})");
  EXPECT_EQ(counterexample(report, "Y-2").case_document, R"({"limit":9,"adds":[1,9]})");
  EXPECT_EQ(counterexample(report, "Y-1").perhaps_same_as, "");
  EXPECT_EQ(counterexample(report, "Y-2").perhaps_same_as, "");
}

TEST(S40Counterexample, OneFaultThatBreaksTwoRulesIsSaidToBePerhapsOne) {
  Counter subject(starts_at_one);
  const Report report = verify(subject);
  EXPECT_EQ(broken_rules(report), (std::vector<std::string>{"Y-1", "Y-2"}));
  EXPECT_EQ(counterexample(report, "Y-1").case_document, R"({"limit":1,"adds":[]})");
  EXPECT_EQ(counterexample(report, "Y-1").perhaps_same_as, "");
  EXPECT_EQ(counterexample(report, "Y-2").case_document, R"({"limit":1,"adds":[2]})");
  EXPECT_EQ(counterexample(report, "Y-2").perhaps_same_as, "Y-1");
}

TEST(S41Table, ShowsEachStepAndTheFirstDifference) {
  Counter subject = counter(0, two_faults);
  VerifyOptions chosen = options();
  chosen.cases = 4000;
  const Counterexample example = counterexample(verify(subject, chosen), "Y-2");
  EXPECT_EQ(example.rule_text, Toy::rules()[1].text);
  EXPECT_EQ(example.claim, "Each total is the model's.");
  EXPECT_EQ(example.config, "limit 9");
  ASSERT_EQ(example.rows.size(), 2U);
  EXPECT_EQ(example.rows[0].event, "add 1");
  EXPECT_EQ(example.rows[0].got, "1");
  EXPECT_EQ(example.rows[1].event, "add 9");
  EXPECT_EQ(example.rows[1].expected, "1");
  EXPECT_EQ(example.rows[1].got, "100");
  EXPECT_EQ(example.first_difference, 1U);
}

TEST(S41Table, IsOfTheLawThatBreaks) {
  Counter subject([](const Asked& asked) -> Reply {
    Reply reply = right(asked);
    auto* answer = std::get_if<Answer>(&reply);
    if (answer != nullptr && asked.delivery == Delivery::looked_at) ++answer->total;
    return reply;
  });
  const Report report = verify(subject);
  EXPECT_EQ(broken_rules(report), (std::vector<std::string>{"Y-6"}));
  EXPECT_EQ(counterexample(report, "Y-6").property, "toy/looks");
}

TEST(S41Table, ShowsTheStepsOfThatQuestion) {
  Counter counts_a_zero =
      counter(0, [](std::int64_t total, std::int64_t number, std::int64_t limit) {
        return number == 0 && total == 5 ? 6 : model_fold(total, number, limit);
      });
  const Counterexample example = counterexample(verify(counts_a_zero), "Y-3");
  ASSERT_EQ(example.rows.size(), 2 * example.steps);  // The question, not the case.
  ASSERT_LT(example.first_difference, example.rows.size());
  EXPECT_EQ(example.rows[example.first_difference].event, "add 0");
  EXPECT_EQ(example.rows[example.first_difference].got, "6");
}

TEST(S41Table, AsksEveryPrefixWhereOnlyTheEndShows) {
  Counter end_only([](const Asked& asked) -> Reply {
    const Answer all =
        run(asked.input, 0, [](std::int64_t total, std::int64_t number, std::int64_t limit) {
          return total == 3 && limit == 3 ? 4 : model_fold(total, number, limit);
        });
    return Answer{.total = all.total, .totals = {}};
  });
  const Counterexample example = counterexample(verify(end_only), "Y-1");
  EXPECT_EQ(example.case_document, R"({"limit":3,"adds":[3,0]})");
  ASSERT_EQ(example.rows.size(), 2U);
  EXPECT_EQ(example.rows[0].got, "3");
  EXPECT_EQ(example.rows[1].got, "4");
  EXPECT_EQ(example.first_difference, 1U);
}

VerifyOptions first_break() {
  VerifyOptions chosen = options();
  chosen.first_break = true;
  return chosen;
}

TEST(FirstBreak, IsShrunkToTheShortestCaseThatShowsAnythingWrong) {
  Counter subject(starts_at_one);
  const Report report = verify(subject, first_break());
  ASSERT_EQ(report.counterexamples.size(), 1U);
  EXPECT_EQ(report.counterexamples[0].case_document, R"({"limit":1,"adds":[]})");
}

TEST(FirstBreak, OfBadInputIsShrunkAsBadInput) {
  Counter subject([](const Asked& asked) -> Reply { return run(asked.input, 0, model_fold); });
  const Report report = verify(subject, first_break());
  EXPECT_EQ(broken_rules(report), (std::vector<std::string>{"Y-4"}));
  EXPECT_EQ(counterexample(report, "Y-4").case_document, R"({"limit":0,"adds":[-1]})");
}

TEST(FirstBreak, OfALawAloneIsShrunkByTheLaw) {
  Counter subject([](const Asked& asked) -> Reply {
    Reply reply = right(asked);
    auto* answer = std::get_if<Answer>(&reply);
    const bool shows = asked.delivery == Delivery::looked_at && asked.input.limit >= 3;
    if (answer != nullptr && shows) ++answer->total;
    return reply;
  });
  const Counterexample example = counterexample(verify(subject, first_break()), "Y-6");
  EXPECT_EQ(example.case_document, R"({"limit":3,"adds":[]})");
}

TEST(FirstBreak, AsksNothingOutsideTheDomain) {
  Counter subject = counter(0, one_too_many);
  subject.by.claims.clear();
  subject.by.domain.limits = {{.name = "limit", .range = {.low = 4, .high = 9}},
                              {.name = "add", .range = {.low = 2, .high = 5}}};
  const Report report = verify(subject, first_break());
  EXPECT_EQ(counterexample(report, "Y-2").config, "limit 4");
  for (const Asked& asked : subject.log) {
    EXPECT_TRUE(Toy::inside(asked.input, subject.by.domain)) << document(asked.input);
  }
}

}  // namespace
}  // namespace tripcheck::engine::toy
