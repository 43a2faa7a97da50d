/// Runs a few bodies as if on threads of their own, one shared access at a time, in an order that
/// is chosen: the same choices, the same run.
///
/// Bodies come to shared memory through ScheduledAtomic and ScheduledMutex (switching.hpp), which
/// stop before each access. Such runs are sequentially consistent: what a weak memory model may
/// reorder is out of their reach.
///
/// Threads: a Scheduler and its bodies belong to one thread.
/// Cost:    some 0.5 µs an access.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/fibers.hpp>
#include <vector>

namespace tripcheck::engine {

/// Which thread went, step by step, as digits from 1: `1112221`.
using Schedule = std::string;

/// A moment at which it was chosen who goes on.
struct Choice {
  std::size_t chosen = 0;
  std::vector<std::size_t> enabled;    ///< In rising order; `chosen` is one of them.
  std::optional<std::size_t> current;  ///< Who went last, if it could go on.
  [[nodiscard]] bool preempts() const { return current && *current != chosen; }
};

/// What one thread did at one step.
struct Access {
  std::size_t thread = 0;
  std::string_view what;  ///< `load`, `lock` …
  std::uint64_t moment = 0;
};

struct ScheduledRun {
  std::vector<Choice> choices;
  std::vector<Access> accesses;
  bool stuck = false;    ///< Some wait for a lock that nobody gives back.
  bool endless = false;  ///< Cut: more steps than any right program takes.
  [[nodiscard]] Schedule schedule() const;
};

class Scheduler {
 public:
  /// Chooses one of `enabled`, which is not empty.
  using Choose = std::function<std::size_t(std::span<const std::size_t> enabled,
                                           std::optional<std::size_t> current)>;

  explicit Scheduler(std::size_t most_threads) : fibers_(most_threads) {}

  /// Runs all bodies to their ends, unless they get stuck or go on for ever. Then the run is over,
  /// and they are seen off: they take turns, and locks hold nobody up; who does not end so either
  /// is left where it is, with what it holds.
  ScheduledRun run(std::span<const std::function<void()>> bodies, const Choose& choose);

  /// For the shared memory: before an access. Outside of `run` nothing happens.
  static void point(std::string_view what);
  /// … and until it is free.
  static void wait_while(const bool& held, std::string_view what);
  /// A moment of the run, each time a later one: for stamping calls and returns.
  static std::uint64_t now();

 private:
  struct Thread {
    bool ended = false;
    const bool* waits_for = nullptr;
  };
  static constexpr std::size_t kMostSteps = 5000;

  void stop(std::string_view what, const bool* held);
  [[nodiscard]] std::vector<std::size_t> enabled() const;
  void step(std::size_t thread);
  void see_off();

  Fibers fibers_;
  std::vector<Thread> threads_;
  ScheduledRun run_;
  std::size_t running_ = 0;
  std::uint64_t moment_ = 0;
  bool seeing_off_ = false;
};

}  // namespace tripcheck::engine
