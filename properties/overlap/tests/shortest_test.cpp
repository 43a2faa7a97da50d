// Each mutant has a shortest history, computed, or says why none is told (S-30, S-32).
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tripcheck/properties/overlap/mutants.hpp>
#include <tripcheck/properties/overlap/profile.hpp>
#include <tripcheck/properties/overlap/shortest.hpp>
#include <utility>
#include <variant>

namespace tripcheck::overlap {
namespace {

TEST(S32OverlapMutants, EachHasAShortestHistoryThatTheSuiteBreaksOrSaysWhyNot) {
  for (const Mutant* mutant : breaker_mutants()) {
    if (!mutant->outside.empty()) continue;
    const auto shortest = shortest_history(mutant->decisions, kMostSteps);
    ASSERT_TRUE(shortest) << mutant->id;
    std::string text;
    Traits::write(*shortest, text);
    const auto subject = profile().open("mutant:" + std::string(mutant->id));
    const auto report = profile().verify_case(*subject, text, {});
    ASSERT_TRUE(std::holds_alternative<engine::Report>(report)) << mutant->id << " " << text;
    EXPECT_TRUE(std::get<engine::Report>(report).broken()) << mutant->id << " " << text;
  }
}

TEST(S32OverlapMutants, ThoseOutsideAreNotTellableInSoFewSteps) {
  for (const Mutant* mutant : breaker_mutants()) {
    if (mutant->outside.empty()) continue;
    EXPECT_FALSE(shortest_history(mutant->decisions, 4)) << mutant->id;
  }
}

TEST(S32OverlapMutants, ShortestHistoriesAreAsLongAsWorkedOutByHand) {
  const std::pair<std::string_view, std::size_t> known[] = {
      {"overlap-trips-one-late", 2},             // F1: a1 k1-.
      {"overlap-ignore-counts-as-failure", 2},   // F1: a1 k1x.
      {"overlap-crossing-call-is-rejected", 3},  // F1 C0: a1 k1- a2.
      {"overlap-half-open-lets-a-crowd-in", 4},  // F1 C0 H1: a1 k1- a2 a3.
      {"overlap-late-result-counts", 4},         // F1: a1 a2 k1- k2-.
      {"overlap-ignore-keeps-its-place", 5},     // F1 C0 H1: a1 k1- a2 k2x a3.
  };
  for (const auto& [id, steps] : known) EXPECT_EQ(profile().shortest(id), steps) << id;
}

TEST(S30OverlapMutants, ARightBreakerIsFoundEquivalent) {
  EXPECT_FALSE(shortest_history(Decisions{}, 4));
}

}  // namespace
}  // namespace tripcheck::overlap
