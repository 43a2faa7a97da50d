// Each mutant has a shortest history, computed, or says why it can have none (S-30, S-32).
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tripcheck/properties/expeditor/mutants.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>
#include <tripcheck/properties/expeditor/shortest.hpp>
#include <utility>
#include <variant>

namespace tripcheck::expeditor {
namespace {

constexpr std::size_t kMostOps = 4;

/// Each takes its share of the mutants, so that they run side by side.
class S32ExpeditorMutants : public ::testing::TestWithParam<std::size_t> {};

TEST_P(S32ExpeditorMutants, EachHasAShortestHistoryThatTheSuiteBreaks) {
  const auto all = breaker_mutants();
  for (std::size_t i = GetParam(); i < all.size(); i += 4) {
    const Mutant& mutant = all[i];
    const auto shortest =
        mutant.outside == kNeedsTwins ? std::nullopt : shortest_history(mutant.fault, kMostOps);
    EXPECT_EQ(shortest.has_value(), mutant.outside.empty()) << mutant.id << " " << mutant.outside;
    if (!shortest) continue;
    std::string text;
    Traits::write(*shortest, text);
    const auto subject = profile().open("mutant:" + std::string(mutant.id));
    const auto report = profile().verify_case(*subject, text, {});
    ASSERT_TRUE(std::holds_alternative<engine::Report>(report)) << mutant.id << " " << text;
    EXPECT_TRUE(std::get<engine::Report>(report).broken()) << mutant.id << " " << text;
  }
}
INSTANTIATE_TEST_SUITE_P(Share, S32ExpeditorMutants, ::testing::Range<std::size_t>(0, 4));

TEST(S30ExpeditorMutants, ARightExpeditorIsFoundEquivalent) {
  EXPECT_FALSE(shortest_history(Fault::none, 3));
}

}  // namespace
}  // namespace tripcheck::expeditor
