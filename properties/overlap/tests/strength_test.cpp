// The shortest histories that take minutes (S-32). Not in the default run.
#include <gtest/gtest.h>

#include <tripcheck/properties/overlap/mutants.hpp>
#include <tripcheck/properties/overlap/shortest.hpp>

namespace tripcheck::overlap {
namespace {

TEST(OverlapStrength, LongerShortestHistories) {
  for (const Mutant* mutant : breaker_mutants()) {
    if (mutant->outside != kLonger) continue;
    const auto found = shortest_history(mutant->decisions, 7);
    ASSERT_TRUE(found) << mutant->id;
    EXPECT_GT(found->steps.size(), kMostSteps) << mutant->id;
  }
}

}  // namespace
}  // namespace tripcheck::overlap
