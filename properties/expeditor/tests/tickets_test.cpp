// Many tickets out at once: the table that holds them grows, and finds each of them, in any order.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <tripcheck/impl/expeditor/expeditor.hpp>
#include <tripcheck/model/expeditor/expeditor.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <vector>

namespace tripcheck::expeditor {
namespace {

/// Model and implementation side by side, of one tool.
class Both {
 public:
  Both() : impl_(config(), map(), {.tickets = 1}), model_(model::start(config(), map())) {}

  Result apply(const Op& op) {
    Result expected = model::apply(model_, op);
    EXPECT_EQ(impl_.apply(op), expected);
    return expected;
  }

 private:
  static Config config() { return {.failure_budget = kMostConfig, .probe_interval = 1}; }
  static CapabilityMap map() { return {{.tool = "A"}}; }

  impl::Expeditor impl_;
  model::Run model_;
};

/// So many tickets are asked for; `told` times in ten one of all that there were is told of
/// instead, used or not, in time or late; then all of them.
void draw_tickets(std::uint64_t seed, std::int64_t tickets, std::uint64_t told) {
  engine::Draw draw(seed, 0);
  Both both;
  std::int64_t given = 0;
  std::int64_t step = 0;
  while (given < tickets) {
    ++step;
    if (draw.chance(1, 8)) {
      const Score score = draw.chance(1, 2) ? Score::degraded : Score::available;
      (void)both.apply(Availability{.tool = "A", .score = score, .step = step});
    }
    if (draw.chance(told, 10)) {
      const std::int64_t ticket = draw.in({.low = 0, .high = given + 1});
      const Outcome outcome = draw.chance(1, 3) ? Outcome::failure : Outcome::success;
      (void)both.apply(draw.chance(1, 4)
                           ? Op(Abandon{.ticket = ticket, .step = step})
                           : Op(Record{.ticket = ticket, .step = step, .outcome = outcome}));
    } else if (std::get<Decision>(both.apply(Decide{.tool = "A", .step = step})).ticket) {
      ++given;
    }
  }
  std::size_t left = 0;
  for (std::int64_t ticket = -1; ticket <= tickets + 1; ++ticket) {
    if (std::holds_alternative<Recorded>(both.apply(Record{.ticket = ticket, .step = step})))
      ++left;
  }
  EXPECT_GT(left, static_cast<std::size_t>(tickets) / 10);
  (void)both.apply(AskReport{});
}

TEST(ExpeditorTickets, AreFoundHoweverManyAreOut) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    draw_tickets(seed, 2500, 0);
    draw_tickets(seed, 2500, 3);
    draw_tickets(seed, 2500, 5);
  }
}

/// One in 16 is never told of, and the table had 16 places: they would all lie in one row.
TEST(ExpeditorTickets, AreFoundWhereTheSameOnesAreNeverToldOf) {
  Both both;
  for (std::int64_t ticket = 1; ticket <= 1600; ++ticket) {
    (void)both.apply(Decide{.tool = "A"});
    if (ticket % 16 != 0) (void)both.apply(Record{.ticket = ticket});
  }
  for (std::int64_t ticket = 1600; ticket > 0; --ticket) {
    (void)both.apply(Record{.ticket = ticket});
  }
}

}  // namespace
}  // namespace tripcheck::expeditor
