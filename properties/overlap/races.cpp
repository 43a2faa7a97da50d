#include <algorithm>
#include <tripcheck/properties/overlap/races.hpp>
#include <utility>

namespace tripcheck::overlap {
namespace {

/// What tells two histories of one race apart: the answers, and in which order calls and returns
/// came, not when.
void key_of(const History& history, std::string& key) {
  std::vector<std::pair<std::uint64_t, std::size_t>> ends;
  key.clear();
  for (std::size_t i = 0; i < history.size(); ++i) {
    const Happened& happened = history[i].operation;
    ends.emplace_back(history[i].called, 2 * i);
    ends.emplace_back(history[i].returned, 2 * i + 1);
    key += static_cast<char>('0' + static_cast<int>(happened.answer));
    key += static_cast<char>('0' + static_cast<int>(happened.state));
    for (const Transition& one : happened.transitions) {
      key += std::to_string(one.number);
      key += static_cast<char>('a' + static_cast<int>(one.from) * 3 + static_cast<int>(one.to));
      key += std::to_string(one.t);
    }
  }
  std::sort(ends.begin(), ends.end());
  for (const auto& end : ends) key += static_cast<char>(end.second);
}

using TakeRace = std::function<bool(const Race&)>;

bool fewer_threads_or_calls(const Race& race, const TakeRace& take) {
  for (std::size_t i = race.threads.size(); i-- > 0;) {
    Race fewer = race;
    fewer.threads.erase(fewer.threads.begin() + static_cast<std::ptrdiff_t>(i));
    if (take(fewer)) return true;
  }
  for (std::size_t call = calls(race); call > 0; --call) {
    Race fewer = race;
    const auto is_of_call = [&](const RaceStep& step) { return step.call == call; };
    std::erase_if(fewer.before, is_of_call);
    for (auto& thread : fewer.threads) std::erase_if(thread, is_of_call);
    if (fewer != race && take(fewer)) return true;
  }
  return false;
}

bool fewer_uses_of_calls(const Race& race, const TakeRace& take) {
  const auto without_uses = [&](auto list_of) {
    for (std::size_t i = 0; i < list_of(race).size(); ++i) {
      if (list_of(race)[i].act == Act::acquire) continue;
      Race fewer = race;
      list_of(fewer).erase(list_of(fewer).begin() + static_cast<std::ptrdiff_t>(i));
      if (take(fewer)) return true;
    }
    return false;
  };
  if (without_uses([](auto& one) -> auto& { return one.before; })) return true;
  for (std::size_t i = 0; i < race.threads.size(); ++i) {
    if (without_uses([i](auto& one) -> auto& { return one.threads[i]; })) return true;
  }
  return false;
}

bool plainer_config(const Race& race, const TakeRace& take) {
  for (auto field : {&Config::failure_threshold, &Config::half_open_successes}) {
    if (race.config.*field == 1) continue;
    Race lower = race;
    --(lower.config.*field);
    if (take(lower)) return true;
  }
  if (!race.config.trial_timeout) return false;
  Race plainer = race;
  plainer.config.trial_timeout.reset();
  return take(plainer);
}

/// Races with one thing less, or plainer: boldest first.
bool simpler_race(const Race& race, const TakeRace& take) {
  return fewer_threads_or_calls(race, take) || fewer_uses_of_calls(race, take) ||
         plainer_config(race, take);
}

/// Calls numbered from 1 in the order in which they are said.
Race with_plain_labels(Race race) {
  std::vector<std::size_t> labels(calls(race) + 1);
  std::size_t given = 0;
  const auto relabel = [&](std::vector<RaceStep>& all) {
    for (RaceStep& step : all) {
      if (step.act == Act::state) continue;
      std::size_t& label = labels[step.call];
      if (label == 0) label = ++given;
      step.call = label;
    }
  };
  relabel(race.before);
  for (auto& thread : race.threads) relabel(thread);
  return race;
}

constexpr std::uint64_t kShrinkSchedules = 2000;
constexpr std::size_t kMostPreemptions = 2;

}  // namespace

bool overlaps(const History& history) {
  for (const auto& a : history) {
    for (const auto& b : history) {
      if (a.operation.thread == 0 || b.operation.thread <= a.operation.thread) continue;
      if (a.called < b.returned && b.called < a.returned) return true;
    }
  }
  return false;
}

void RaceJudge::begin(const Race& race) {
  race_ = race;
  known_.clear();
  ++counts_.races;
}

RaceJudge::Verdict RaceJudge::judge(const History& history) {
  ++counts_.schedules;
  counts_.steps += history.size();
  key_of(history, key_);
  const auto [at, is_new] = known_.try_emplace(key_, Verdict::kept);
  if (is_new) {
    ++counts_.histories;
    const auto found = explain(race_, history);
    if (found.verdict == engine::Explained::illegal) at->second = Verdict::broken;
    if (found.verdict == engine::Explained::undecided) {
      at->second = Verdict::undecided;
      ++counts_.undecided;
    }
  }
  if (overlaps(history)) ++counts_.overlapped;
  return at->second;
}

std::optional<BrokenRace> Explorer::try_once(const Race& race,
                                             const engine::Scheduler::Choose& choose,
                                             engine::ScheduledRun* scheduled) {
  RaceRun run = racer_.run(race, choose);
  std::string why;
  if (run.scheduled.stuck) why = "the threads wait for each other, and none can go on";
  if (run.scheduled.endless) why = "the threads go on for ever";
  if (why.empty() && judge_.judge(run.history) == RaceJudge::Verdict::broken) {
    why = "no order of the operations explains the answers";
  }
  if (scheduled != nullptr) *scheduled = run.scheduled;
  if (why.empty()) return std::nullopt;
  engine::Schedule schedule = run.scheduled.schedule();
  return BrokenRace{
      .race = race, .schedule = std::move(schedule), .run = std::move(run), .why = std::move(why)};
}

std::optional<BrokenRace> Explorer::all(const Race& race, std::size_t preemptions,
                                        std::uint64_t most) {
  judge_.begin(race);
  engine::Exhaustive exhaustive(preemptions);
  engine::ScheduledRun scheduled;
  for (std::uint64_t i = 0; i < most; ++i) {
    if (auto broken = try_once(race, exhaustive.choose(), &scheduled)) return broken;
    if (!exhaustive.advance(scheduled)) break;
  }
  return std::nullopt;
}

std::optional<BrokenRace> Explorer::drawn(const Race& race, std::size_t preemptions,
                                          std::uint64_t count, engine::Draw& draw) {
  engine::ScheduledRun scheduled;
  std::size_t length = 16;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto choose = engine::drawn_choices(draw, preemptions, length);
    if (auto broken = try_once(race, choose, &scheduled)) return broken;
    length = scheduled.choices.size();
  }
  return std::nullopt;
}

std::optional<BrokenRace> Explorer::one(const Race& race, const engine::Schedule& schedule) {
  judge_.begin(race);
  return try_once(race, engine::Follow(schedule), nullptr);
}

std::optional<BrokenRace> Explorer::easiest(const Race& race) {
  for (std::size_t preemptions = 0; preemptions <= kMostPreemptions; ++preemptions) {
    if (auto broken = all(race, preemptions, kShrinkSchedules)) return broken;
  }
  return std::nullopt;
}

BrokenRace Explorer::shrink(BrokenRace broken) {
  const RaceCounts before = judge_.counts();  // Shrinking is no part of what a run rests on.
  const std::uint64_t number = broken.number;
  if (auto easier = easiest(broken.race)) broken = std::move(*easier);
  while (simpler_race(broken.race, [&](const Race& candidate) {
    if (!is_sound(candidate)) return false;
    auto smaller = easiest(candidate);
    if (!smaller) return false;
    broken = std::move(*smaller);
    return true;
  })) {
  }
  Race plain = with_plain_labels(broken.race);
  if (auto relabelled = one(plain, broken.schedule)) broken = std::move(*relabelled);
  broken.number = number;
  broken.shrink_runs = judge_.counts().schedules - before.schedules;
  judge_.counts() = before;
  return broken;
}

}  // namespace tripcheck::overlap
