// The implementation beside the model, attempt by attempt: nothing of a refused one is left.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tripcheck/impl/escalation/breaker.hpp>
#include <tripcheck/model/escalation/breaker.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <variant>

namespace tripcheck::escalation {
namespace {

using engine::Draw;

constexpr std::string_view kRunId = "run_0123456789abcdef0123456789abcdef";
constexpr std::string_view kWorkflowId = "workflow:org.example/review@1.0.0";

std::int64_t draw_limit(Draw& draw) {
  const auto any = draw.in({.low = 1, .high = 32});
  const auto small = draw.in({.low = 1, .high = 4});
  const auto kind = draw.below(6);
  if (kind < 2) return any;
  return kind < 5 ? small : 32;
}

std::string draw_digest(Draw& draw) {
  std::string text;
  while (text.size() < 64) text += "0123456789abcdef"[draw.below(16)];
  if (draw.chance(1, 8)) text[draw.below(64)] = 'A';
  if (draw.chance(1, 16)) text.pop_back();
  return text;
}

std::string_view draw_class(Draw& draw) {
  return draw.pick<std::string_view>({"uncertainty", "uncertainty", "permission_denial",
                                      "tool_failure", "tool_failure", "Tool_failure"});
}

std::string_view draw_time(Draw& draw) {
  return draw.pick<std::string_view>({"2026-01-01T00:00:00Z", "2024-02-29T23:45:00Z",
                                      "9999-12-31T23:29:59Z", "9999-12-31T23:30:00Z",
                                      "2026-01-01T24:00:00Z"});
}

struct Seen {
  std::size_t trips = 0;
  std::size_t too_late = 0;
  std::size_t full = 0;
};

void same_answer(const model::Answer& expected, const impl::Recorded& got,
                 const impl::Breaker& breaker, Seen& seen) {
  const auto* error = std::get_if<Error>(&expected);
  ASSERT_EQ(got.error().has_value(), error != nullptr);
  if (error != nullptr) {
    EXPECT_EQ(*got.error(), *error);
  }
  const auto* handoff = std::get_if<model::Handoff>(&expected);
  ASSERT_EQ(got.handoff() != nullptr, handoff != nullptr);
  if (handoff == nullptr) return;
  ++seen.trips;
  if (handoff->digests().size() == 32) ++seen.full;
  EXPECT_EQ(got.handoff(), breaker.handoff());  // The very same.
  const std::string json = got.handoff()->to_json();
  EXPECT_EQ(json, model::to_json(*handoff));
  const auto back = impl::Handoff::from_json(json);
  ASSERT_TRUE(std::holds_alternative<impl::Handoff>(back));
  EXPECT_EQ(std::get<impl::Handoff>(back), *got.handoff());
}

void one_history(std::uint64_t number, Seen& seen) {
  Draw draw(11, number);
  Limits limits{.uncertainty = 32, .permission_denial = 32, .tool_failure = 32, .total = 32};
  const bool full = draw.chance(1, 16);
  for (std::int64_t* limit :
       {&limits.uncertainty, &limits.permission_denial, &limits.tool_failure, &limits.total}) {
    if (!full) *limit = draw_limit(draw);
  }
  auto right = std::get<model::Breaker>(model::start(kRunId, kWorkflowId, limits));
  auto fast = std::get<impl::Breaker>(impl::Breaker::start(kRunId, kWorkflowId, limits));
  for (std::size_t left = draw.below(120); left > 0; --left) {
    const auto failure_class = draw_class(draw);
    const std::string digest = draw_digest(draw);
    const auto now = draw_time(draw);
    const impl::Breaker before = fast;
    auto [next, answer] = model::record_failure(right, failure_class, digest, now);
    const impl::Recorded got = fast.record_failure(failure_class, digest, now);
    same_answer(answer, got, fast, seen);
    if (got.error()) {  // Down to the last byte of a half-read digest.
      EXPECT_EQ(fast, before);
    }
    if (got.error() && got.error()->field == Field::now && now < "9999-12-31T24") ++seen.too_late;
    right = std::move(next);
    EXPECT_EQ(model::halted(right), fast.halted());
    EXPECT_EQ(model::counts(right), fast.counts());
  }
}

TEST(EscalationHistories, TheImplementationIsTheModelAttemptByAttempt) {
  Seen seen;
  for (std::uint64_t i = 0; i < 4000 && !::testing::Test::HasFailure(); ++i) one_history(i, seen);
  EXPECT_GT(seen.trips, 2000U);
  EXPECT_GT(seen.too_late, 100U);
  EXPECT_GT(seen.full, 10U);
}

/// Two runs, attempts in turn: each as if it were alone (E-14).
TEST(E14Histories, TwoRunsInTurnAreEachAsIfAlone) {
  const auto fresh = std::get<impl::Breaker>(impl::Breaker::start(kRunId, kWorkflowId));
  impl::Breaker one = fresh;
  impl::Breaker other = fresh;
  impl::Breaker alone = fresh;
  const std::string digest(64, 'c');
  for (int i = 0; i < 3; ++i) {
    (void)one.record_failure("tool_failure", digest, "2026-01-01T00:00:00Z");
    (void)other.record_failure("permission_denial", digest, "2027-01-01T00:00:00Z");
    (void)alone.record_failure("tool_failure", digest, "2026-01-01T00:00:00Z");
  }
  EXPECT_EQ(one, alone);
  EXPECT_TRUE(one.halted());
  EXPECT_EQ(other.handoff()->size(), 2U);
}

}  // namespace
}  // namespace tripcheck::escalation
