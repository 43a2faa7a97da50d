// The matrix of mutants (S-31): what it says, and of what.
#include <gtest/gtest.h>

#include <string>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/json_layout.hpp>
#include <tripcheck/properties/engine/matrix.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <utility>

namespace tripcheck::timed {
namespace {

using engine::BrokenProperty;
using engine::Exit;
using engine::Matrix;
using engine::MatrixOptions;
using engine::MatrixRow;
using engine::MutantRun;

/// The first mutants of the list, since a matrix of all takes seconds.
Matrix matrix_of_first(std::uint64_t runs, MatrixOptions options) {
  std::uint64_t done = 0;
  options.progress = [&done](std::uint64_t so_far, std::uint64_t) { done = so_far; };
  options.interrupted = [&done, runs] { return done == runs; };
  return engine::matrix_of(profile(), options);
}

MutantRun killed(std::uint64_t seed, std::string property, std::uint64_t cases,
                 std::size_t shrunk) {
  return {.seed = seed,
          .killer = BrokenProperty{std::move(property), "generated", cases},
          .microseconds = 1200 * cases,
          .rule = "T-3",
          .found_steps = 20,
          .shrunk = shrunk};
}

Matrix two_mutants() {
  MatrixRow in_space{
      .mutant = {.id = "in-space", .rules = {"T-3", "T-4"}, .note = "Wrong.", .origin = "a/b#1"},
      .runs = {killed(1, "first", 4, 2), killed(2, "second", 8, 3), killed(3, "first", 5, 2)},
      .shortest = 2};
  MatrixRow outside{.mutant = {.id = "outside",
                               .rules = {"T-9"},
                               .note = "Wrong too.",
                               .origin = {},
                               .outside = "needs luck"},
                    .runs = {killed(1, "first", 1, 5), killed(2, "first", 1, 5), {.seed = 3}}};
  return {.profile = "timed", .seeds = 3, .rows = {std::move(in_space), std::move(outside)}};
}

TEST(S31Matrix, HasARunForEachMutantAndSeed) {
  const auto matrix = matrix_of_first(3, {.seeds = 2});
  ASSERT_EQ(matrix.rows.size(), 2U);  // Two seeds of the first, one of the second.
  ASSERT_EQ(matrix.rows[0].runs.size(), 2U);
  EXPECT_EQ(matrix.rows[0].mutant.id, profile().mutants().front().id);
  EXPECT_EQ(matrix.rows[0].runs[1].seed, 2U);
  EXPECT_EQ(matrix.rows[1].runs.size(), 1U);
}

TEST(S31Matrix, SaysWhatKilledAMutantAndHowSoon) {
  std::uint64_t time = 0;
  const auto matrix = matrix_of_first(1, {.clock = [&time] { return time += 1000; }});
  ASSERT_EQ(matrix.rows.size(), 1U);
  const MutantRun& run = matrix.rows[0].runs.at(0);
  const BrokenProperty killer = run.killer.value_or(BrokenProperty{});
  EXPECT_EQ(killer.property + " " + killer.source + " " + std::to_string(killer.cases),
            "refines-the-model generated 1");
  EXPECT_EQ(run.microseconds, 1000U);  // One batch: the clock is read before and after it.
  EXPECT_EQ(run.rule, "T-1");
  EXPECT_EQ(run.shrunk, matrix.rows[0].shortest);
}

TEST(S31Matrix, TellsNoTimesWithoutAClock) {
  const auto matrix = matrix_of_first(1, {});
  ASSERT_EQ(matrix.rows.size(), 1U);
  EXPECT_FALSE(matrix.rows[0].runs[0].microseconds);
  EXPECT_EQ(engine::text_of(matrix).find("  ms"), std::string::npos);
}

TEST(S31Matrix, ToTheEndNamesEveryPropertyThatSeesAMutant) {
  const auto matrix = matrix_of_first(1, {.to_the_end = true});
  ASSERT_EQ(matrix.rows.size(), 1U);
  const auto& seen_by = matrix.rows[0].runs[0].seen_by;
  ASSERT_GT(seen_by.size(), 1U);
  EXPECT_EQ(seen_by.front().property, "refines-the-model");
  for (std::size_t i = 1; i < seen_by.size(); ++i) {
    EXPECT_NE(seen_by[i].property, seen_by[i - 1].property);
  }
}

TEST(S31Matrix, InterruptedItKeepsWhatThereIs) {
  const auto matrix = matrix_of_first(1, {.seeds = 5});
  EXPECT_TRUE(matrix.interrupted);
  EXPECT_EQ(engine::exit_of(matrix), Exit::interrupted);
  EXPECT_NE(engine::text_of(matrix).find("INTERRUPTED\n"), std::string::npos);
}

TEST(S31Matrix, OneSurvivedSeedIsABreak) {
  Matrix matrix = two_mutants();
  EXPECT_EQ(engine::exit_of(matrix), Exit::broken);
  EXPECT_NE(engine::text_of(matrix).find("SURVIVED: outside 1 of 3 seeds\n"), std::string::npos);
  matrix.rows[1].runs.pop_back();
  EXPECT_EQ(engine::exit_of(matrix), Exit::kept);
  EXPECT_NE(engine::text_of(matrix).find("KILLED: all 2, with every seed\n"), std::string::npos);
}

TEST(S31Matrix, TextHasARowAMutantAndThoseOutsideWithTheirReason) {
  const std::string text = engine::text_of(two_mutants());
  const std::string expected =
      "timed: each mutant with seeds 1 to 3, up to its first break\n\n"
      "mutant    breaks   killed by  source     cases   ms  found  shrunk  shortest\n"
      "in-space  T-3 T-4  first +1   generated      5  6.0     20     2-3         2\n"
      "outside   T-9      first      generated      1  1.2     20       5         -\n"
      "\n"
      "without a shortest history, since the space that is searched does not hold one:\n"
      "  needs luck\n"
      "    outside\n"
      "\n"
      "SURVIVED: outside 1 of 3 seeds\n";
  EXPECT_EQ(text, expected);
}

TEST(S31Matrix, JsonHasARunForEachSeed) {
  const auto document = engine::json::Document::parse(engine::json_of({two_mutants()}));
  ASSERT_FALSE(document.syntax_error());
  const std::string text = engine::json::compact(document.root());
  EXPECT_NE(text.find("\"shortest_steps\":2,\"outside\":null"), std::string::npos) << text;
  EXPECT_NE(text.find("\"shortest_steps\":null,\"outside\":\"needs luck\""), std::string::npos);
  EXPECT_NE(text.find("\"seed\":2,\"killed\":true,\"property\":\"second\""), std::string::npos);
  EXPECT_NE(text.find("\"cases\":8,\"microseconds\":9600,\"rule\":\"T-3\""), std::string::npos);
  EXPECT_NE(text.find("\"seed\":3,\"killed\":false,\"property\":null"), std::string::npos);
}

}  // namespace
}  // namespace tripcheck::timed
