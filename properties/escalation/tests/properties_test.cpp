// The properties as a whole: rules covered, each property worth its place, same seed same cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/tests/worth.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <tripcheck/properties/escalation/sentinel.hpp>

namespace tripcheck::escalation {
namespace {

engine::Report verify(const std::string& name, std::uint64_t cases) {
  const auto subject = profile().open(name);
  engine::VerifyOptions options;
  options.cases = cases;
  options.subject = name;
  options.shrink_runs = 0;
  return profile().verify(*subject, options);
}

TEST(S10EscalationRules, EachHasAPropertyAndAMutant) {
  EXPECT_EQ(engine::rules_without_both(profile()), std::vector<std::string>{});
}

TEST(S12EscalationProperties, EachKillsAMutantOfARuleItNames) {
  EXPECT_EQ(engine::properties_without_a_mutant(profile(), 8), std::vector<std::string>{});
}

// That the implementation reaches it is held by its conformance test.
TEST(S21EscalationFloor, IsReachedByTheModel) {
  const auto report = verify("model", 0);
  EXPECT_FALSE(report.broken());
  EXPECT_TRUE(report.floor_judged);
  for (const auto& line : report.floor) {
    EXPECT_TRUE(line.holds()) << line.what << " " << line.reached << " < " << line.least;
  }
}

/// The number is the same with every compiler; it changes only when the generator does.
TEST(S25EscalationCases, AreTheSameForTheSameSeed) {
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    engine::Draw draw(42, i);
    std::string text;
    Traits::write(i % 5 == 0 ? Traits::generate_faulty(draw, {}) : Traits::generate(draw, {}),
                  text);
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211U;
  }
  EXPECT_EQ(hash, 9255014472481379509U);
}

TEST(S25EscalationCases, OneCaseDependsOnSeedAndNumberAlone) {
  engine::Draw first(9, 17);
  engine::Draw again(9, 17);
  engine::Draw other(9, 18);
  const Case drawn = Traits::generate(first, {});
  EXPECT_EQ(drawn, Traits::generate(again, {}));
  EXPECT_NE(drawn, Traits::generate(other, {}));
}

/// Without a reader of handoffs no handoff is read back, and the floor does not ask for it.
TEST(S2EscalationDomain, WithoutReadingsNoneIsDrawn) {
  const engine::Domain none{
      .limits = {{.name = std::string(kReadings), .range = {.low = 0, .high = 0}}}};
  for (std::uint64_t i = 0; i < 200; ++i) {
    engine::Draw draw(3, i);
    EXPECT_TRUE(Traits::inside(Traits::generate(draw, none), none));
    EXPECT_TRUE(Traits::inside(Traits::generate_faulty(draw, none), none));
  }
  EXPECT_EQ(Traits::outside(none).size(), 1U);
  EXPECT_TRUE(Traits::outside({}).empty());
}

TEST(E10Sentinel, IsFoundInEverySpelling) {
  const std::string sentinel(kSentinel);
  EXPECT_EQ(sentinel_in("now: invalid_timestamp"), "");
  EXPECT_EQ(sentinel_in("x" + sentinel), "as it is");
  EXPECT_EQ(sentinel_in("TOKEN=Hunter2"), "as it is");
  EXPECT_EQ(sentinel_in(hex_of("ab" + sentinel + "c")), "as hex digits");
  EXPECT_EQ(sentinel_in(sentinel_digest()), "as hex digits");
  EXPECT_EQ(sentinel_digest().size(), 64U);
  for (const char* before : {"", "a", "ab", "abc", "{\"value\":\""}) {
    for (const char* behind : {"", "z", "zy", "zyx"}) {
      const std::string text = base64_of(before + sentinel + behind);
      EXPECT_EQ(sentinel_in("error " + text), "as base64") << text;
    }
  }
  EXPECT_EQ(base64_of("token=hunter2"), "dG9rZW49aHVudGVyMg==");
}

}  // namespace
}  // namespace tripcheck::escalation
