// Every mutant dies, with every seed, and of the rule that it breaks (S-30, S-31).
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <tripcheck/properties/timed/profile.hpp>

namespace tripcheck::engine {

/// GoogleTest prints parameters by this name of its own.
void PrintTo(const MutantInfo& mutant, std::ostream* out);  // NOLINT(readability-identifier-naming)
void PrintTo(const MutantInfo& mutant, std::ostream* out) { *out << mutant.id; }

}  // namespace tripcheck::engine

namespace tripcheck::timed {
namespace {

constexpr std::uint64_t kSeeds = TRIPCHECK_SEEDS;  // 20; from the build.

class S31TimedMutant : public ::testing::TestWithParam<engine::MutantInfo> {
 protected:
  static engine::Report verify(std::uint64_t seed, std::uint64_t shrink_runs) {
    const std::string name = "mutant:" + std::string(GetParam().id);
    const auto subject = profile().open(name);
    engine::VerifyOptions options;
    options.seed = seed;
    options.first_break = true;
    options.shrink_runs = shrink_runs;
    options.subject = name;
    return profile().verify(*subject, options);
  }

  static bool is_declared(std::string_view rule) {
    const auto& rules = GetParam().rules;
    return std::find(rules.begin(), rules.end(), rule) != rules.end();
  }
};

TEST_P(S31TimedMutant, DiesWithEverySeedOfTheRuleItBreaks) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto report = verify(seed, seed <= 3 ? 20'000 : 0);
    ASSERT_TRUE(report.broken()) << "survived seed " << seed;
    if (seed > 3) continue;
    const auto& example = report.counterexamples.front();
    EXPECT_TRUE(is_declared(example.rule) || is_declared(example.perhaps_same_as))
        << "seed " << seed << " says " << example.rule << " by " << example.property << ": "
        << example.case_document;
  }
}

std::string test_name(const ::testing::TestParamInfo<engine::MutantInfo>& info) {
  std::string name(info.param.id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, S31TimedMutant, ::testing::ValuesIn(Traits::mutants()), test_name);

}  // namespace
}  // namespace tripcheck::timed
