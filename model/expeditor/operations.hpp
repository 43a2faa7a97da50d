/// What the expeditor is told and asked: one plain struct an operation.
///
/// Any value that the types can hold may be given: what is outside its range is refused by the
/// operation that holds it, with no effect.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tripcheck::expeditor {

enum class Outcome : std::uint8_t { success, failure };
inline constexpr std::array<std::string_view, 2> kOutcomes{"success", "failure"};

/// What a check before the call makes of a tool.
enum class Score : std::uint8_t { available, degraded, unavailable };
inline constexpr std::array<std::string_view, 3> kScores{"AVAILABLE", "DEGRADED", "UNAVAILABLE"};

/// 1 and "1" are two sub-tasks.
using SubTaskId = std::variant<std::int64_t, std::string>;

struct SubTask {
  SubTaskId id{};
  std::string title{};
  std::vector<std::string> needs{};  ///< Tools, all of them; `requires` in documents.
  bool operator==(const SubTask&) const = default;
};

/// May this tool be called now? (X-1 … X-9)
struct Decide {
  std::string tool{};
  std::int64_t step = 0;
  bool user_available = true;  ///< For the route, where the call is skipped.
  bool operator==(const Decide&) const = default;
};

/// What came of a call (X-10 … X-18).
struct Record {
  std::int64_t ticket = 0;
  std::int64_t step = 0;
  Outcome outcome = Outcome::success;
  std::optional<std::string> error{};      ///< Of a failure: its message.
  std::optional<std::string> signature{};  ///< Of a failure: its kind; not empty.
  bool operator==(const Record&) const = default;
};

/// The call was given up; nothing is known of its outcome.
struct Abandon {
  std::int64_t ticket = 0;
  std::int64_t step = 0;
  bool operator==(const Abandon&) const = default;
};

/// Sets a tool's score.
struct Availability {
  std::string tool{};
  Score score = Score::available;
  std::int64_t step = 0;
  bool operator==(const Availability&) const = default;
};

/// The cause of the systemic failure is gone.
struct ConfirmRecovered {
  std::int64_t step = 0;
  bool operator==(const ConfirmRecovered&) const = default;
};

/// A new cycle with a new budget.
struct BeginCycle {
  std::int64_t step = 0;
  bool operator==(const BeginCycle&) const = default;
};

/// A sub-task is done.
struct Complete {
  SubTaskId subtask{};
  std::int64_t step = 0;
  bool operator==(const Complete&) const = default;
};

/// Which way round this tool is there?
struct AskRoute {
  std::string tool{};
  bool user_available = true;
  bool operator==(const AskRoute&) const = default;
};

/// Which sub-tasks can be done with the tools as they are?
struct Plan {
  std::int64_t step = 0;
  bool user_available = true;
  std::vector<SubTask> subtasks{};
  bool operator==(const Plan&) const = default;
};

/// How fresh is what a tool gave? Times are the caller's own (X-40 … X-44).
struct AskLabel {
  std::string source{};
  std::optional<std::int64_t> retrieved_at{};
  std::int64_t task_started_at = 0;
  std::optional<std::string> digest{};
  std::optional<std::string> previous_digest{};
  bool documented_caching = false;  ///< The tool's documents say that it may answer from a cache.
  bool contradicts_recent = false;
  bool operator==(const AskLabel&) const = default;
};

/// How do things stand?
struct AskReport {
  bool operator==(const AskReport&) const = default;
};

using Op = std::variant<Decide, Record, Abandon, Availability, ConfirmRecovered, BeginCycle,
                        Complete, AskRoute, Plan, AskLabel, AskReport>;

[[nodiscard]] constexpr std::string_view name(Outcome outcome) noexcept {
  return kOutcomes[static_cast<std::size_t>(outcome)];
}
[[nodiscard]] constexpr std::string_view name(Score score) noexcept {
  return kScores[static_cast<std::size_t>(score)];
}

}  // namespace tripcheck::expeditor
