// The seed's function: its sample, and that it refuses what the incremental breaker refuses.
#include <gtest/gtest.h>

#include <tripcheck/impl/timed/breaker.hpp>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/timed/profile.hpp>

namespace tripcheck::timed {
namespace {

constexpr Event failure(std::int64_t t) { return {.t = t, .result = Result::failure}; }
constexpr Event success(std::int64_t t) { return {.t = t, .result = Result::success}; }

TEST(TimedBatch, GivesTheSeedsSample) {
  const std::vector<Event> events{failure(1), failure(2), failure(3), success(4)};
  const auto result = impl::run_circuit_breaker(
      events, {.failure_threshold = 2, .cooldown = 10, .half_open_successes = 1});
  const Outcome& outcome = std::get<Outcome>(result);
  EXPECT_EQ(outcome.final_state, State::open);
  EXPECT_EQ(outcome.rejected, (std::vector<std::int64_t>{3, 4}));
  const std::vector<Transition> transitions{{.from = State::closed, .to = State::open, .t = 2}};
  EXPECT_EQ(outcome.transitions, transitions);
}

TEST(TimedBatch, IsTheModelOnGoodAndBadInput) {
  for (std::uint64_t i = 0; i < 2000; ++i) {
    engine::Draw draw(7, i);
    const Case input = i % 4 == 0 ? Traits::generate_faulty(draw, {}) : Traits::generate(draw, {});
    EXPECT_EQ(impl::run_circuit_breaker(input.events, input.config),
              model::run(input.config, input.events))
        << i;
  }
}

TEST(TimedBatch, LeavesNothingBehindOfARefusedPiece) {
  impl::Breaker breaker({.failure_threshold = 2, .cooldown = 10, .half_open_successes = 1});
  Outcome outcome;
  const std::vector<Event> good{success(3), failure(4)};
  ASSERT_FALSE(breaker.feed(good, outcome));
  const impl::Breaker before = breaker;
  const Outcome outcome_before = outcome;
  const std::vector<Event> bad{failure(5), failure(6), success(5)};
  const auto refusal = breaker.feed(bad, outcome);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->fault, Fault::time_order);
  EXPECT_EQ(refusal->index, 4U);  // Counted from the start of the stream.
  EXPECT_EQ(breaker, before);
  EXPECT_EQ(outcome, outcome_before);
}

}  // namespace
}  // namespace tripcheck::timed
