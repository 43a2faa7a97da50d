// The one source of random choices: same draws everywhere, each range filled to both its ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <string_view>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <vector>

namespace tripcheck::engine {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// FNV-1a over the bytes of words, the lowest first.
class Hash {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte, word >>= 8U) {
      value_ = (value_ ^ (word & 0xFFU)) * 0x100000001B3U;
    }
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325U;
};

template <class DrawOne>
std::uint64_t hash_of(std::uint64_t seed, std::uint64_t index, const DrawOne& draw_one) {
  Draw draw(seed, index);
  Hash hash;
  for (int i = 0; i < 1000; ++i) hash.add(static_cast<std::uint64_t>(draw_one(draw)));
  return hash.value();
}

// These numbers are promises: a change makes every seed of every user mean another run.
TEST(S25Draw, WordsAreTheSameOnEveryMachineAndCompiler) {
  const auto word = [](Draw& draw) { return draw.word(); };
  EXPECT_EQ(hash_of(1, 0, word), 0xEDB5FA0361CA68E1U);
  EXPECT_EQ(hash_of(1, 1, word), 0x939441DE12A5B827U);
  EXPECT_EQ(hash_of(UINT64_MAX, UINT64_MAX, word), 0xF8DA3F6552FFF437U);
}

TEST(S25Draw, NumbersAreTheSameOnEveryMachineAndCompiler) {
  const auto below = [](Draw& draw) { return draw.below(1'000'003); };
  const auto in = [](Draw& draw) { return draw.in({.low = -5'000'000'000, .high = 7}); };
  const auto any = [](Draw& draw) { return draw.in({.low = kLeast, .high = kMost}); };
  const auto log_uniform = [](Draw& draw) { return draw.log_uniform(kMost); };
  EXPECT_EQ(hash_of(7, 3, below), 0x4A0EA90244D28D11U);
  EXPECT_EQ(hash_of(7, 3, in), 0xB473A38CF804914DU);
  EXPECT_EQ(hash_of(7, 3, any), 0x3CBE0563B53EBECFU);
  EXPECT_EQ(hash_of(7, 3, log_uniform), 0xF1013A28F337073CU);
}

TEST(S25Draw, ChoicesAreTheSameOnEveryMachineAndCompiler) {
  const auto chance = [](Draw& draw) { return draw.chance(3, 7) ? 1 : 0; };
  const auto pick = [](Draw& draw) { return draw.pick({2, 3, 5, 7, 11}); };
  EXPECT_EQ(hash_of(7, 3, chance), 0x9C1DD496491B3CE5U);
  EXPECT_EQ(hash_of(7, 3, pick), 0x2D2452AD8F429845U);
}

TEST(S25Draw, SeedAndIndexEachMakeOtherWords) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    for (std::uint64_t index = 0; index < 30; ++index) first.insert(Draw(seed, index).word());
  }
  EXPECT_EQ(first.size(), 900U);
}

/// How many words it takes to draw so; 9 for more than eight.
template <class DrawOne>
std::size_t words_for(const DrawOne& draw_one) {
  Draw draw(11, 0);
  (void)draw_one(draw);
  const std::uint64_t next = draw.word();
  Draw same(11, 0);
  std::size_t words = 0;
  while (words < 9 && same.word() != next) ++words;
  return words;
}

TEST(S25Draw, EachFunctionDrawsItsFixedNumberOfWords) {
  EXPECT_EQ(words_for([](Draw& d) { return d.word(); }), 1U);
  EXPECT_EQ(words_for([](Draw& d) { return d.chance(0, 1); }), 1U);
  EXPECT_EQ(words_for([](Draw& d) { return d.pick({1, 2}); }), 1U);
  for (const std::uint64_t bound : {UINT64_C(1), UINT64_C(10), UINT64_MAX}) {
    EXPECT_EQ(words_for([&](Draw& d) { return d.below(bound); }), 1U);
  }
}

TEST(S25Draw, ARangeTakesOneWordAndAMagnitudeTwoWhateverTheSize) {
  for (const std::int64_t high : {std::int64_t{4}, std::int64_t{5}, kMost}) {
    EXPECT_EQ(words_for([&](Draw& d) { return d.in({.low = 4, .high = high}); }), 1U);
  }
  for (const std::uint64_t bound : {UINT64_C(0), UINT64_C(1), UINT64_C(10), UINT64_MAX}) {
    EXPECT_EQ(words_for([&](Draw& d) { return d.log_uniform(bound); }), 2U);
  }
}

TEST(Draw, FillsARangeToBothItsEnds) {
  for (const Range range : {Range{.low = -2, .high = 2}, Range{.low = kLeast, .high = kLeast + 4},
                            Range{.low = kMost - 4, .high = kMost}}) {
    Draw draw(3, 0);
    std::set<std::int64_t> seen;
    for (int i = 0; i < 200; ++i) seen.insert(draw.in(range));
    EXPECT_EQ(seen.size(), 5U);
    EXPECT_EQ(*seen.begin(), range.low);
    EXPECT_EQ(*seen.rbegin(), range.high);
  }
}

TEST(Draw, TakesTheWholeOfInt64) {
  Draw draw(3, 0);
  int negative = 0;
  int far = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t number = draw.in({.low = kLeast, .high = kMost});
    negative += number < 0 ? 1 : 0;
    far += number < kLeast / 2 || number > kMost / 2 ? 1 : 0;
  }
  EXPECT_NEAR(negative, 500, 100);
  EXPECT_NEAR(far, 500, 100);
}

TEST(Draw, StaysInRangesOfEverySize) {
  Draw draw(4, 0);
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t one = draw.in({.low = kLeast, .high = kMost});
    const std::int64_t other = draw.in({.low = kLeast, .high = kMost});
    const Range range{.low = std::min(one, other), .high = std::max(one, other)};
    EXPECT_TRUE(range.holds(draw.in(range)));
    EXPECT_LT(draw.below(static_cast<std::uint64_t>(i) + 1), static_cast<std::uint64_t>(i) + 1);
  }
}

TEST(Draw, GivesAChanceItsShare) {
  Draw draw(5, 0);
  int hits = 0;
  for (int i = 0; i < 7000; ++i) {
    hits += draw.chance(3, 7) ? 1 : 0;
    EXPECT_FALSE(draw.chance(0, 7));
    EXPECT_TRUE(draw.chance(7, 7));
  }
  EXPECT_NEAR(hits, 3000, 200);
}

TEST(Draw, CoversEveryMagnitudeAlike) {
  for (const std::uint64_t bound : {UINT64_C(0), UINT64_C(1), UINT64_C(1000), UINT64_MAX}) {
    Draw draw(6, 0);
    const auto magnitudes = static_cast<std::size_t>(std::bit_width(bound)) + 1;
    std::vector<int> seen(magnitudes);
    for (std::size_t i = 0; i < 200 * magnitudes; ++i) {
      const std::uint64_t number = draw.log_uniform(bound);
      ASSERT_LE(number, bound);
      ++seen[static_cast<std::size_t>(std::bit_width(number))];
    }
    for (const int times : seen) EXPECT_NEAR(times, 200, 90) << "bound " << bound;
  }
}

TEST(Draw, PicksEachChoice) {
  Draw draw(8, 0);
  const std::array<std::string_view, 3> words{"a", "b", "c"};
  std::set<std::string_view> seen;
  std::set<int> numbers;
  for (int i = 0; i < 100; ++i) {
    seen.insert(draw.pick(std::span<const std::string_view>(words)));
    numbers.insert(draw.pick({4, 5}));
  }
  EXPECT_EQ(seen, (std::set<std::string_view>{"a", "b", "c"}));
  EXPECT_EQ(numbers, (std::set<int>{4, 5}));
}

TEST(Range, HoldsBothItsEndsAndFindsTheNearest) {
  constexpr Range kRange{.low = -1, .high = 3};
  static_assert(kRange.holds(-1) && kRange.holds(3) && !kRange.holds(-2) && !kRange.holds(4));
  EXPECT_EQ(kRange.nearest(kLeast), -1);
  EXPECT_EQ(kRange.nearest(2), 2);
  EXPECT_EQ(kRange.nearest(kMost), 3);
}

TEST(S2Domain, LimitsWhatItNamesAndNothingElse) {
  const Domain domain{.limits = {{.name = "t", .range = {.low = -5, .high = 5}}}};
  EXPECT_EQ(domain.of("t", {.low = 0, .high = 9}), (Range{.low = 0, .high = 5}));
  EXPECT_EQ(domain.of("t", {.low = -9, .high = 2}), (Range{.low = -5, .high = 2}));
  EXPECT_EQ(domain.of("n", {.low = 0, .high = 9}), (Range{.low = 0, .high = 9}));
}

}  // namespace
}  // namespace tripcheck::engine
