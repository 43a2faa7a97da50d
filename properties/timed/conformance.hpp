/// The timed suite for GoogleTest users: one test a rule, for any type that satisfies
/// `TimedSubject`.
///
///   #include <tripcheck/properties/timed/conformance.hpp>
///   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, TimedConformance, MyBreaker);
///
/// A rule that the type makes no claim for is skipped, and says so. The environment has the last
/// word on seed and cases: see engine/environment.hpp.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <tripcheck/properties/engine/environment.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <tripcheck/properties/timed/subject.hpp>
#include <variant>

template <class Breaker>
class TimedConformance : public ::testing::Test {
 protected:
  using Run = std::variant<tripcheck::engine::Report, std::string>;

  /// One run of the suite serves all the tests of a type.
  static const Run& run() {
    static const Run kRun = [] {
      tripcheck::timed::InProcess<Breaker> subject("in process");
      return tripcheck::engine::verify_as_environment_says(tripcheck::timed::profile(), subject);
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

TYPED_TEST_SUITE_P(TimedConformance);

TYPED_TEST_P(TimedConformance, T1StartsClosedWithNothingCounted) { this->check("T-1"); }
TYPED_TEST_P(TimedConformance, T2CountsFailuresInARow) { this->check("T-2"); }
TYPED_TEST_P(TimedConformance, T3OpensAtTheThreshold) { this->check("T-3"); }
TYPED_TEST_P(TimedConformance, T4RejectsDuringTheCooldown) { this->check("T-4"); }
TYPED_TEST_P(TimedConformance, T5ProbesAtTheDeadline) { this->check("T-5"); }
TYPED_TEST_P(TimedConformance, T6ClosesAfterItsSuccesses) { this->check("T-6"); }
TYPED_TEST_P(TimedConformance, T7OpensAgainAtOneFailure) { this->check("T-7"); }
TYPED_TEST_P(TimedConformance, T8ResetsCountersAtTransitions) { this->check("T-8"); }
TYPED_TEST_P(TimedConformance, T9NeverOverflows) { this->check("T-9"); }
TYPED_TEST_P(TimedConformance, T10RefusesTimeGoingBack) { this->check("T-10"); }
TYPED_TEST_P(TimedConformance, T11RefusesBadConfigs) { this->check("T-11"); }
TYPED_TEST_P(TimedConformance, T12TellsThingsInOrder) { this->check("T-12"); }
TYPED_TEST_P(TimedConformance, T13TakesPieces) { this->check("T-13"); }
TYPED_TEST_P(TimedConformance, T14ShiftsAndScales) { this->check("T-14"); }
TYPED_TEST_P(TimedConformance, T15IgnoresRejectedResults) { this->check("T-15"); }
TYPED_TEST_P(TimedConformance, T16RejectsNothingWithoutCooldown) { this->check("T-16"); }
TYPED_TEST_P(TimedConformance, T17IsNotChangedByQuestions) { this->check("T-17"); }
TYPED_TEST_P(TimedConformance, T18SharesNothing) { this->check("T-18"); }
TYPED_TEST_P(TimedConformance, FloorWasReached) { this->check_floor(); }

REGISTER_TYPED_TEST_SUITE_P(TimedConformance, T1StartsClosedWithNothingCounted,
                            T2CountsFailuresInARow, T3OpensAtTheThreshold,
                            T4RejectsDuringTheCooldown, T5ProbesAtTheDeadline,
                            T6ClosesAfterItsSuccesses, T7OpensAgainAtOneFailure,
                            T8ResetsCountersAtTransitions, T9NeverOverflows,
                            T10RefusesTimeGoingBack, T11RefusesBadConfigs, T12TellsThingsInOrder,
                            T13TakesPieces, T14ShiftsAndScales, T15IgnoresRejectedResults,
                            T16RejectsNothingWithoutCooldown, T17IsNotChangedByQuestions,
                            T18SharesNothing, FloorWasReached);
