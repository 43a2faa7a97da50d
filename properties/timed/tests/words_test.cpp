// What is enumerated, and what is complete, for the timed breaker (S-22, S-23).
#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/verify.hpp>
#include <tripcheck/properties/engine/words_source.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <utility>

namespace tripcheck::timed {
namespace {

using Sources = engine::Verification<Traits>::Sources;
using Enumerated = engine::Enumerated<Traits>;
using Complete = engine::Complete<Traits>;

Words::Setting setting(std::int64_t threshold, std::int64_t cooldown, std::int64_t successes) {
  return {.config = {.failure_threshold = threshold,
                     .cooldown = cooldown,
                     .half_open_successes = successes}};
}

std::size_t states(const Words::Setting& setting) {
  return engine::minimal(engine::machine_of<Traits>(setting)).states();
}

TEST(S23TimedMachine, HasTheStatesThatTheRulesGiveIt) {
  // Closed by its failures; open by how long, up to the cooldown, since at that an event is let
  // through; half-open by its successes, at least the one that led there.
  EXPECT_EQ(states(setting(1, 0, 1)), 2U);
  EXPECT_EQ(states(setting(1, 1, 1)), 2U);
  EXPECT_EQ(states(setting(2, 2, 1)), 4U);
  EXPECT_EQ(states(setting(3, 2, 3)), 7U);
}

std::set<std::string> documents(Enumerated& source) {
  std::set<std::string> all;
  while (const auto next = source.next()) {
    std::string text;
    Traits::write(*next, text);
    EXPECT_TRUE(all.insert(text).second) << text << " comes twice";
  }
  return all;
}

TEST(S22TimedEnumerated, HasEveryHistoryOnce) {
  Enumerated shallow(1, false, {});
  EXPECT_EQ(documents(shallow).size(), 45U * 3 * 2);  // Configs, starts, results.
  Enumerated source(2, false, {});
  const auto all = documents(source);
  // At the start 0: two results, then 4, 6, 8, 10, 10 letters, for 9 configs of each cooldown; the
  // other starts are a step shorter.
  EXPECT_EQ(all.size(), 9U * 2 * (4 + 6 + 8 + 10 + 10) + 45U * 2 * 2);
  EXPECT_TRUE(all.contains(
      R"({"failure_threshold":3,"cooldown":5,"half_open_successes":2,"events":[{"t":0,"result":"failure"},{"t":6,"result":"success"}]})"));
}

TEST(S22TimedEnumerated, EndsAHistoryWithAStepBackWhereThatIsRefused) {
  Enumerated good(3, false, {});
  Enumerated with_bad(3, true, {});
  const auto some = documents(good);
  const auto more = documents(with_bad);
  std::size_t back = 0;
  for (const std::string& text : more) back += some.contains(text) ? 0U : 1U;
  EXPECT_EQ(more.size(), some.size() + back);
  EXPECT_TRUE(more.contains(
      R"({"failure_threshold":1,"cooldown":0,"half_open_successes":1,"events":[{"t":0,"result":"success"},{"t":-1,"result":"failure"}]})"));
}

TEST(S22TimedEnumerated, StaysInsideADomain) {
  Enumerated source(3, false,
                    {.limits = {{.name = "half_open_successes", .range = {.low = 1, .high = 1}},
                                {.name = "t", .range = {.low = 0, .high = 5}}}});
  std::size_t count = 0;
  while (const auto next = source.next()) {
    ++count;
    EXPECT_EQ(next->config.half_open_successes, 1);
    EXPECT_TRUE(next->events.empty() || next->events.back().t <= 5);
  }
  EXPECT_GT(count, 1000U);
}

bool is_caught(std::string_view mutant, std::unique_ptr<engine::Source<Traits>> source) {
  const auto model = Traits::open("model");
  const auto subject = Traits::open(mutant);
  engine::VerifyOptions options;
  options.shrink_runs = 0;
  Sources sources;
  sources.push_back(std::move(source));
  const auto report = engine::Verification<Traits>(*model, *subject, options).run(sources);
  EXPECT_EQ(report.broken(), report.sources.front().proof.empty()) << mutant;
  return report.broken();
}

TEST(S23TimedComplete, TellsBreakersOfItsSizeFromTheModel) {
  for (const std::string_view mutant :
       {"mutant:timed-trips-one-late", "mutant:timed-never-closes",
        "mutant:timed-rejected-call-restarts-cooldown", "mutant:timed-success-does-not-reset",
        "mutant:timed-third-rejection-passes"}) {
    EXPECT_TRUE(is_caught(mutant, std::make_unique<Complete>(1, engine::Domain{}))) << mutant;
    EXPECT_TRUE(is_caught(mutant, std::make_unique<Enumerated>(4, false, engine::Domain{})))
        << mutant;
  }
  for (const std::string_view right : {"model", "impl"}) {
    EXPECT_FALSE(is_caught(right, std::make_unique<Complete>(1, engine::Domain{}))) << right;
    EXPECT_FALSE(is_caught(right, std::make_unique<Enumerated>(4, true, engine::Domain{})))
        << right;
  }
}

/// Counts past what small configs have: other sources are for those.
TEST(S23TimedComplete, SaysNothingOfLargeCounts) {
  EXPECT_FALSE(is_caught("mutant:timed-counts-in-eight-bits",
                         std::make_unique<Complete>(1, engine::Domain{})));
}

}  // namespace
}  // namespace tripcheck::timed
