// How near the shrinker comes to the shortest history there is (S-40): a hundred seeds a mutant,
// each with the whole budget. Takes minutes, so it has the label `strength` and is in no default
// run.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <tripcheck/properties/engine/matrix.hpp>
#include <tripcheck/properties/expeditor/mutants.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>
#include <tripcheck/properties/expeditor/shortest.hpp>

namespace tripcheck::expeditor {
namespace {

constexpr std::uint64_t kSeeds = 100;
constexpr std::uint64_t kAtTheShortest = 95;
constexpr std::size_t kMutantsAtLeast = 100;  // In the space: fewer would prove little.

TEST(S40ExpeditorShrinker, EndsAtTheShortestHistoryOrOneBehindIt) {
  std::size_t judged = 0;
  for (const auto& row : engine::matrix_of(profile(), {.seeds = kSeeds}).rows) {
    std::map<std::size_t, std::uint64_t> seeds;  // By length.
    for (const engine::MutantRun& run : row.runs) {
      EXPECT_TRUE(run.killer) << row.mutant.id << " survived seed " << run.seed;
      ++seeds[run.shrunk];
    }
    if (!row.shortest) continue;
    ++judged;
    EXPECT_GE(seeds[*row.shortest], kAtTheShortest) << row.mutant.id;
    EXPECT_GE(seeds.begin()->first, *row.shortest) << row.mutant.id << ": no shortest at all";
    EXPECT_LE(seeds.rbegin()->first, *row.shortest + 1) << row.mutant.id;
  }
  EXPECT_GE(judged, kMutantsAtLeast);
}

/// Those that are said to have no history in the space that is searched have none.
TEST(S32ExpeditorMutants, ThoseWithoutAShortestHistoryHaveNone) {
  for (const Mutant& mutant : breaker_mutants()) {
    if (mutant.outside.empty() || mutant.outside == kNeedsTwins) continue;
    EXPECT_FALSE(shortest_history(mutant.fault, 4)) << mutant.id;
  }
}

TEST(S31ExpeditorMatrix, IsFullOfDeadMutants) {
  const auto matrix = engine::matrix_of(profile(), {.to_the_end = true});
  std::printf("%s", engine::text_of(matrix).c_str());
  EXPECT_EQ(engine::exit_of(matrix), engine::Exit::kept);
  for (const engine::MatrixRow& row : matrix.rows) {
    ASSERT_EQ(row.runs.size(), 1U) << row.mutant.id;
    EXPECT_FALSE(row.runs.front().seen_by.empty()) << row.mutant.id;
  }
}

}  // namespace
}  // namespace tripcheck::expeditor
