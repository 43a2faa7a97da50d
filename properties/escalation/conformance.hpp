/// The escalation suite for GoogleTest users: one test a rule, for any type that satisfies
/// `EscalationSubject`.
///
///   #include <tripcheck/properties/escalation/conformance.hpp>
///   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, EscalationConformance, MyBreaker);
///
/// A rule that the type makes no claim for is skipped, and says so. The environment has the last
/// word on seed and cases: see engine/environment.hpp.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <tripcheck/properties/engine/environment.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <tripcheck/properties/escalation/subject.hpp>
#include <variant>

template <class Breaker>
class EscalationConformance : public ::testing::Test {
 protected:
  using Run = std::variant<tripcheck::engine::Report, std::string>;

  /// One run of the suite serves all the tests of a type.
  static const Run& run() {
    static const Run kRun = [] {
      tripcheck::escalation::InProcess<Breaker> subject("in process");
      return tripcheck::engine::verify_as_environment_says(tripcheck::escalation::profile(),
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

TYPED_TEST_SUITE_P(EscalationConformance);

TYPED_TEST_P(EscalationConformance, E1RefusesBadLimits) { this->check("E-1"); }
TYPED_TEST_P(EscalationConformance, E2ChecksAttemptsInOrder) { this->check("E-2"); }
TYPED_TEST_P(EscalationConformance, E3CountsEachAttemptOnce) { this->check("E-3"); }
TYPED_TEST_P(EscalationConformance, E4TripsAtTheLimit) { this->check("E-4"); }
TYPED_TEST_P(EscalationConformance, E5NamesTheClassOfTheAttempt) { this->check("E-5"); }
TYPED_TEST_P(EscalationConformance, E6HandsOverOnceAndStaysOpen) { this->check("E-6"); }
TYPED_TEST_P(EscalationConformance, E7HandsOverWhatTheTableSays) { this->check("E-7"); }
TYPED_TEST_P(EscalationConformance, E8MakesNoHandoffPastTheYear9999) { this->check("E-8"); }
TYPED_TEST_P(EscalationConformance, E9WritesCanonicalJson) { this->check("E-9"); }
TYPED_TEST_P(EscalationConformance, E10RepeatsNothingRefused) { this->check("E-10"); }
TYPED_TEST_P(EscalationConformance, E11TakesNoOtherHandoff) { this->check("E-11"); }
TYPED_TEST_P(EscalationConformance, E12AsksAndNeverAllows) { this->check("E-12"); }
TYPED_TEST_P(EscalationConformance, E13ChecksIdentifiers) { this->check("E-13"); }
TYPED_TEST_P(EscalationConformance, E14SharesNothing) { this->check("E-14"); }
TYPED_TEST_P(EscalationConformance, E15ExpiresOnTheSecond) { this->check("E-15"); }
TYPED_TEST_P(EscalationConformance, E16ReadsBackEqual) { this->check("E-16"); }
TYPED_TEST_P(EscalationConformance, FloorWasReached) { this->check_floor(); }

REGISTER_TYPED_TEST_SUITE_P(EscalationConformance, E1RefusesBadLimits, E2ChecksAttemptsInOrder,
                            E3CountsEachAttemptOnce, E4TripsAtTheLimit, E5NamesTheClassOfTheAttempt,
                            E6HandsOverOnceAndStaysOpen, E7HandsOverWhatTheTableSays,
                            E8MakesNoHandoffPastTheYear9999, E9WritesCanonicalJson,
                            E10RepeatsNothingRefused, E11TakesNoOtherHandoff, E12AsksAndNeverAllows,
                            E13ChecksIdentifiers, E14SharesNothing, E15ExpiresOnTheSecond,
                            E16ReadsBackEqual, FloorWasReached);
