// Each mutant has a shortest history, computed, or says why it can have none (S-30, S-32).
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tripcheck/properties/escalation/mutants.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <tripcheck/properties/escalation/shortest.hpp>
#include <utility>
#include <variant>

namespace tripcheck::escalation {
namespace {

TEST(S32EscalationMutants, EachHasAShortestHistoryThatTheSuiteBreaks) {
  for (const Mutant& mutant : breaker_mutants()) {
    const auto shortest = mutant.outside == kSharesState
                              ? std::nullopt
                              : shortest_history(mutant.decisions, kMostAttempts);
    EXPECT_EQ(shortest.has_value(), mutant.outside.empty()) << mutant.id << " " << mutant.outside;
    if (!shortest) continue;
    std::string text;
    Traits::write(*shortest, text);
    const auto subject = profile().open("mutant:" + std::string(mutant.id));
    const auto report = profile().verify_case(*subject, text, {});
    ASSERT_TRUE(std::holds_alternative<engine::Report>(report)) << mutant.id << " " << text;
    EXPECT_TRUE(std::get<engine::Report>(report).broken()) << mutant.id << " " << text;
  }
}

TEST(S32EscalationMutants, ShortestHistoriesAreAsLongAsWorkedOutByHand) {
  const std::pair<std::string_view, std::size_t> known[] = {
      {"escalation-limit-of-33-taken", 0},                 // The limits themselves.
      {"escalation-halted-one-early", 0},                  // A total of 1: halted at once.
      {"escalation-class-trips-one-late", 1},              // 1/32/32/32: u does not halt.
      {"escalation-expires-one-second-late", 1},           // One handoff, read back.
      {"escalation-open-names-a-field", 2},                // 1/1/1/1: u u.
      {"escalation-first-class-trips", 2},                 // Total 2: u p.
      {"escalation-most-frequent-class-trips", 3},         // Total 3: u u p.
      {"escalation-repeated-digest-is-a-stuck-agent", 3},  // t(a) t(a) t(a).
  };
  for (const auto& [id, steps] : known) EXPECT_EQ(profile().shortest(id), steps) << id;
}

TEST(S30EscalationMutants, ARightBreakerIsFoundEquivalent) {
  EXPECT_FALSE(shortest_history(Decisions{}, kMostAttempts));
}

/// The digests of attempts that were refused are never handed over, whatever is kept of them.
TEST(S30EscalationMutants, AMaskedFaultIsFoundEquivalent) {
  const Decisions masked{.refused = [](Fields& f, const Attempt&) { f.spare = 1; }};
  EXPECT_FALSE(shortest_history(masked, 2));
}

}  // namespace
}  // namespace tripcheck::escalation
