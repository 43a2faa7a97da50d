/// The concurrent half of the suite: races drawn, interleavings tried, each history judged, and a
/// failing one made small and readable (O-7).
///
/// Threads: one at a time.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <tripcheck/properties/engine/profile.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/overlap/racing.hpp>
#include <unordered_map>
#include <variant>
#include <vector>

namespace tripcheck::overlap {

/// An interleaving that no order explains, or that does not come to its end.
struct BrokenRace {
  Race race;
  engine::Schedule schedule;
  RaceRun run;
  std::string why;
  std::uint64_t number = 0;       ///< Of the race in its source, from 0.
  std::uint64_t shrink_runs = 0;  ///< Schedules tried to make it small.
};

struct RaceCounts {
  std::uint64_t races = 250;
  std::uint64_t schedules = 0;
  std::uint64_t steps = 0;       ///< Operations, summed over all schedules.
  std::uint64_t histories = 0;   ///< Different ones; each is judged once.
  std::uint64_t overlapped = 0;  ///< Schedules in which two operations at least did.
  std::uint64_t undecided = 0;
};

/// Judges histories and remembers those it knows.
class RaceJudge {
 public:
  enum class Verdict : std::uint8_t { kept, broken, undecided };
  /// Forgets what it remembers of another race.
  void begin(const Race& race);
  Verdict judge(const History& history);
  [[nodiscard]] const RaceCounts& counts() const { return counts_; }
  RaceCounts& counts() { return counts_; }

 private:
  Race race_;
  std::unordered_map<std::string, Verdict> known_;
  std::string key_;
  RaceCounts counts_;
};

/// Tries interleavings of one race.
class Explorer {
 public:
  explicit Explorer(Racer& racer) : racer_(racer) {}

  /// All schedules with at most so many pre-emptions, but no more than `most` of them.
  std::optional<BrokenRace> all(const Race& race, std::size_t preemptions, std::uint64_t most);
  /// Drawn ones.
  std::optional<BrokenRace> drawn(const Race& race, std::size_t preemptions, std::uint64_t count,
                                  engine::Draw& draw);
  /// The one that is said.
  std::optional<BrokenRace> one(const Race& race, const engine::Schedule& schedule);
  /// Smaller, as long as something breaks: fewer operations, threads and pre-emptions.
  BrokenRace shrink(BrokenRace broken);

  [[nodiscard]] const RaceCounts& counts() const { return judge_.counts(); }

 private:
  std::optional<BrokenRace> try_once(const Race& race, const engine::Scheduler::Choose& choose,
                                     engine::ScheduledRun* scheduled);
  /// With as few pre-emptions as will do.
  std::optional<BrokenRace> easiest(const Race& race);

  Racer& racer_;
  RaceJudge judge_;
};

/// Whether two operations of different threads overlap.
[[nodiscard]] bool overlaps(const History& history);

/// The run as a table: a column a thread, a row an event.
[[nodiscard]] std::string interleaving_text(const BrokenRace& broken);

/// What a run of the concurrent half draws and tries.
struct RaceBudget {
  std::uint64_t races = 250;
  std::uint64_t schedules = 80;  ///< Of each, the first with two pre-emptions at the most …
  std::uint64_t drawn = 16;      ///< … and drawn with three.
  std::uint64_t whole = 6;       ///< Of one in so many all with two, where it has two threads.
  [[nodiscard]] bool is_whole(std::uint64_t race) const { return race % whole == whole - 1; }
};

/// A subject that can also be raced.
class Raceable {
 public:
  Raceable() = default;
  Raceable(const Raceable&) = delete;
  Raceable& operator=(const Raceable&) = delete;
  virtual ~Raceable() = default;
  [[nodiscard]] virtual Racer* racer() = 0;               ///< Null: not to be scheduled.
  [[nodiscard]] virtual ThreadRacer* thread_racer() = 0;  ///< Null: not for real threads.
};

/// Adds what O-7 came to, where the subject is Raceable.
void verify_races(engine::AnySubject& subject, const engine::VerifyOptions& options,
                  engine::Report& report);
/// A race as a JSON string, with or without a schedule: its report, or what is wrong; nothing: it
/// is none.
[[nodiscard]] std::optional<std::variant<engine::Report, std::string>> verify_race(
    engine::AnySubject& subject, std::string_view text, const engine::VerifyOptions& options);

}  // namespace tripcheck::overlap
