// Chosen interleavings: the same choices give the same run, and all of them are tried.
#include <gtest/gtest.h>

#include <set>
#include <tripcheck/properties/engine/explore.hpp>
#include <tripcheck/properties/engine/switching.hpp>

namespace tripcheck::engine {
namespace {

using Bodies = std::vector<std::function<void()>>;

/// Two threads that add one to a number by a load and a store.
struct LostUpdate {
  ScheduledAtomic<int> number{0};
  Bodies bodies{[this] { number.store(number.load() + 1); },
                [this] { number.store(number.load() + 1); }};
};

ScheduledRun run(const Bodies& bodies, const Scheduler::Choose& choose) {
  static Scheduler scheduler(4);
  return scheduler.run(bodies, choose);
}

/// What the number may be in the end, with so many pre-emptions, and how many schedules there are.
std::pair<std::set<int>, std::size_t> ends(std::size_t preemptions) {
  std::set<int> all;
  std::size_t count = 0;
  Exhaustive explorer(preemptions);
  for (bool more = true; more; ++count) {
    LostUpdate program;
    const auto done = run(program.bodies, explorer.choose());
    all.insert(program.number);
    more = explorer.advance(done);
  }
  return {all, count};
}

TEST(O7Scheduler, WithoutPreemptionNothingIsLost) {
  EXPECT_EQ(ends(0), (std::pair<std::set<int>, std::size_t>({2}, 2)));
}

/// A thread takes three steps: to its load, to its store, to its end. Who is pre-empted before its
/// first access, after it, …: three places for each of two threads that may be first.
TEST(O7Scheduler, OnePreemptionLosesAnUpdate) {
  const auto [results, count] = ends(1);
  EXPECT_EQ(results, (std::set<int>{1, 2}));
  EXPECT_EQ(count, 2U + 2U * 2U);
}

TEST(O7Scheduler, TriesEverySchedule) {
  std::set<Schedule> seen;
  Exhaustive explorer(6);
  for (bool more = true; more;) {
    LostUpdate program;
    const auto done = run(program.bodies, explorer.choose());
    EXPECT_TRUE(seen.insert(done.schedule()).second) << done.schedule();
    more = explorer.advance(done);
  }
  EXPECT_EQ(seen.size(), 20U);  // Three steps of each thread: six over three.
}

TEST(O7Scheduler, ASchedulesTextGivesItsRunAgain) {
  Draw draw(3, 1);
  for (int i = 0; i < 50; ++i) {
    LostUpdate program;
    const auto first = run(program.bodies, drawn_choices(draw, 3, 8));
    LostUpdate again;
    const auto second = run(again.bodies, Follow(first.schedule()));
    EXPECT_EQ(first.schedule(), second.schedule());
    EXPECT_EQ(program.number.load(), again.number.load());
  }
}

TEST(O7Scheduler, AnyTextIsASchedule) {
  for (const char* text : {"", "9", "2222222222222", "x1y2"}) {
    LostUpdate program;
    const auto done = run(program.bodies, Follow(text));
    EXPECT_EQ(done.schedule().size(), 6U);
  }
}

TEST(O7Scheduler, ALockKeepsOthersOut) {
  Exhaustive explorer(3);
  for (bool more = true; more;) {
    ScheduledMutex mutex;
    ScheduledAtomic<int> number{0};
    const auto add = [&] {
      const std::lock_guard guard(mutex);
      number.store(number.load() + 1);
    };
    const auto done = run({add, add}, explorer.choose());
    EXPECT_EQ(number.load(), 2);
    EXPECT_FALSE(done.stuck);
    more = explorer.advance(done);
  }
}

TEST(O7Scheduler, FindsTwoLocksTakenInOppositeOrders) {
  std::size_t stuck = 0;
  Exhaustive explorer(1);
  for (bool more = true; more;) {
    ScheduledMutex a;
    ScheduledMutex b;
    const auto both = [](ScheduledMutex& first, ScheduledMutex& second) {
      const std::lock_guard one(first);
      const std::lock_guard two(second);
    };
    const auto done = run({[&] { both(a, b); }, [&] { both(b, a); }}, explorer.choose());
    stuck += done.stuck ? 1 : 0;
    more = explorer.advance(done);
  }
  EXPECT_GT(stuck, 0U);
}

TEST(O7Scheduler, EndsWhoSpinsForEver) {
  ScheduledAtomic<bool> never{false};
  const auto spin = [&] {
    while (!never.load()) continue;
  };
  EXPECT_TRUE(run({spin}, Follow("")).endless);
  LostUpdate after;  // The fibers are fit for use.
  EXPECT_FALSE(run(after.bodies, Follow("")).endless);
}

TEST(O7Scheduler, AParkedThreadGoesLast) {
  std::vector<int> order;
  ScheduledAtomic<int> number{0};
  const auto two_steps = [&](int name) {
    (void)number.load();
    order.push_back(name);
  };
  (void)run({[&] { two_steps(1); }, [&] { two_steps(2); }}, parked(0, 1));
  EXPECT_EQ(order, (std::vector<int>{2, 1}));
}

TEST(O7Scheduler, OutsideOfARunAccessesAreJustThat) {
  ScheduledAtomic<int> number{1};
  ScheduledMutex mutex;
  const std::lock_guard guard(mutex);
  EXPECT_EQ(number.fetch_add(2), 1);
  EXPECT_EQ(++number, 4);
}

}  // namespace
}  // namespace tripcheck::engine
