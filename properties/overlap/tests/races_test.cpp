// Threads on one breaker (O-7): the judge, the shared breaker, and the mutants that it must find.
#include <gtest/gtest.h>

#include <ostream>
#include <tripcheck/impl/overlap/breaker.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/overlap/mutants.hpp>
#include <tripcheck/properties/overlap/pointed_word.hpp>
#include <tripcheck/properties/overlap/raceable.hpp>

namespace tripcheck::overlap {

/// GoogleTest prints parameters by this name of its own.
void PrintTo(const RacyMutant& mutant, std::ostream* out);  // NOLINT(readability-identifier-naming)
void PrintTo(const RacyMutant& mutant, std::ostream* out) { *out << mutant.id; }

namespace {

using engine::Explained;

constexpr std::uint64_t kSeeds = TRIPCHECK_SEEDS;  // 20; from the build.

using ScheduledBreaker =
    impl::BasicBreaker<PointedWord<impl::Word, engine::ScheduledPoint>, engine::ScheduledMutex>;

RaceText read(std::string_view text) {
  auto race = read_race(text);
  EXPECT_TRUE(race) << text;
  return race.value_or(RaceText());
}

/// The history of a race in which each thread gets the given answers, all of them overlapping.
Explained judged(std::string_view race_text, const std::vector<Happened>& told) {
  const Race race = read(race_text).race;
  History history;
  std::uint64_t moment = 0;
  std::vector<RaceStep> all = race.before;
  for (const auto& thread : race.threads) all.insert(all.end(), thread.begin(), thread.end());
  EXPECT_EQ(all.size(), told.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    Happened happened = told[i];
    happened.step = all[i];
    const bool before = i < race.before.size();
    ++moment;
    history.push_back({std::move(happened), moment, before ? moment : moment + 1000});
  }
  return explain(race, history).verdict;
}

Happened told(Answer answer) { return {.step = {}, .answer = answer}; }
Happened told(Answer answer, std::uint64_t number, State from, State to, std::int64_t t) {
  return {.step = {},
          .answer = answer,
          .transitions = {{.number = number, .from = from, .to = to, .t = t}}};
}
const Happened kTrip = told(Answer::counted, 1, State::closed, State::open, 0);
const Happened kProbe = told(Answer::permit, 2, State::open, State::half_open, 5);

TEST(O7Races, TextIsReadAsItIsWritten) {
  for (std::uint64_t i = 0; i < 500; ++i) {
    engine::Draw draw(7, i);
    const Race race = draw_race(draw, SecondUses::some);
    ASSERT_TRUE(is_sound(race));
    const auto again = read_race(text_of(race, "1212"));
    ASSERT_TRUE(again) << text_of(race, "1212");
    EXPECT_EQ(again->race, race);
    EXPECT_EQ(again->schedule, "1212");
  }
}

TEST(O7Races, TextThatIsNoRaceIsRefused) {
  for (const char* text :
       {"", "F1", "F0 C5 H1: | a1@0", "F1 C5 H1: | k1+@0", "F1 C5 H1: | a1@0 a1@0",
        "F1 C5 H1: | a1@0 | k1+@0", "F1 C5 H1: | a1", "F1 C5 H1: | a1@0x", "F1 C5 H65: | a1@0"}) {
    EXPECT_FALSE(read_race(text)) << text;
  }
}

TEST(O7Races, ACrowdAtTheDeadlineHasNoOrder) {
  const char* race = "F1 C5 H1: a1@0 k1-@0 | a2@5 | a3@5";
  const Happened permit = told(Answer::permit);
  EXPECT_EQ(judged(race, {permit, kTrip, kProbe, told(Answer::rejected)}), Explained::legal);
  EXPECT_EQ(judged(race, {permit, kTrip, told(Answer::rejected), kProbe}), Explained::legal);
  EXPECT_EQ(judged(race, {permit, kTrip, kProbe, permit}), Explained::illegal);
  EXPECT_EQ(judged(race, {permit, kTrip, told(Answer::rejected), told(Answer::rejected)}),
            Explained::illegal);
}

TEST(O7Races, OfTwoFailuresOneTrips) {
  const char* race = "F2 C5 H1: a1@0 a2@0 | k1-@0 | k2-@0";
  const Happened permit = told(Answer::permit);
  const Happened counted = told(Answer::counted);
  EXPECT_EQ(judged(race, {permit, permit, counted, kTrip}), Explained::legal);
  EXPECT_EQ(judged(race, {permit, permit, kTrip, counted}), Explained::legal);
  EXPECT_EQ(judged(race, {permit, permit, kTrip, kTrip}), Explained::illegal);
  EXPECT_EQ(judged(race, {permit, permit, kTrip, told(Answer::late)}), Explained::illegal);
}

/// One of the two permits is of the first window, the other of the second: which is which decides
/// whose result is late. A key without that would take one for the other.
TEST(O7Races, TheKeyTellsWhatHasBecomeOfEachPermit) {
  const Race race = read("F1 C0 H2: a1@0 k1-@0 a2@0 a3@0").race;
  const Atomically spec{.config = race.config};
  auto left = spec.start(3);
  const auto take = [&](Atomically::State& state, std::size_t call, Act act, Answer answer) {
    return spec.apply(
        state, {.step = {.act = act, .call = call, .result = Result::failure}, .answer = answer});
  };
  ASSERT_TRUE(take(left, 1, Act::acquire, Answer::permit));
  ASSERT_TRUE(take(left, 2, Act::acquire, Answer::permit));
  auto right = left;
  ASSERT_TRUE(take(left, 1, Act::ignore, Answer::returned));
  ASSERT_TRUE(take(right, 2, Act::ignore, Answer::returned));
  EXPECT_EQ(left.breaker, right.breaker);
  std::string of_left;
  std::string of_right;
  Atomically::key(left, of_left);
  Atomically::key(right, of_right);
  EXPECT_NE(of_left, of_right);
}

TEST(O7SharedBreaker, IsExplainedInEverySchedule) {
  ScheduledRacer<ScheduledBreaker> racer;
  Explorer explorer(racer);
  for (std::uint64_t i = 0; i < 100; ++i) {
    engine::Draw draw(11, i);
    const Race race = draw_race(draw, SecondUses::some);
    if (race.threads.size() > 2) continue;  // Of these all schedules are tried.
    const auto broken = explorer.all(race, 2, 100'000);
    ASSERT_FALSE(broken) << text_of(broken->race, broken->schedule) << "\n"
                         << interleaving_text(*broken);
    ASSERT_FALSE(explorer.drawn(race, 3, 30, draw)) << text_of(race, "");
  }
  EXPECT_EQ(explorer.counts().undecided, 0U);
  EXPECT_GT(explorer.counts().overlapped, explorer.counts().schedules / 2);
}

/// Races that stay closed or open: no admission comes to the deadline.
Race on_the_quick_paths(engine::Draw& draw) {
  for (;;) {
    Race race = draw_race(draw, SecondUses::some);
    if (race.config.cooldown == 0) continue;
    for (auto& thread : race.threads) {
      for (RaceStep& step : thread) {
        if (step.act == Act::acquire) step.t = -1;  // Before any trip, so before any deadline.
      }
    }
    std::erase_if(race.before, [](const RaceStep& step) { return step.act == Act::ignore; });
    const bool quick = std::all_of(race.before.begin(), race.before.end(), [](const auto& step) {
      return step.act != Act::acquire || step.t == 0;
    });
    if (quick) return race;
  }
}

/// Progress: wherever one thread is parked, the others come to their ends, and nobody takes a lock.
TEST(O7SharedBreaker, NeverLocksNorWaitsWhileClosedOrOpen) {
  ScheduledRacer<ScheduledBreaker> racer;
  std::size_t parked = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    engine::Draw draw(13, i);
    const Race race = on_the_quick_paths(draw);
    for (std::size_t thread = 0; thread < race.threads.size(); ++thread) {
      for (std::size_t steps = 0; steps < 12; ++steps) {
        const RaceRun run = racer.run(race, engine::parked(thread, steps));
        ASSERT_FALSE(run.scheduled.stuck || run.scheduled.endless) << text_of(race, "");
        for (const engine::Access& access : run.scheduled.accesses) {
          ASSERT_NE(access.what, "lock") << text_of(race, run.scheduled.schedule());
        }
        ASSERT_EQ(explain(race, run.history).verdict, Explained::legal);
        ++parked;
      }
    }
  }
  EXPECT_GT(parked, 2000U);
}

/// O-5: an admission while closed, and a success while no failure is counted, write nothing.
TEST(O5SharedBreaker, WritesNothingOnTheClosedPath) {
  ScheduledRacer<ScheduledBreaker> racer;
  const auto accesses = [&](std::string_view text) {
    std::vector<std::string> all;
    for (const auto& one : racer.run(read(text).race, engine::Follow("")).scheduled.accesses) {
      all.emplace_back(one.what);
    }
    return all;
  };
  const std::vector<std::string> loads{"load high", "load low", "load low"};
  EXPECT_EQ(accesses("F2 C5 H1: | a1@0 k1+@0"), loads);
  EXPECT_EQ(accesses("F2 C5 H1: | a1@0 k1-@0").back(), "exchange low");
  EXPECT_EQ(accesses("F1 C5 H1: a1@0 k1-@0 | a2@4"),
            (std::vector<std::string>{"load high", "load low"}));
}

/// Shows that NeverLocksNorWaits… can fail: half-open does lock.
TEST(O7SharedBreaker, LocksAtTheDeadline) {
  ScheduledRacer<ScheduledBreaker> racer;
  const RaceRun run = racer.run(read("F1 C5 H1: a1@0 k1-@0 | a2@5").race, engine::parked(0, 0));
  EXPECT_TRUE(std::any_of(run.scheduled.accesses.begin(), run.scheduled.accesses.end(),
                          [](const engine::Access& access) { return access.what == "lock"; }));
}

TEST(O7SharedBreaker, ThousandsOfSchedulesAreDifferent) {
  ScheduledRacer<ScheduledBreaker> racer;
  Explorer explorer(racer);
  const Race race = read("F2 C5 H1: a1@0 a2@0 | k1-@0 a3@5 | k2-@0 a4@5 | ? a5@5").race;
  EXPECT_FALSE(explorer.all(race, 2, 100'000));
  EXPECT_GT(explorer.counts().schedules, 1000U);
  EXPECT_GT(explorer.counts().histories, 100U);
}

class O7RacyMutant : public ::testing::TestWithParam<RacyMutant> {};

TEST_P(O7RacyMutant, IsFoundWithEverySeedAndReplayedFromItsText) {
  const auto subject = GetParam().open("racy");
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    engine::Report report;
    report.rules.push_back({.rule = "O-7", .text = {}});
    engine::VerifyOptions options;
    options.seed = seed;
    options.shrink_runs = seed == 1 ? 1 : 0;
    verify_races(*subject, options, report);
    ASSERT_TRUE(report.broken()) << "survived seed " << seed;
    const std::string& text = report.counterexamples.front().case_document;
    const auto again = profile().verify_case(*subject, text, options);
    ASSERT_TRUE(std::holds_alternative<engine::Report>(again)) << text;
    const auto& replayed = std::get<engine::Report>(again);
    ASSERT_TRUE(replayed.broken()) << text;
    EXPECT_EQ(replayed.counterexamples.front().interleaving,
              report.counterexamples.front().interleaving);
    if (seed == 1) {
      EXPECT_LE(report.counterexamples.front().steps, 8U) << text;
    }
  }
}

/// Alone with it, nobody finds a fault: what is found above are races.
TEST_P(O7RacyMutant, KeepsEveryRuleAlone) {
  const auto subject = GetParam().open("racy");
  engine::VerifyOptions options;
  options.cases = 200;
  const auto whole = profile().verify(*subject, options);
  for (const auto& line : whole.rules) {
    if (line.rule == "O-7") continue;
    EXPECT_EQ(line.verdict, engine::RuleVerdict::kept) << line.rule;
  }
}

INSTANTIATE_TEST_SUITE_P(All, O7RacyMutant, ::testing::ValuesIn(racy_mutants()),
                         [](const auto& tested) {
                           std::string name(tested.param.id);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tripcheck::overlap
