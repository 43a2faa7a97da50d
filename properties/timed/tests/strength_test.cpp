// How near the shrinker comes to the shortest history there is (S-40): a hundred seeds a mutant,
// and the full matrix of S-31. Takes minutes, so it has the label `strength` and is in no default
// run.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <tripcheck/properties/engine/matrix.hpp>
#include <tripcheck/properties/timed/profile.hpp>

namespace tripcheck::timed {
namespace {

constexpr std::uint64_t kSeeds = 100;
constexpr std::uint64_t kAtTheShortest = 95;
constexpr std::size_t kMutantsAtLeast = 45;  // In the space: fewer would prove little.

using SeedsByLength = std::map<std::size_t, std::uint64_t>;

SeedsByLength distribution(const engine::MatrixRow& row) {
  SeedsByLength seeds;
  for (const engine::MutantRun& run : row.runs) {
    EXPECT_TRUE(run.killer) << row.mutant.id << " survived seed " << run.seed;
    ++seeds[run.shrunk];
  }
  return seeds;
}

void print(const engine::MatrixRow& row, const SeedsByLength& seeds) {
  std::printf("%-44s shortest %s, shrunk", std::string(row.mutant.id).c_str(),
              row.shortest ? std::to_string(*row.shortest).c_str() : "-");
  for (const auto& [length, count] : seeds) std::printf(" %zu: %ju", length, std::uintmax_t{count});
  std::printf("\n");
}

TEST(S40TimedShrinker, EndsAtTheShortestHistoryOrOneBehindIt) {
  std::size_t judged = 0;
  for (const auto& row : engine::matrix_of(profile(), {.seeds = kSeeds}).rows) {
    SeedsByLength seeds = distribution(row);
    print(row, seeds);
    if (!row.shortest) continue;
    ++judged;
    EXPECT_GE(seeds[*row.shortest], kAtTheShortest) << row.mutant.id;
    EXPECT_GE(seeds.begin()->first, *row.shortest) << row.mutant.id << ": no shortest at all";
    EXPECT_LE(seeds.rbegin()->first, *row.shortest + 1) << row.mutant.id;
  }
  EXPECT_GE(judged, kMutantsAtLeast);
}

TEST(S31TimedMatrix, IsFullOfDeadMutants) {
  const auto matrix = engine::matrix_of(profile(), {.to_the_end = true});
  std::printf("%s", engine::text_of(matrix).c_str());
  EXPECT_EQ(engine::exit_of(matrix), engine::Exit::kept);
  for (const engine::MatrixRow& row : matrix.rows) {
    ASSERT_EQ(row.runs.size(), 1U) << row.mutant.id;
    EXPECT_FALSE(row.runs.front().seen_by.empty()) << row.mutant.id;
  }
}

}  // namespace
}  // namespace tripcheck::timed
