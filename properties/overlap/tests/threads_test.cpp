// The shared breaker on real threads: each history has an order that explains it (O-7).
#include <gtest/gtest.h>

#include <tripcheck/impl/overlap/breaker.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/overlap/pointed_word.hpp>
#include <tripcheck/properties/overlap/races.hpp>

namespace tripcheck::overlap {
namespace {

using Switching =
    impl::BasicBreaker<PointedWord<impl::Word, engine::SwitchingPoint>, engine::SwitchingMutex>;

/// A word whose transition is decided and published in two steps.
class TwoSteps {
 public:
  explicit TwoSteps(impl::Halves start) noexcept : inner_(start) {}
  [[nodiscard]] std::uint64_t low() const noexcept { return inner_.low(); }
  [[nodiscard]] std::int64_t high() const noexcept { return inner_.high(); }
  bool exchange_low(std::uint64_t /*expected*/, std::uint64_t desired) noexcept {
    return inner_.exchange_low(inner_.low(), desired);
  }
  bool exchange(impl::Halves expected, impl::Halves desired) noexcept {
    return inner_.exchange(expected, desired);
  }

 private:
  PointedWord<impl::Word, engine::SwitchingPoint> inner_;
};

struct Races {
  RaceCounts counts;
  std::uint64_t broken = 0;
};

template <class Breaker>
Races run(std::uint64_t races) {
  RealThreads<Breaker> racer;
  RaceJudge judge;
  Races done;
  for (std::uint64_t i = 0; i < races; ++i) {
    engine::Draw draw(17, i);
    const Race race = draw_race(draw, SecondUses::some);
    judge.begin(race);
    const History history = racer.run(race, draw.word());
    if (judge.judge(history) == RaceJudge::Verdict::broken) ++done.broken;
  }
  done.counts = judge.counts();
  return done;
}

TEST(O7Threads, HistoriesOfTheSharedBreakerAreExplained) {
  const Races done = run<Switching>(3000);
  EXPECT_EQ(done.broken, 0U);
  EXPECT_EQ(done.counts.undecided, 0U);
  RecordProperty("overlapped", std::to_string(done.counts.overlapped));
  EXPECT_GT(done.counts.overlapped * 2, done.counts.schedules) << "threads hardly met";
}

/// Shows that the test above can fail: this breaker loses updates, and is seen to.
TEST(O7Threads, HistoriesOfARacyBreakerAreNot) {
  EXPECT_GT((run<impl::BasicBreaker<TwoSteps, engine::SwitchingMutex>>(3000).broken), 0U);
}

}  // namespace
}  // namespace tripcheck::overlap
