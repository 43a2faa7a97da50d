/// Runs races on a breaker: by chosen schedules on one thread, or on real threads.
///
/// Threads: one at a time; it makes its own.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <tripcheck/properties/engine/explore.hpp>
#include <tripcheck/properties/engine/switching.hpp>
#include <tripcheck/properties/overlap/race.hpp>
#include <tripcheck/properties/overlap/subject.hpp>
#include <utility>
#include <vector>

namespace tripcheck::overlap {

/// What one run of a race came to.
struct RaceRun {
  History history;
  engine::ScheduledRun scheduled{};  ///< Empty where the threads were real.
};

/// A breaker under a race, a fresh one for each.
class Racer {
 public:
  Racer() = default;
  Racer(const Racer&) = delete;
  Racer& operator=(const Racer&) = delete;
  virtual ~Racer() = default;
  virtual RaceRun run(const Race& race, const engine::Scheduler::Choose& choose) = 0;
  [[nodiscard]] virtual SecondUses second_uses() const = 0;
};
/// The same on real threads, whose switches are drawn from the seed; not repeatable.
class ThreadRacer {
 public:
  ThreadRacer() = default;
  ThreadRacer(const ThreadRacer&) = delete;
  ThreadRacer& operator=(const ThreadRacer&) = delete;
  virtual ~ThreadRacer() = default;
  virtual History run(const Race& race, std::uint64_t seed) = 0;
  [[nodiscard]] virtual SecondUses second_uses() const = 0;
};

/// One breaker with the permits in hand. Each thread has a list of its own to write to.
template <OverlapSubject S>
class Course {
 public:
  explicit Course(const Race& race)
      : race_(race), subject_(race.config), permits_(calls(race)), lists_(race.threads.size() + 1) {
    for (const RaceStep& step : race.before) step_once(step, 0, [] { return std::uint64_t{0}; });
  }

  template <class Now>
  void run_thread(std::size_t i, const Now& now) {
    for (const RaceStep& step : race_.threads[i]) step_once(step, i + 1, now);
  }

  /// All of it, the state read at the end last. Requires: all threads are done, or given up.
  History take_history() {
    std::uint64_t moment = 0;
    for (auto& one : lists_[0]) one.called = one.returned = ++moment;
    History all = std::move(lists_[0]);
    std::uint64_t last = moment;
    for (std::size_t i = 1; i < lists_.size(); ++i) {
      for (auto& one : lists_[i]) {
        one.called += moment;
        one.returned += moment;
        last = std::max(last, one.returned);
        all.push_back(std::move(one));
      }
    }
    all.push_back({.operation = {.step = {.act = Act::state}, .state = subject_.state()},
                   .called = last + 1,
                   .returned = last + 1});
    return all;
  }

 private:
  using Permit = PermitOf<S>;

  template <class Now>
  void step_once(const RaceStep& step, std::size_t thread, const Now& now) {
    Happened happened{.step = step, .thread = thread};
    const std::uint64_t called = now();
    take(step, happened);
    const std::uint64_t returned = now();
    lists_[thread].push_back(
        {.operation = std::move(happened), .called = called, .returned = returned});
  }

  void take(const RaceStep& step, Happened& happened) {
    const auto note = [&](Answer answer, const auto& transitions) {
      happened.answer = answer;
      for (const Transition& one : transitions) happened.transitions.push_back(one);
    };
    if (step.act == Act::state) {
      happened.state = subject_.state();
      return;
    }
    std::optional<Permit>& permit = permits_[step.call - 1];
    if (step.act == Act::acquire) {
      auto done = subject_.try_acquire(step.t);
      if (done.permit) permit.emplace(*std::move(done.permit));
      note(permit ? Answer::permit : Answer::rejected, done.transitions);
    } else if (!permit) {
      happened.answer = Answer::no_permit;
    } else if constexpr (UsesAgain<S>) {
      note_use<Permit&>(step, *permit, note);
    } else {
      note_use<Permit&&>(step, *permit, note);
    }
  }

  template <class Handed, class Note>
  void note_use(const RaceStep& step, Permit& permit, const Note& note) {
    const auto told = [&] {
      if (step.act == Act::ignore) return subject_.ignore(static_cast<Handed>(permit));
      if (step.act == Act::drop) return subject_.drop(static_cast<Handed>(permit));
      return subject_.record(static_cast<Handed>(permit), step.t, step.result);
    }();
    note(told.answer, told.transitions);
  }

  const Race& race_;
  S subject_;
  std::vector<std::optional<Permit>> permits_;  // Die before the breaker.
  std::vector<History> lists_;                  // By thread; 0: before them.
};

template <OverlapSubject S>
constexpr SecondUses kSecondUses = UsesAgain<S> ? SecondUses::some : SecondUses::none;

/// S is compiled against ScheduledAtomic and ScheduledMutex.
template <OverlapSubject S>
class ScheduledRacer final : public Racer {
 public:
  RaceRun run(const Race& race, const engine::Scheduler::Choose& choose) override {
    Course<S> course(race);
    std::vector<std::function<void()>> bodies;
    for (std::size_t i = 0; i < race.threads.size(); ++i) {
      bodies.emplace_back([&course, i] { course.run_thread(i, engine::Scheduler::now); });
    }
    RaceRun done;
    done.scheduled = scheduler_.run(bodies, choose);
    done.history = course.take_history();
    return done;
  }
  [[nodiscard]] SecondUses second_uses() const override { return kSecondUses<S>; }

 private:
  static constexpr std::size_t kMostThreads = 8;
  engine::Scheduler scheduler_{kMostThreads};
};

/// S may be compiled against SwitchingAtomic and SwitchingMutex; without, calls seldom overlap.
template <OverlapSubject S>
class RealThreads final : public ThreadRacer {
 public:
  History run(const Race& race, std::uint64_t seed) override {
    Course<S> course(race);
    std::atomic<std::uint64_t> clock{0};
    std::atomic<std::size_t> waiting{race.threads.size()};
    const auto now = [&] {
      const std::uint64_t moment = clock.fetch_add(1) + 1;
      engine::SwitchingPoint::at("call");
      return moment;
    };
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < race.threads.size(); ++i) {
        threads.emplace_back([&, i] {
          engine::SwitchingPoint::seed(seed + i);
          --waiting;
          while (waiting.load() > 0) std::this_thread::yield();
          course.run_thread(i, now);
        });
      }
    }
    return course.take_history();
  }
  [[nodiscard]] SecondUses second_uses() const override { return kSecondUses<S>; }
};

}  // namespace tripcheck::overlap
