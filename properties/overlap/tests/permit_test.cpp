// The shared breaker as its users hold it: permits that move and die, a generation that wraps,
// more threads than cores.
#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <tripcheck/impl/overlap/breaker.hpp>
#include <utility>
#include <vector>

namespace tripcheck::overlap::impl {
namespace {

constexpr Config kOne{.failure_threshold = 1, .cooldown = 5, .half_open_successes = 1};

/// Open since 0.
struct Tripped {
  explicit Tripped(const Config& config = kOne, std::uint64_t first_generation = 0)
      : breaker(config, first_generation) {
    auto asked = breaker.try_acquire(0);
    trip = breaker.record(*asked.permit, 0, Result::failure);
  }
  Breaker breaker;
  Told trip;
};

bool has_room(Breaker& breaker, std::int64_t t) {
  auto asked = breaker.try_acquire(t);
  return asked.permit.has_value();  // Given back at once.
}

TEST(O4Permit, ThatDiesUnusedFreesItsPlace) {
  Tripped open;
  {
    const auto probe = open.breaker.try_acquire(5);
    ASSERT_TRUE(probe.permit);
    EXPECT_FALSE(has_room(open.breaker, 5));
  }
  EXPECT_TRUE(has_room(open.breaker, 5));
}

TEST(O4Permit, ThatWasMovedIsUsedWhereItWent) {
  Tripped open;
  auto probe = open.breaker.try_acquire(5);
  auto moved = std::move(*probe.permit);
  EXPECT_EQ(open.breaker.record(*probe.permit, 6, Result::failure).answer, Answer::no_permit);
  EXPECT_FALSE(has_room(open.breaker, 5));
  EXPECT_EQ(open.breaker.record(moved, 6, Result::success).answer, Answer::counted);
  EXPECT_EQ(open.breaker.state(), State::closed);
}

TEST(O4Permit, ThatIsAssignedToIsDropped) {
  const Config two{.failure_threshold = 1, .cooldown = 5, .half_open_successes = 2};
  Tripped open(two);
  auto first = open.breaker.try_acquire(5);
  auto second = open.breaker.try_acquire(5);
  EXPECT_FALSE(has_room(open.breaker, 5));
  *first.permit = std::move(*second.permit);
  EXPECT_TRUE(has_room(open.breaker, 5));
}

TEST(O4Permit, IsUsedOnceWhereverItMoves) {
  Breaker breaker(kOne);
  auto asked = breaker.try_acquire(0);
  EXPECT_EQ(breaker.record(*asked.permit, 0, Result::success).answer, Answer::counted);
  auto moved = std::move(*asked.permit);
  EXPECT_EQ(breaker.record(moved, 0, Result::failure).answer, Answer::used);
  EXPECT_EQ(breaker.ignore(moved).answer, Answer::used);
  EXPECT_EQ(breaker.ignore(*asked.permit).answer, Answer::no_permit);
}

TEST(O4Permit, UsedAfterItsPlaceWasTakenAwayHarmsNobody) {
  Tripped open;
  auto hung = open.breaker.try_acquire(5);
  auto next = open.breaker.try_acquire(10);  // Takes the place away.
  ASSERT_TRUE(next.permit);
  hung.permit.reset();
  EXPECT_FALSE(has_room(open.breaker, 10));
}

/// With the largest threshold 31 bits are left for the generation.
TEST(O3Generation, WrapsWhereItsBitsEnd) {
  const Config wide{.failure_threshold = (std::int64_t{1} << 31) - 1, .cooldown = 0};
  const Config narrow{.failure_threshold = 1, .cooldown = 0, .half_open_successes = 1};
  Breaker at_the_end(narrow, (std::uint64_t{1} << 62) - 1);
  auto stale = at_the_end.try_acquire(0);
  for (std::uint64_t number = 1; number <= 9; number += 3) {
    auto asked = at_the_end.try_acquire(0);
    const Told trip = at_the_end.record(*asked.permit, 0, Result::failure);
    ASSERT_NE(trip.transitions.begin(), nullptr);
    EXPECT_EQ(trip.transitions.begin()->number, number);
    auto probe = at_the_end.try_acquire(0);
    ASSERT_NE(probe.transitions.begin(), nullptr);
    EXPECT_EQ(probe.transitions.begin()->number, number + 1);
    EXPECT_EQ(at_the_end.record(*probe.permit, 0, Result::success).answer, Answer::counted);
  }
  EXPECT_EQ(at_the_end.record(*stale.permit, 0, Result::failure).answer, Answer::late);
  EXPECT_EQ(at_the_end.state(), State::closed);
  Breaker large(wide, (std::uint64_t{1} << 31) - 1);
  auto asked = large.try_acquire(0);
  EXPECT_EQ(large.record(*asked.permit, 0, Result::failure).answer, Answer::counted);
  EXPECT_EQ(large.counters().failures, 1);
}

/// More threads than cores, all paths, and nothing lost: every place is free in the end.
TEST(O7Stress, ManyThreadsLeaveAWholeBreaker) {
  const Config config{.failure_threshold = 3, .cooldown = 2, .half_open_successes = 2};
  Breaker breaker(config);
  std::array<std::uint64_t, 8> transitions{};
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < transitions.size(); ++i) {
      threads.emplace_back([&, i] {
        std::uint64_t chance = i * 2 + 1;
        for (std::int64_t t = 0; t < 20'000; ++t) {
          chance = chance * 6364136223846793005U + 1442695040888963407U;
          auto asked = breaker.try_acquire(t);
          const auto count = [&](const auto& all) {
            for ([[maybe_unused]] const Transition& one : all) ++transitions[i];
          };
          count(asked.transitions);
          if (!asked.permit || chance >> 61U == 0) continue;  // One in eight is lost.
          const Result result = chance >> 63U == 0 ? Result::success : Result::failure;
          count(breaker.record(*asked.permit, t, result).transitions);
        }
      });
    }
  }
  std::uint64_t all = 0;
  for (const std::uint64_t mine : transitions) all += mine;
  EXPECT_GT(all, 100U);
  // Brought back to closed: the next transitions have the next numbers, so none was lost or twice.
  while (breaker.state() != State::open) {
    auto asked = breaker.try_acquire(20'000);
    for (const Transition& one :
         breaker.record(*asked.permit, 20'000, Result::failure).transitions) {
      EXPECT_EQ(one.number, ++all);
    }
  }
  auto probe = breaker.try_acquire(30'000);
  ASSERT_NE(probe.transitions.begin(), nullptr);
  EXPECT_EQ(probe.transitions.begin()->number, all + 1);
  EXPECT_TRUE(breaker.try_acquire(30'000).permit);  // Both places were free.
}

}  // namespace
}  // namespace tripcheck::overlap::impl
