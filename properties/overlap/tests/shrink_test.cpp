// Shrinking of overlap cases (S-40).
#include <gtest/gtest.h>

#include <array>
#include <tripcheck/model/overlap/breaker.hpp>
#include <tripcheck/properties/overlap/profile.hpp>
#include <tripcheck/properties/overlap/replaced.hpp>
#include <utility>

namespace tripcheck::overlap {
namespace {

Step acquire(std::int64_t call, std::int64_t t) {
  return {.op = Operation::acquire, .call = call, .t = t};
}
Step record(std::int64_t call, std::int64_t t, Result result) {
  return {.op = Operation::record, .call = call, .t = t, .result = result};
}
Step ignore(std::int64_t call) { return {.op = Operation::ignore, .call = call}; }

std::string text_of(const Case& input) {
  std::string text;
  write(input, text);
  return text;
}

/// Whether the shrinker has this as a candidate, and would take it for smaller.
bool offers(const Case& input, const Case& wanted) {
  return Traits::smaller(wanted, input) &&
         Traits::simpler(input, [&](const Case& candidate) { return candidate == wanted; });
}

TEST(S40OverlapShrinking, TakesACallWithAllItsUses) {
  const Config config{.failure_threshold = 1, .cooldown = 5};
  const Case input{.config = config,
                   .steps = {acquire(1, 0), acquire(2, 1), ignore(2), record(1, 3, Result::failure),
                             ignore(2), ignore(1)}};
  EXPECT_TRUE(offers(input, {.config = config,
                             .steps = {acquire(1, 0), record(1, 3, Result::failure), ignore(1)}}));
  EXPECT_TRUE(offers(input, {.config = config, .steps = {acquire(2, 1), ignore(2), ignore(2)}}));
  EXPECT_TRUE(offers(input, {.config = config, .steps = {}}));
}

TEST(S40OverlapShrinking, MovesWhatFollowsToWhereTheRemovedStepWas) {
  const Config config{.failure_threshold = 2, .cooldown = 5};
  const Case input{.config = config,
                   .steps = {acquire(1, 100), acquire(2, 130), acquire(3, 140), ignore(3)}};
  EXPECT_TRUE(
      offers(input, {.config = config, .steps = {acquire(1, 100), acquire(3, 130), ignore(3)}}));
}

/// Who makes no claim to refuse bad input is never asked it.
TEST(S40OverlapShrinking, MakesNoBadInputOfGoodInput) {
  const Case input{.config = {.failure_threshold = 2, .cooldown = 5, .trial_timeout = 7},
                   .steps = {acquire(1, 1), ignore(1), acquire(2, 130),
                             record(2, 131, Result::failure), acquire(3, 140), ignore(2)}};
  std::size_t offered = 0;
  Traits::simpler(input, [&](const Case& candidate) {
    ++offered;
    EXPECT_FALSE(model::check(candidate.config)) << text_of(candidate);
    EXPECT_FALSE(model::check(candidate.steps)) << text_of(candidate);
    return false;
  });
  EXPECT_GT(offered, 100U);
}

TEST(S40OverlapShrinking, MakesNumbersAndLabelsPlain) {
  const Config config{.failure_threshold = 1, .cooldown = 0};
  const auto with = [&](std::int64_t call, std::int64_t t) {
    return Case{.config = config, .steps = {acquire(call, t), record(call, t, Result::success)}};
  };
  EXPECT_TRUE(offers(with(-77, 4), with(1, 4)));
  EXPECT_TRUE(offers(with(1, 4), with(1, 0)));
  EXPECT_TRUE(offers(with(1, 4), with(1, 2)));
  EXPECT_FALSE(offers(with(1, 0), with(2, 0)));
  EXPECT_FALSE(offers(with(1, 0), with(1, 0)));
}

/// What comes at a deadline, and at the end of a probe's time, still does under shorter spans.
TEST(S40OverlapShrinking, KeepsEdgesWhenSpansGetShorter) {
  const Config wide{.failure_threshold = 1,
                    .cooldown = 1'000'000,
                    .half_open_successes = 2,
                    .trial_timeout = 5'000};
  Config narrow = wide;
  narrow.cooldown = 1;
  narrow.trial_timeout = 5;
  const Case input{
      .config = wide,
      .steps = {acquire(1, 50), record(1, 90'000, Result::failure), acquire(2, 1'089'999),
                acquire(3, 1'090'000), acquire(4, 1'090'001), record(3, 1'095'000, Result::success),
                acquire(5, 1'095'000), acquire(6, 1'095'001), acquire(7, 7)}};
  const Case shorter = replaced(input, narrow);
  EXPECT_EQ(shorter.config, narrow);
  const auto expected = std::get<Outcome>(model::run(wide, input.steps));
  const auto got = std::get<Outcome>(model::run(narrow, shorter.steps));
  EXPECT_EQ(got.answers, expected.answers) << text_of(shorter);
  EXPECT_EQ(got.final_state, expected.final_state);
  for (const Step& step : shorter.steps) EXPECT_LT(step.t, 100) << text_of(shorter);
}

TEST(S40OverlapShrinking, GetsToTheShortestHistories) {
  constexpr std::array<std::pair<std::string_view, std::size_t>, 7> kLengths{
      {{"overlap-trips-one-late", 2},
       {"overlap-second-use-counts", 3},
       {"overlap-late-result-counts", 4},
       {"overlap-half-open-lets-a-crowd-in", 4},
       {"overlap-ignore-keeps-its-place", 5},
       {"overlap-second-use-frees-a-place", 5},
       {"overlap-late-failure-counts-when-closed", 6}}};
  for (const auto& [id, length] : kLengths) {
    const auto mutant = Traits::open("mutant:" + std::string(id));
    engine::VerifyOptions options;
    options.first_break = true;
    const auto report = profile().verify(*mutant, options);
    ASSERT_TRUE(report.broken()) << id;
    EXPECT_EQ(report.counterexamples.front().steps, length) << id;
    EXPECT_TRUE(report.counterexamples.front().shrunk_fully) << id;
  }
}

}  // namespace
}  // namespace tripcheck::overlap
