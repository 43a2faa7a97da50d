// Each mutant has a shortest history, computed, or says why it can have none (S-30, S-32).
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tripcheck/properties/timed/mutants.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <tripcheck/properties/timed/shortest.hpp>
#include <utility>
#include <variant>

namespace tripcheck::timed {
namespace {

/// Deep enough for each mutant in the space: the longest needs four.
constexpr std::size_t kMostEvents = 5;

TEST(S32TimedMutants, EachHasAShortestHistoryOrSaysWhyNot) {
  for (const engine::MutantInfo& mutant : profile().mutants()) {
    const auto shortest = profile().shortest(mutant.id);
    EXPECT_EQ(shortest.has_value(), mutant.outside.empty()) << mutant.id << " " << mutant.outside;
  }
}

TEST(S32TimedMutants, OutsideTheSpaceNoHistoryOfItTellsThemFromTheModel) {
  std::size_t searched = 0;
  for (const Mutant& mutant : breaker_mutants()) {
    if (mutant.outside.empty() || mutant.outside == kSharesState) continue;
    ++searched;
    EXPECT_FALSE(shortest_history(mutant.decisions, kMostEvents)) << mutant.id;
  }
  EXPECT_GT(searched, 0U);
}

TEST(S32TimedMutants, ShortestHistoriesAreAsLongAsWorkedOutByHand) {
  const std::pair<std::string_view, std::size_t> known[] = {
      {"timed-starts-open", 0},             // The state, asked at once.
      {"timed-cooldown-zero-refused", 0},   // C0 itself.
      {"timed-trips-one-late", 1},          // F1: f.
      {"timed-success-does-not-reset", 2},  // F2: f s, the count asked.
      {"timed-deadline-excluded", 2},       // F1 C0: f f at one time.
      {"timed-success-takes-one-off", 3},   // F3: f f s, the count asked.
      {"timed-close-keeps-failures", 3},    // F2 C0: f f s, the count asked.
      {"timed-later-trips-need-more", 3},   // F1 C0 H1: f s f.
      {"timed-window-keeps-successes", 4},  // F1 C0 H2: f s f s.
  };
  for (const auto& [id, steps] : known) EXPECT_EQ(profile().shortest(id), steps) << id;
}

TEST(S32TimedMutants, ShortestHistoriesAreBrokenByTheSuiteToo) {
  for (const Mutant& mutant : breaker_mutants()) {
    if (!mutant.outside.empty()) continue;
    const auto shortest = shortest_history(mutant.decisions, kMostEvents);
    ASSERT_TRUE(shortest) << mutant.id;
    std::string text;
    Traits::write(*shortest, text);
    const auto subject = profile().open("mutant:" + std::string(mutant.id));
    const auto report = profile().verify_case(*subject, text, {});
    ASSERT_TRUE(std::holds_alternative<engine::Report>(report)) << mutant.id << " " << text;
    EXPECT_TRUE(std::get<engine::Report>(report).broken()) << mutant.id << " " << text;
  }
}

TEST(S30TimedMutants, ARightBreakerIsFoundEquivalent) {
  EXPECT_FALSE(shortest_history(Decisions{}, kMostEvents));
}

/// Failures that stay when it opens are masked: they are zero again when it closes.
TEST(S30TimedMutants, AMaskedFaultIsFoundEquivalent) {
  const Decisions masked{.enter = [](Fields& f, State from, State to, std::int64_t t) {
    const std::int64_t failures = f.failures;
    Decisions::right_enter(f, from, to, t);
    if (to == State::open) f.failures = failures;
  }};
  EXPECT_FALSE(shortest_history(masked, kMostEvents));
}

}  // namespace
}  // namespace tripcheck::timed
