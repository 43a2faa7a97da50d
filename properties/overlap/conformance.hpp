/// The overlap suite for GoogleTest users: one test a rule, for any type that satisfies
/// `OverlapSubject`, or for a template that takes its atomic and its lock.
///
///   #include <tripcheck/properties/overlap/conformance.hpp>
///   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, OverlapConformance, MyBreaker);
///   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, OverlapConformance, Schedulable<MyTemplate>);
///
/// The first gets the sequential checks and histories of real threads; the second also those whose
/// interleavings are chosen, so that one that breaks a rule is shown and replayed. A rule that the
/// type makes no claim for is skipped, and says so. The environment has the last word on seed and
/// cases: see engine/environment.hpp.
#pragma once
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <tripcheck/properties/engine/environment.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/engine/switching.hpp>
#include <tripcheck/properties/overlap/raceable.hpp>
#include <variant>

namespace tripcheck::overlap {

/// A breaker template with the atomics and locks of each kind of run.
template <template <template <class> class, class> class Breaker>
struct Schedulable {
  using Plain = Breaker<std::atomic, std::mutex>;
  using Scheduled = Breaker<engine::ScheduledAtomic, engine::ScheduledMutex>;
  using Threaded = Breaker<engine::SwitchingAtomic, engine::SwitchingMutex>;
};

namespace detail {

template <class T>
struct SubjectOf {
  using Type = RaceableSubject<T, None, T>;
};
template <class T>
requires requires { typename T::Scheduled; }
struct SubjectOf<T> {
  using Type = RaceableSubject<typename T::Plain, typename T::Scheduled, typename T::Threaded>;
};

}  // namespace detail

/// A type, or a Schedulable of a template, as a subject.
template <class T>
[[nodiscard]] std::unique_ptr<engine::AnySubject> make_subject(std::string name) {
  return std::make_unique<typename detail::SubjectOf<T>::Type>(std::move(name));
}

}  // namespace tripcheck::overlap

template <class Breaker>
class OverlapConformance : public ::testing::Test {
 protected:
  using Run = std::variant<tripcheck::engine::Report, std::string>;

  /// One run of the suite serves all the tests of a type.
  static const Run& run() {
    static const Run kRun = [] {
      const auto subject = tripcheck::overlap::make_subject<Breaker>("in process");
      return tripcheck::engine::verify_as_environment_says(tripcheck::overlap::profile(), *subject);
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

TYPED_TEST_SUITE_P(OverlapConformance);

TYPED_TEST_P(OverlapConformance, O1AdmitsRejectsAndProbes) { this->check("O-1"); }
TYPED_TEST_P(OverlapConformance, O2HasNoRoomForACrowd) { this->check("O-2"); }
TYPED_TEST_P(OverlapConformance, O3CountsInItsGenerationAlone) { this->check("O-3"); }
TYPED_TEST_P(OverlapConformance, O4UsesAPermitOnce) { this->check("O-4"); }
TYPED_TEST_P(OverlapConformance, O5TakesTimesThatGoBack) { this->check("O-5"); }
TYPED_TEST_P(OverlapConformance, O6IsTheTimedBreakerWithoutOverlap) { this->check("O-6"); }
TYPED_TEST_P(OverlapConformance, O7IsExplainedBySomeOrder) { this->check("O-7"); }
TYPED_TEST_P(OverlapConformance, O8TakesPlacesAwayInTime) { this->check("O-8"); }
TYPED_TEST_P(OverlapConformance, O9CoolsDownFromTheOpening) { this->check("O-9"); }
TYPED_TEST_P(OverlapConformance, T11RefusesBadConfigs) { this->check("T-11"); }
TYPED_TEST_P(OverlapConformance, T17IsNotChangedByQuestions) { this->check("T-17"); }
TYPED_TEST_P(OverlapConformance, FloorWasReached) { this->check_floor(); }

REGISTER_TYPED_TEST_SUITE_P(OverlapConformance, O1AdmitsRejectsAndProbes, O2HasNoRoomForACrowd,
                            O3CountsInItsGenerationAlone, O4UsesAPermitOnce, O5TakesTimesThatGoBack,
                            O6IsTheTimedBreakerWithoutOverlap, O7IsExplainedBySomeOrder,
                            O8TakesPlacesAwayInTime, O9CoolsDownFromTheOpening,
                            T11RefusesBadConfigs, T17IsNotChangedByQuestions, FloorWasReached);
