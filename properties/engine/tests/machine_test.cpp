// The machine and the W-method's suite: on machines drawn at random and with faults planted in
// them, no fault within its reach is missed (S-23).
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/machine.hpp>
#include <vector>

namespace tripcheck::engine {
namespace {

Machine drawn(Draw& draw, std::size_t states, std::size_t letters, std::size_t outputs) {
  Machine machine{.letters = letters, .arcs = {}};
  for (std::size_t i = 0; i < states * letters; ++i) {
    const std::size_t next = draw.below(states);
    const std::size_t output = draw.below(outputs);
    machine.arcs.push_back({.next = next, .output = output});
  }
  return machine;
}

std::vector<std::size_t> outputs(const Machine& machine, const Word& word, std::size_t state = 0) {
  std::vector<std::size_t> all;
  for (const Letter letter : word) {
    all.push_back(machine.at(state, letter).output);
    state = machine.at(state, letter).next;
  }
  return all;
}

/// Whether they answer every word alike, found by walking both together.
bool equivalent(const Machine& a, const Machine& b) {
  std::vector<std::vector<bool>> seen(a.states(), std::vector<bool>(b.states(), false));
  std::vector<std::pair<std::size_t, std::size_t>> waiting{{0, 0}};
  while (!waiting.empty()) {
    const auto [left, right] = waiting.back();
    waiting.pop_back();
    if (seen[left][right]) continue;
    seen[left][right] = true;
    for (Letter letter = 0; letter < a.letters; ++letter) {
      const Machine::Arc& x = a.at(left, letter);
      const Machine::Arc& y = b.at(right, letter);
      if (x.output != y.output) return false;
      waiting.emplace_back(x.next, y.next);
    }
  }
  return true;
}

bool suite_tells_apart(const Machine& model, std::size_t extra, const Machine& other) {
  CompleteWords words(model, extra);
  while (const Word* word = words.next()) {
    if (outputs(model, *word) != outputs(other, *word)) return true;
  }
  return false;
}

TEST(S23Machine, MinimalAnswersAlikeWithNoTwoStatesAlike) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Draw draw(1, i);
    const std::size_t states = 1 + draw.below(8);
    const Machine machine = drawn(draw, states, 2, 2);
    const Machine smaller = minimal(machine);
    EXPECT_TRUE(equivalent(machine, smaller)) << i;
    EXPECT_LE(smaller.states(), machine.states()) << i;
    const auto words = distinguishing_words(smaller);
    for (std::size_t b = 0; b < smaller.states(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        bool differ = false;
        for (const Word& word : words) {
          differ = differ || outputs(smaller, word, a) != outputs(smaller, word, b);
        }
        EXPECT_TRUE(differ) << i << ": states " << a << " and " << b;
      }
    }
  }
}

TEST(S23Machine, AccessWordsGoToTheirStates) {
  for (std::uint64_t i = 0; i < 100; ++i) {
    Draw draw(2, i);
    const std::size_t states = 1 + draw.below(9);
    const Machine machine = minimal(drawn(draw, states, 3, 3));
    const auto words = access_words(machine);
    for (std::size_t state = 0; state < machine.states(); ++state) {
      std::size_t at = 0;
      for (const Letter letter : words[state]) at = machine.at(at, letter).next;
      EXPECT_EQ(at, state) << i;
    }
  }
}

TEST(S23CompleteWords, AreAsManyAsTheySay) {
  for (std::size_t extra = 0; extra < 3; ++extra) {
    Draw draw(3, extra);
    CompleteWords words(minimal(drawn(draw, 5, 3, 2)), extra);
    std::uint64_t count = 0;
    while (words.next() != nullptr) ++count;
    EXPECT_EQ(count, words.size());
  }
}

/// One arc says something else, or goes elsewhere.
void plant(Draw& draw, Machine& machine, bool in_output) {
  Machine::Arc& arc = machine.arcs[draw.below(machine.arcs.size())];
  if (in_output) {
    arc.output += 1 + draw.below(2);
  } else {
    arc.next = draw.below(machine.states());
  }
}

/// A copy of a state that some arcs go to instead of to it: alike until a fault is planted there.
void double_a_state(Draw& draw, Machine& machine) {
  const std::size_t twin = draw.below(machine.states());
  const std::size_t copy = machine.states();
  for (Letter letter = 0; letter < machine.letters; ++letter) {
    const Machine::Arc arc = machine.at(twin, letter);
    machine.arcs.push_back(arc);
  }
  for (Machine::Arc& arc : machine.arcs) {
    if (arc.next == twin && draw.chance(1, 2)) arc.next = copy;
  }
}

enum class Fault { output, transfer, extra_state };

void none_is_missed(Fault fault, std::size_t extra, std::uint64_t seed) {
  std::size_t faults = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    Draw draw(seed, i);
    const std::size_t states = 2 + draw.below(5);
    const Machine model = minimal(drawn(draw, states, 3, 2));
    Machine other = model;
    if (fault == Fault::extra_state) {
      for (std::size_t k = 0; k < extra; ++k) double_a_state(draw, other);
    }
    plant(draw, other,
          fault == Fault::output || (fault == Fault::extra_state && draw.chance(1, 2)));
    if (equivalent(model, other)) {
      EXPECT_FALSE(suite_tells_apart(model, extra, other)) << i;
      continue;
    }
    ++faults;
    EXPECT_TRUE(suite_tells_apart(model, extra, other)) << i;
  }
  EXPECT_GT(faults, 150U);
}

TEST(S23CompleteWords, MissNoOutputFault) { none_is_missed(Fault::output, 0, 11); }
TEST(S23CompleteWords, MissNoTransferFault) { none_is_missed(Fault::transfer, 0, 12); }
TEST(S23CompleteWords, MissNoFaultBehindOneExtraState) {
  none_is_missed(Fault::extra_state, 1, 13);
}
TEST(S23CompleteWords, MissNoFaultBehindTwoExtraStates) {
  none_is_missed(Fault::extra_state, 2, 14);
}

/// With fewer extra states than the fault needs some are missed: the test above can tell.
TEST(S23CompleteWords, PromiseNothingBeyondTheirExtraStates) {
  std::size_t missed = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Draw draw(15, i);
    const Machine model = minimal(drawn(draw, 3, 2, 2));
    Machine other = model;
    for (int k = 0; k < 3; ++k) double_a_state(draw, other);
    plant(draw, other, true);
    if (!equivalent(model, other) && !suite_tells_apart(model, 0, other)) ++missed;
  }
  EXPECT_GT(missed, 0U);
}

}  // namespace
}  // namespace tripcheck::engine
