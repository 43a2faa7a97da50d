// The properties as a whole: rules covered, each property worth its place, same seed same cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <tripcheck/model/expeditor/check.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/tests/worth.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>

namespace tripcheck::expeditor {
namespace {

engine::Report verify(const std::string& name, std::uint64_t cases, std::uint64_t seed = 1) {
  const auto subject = profile().open(name);
  engine::VerifyOptions options;
  options.cases = cases;
  options.seed = seed;
  options.subject = name;
  options.shrink_runs = 0;
  return profile().verify(*subject, options);
}

TEST(S10ExpeditorRules, EachHasAPropertyAndAMutant) {
  EXPECT_EQ(profile().rules().size(), 44U);
  const std::vector<std::string> by_compiling{"X-60"};  // only_data_test.cpp
  EXPECT_EQ(engine::rules_without_both(profile()), by_compiling);
}

TEST(S12ExpeditorProperties, EachKillsAMutantOfARuleItNames) {
  EXPECT_EQ(engine::properties_without_a_mutant(profile(), 40), std::vector<std::string>{});
}

// That the implementation reaches it is held by its conformance test.
TEST(S21ExpeditorFloor, IsReachedByTheModel) {
  const auto report = verify("model", 0, 2);
  EXPECT_FALSE(report.broken());
  EXPECT_TRUE(report.floor_judged);
  for (const auto& line : report.floor) {
    EXPECT_TRUE(line.holds()) << line.what << " " << line.reached << " < " << line.least;
  }
}

/// The number is the same with every compiler; it changes only when the generator does.
TEST(S25ExpeditorCases, AreTheSameForTheSameSeed) {
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (std::uint64_t i = 0; i < 500; ++i) {
    engine::Draw draw(42, i);
    std::string text;
    Traits::write(i % 5 == 0 ? Traits::generate_faulty(draw, {}) : Traits::generate(draw, {}),
                  text);
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211U;
  }
  EXPECT_EQ(hash, 1065613977460976879U);
}

TEST(S25ExpeditorCases, OneCaseDependsOnSeedAndNumberAlone) {
  engine::Draw first(9, 17);
  engine::Draw again(9, 17);
  engine::Draw other(9, 18);
  const Case drawn = Traits::generate(first, {});
  EXPECT_EQ(drawn, Traits::generate(again, {}));
  EXPECT_NE(drawn, Traits::generate(other, {}));
}

TEST(S20ExpeditorCases, AreGoodInputOrOneFaultAwayFromIt) {
  for (std::uint64_t i = 0; i < 3000; ++i) {
    engine::Draw draw(5, i);
    const Case good = Traits::generate(draw, {});
    EXPECT_FALSE(model::check(good.config)) << i;
    EXPECT_FALSE(model::check(good.map)) << i;
    engine::Draw again(5, i);
    const Case bad = Traits::generate_faulty(again, {});
    EXPECT_TRUE(model::check(bad.config) || model::check(bad.map)) << i;
  }
}

TEST(S2ExpeditorDomain, DrawsAreInsideIt) {
  const engine::Domain small{.limits = {{.name = "step", .range = {.low = 0, .high = 40}},
                                        {.name = "time", .range = {.low = 0, .high = 100}},
                                        {.name = "id", .range = {.low = 1, .high = 9}}}};
  for (std::uint64_t i = 0; i < 300; ++i) {
    engine::Draw draw(3, i);
    EXPECT_TRUE(Traits::inside(Traits::generate(draw, small), small)) << i;
    EXPECT_TRUE(Traits::inside(Traits::generate_faulty(draw, small), small)) << i;
  }
  EXPECT_EQ(Traits::outside(small).size(), 5U);
  EXPECT_TRUE(Traits::outside({}).empty());
}

}  // namespace
}  // namespace tripcheck::expeditor
