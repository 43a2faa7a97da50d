// The search for an order that explains a history, by hand-made histories of a register.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/linearizability.hpp>

namespace tripcheck::engine {
namespace {

struct RegisterOperation {
  bool writes = false;
  int value = 0;  // Written, or read.
};

struct Register {
  using State = int;
  using Operation = RegisterOperation;
  static bool apply(State& state, const Operation& operation) {
    if (operation.writes) state = operation.value;
    return state == operation.value;
  }
  static void key(const State& state, std::string& text) { text += std::to_string(state); }
};

/// A register whose key tells no two states apart.
struct Forgetful : Register {
  static void key(const State& /*state*/, std::string& /*text*/) {}
};

using History = std::vector<Recorded<RegisterOperation>>;

Recorded<RegisterOperation> write(int value, std::uint64_t called, std::uint64_t returned) {
  return {{.writes = true, .value = value}, called, returned};
}
Recorded<RegisterOperation> read(int value, std::uint64_t called, std::uint64_t returned) {
  return {{.writes = false, .value = value}, called, returned};
}

Linearization judged(const History& history, std::uint64_t most = 1000) {
  return linearize(Register{}, 0, std::span<const Recorded<RegisterOperation>>(history), most);
}
Explained verdict(const History& history) { return judged(history).verdict; }

TEST(O7Linearizability, AnEmptyHistoryIsLegal) { EXPECT_EQ(verdict({}), Explained::legal); }

TEST(O7Linearizability, WithoutOverlapTheOrderIsThatOfTheCalls) {
  EXPECT_EQ(verdict({write(1, 1, 2), read(1, 3, 4)}), Explained::legal);
  EXPECT_EQ(verdict({write(1, 1, 2), read(0, 3, 4)}), Explained::illegal);
  EXPECT_EQ(verdict({read(1, 1, 2), write(1, 3, 4)}), Explained::illegal);
}

TEST(O7Linearizability, OverlappingOperationsTakeEitherOrder) {
  EXPECT_EQ(verdict({write(1, 1, 4), read(0, 2, 3)}), Explained::legal);
  EXPECT_EQ(verdict({write(1, 1, 4), read(1, 2, 3)}), Explained::legal);
  EXPECT_EQ(verdict({write(1, 1, 4), read(2, 2, 3)}), Explained::illegal);
}

/// Two readers, one after the other, cannot see a write and then not see it.
TEST(O7Linearizability, WhatWasSeenIsNotUnseen) {
  EXPECT_EQ(verdict({write(1, 1, 8), read(0, 2, 3), read(1, 4, 5)}), Explained::legal);
  EXPECT_EQ(verdict({write(1, 1, 8), read(1, 2, 3), read(0, 4, 5)}), Explained::illegal);
}

/// Each read alone has its order; both together have none.
TEST(O7Linearizability, OneOrderMustExplainAllAnswers) {
  const History two_writers{write(1, 1, 10), write(2, 2, 9)};
  History agreeing = two_writers;
  agreeing.insert(agreeing.end(), {read(1, 3, 4), read(2, 5, 6), read(2, 11, 12)});
  EXPECT_EQ(verdict(agreeing), Explained::legal);
  History disagreeing = two_writers;
  disagreeing.insert(disagreeing.end(), {read(1, 3, 4), read(2, 5, 6), read(1, 11, 12)});
  EXPECT_EQ(verdict(disagreeing), Explained::illegal);
}

TEST(O7Linearizability, TellsTheOrderOrHowFarItGot) {
  EXPECT_EQ(judged({write(1, 1, 4), read(0, 2, 3)}).order, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(judged({write(1, 1, 2), read(0, 3, 4)}).order, (std::vector<std::size_t>{0}));
}

TEST(O7Linearizability, ASearchThatIsEndedIsUndecided) {
  History history;
  for (int i = 0; i < 12; ++i) {
    history.push_back(
        write(i, static_cast<std::uint64_t>(i + 1), static_cast<std::uint64_t>(100 + i)));
  }
  history.push_back(read(99, 50, 200));
  EXPECT_EQ(judged(history, 10).verdict, Explained::undecided);
  EXPECT_EQ(judged(history, 1'000'000).verdict, Explained::illegal);
}

/// Twelve writes at once have 479 001 600 orders, and 12 * 2^11 states behind the first.
TEST(O7Linearizability, RemembersWhatLedNowhere) {
  History history;
  for (int i = 0; i < 12; ++i) {
    history.push_back(
        write(i, static_cast<std::uint64_t>(i + 1), static_cast<std::uint64_t>(100 + i)));
  }
  history.push_back(read(99, 50, 200));
  EXPECT_LE(judged(history, 1'000'000).states, 1U + (12U << 11U));
}

/// The memory is only as good as the key: one that tells nothing apart calls this history illegal.
TEST(O7Linearizability, NeedsAKeyThatTellsStatesApart) {
  const History history{write(1, 1, 10), write(2, 2, 9), read(1, 11, 12)};
  EXPECT_EQ(verdict(history), Explained::legal);
  const auto forgetful =
      linearize(Forgetful{}, 0, std::span<const Recorded<RegisterOperation>>(history), 1000);
  EXPECT_EQ(forgetful.verdict, Explained::illegal);
}

/// Every order, tried one by one, and no memory.
bool some_order_explains(const History& history) {
  std::vector<std::size_t> order(history.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    int state = 0;
    bool right = true;
    for (std::size_t i = 0; i < order.size() && right; ++i) {
      for (std::size_t k = i + 1; k < order.size(); ++k) {
        right = right && history[order[k]].returned > history[order[i]].called;
      }
      right = right && Register::apply(state, history[order[i]].operation);
    }
    if (right) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

TEST(O7Linearizability, AgreesWithTryingEveryOrder) {
  std::size_t legal = 0;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    Draw draw(1, i);
    History history;
    std::vector<std::uint64_t> moments(10);
    std::iota(moments.begin(), moments.end(), 1);
    for (std::size_t k = moments.size(); k > 1; --k)
      std::swap(moments[k - 1], moments[draw.below(k)]);
    for (std::size_t k = 0; k < 5; ++k) {
      const bool writes = draw.chance(1, 2);
      const auto value = static_cast<int>(draw.below(3));
      const auto [first, second] = std::minmax(moments[2 * k], moments[2 * k + 1]);
      history.push_back({{.writes = writes, .value = value}, first, second});
    }
    const bool explained = some_order_explains(history);
    EXPECT_EQ(verdict(history), explained ? Explained::legal : Explained::illegal) << i;
    if (explained) ++legal;
  }
  EXPECT_GT(legal, 500U);
  EXPECT_LT(legal, 2500U);
}

}  // namespace
}  // namespace tripcheck::engine
