/// All that a run of the expeditor knows, as one value: what was told, and what was made of it.
///
/// The other files of the model move it on, a subject each. What can be counted anew from here is
/// not kept beside it: the budget, the chains and the routes are worked out whenever they are asked
/// for.
///
/// Threads: a value; no two threads in the same one.
/// Cost:    grows with the tickets, the failures, the skips and the log; nothing is dropped.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/model/expeditor/config.hpp>
#include <vector>

namespace tripcheck::expeditor::model {

/// The last time that a circuit opened from CLOSED, and the signature of the failure that did it.
struct Opening {
  std::int64_t step = 0;
  std::optional<std::string> signature{};
  bool operator==(const Opening&) const = default;
};

struct Tool {
  Entry entry{};
  Score score = Score::available;
  State state = State::closed;
  std::int64_t generation = 0;  ///< One more at each change of state and each replaced probe.
  std::int64_t consecutive_failures = 0;
  std::int64_t streak = 0;  ///< Numbers the failures in a row: one more at each success in time.
  std::optional<LastFailure> last_failure{};
  std::optional<std::int64_t> last_success{};
  std::int64_t opened_at = 0;  ///< Re-opening counts.
  std::int64_t interval = 0;   ///< From opened_at to the probe.
  bool backoff = false;
  std::optional<Opening> opening{};  ///< Re-opening does not count (X-20).
  std::int64_t probe = 0;            ///< The ticket of the last one.
  bool operator==(const Tool&) const = default;
};

/// Given out for a call; its number is its place in the list, from 1.
struct Ticket {
  std::size_t tool = 0;
  std::int64_t generation = 0;  ///< In which it was given: late in any other (X-11).
  std::int64_t step = 0;
  bool degraded = false;  ///< What the score was then (X-13).
  bool outstanding = true;
  bool operator==(const Ticket&) const = default;
};

struct Failure {
  std::size_t tool = 0;
  std::int64_t step = 0;
  std::optional<std::string> error{};
  std::optional<std::string> signature{};
  std::int64_t event = 0;
  std::optional<std::int64_t> streak{};  ///< Of its tool; nothing where it came late.
  bool operator==(const Failure&) const = default;
};

struct Systemic {
  std::int64_t event = 0;
  std::optional<std::string> signature{};  ///< That the first members share.
  std::string cause{};
  std::vector<std::size_t> members{};  ///< In the order of Run::tools.
  std::int64_t since = 0;
  bool operator==(const Systemic&) const = default;
};

struct KnownSubTask {
  SubTask task{};
  std::optional<Blocker> deferred{};  ///< The first blocker, where the last plan deferred it.
  bool operator==(const KnownSubTask&) const = default;
};

struct Run {
  Config config{};
  std::vector<Tool> tools{};  ///< The map's, then those that came up.
  std::int64_t step = 0;      ///< The last one seen.
  std::vector<Ticket> tickets{};
  std::int64_t events = 0;  ///< The last number given (X-17).
  std::int64_t cycle = 1;
  std::vector<Failure> failures{};  ///< Of this cycle.
  std::vector<Failure> archived{};  ///< Of those before.
  bool paused = false;
  std::optional<Systemic> systemic{};
  std::vector<KnownSubTask> subtasks{};
  std::vector<SubTaskId> completed{};
  std::vector<RouteTaken> routes{};
  std::vector<LogEntry> log{};
  bool operator==(const Run&) const = default;
};

/// A run at its start. Requires: `check` passes both.
[[nodiscard]] Run start(const Config& config, const CapabilityMap& map);

/// The place of a tool in Run::tools, or nothing where it has no entry.
[[nodiscard]] std::optional<std::size_t> place_of(const Run& run, std::string_view tool);
[[nodiscard]] bool allowed(const Config& config, std::string_view tool);

/// Distinct events among this cycle's failures.
[[nodiscard]] std::int64_t consumed(const Run& run);

/// When an open circuit is probed.
[[nodiscard]] std::int64_t next_probe(const Tool& tool) noexcept;

/// Whether a sub-task is completed, or the same as another: by its id.
[[nodiscard]] bool completed(const Run& run, const SubTaskId& id);
[[nodiscard]] std::string text_of(const SubTaskId& id);

void move_to(State state, Tool& tool) noexcept;
void forget_scores(Run& run) noexcept;
void add_log(Run& run, std::string text);

}  // namespace tripcheck::expeditor::model
