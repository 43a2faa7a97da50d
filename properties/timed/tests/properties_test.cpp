// The properties as a whole: rules covered, each property worth its place, same seed same cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/tests/worth.hpp>
#include <tripcheck/properties/timed/profile.hpp>

namespace tripcheck::timed {
namespace {

engine::Report verify(const std::string& name, std::uint64_t cases) {
  const auto subject = profile().open(name);
  engine::VerifyOptions options;
  options.cases = cases;
  options.depth = 0;
  options.subject = name;
  options.shrink_runs = 0;
  return profile().verify(*subject, options);
}

TEST(S10TimedRules, EachHasAPropertyAndAMutant) {
  EXPECT_EQ(engine::rules_without_both(profile()), std::vector<std::string>{});
}

TEST(S12TimedProperties, EachKillsAMutantOfARuleItNames) {
  EXPECT_EQ(engine::properties_without_a_mutant(profile(), 128), std::vector<std::string>{});
}

TEST(S21TimedFloor, IsReachedByModelAndImplementation) {
  for (const char* name : {"model", "impl"}) {
    const auto report = verify(name, 0);
    EXPECT_FALSE(report.broken());
    EXPECT_TRUE(report.floor_judged);
    for (const auto& line : report.floor) {
      EXPECT_TRUE(line.holds()) << line.what << " " << line.reached << " < " << line.least;
    }
  }
}

/// The number is the same with every compiler; it changes only when the generator does.
TEST(S25TimedCases, AreTheSameForTheSameSeed) {
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    engine::Draw draw(42, i);
    std::string text;
    Traits::write(i % 5 == 0 ? Traits::generate_faulty(draw, {}) : Traits::generate(draw, {}),
                  text);
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211U;
  }
  EXPECT_EQ(hash, 6332929124990122350U);
}

TEST(S25TimedCases, OneCaseDependsOnSeedAndNumberAlone) {
  engine::Draw first(9, 17);
  engine::Draw again(9, 17);
  engine::Draw other(9, 18);
  const Case drawn = Traits::generate(first, {});
  EXPECT_EQ(drawn, Traits::generate(again, {}));
  EXPECT_NE(drawn, Traits::generate(other, {}));
}

}  // namespace
}  // namespace tripcheck::timed
