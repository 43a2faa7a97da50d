/// Which schedules of a program are tried: all with few pre-emptions, or drawn ones with more.
///
/// Most races need one or two switches at the wrong moment and no more, so the schedules with at
/// most so many pre-emptions are the ones worth trying first. A switch where the running thread
/// ends, or waits for a lock, is none.
///
/// Threads: one at a time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/scheduler.hpp>
#include <utility>
#include <vector>

namespace tripcheck::engine {

/// Follows a schedule; where it names a thread that cannot go on, or has ended, the current thread
/// goes on, or else the first that can. So a schedule that was made for a longer program still
/// leads somewhere, and every text is one.
class Follow {
 public:
  explicit Follow(Schedule schedule) : schedule_(std::move(schedule)) {}
  std::size_t operator()(std::span<const std::size_t> enabled, std::optional<std::size_t> current);

 private:
  Schedule schedule_;
  std::size_t next_ = 0;
};

/// All schedules with at most so many pre-emptions, each once, the default first: nobody is
/// pre-empted, and who starts or goes on is the lowest number.
class Exhaustive {
 public:
  explicit Exhaustive(std::size_t most_preemptions) : most_(most_preemptions) {}

  /// For the next run.
  [[nodiscard]] Scheduler::Choose choose();
  /// Told what the run came to; false where there is no schedule left.
  bool advance(const ScheduledRun& run);

 private:
  std::size_t most_;
  std::vector<std::size_t> prefix_;  // The choices that the next run begins with.
};

/// Choices that pre-empt at so many moments, drawn from about the first `length`.
[[nodiscard]] Scheduler::Choose drawn_choices(Draw& draw, std::size_t preemptions,
                                              std::size_t length);

/// One thread goes `steps` steps and is then parked: the others go to their ends, and it only when
/// none of them can.
[[nodiscard]] Scheduler::Choose parked(std::size_t thread, std::size_t steps);

/// Shorter texts that may be the same schedule or one with fewer switches, the plainest first.
bool simpler_schedule(const Schedule& schedule, const std::function<bool(Schedule)>& take);

/// How often it changes from one thread to another.
[[nodiscard]] std::size_t switches(const Schedule& schedule);

}  // namespace tripcheck::engine
