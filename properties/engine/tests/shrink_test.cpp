// The shrinker on its own, on toy cases: it ends, it only ever gets smaller, nothing is left to
// take.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/shrink.hpp>
#include <tripcheck/properties/engine/tests/toy.hpp>
#include <tripcheck/properties/engine/tests/toy_run.hpp>
#include <utility>
#include <vector>

namespace tripcheck::engine::toy {
namespace {

using Breaks = std::function<bool(const Case&)>;

constexpr std::uint64_t kNoCap = std::numeric_limits<std::uint64_t>::max();

std::int64_t sum(const Case& input) {
  std::int64_t total = 0;
  for (const std::int64_t number : input.adds) total += number;
  return total;
}

bool holds(const Case& input, std::int64_t number) {
  return std::find(input.adds.begin(), input.adds.end(), number) != input.adds.end();
}

/// What a case can be broken for; some of it comes and goes as numbers get smaller.
struct Fault {
  std::string what;
  Breaks breaks;
  std::string smallest;  // Where only one case is locally minimal.
};
std::vector<Fault> faults() {
  return {
      {"a large sum", [](const Case& input) { return sum(input) >= 17; }, ""},
      {"a seven", [](const Case& input) { return holds(input, 7); }, R"({"limit":0,"adds":[7]})"},
      {"an odd sum", [](const Case& input) { return sum(input) % 2 != 0; }, ""},
      {"two numbers that go together",
       [](const Case& input) { return holds(input, 3) && holds(input, 8); }, ""},
      {"more than the limit", [](const Case& input) { return sum(input) > input.limit; },
       R"({"limit":0,"adds":[1]})"},
      {"falling numbers",
       [](const Case& input) { return !std::is_sorted(input.adds.begin(), input.adds.end()); },
       R"({"limit":0,"adds":[1,0]})"},
      {"anything", [](const Case&) { return true; }, R"({"limit":0,"adds":[]})"},
  };
}

/// A case of up to 30 numbers that has the fault.
Case draw_broken(Draw& draw, const Breaks& breaks) {
  for (;;) {
    Case drawn{.limit = draw.in({.low = 0, .high = 40}), .adds = {}};
    drawn.adds.resize(draw.below(31));
    for (auto& number : drawn.adds) number = draw.in({.low = 0, .high = 12});
    if (breaks(drawn)) return drawn;
  }
}

/// Whether some candidate is smaller and still broken.
bool can_shrink(const Case& input, const Breaks& breaks) {
  return Toy::simpler(input, [&](const Case& candidate) {
    return Toy::smaller(candidate, input) && breaks(candidate);
  });
}

void expect_locally_minimal(const Shrunk<Toy>& shrunk, const Fault& fault) {
  EXPECT_TRUE(fault.breaks(shrunk.smallest)) << fault.what;
  EXPECT_TRUE(shrunk.complete) << fault.what;
  EXPECT_FALSE(can_shrink(shrunk.smallest, fault.breaks))
      << fault.what << ": " << document(shrunk.smallest);
}

TEST(S40Shrinker, LeavesNothingThatCouldBeTaken) {
  for (const Fault& fault : faults()) {
    Draw draw(1, 0);
    for (int i = 0; i < 20; ++i) {
      const Case start = draw_broken(draw, fault.breaks);
      expect_locally_minimal(shrink<Toy>(start, kNoCap, fault.breaks), fault);
    }
  }
}

TEST(S40Shrinker, FindsTheKnownMinimumFromAnywhere) {
  for (const Fault& fault : faults()) {
    if (fault.smallest.empty()) continue;
    Draw draw(4, 0);
    for (int i = 0; i < 20; ++i) {
      const auto shrunk = shrink<Toy>(draw_broken(draw, fault.breaks), kNoCap, fault.breaks);
      EXPECT_EQ(document(shrunk.smallest), fault.smallest) << fault.what;
    }
  }
}

TEST(S40Shrinker, OnlyEverTakesASmallerCase) {
  for (const Fault& fault : faults()) {
    Draw draw(2, 0);
    Case last = draw_broken(draw, fault.breaks);
    const auto shrunk = shrink<Toy>(last, kNoCap, [&](const Case& candidate) {
      EXPECT_TRUE(Toy::smaller(candidate, last)) << document(candidate);
      if (!fault.breaks(candidate)) return false;
      last = candidate;
      return true;
    });
    EXPECT_EQ(shrunk.smallest, last);
  }
}

TEST(S40Shrinker, StaysWhereNothingSmallerBreaks) {
  const Case start{.limit = 20, .adds = {4, 5}};
  std::uint64_t asked = 0;
  const auto shrunk = shrink<Toy>(start, kNoCap, [&](const Case&) {
    ++asked;
    return false;
  });
  EXPECT_EQ(shrunk.smallest, start);
  EXPECT_EQ(shrunk.runs, asked);
  EXPECT_GT(asked, 5U);
  EXPECT_TRUE(shrunk.complete);
}

/// Shrinks with a cap, and holds the runs that are told to those that were made.
Shrunk<Toy> shrink_counted(const Case& start, std::uint64_t most, const Breaks& breaks) {
  std::uint64_t asked = 0;
  auto shrunk = shrink<Toy>(start, most, [&](const Case& candidate) {
    ++asked;
    return breaks(candidate);
  });
  EXPECT_EQ(shrunk.runs, asked);
  return shrunk;
}

TEST(S40Shrinker, AsksNoMoreOftenThanTheCap) {
  Draw draw(3, 0);
  const Breaks breaks = faults()[0].breaks;
  const Case start = draw_broken(draw, breaks);
  const std::uint64_t needed = shrink_counted(start, kNoCap, breaks).runs;
  ASSERT_GT(needed, 20U);
  Case last = start;
  for (std::uint64_t most = 0; most <= needed + 1; ++most) {
    const auto shrunk = shrink_counted(start, most, breaks);
    EXPECT_EQ(shrunk.runs, std::min(most, needed));
    EXPECT_TRUE(breaks(shrunk.smallest));
    EXPECT_FALSE(Toy::smaller(last, shrunk.smallest));  // More runs are never to its harm.
    last = shrunk.smallest;
  }
}

TEST(S40Shrinker, SaysWhetherTheCapEndedIt) {
  const Breaks breaks = faults()[0].breaks;
  const Case start{.limit = 3, .adds = {9, 9, 9}};
  const std::uint64_t needed = shrink<Toy>(start, kNoCap, breaks).runs;
  EXPECT_TRUE(shrink<Toy>(start, needed + 1, breaks).complete);
  EXPECT_FALSE(shrink<Toy>(start, needed - 1, breaks).complete);
  EXPECT_FALSE(shrink<Toy>(start, 0, breaks).complete);
  EXPECT_EQ(shrink<Toy>(start, 0, breaks).smallest, start);
}

/// A profile whose candidates lead nowhere: the case itself, and one that is larger.
struct GoingRound {
  using Case = int;
  static bool smaller(int a, int b) { return a < b; }
  static bool simpler(int input, const std::function<bool(int)>& take) {
    return take(input) || take(input + 1) || (input % 2 == 1 && take(input - 1));
  }
};

TEST(S40Shrinker, EndsThoughCandidatesGoRound) {
  const auto shrunk = shrink<GoingRound>(7, kNoCap, [](int) { return true; });
  EXPECT_EQ(shrunk.smallest, 6);
  EXPECT_EQ(shrunk.runs, 1U);
}

using Runs = std::vector<std::pair<std::size_t, std::size_t>>;  // First and size.

/// The runs that are offered where none is taken.
Runs offered(std::size_t count) {
  Runs runs;
  EXPECT_FALSE(offer_runs(count, [&](std::size_t first, std::size_t size) {
    runs.emplace_back(first, size);
    return false;
  }));
  return runs;
}

TEST(S40Runs, AreOfferedLongestFirstAndWithinTheCase) {
  EXPECT_TRUE(offered(0).empty());
  for (std::size_t count = 1; count < 40; ++count) {
    std::size_t last = count;
    for (const auto& [first, size] : offered(count)) {
      EXPECT_LE(size, last);
      EXPECT_LE(first + size, count);
      last = size;
    }
  }
}

TEST(S40Runs, AreOfferedFromAllTogetherDownToEachAlone) {
  for (std::size_t count = 1; count < 40; ++count) {
    const Runs runs = offered(count);
    EXPECT_EQ(runs.front(), (Runs::value_type(0, count)));
    std::set<std::size_t> alone;
    for (const auto& [first, size] : runs) {
      if (size == 1) alone.insert(first);
    }
    EXPECT_EQ(alone.size(), count);
  }
}

TEST(S40Runs, EndAtTheFirstThatIsTaken) {
  std::size_t offers = 0;
  EXPECT_TRUE(offer_runs(8, [&](std::size_t first, std::size_t size) {
    ++offers;
    return first == 4 && size == 4;
  }));
  EXPECT_EQ(offers, 2U);
}

}  // namespace
}  // namespace tripcheck::engine::toy
