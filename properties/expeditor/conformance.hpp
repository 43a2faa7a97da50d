/// The expeditor suite for GoogleTest users: one test a rule, for any type that satisfies
/// `ExpeditorSubject`.
///
///   #include <tripcheck/properties/expeditor/conformance.hpp>
///   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, ExpeditorConformance, MyBreaker);
///
/// A rule that the type makes no claim for is skipped, and says so. The environment has the last
/// word on seed and cases: see engine/environment.hpp.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <tripcheck/properties/engine/environment.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>
#include <tripcheck/properties/expeditor/subject.hpp>
#include <variant>

template <class Breaker>
class ExpeditorConformance : public ::testing::Test {
 protected:
  using Run = std::variant<tripcheck::engine::Report, std::string>;

  /// One run of the suite serves all the tests of a type.
  static const Run& run() {
    static const Run kRun = [] {
      tripcheck::expeditor::InProcess<Breaker> subject("in process");
      return tripcheck::engine::verify_as_environment_says(tripcheck::expeditor::profile(),
                                                           subject);
    }();
    return kRun;
  }

  static void check(tripcheck::engine::RuleId rule) {
    using tripcheck::engine::RuleVerdict;
    if (const auto* error = std::get_if<std::string>(&run())) FAIL() << *error;
    const auto& report = std::get<tripcheck::engine::Report>(run());
    for (const auto& example : report.counterexamples) {
      if (example.rule == rule) {
        FAIL() << tripcheck::engine::text_of(example, tripcheck::engine::Colour::never);
      }
    }
    for (const auto& line : report.rules) {
      if (line.rule != rule || line.verdict == RuleVerdict::kept) continue;
      if (line.verdict == RuleVerdict::undecided) FAIL() << rule << " could not be decided";
      GTEST_SKIP() << rule << " is " << tripcheck::engine::name(line.verdict);
    }
  }

  /// Nothing passes by never getting there (S-21).
  static void check_floor() {
    if (!std::holds_alternative<tripcheck::engine::Report>(run())) return;
    const auto& report = std::get<tripcheck::engine::Report>(run());
    const std::string missing = tripcheck::engine::reached_too_little(report);
    EXPECT_TRUE(missing.empty()) << missing;
  }
};

TYPED_TEST_SUITE_P(ExpeditorConformance);

TYPED_TEST_P(ExpeditorConformance, X1PausesWhenTheBudgetIsGone) { this->check("X-1"); }
TYPED_TEST_P(ExpeditorConformance, X2PausesWhileSystemic) { this->check("X-2"); }
TYPED_TEST_P(ExpeditorConformance, X3SkipsWhatIsNotAllowed) { this->check("X-3"); }
TYPED_TEST_P(ExpeditorConformance, X4SkipsTheUnavailable) { this->check("X-4"); }
TYPED_TEST_P(ExpeditorConformance, X5CallsWhenClosed) { this->check("X-5"); }
TYPED_TEST_P(ExpeditorConformance, X6ProbesWhenDue) { this->check("X-6"); }
TYPED_TEST_P(ExpeditorConformance, X7SkipsTheOpen) { this->check("X-7"); }
TYPED_TEST_P(ExpeditorConformance, X8HasOneProbeInFlight) { this->check("X-8"); }
TYPED_TEST_P(ExpeditorConformance, X9ProbesAgainWhenAProbeIsLost) { this->check("X-9"); }
TYPED_TEST_P(ExpeditorConformance, X10TakesOneOutcomeATicket) { this->check("X-10"); }
TYPED_TEST_P(ExpeditorConformance, X11KeepsLateOutcomesApart) { this->check("X-11"); }
TYPED_TEST_P(ExpeditorConformance, X12ClosesOnSuccess) { this->check("X-12"); }
TYPED_TEST_P(ExpeditorConformance, X13OpensAtTheThreshold) { this->check("X-13"); }
TYPED_TEST_P(ExpeditorConformance, X14LogsAnOpening) { this->check("X-14"); }
TYPED_TEST_P(ExpeditorConformance, X15BacksOff) { this->check("X-15"); }
TYPED_TEST_P(ExpeditorConformance, X16CapsAChain) { this->check("X-16"); }
TYPED_TEST_P(ExpeditorConformance, X17ConsumesDistinctEvents) { this->check("X-17"); }
TYPED_TEST_P(ExpeditorConformance, X18PausesAtTheBudget) { this->check("X-18"); }
TYPED_TEST_P(ExpeditorConformance, X20SeesACascade) { this->check("X-20"); }
TYPED_TEST_P(ExpeditorConformance, X21MakesACascadeOneEvent) { this->check("X-21"); }
TYPED_TEST_P(ExpeditorConformance, X22LetsOthersJoin) { this->check("X-22"); }
TYPED_TEST_P(ExpeditorConformance, X23NamesTheCause) { this->check("X-23"); }
TYPED_TEST_P(ExpeditorConformance, X24IsClearedByConfirmationAlone) { this->check("X-24"); }
TYPED_TEST_P(ExpeditorConformance, X25BeginsACycle) { this->check("X-25"); }
TYPED_TEST_P(ExpeditorConformance, X30RoutesToTheBest) { this->check("X-30"); }
TYPED_TEST_P(ExpeditorConformance, X31GradesARoute) { this->check("X-31"); }
TYPED_TEST_P(ExpeditorConformance, X32PlansWhatCanBeDone) { this->check("X-32"); }
TYPED_TEST_P(ExpeditorConformance, X33SaysPauseWhenNothingCan) { this->check("X-33"); }
TYPED_TEST_P(ExpeditorConformance, X34LogsEachThing) { this->check("X-34"); }
TYPED_TEST_P(ExpeditorConformance, X35KeepsStepsInOrder) { this->check("X-35"); }
TYPED_TEST_P(ExpeditorConformance, X36AnswersWithoutEffect) { this->check("X-36"); }
TYPED_TEST_P(ExpeditorConformance, X40LabelsStaleData) { this->check("X-40"); }
TYPED_TEST_P(ExpeditorConformance, X41LabelsCachedResults) { this->check("X-41"); }
TYPED_TEST_P(ExpeditorConformance, X42LabelsTheUnverified) { this->check("X-42"); }
TYPED_TEST_P(ExpeditorConformance, X43LabelsUnknownFreshness) { this->check("X-43"); }
TYPED_TEST_P(ExpeditorConformance, X44LeavesFreshDataAlone) { this->check("X-44"); }
TYPED_TEST_P(ExpeditorConformance, X50ReportsTheWhole) { this->check("X-50"); }
TYPED_TEST_P(ExpeditorConformance, X51KeepsTheLayoutOfText) { this->check("X-51"); }
TYPED_TEST_P(ExpeditorConformance, X52ReportsAtAnyTime) { this->check("X-52"); }
TYPED_TEST_P(ExpeditorConformance, X53SaysTheSameOfTheSame) { this->check("X-53"); }
TYPED_TEST_P(ExpeditorConformance, X54RefusesBadConfigs) { this->check("X-54"); }
TYPED_TEST_P(ExpeditorConformance, X55RefusesBadMaps) { this->check("X-55"); }
TYPED_TEST_P(ExpeditorConformance, X56SurvivesFaultyOperations) { this->check("X-56"); }
TYPED_TEST_P(ExpeditorConformance, X60IsHandedDataAlone) { this->check("X-60"); }
TYPED_TEST_P(ExpeditorConformance, FloorWasReached) { this->check_floor(); }

REGISTER_TYPED_TEST_SUITE_P(
    ExpeditorConformance, X1PausesWhenTheBudgetIsGone, X2PausesWhileSystemic,
    X3SkipsWhatIsNotAllowed, X4SkipsTheUnavailable, X5CallsWhenClosed, X6ProbesWhenDue,
    X7SkipsTheOpen, X8HasOneProbeInFlight, X9ProbesAgainWhenAProbeIsLost, X10TakesOneOutcomeATicket,
    X11KeepsLateOutcomesApart, X12ClosesOnSuccess, X13OpensAtTheThreshold, X14LogsAnOpening,
    X15BacksOff, X16CapsAChain, X17ConsumesDistinctEvents, X18PausesAtTheBudget, X20SeesACascade,
    X21MakesACascadeOneEvent, X22LetsOthersJoin, X23NamesTheCause, X24IsClearedByConfirmationAlone,
    X25BeginsACycle, X30RoutesToTheBest, X31GradesARoute, X32PlansWhatCanBeDone,
    X33SaysPauseWhenNothingCan, X34LogsEachThing, X35KeepsStepsInOrder, X36AnswersWithoutEffect,
    X40LabelsStaleData, X41LabelsCachedResults, X42LabelsTheUnverified, X43LabelsUnknownFreshness,
    X44LeavesFreshDataAlone, X50ReportsTheWhole, X51KeepsTheLayoutOfText, X52ReportsAtAnyTime,
    X53SaysTheSameOfTheSame, X54RefusesBadConfigs, X55RefusesBadMaps, X56SurvivesFaultyOperations,
    X60IsHandedDataAlone, FloorWasReached);
