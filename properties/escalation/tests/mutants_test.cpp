// Every mutant dies, with every seed, and of the rule that it breaks (S-30, S-31).
#include <gtest/gtest.h>

#include <algorithm>
#include <tripcheck/properties/escalation/profile.hpp>

namespace tripcheck::escalation {
namespace {

constexpr std::uint64_t kSeeds = TRIPCHECK_SEEDS;  // 20; from the build.
constexpr std::uint64_t kFew = 1;                  // Drawn case: the edges are enough for most.

engine::Report verify(std::string_view mutant, std::uint64_t seed, std::uint64_t cases,
                      std::uint64_t shrink_runs) {
  const std::string name = "mutant:" + std::string(mutant);
  const auto subject = profile().open(name);
  engine::VerifyOptions options;
  options.seed = seed;
  options.cases = cases;
  options.first_break = true;
  options.shrink_runs = shrink_runs;
  options.subject = name;
  return profile().verify(*subject, options);
}

/// Each takes its share of the mutants, so that they run side by side.
class S31EscalationMutants : public ::testing::TestWithParam<std::size_t> {
 protected:
  static constexpr std::size_t kShares = 4;
  static std::vector<engine::MutantInfo> mine() {
    std::vector<engine::MutantInfo> all = Traits::mutants();
    std::vector<engine::MutantInfo> share;
    for (std::size_t i = GetParam(); i < all.size(); i += kShares) share.push_back(all[i]);
    return share;
  }
};

/// Whether the fixed list of cases killed it, which no seed changes: then all others would too.
bool died_at_an_edge(const engine::Report& report) {
  return report.broken() && report.broken_properties.front().source == "edges";
}

/// What dies of some of a seed's cases dies of all of them: the default budget is only run where a
/// few do not do. EscalationStrength runs every seed with the whole of it.
TEST_P(S31EscalationMutants, DieWithEverySeed) {
  for (const engine::MutantInfo& mutant : mine()) {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const auto report = verify(mutant.id, seed, kFew, 0);
      if (died_at_an_edge(report) && mutant.outside.empty()) break;
      if (report.broken()) continue;
      EXPECT_TRUE(verify(mutant.id, seed, 0, 0).broken()) << mutant.id << " survived " << seed;
    }
  }
}

TEST_P(S31EscalationMutants, DieOfTheRuleTheyBreak) {
  if (kSeeds < 20) GTEST_SKIP() << "shrinking takes too long under sanitizers";
  for (const engine::MutantInfo& mutant : mine()) {
    const auto report = verify(mutant.id, 1, 0, 20'000);
    ASSERT_TRUE(report.broken()) << mutant.id;
    const auto& example = report.counterexamples.front();
    const auto is_declared = [&](std::string_view rule) {
      return std::find(mutant.rules.begin(), mutant.rules.end(), rule) != mutant.rules.end();
    };
    EXPECT_TRUE(is_declared(example.rule) || is_declared(example.perhaps_same_as))
        << mutant.id << " dies of " << example.rule << " by " << example.property << ": "
        << example.case_document;
  }
}

INSTANTIATE_TEST_SUITE_P(Share, S31EscalationMutants, ::testing::Range<std::size_t>(0, 4));

}  // namespace
}  // namespace tripcheck::escalation
