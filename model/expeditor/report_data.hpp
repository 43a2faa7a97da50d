/// The report as data: all that is known of a run, for people and for programs.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/model/expeditor/operations.hpp>
#include <vector>

namespace tripcheck::expeditor {

enum class State : std::uint8_t { closed, open, half_open };
inline constexpr std::array<std::string_view, 3> kStates{"CLOSED", "OPEN", "HALF_OPEN"};

enum class Grade : std::uint8_t { acceptable, partial, fallback, skipped };
inline constexpr std::array<std::string_view, 4> kGrades{"ACCEPTABLE", "PARTIAL", "FALLBACK",
                                                         "SKIPPED"};

struct LastFailure {
  std::int64_t step = 0;
  std::optional<std::string> error{};
  std::optional<std::string> signature{};
  bool operator==(const LastFailure&) const = default;
};

struct ToolHealth {
  std::string tool{};
  State state = State::closed;
  std::int64_t consecutive_failures = 0;
  std::optional<LastFailure> last_failure{};
  std::optional<std::int64_t> last_success{};
  std::optional<std::int64_t> next_probe{};  ///< While open.
  bool critical = false;
  bool operator==(const ToolHealth&) const = default;
};

struct SystemicHealth {
  std::optional<std::string> signature{};  ///< That all members share.
  std::string cause{};
  std::vector<std::string> members{};  ///< Those who joined too, in the order of the map.
  std::int64_t since = 0;
  bool operator==(const SystemicHealth&) const = default;
};

/// A failure of this cycle. Failures of one event stand for one in the budget.
struct FailureLine {
  std::string tool{};
  std::int64_t step = 0;
  std::optional<std::string> error{};
  std::optional<std::string> signature{};
  std::int64_t event = 0;
  bool operator==(const FailureLine&) const = default;
};

struct Incomplete {
  SubTaskId id{};
  std::string reason{};
  bool operator==(const Incomplete&) const = default;
};

/// The route that went with a SKIP.
struct RouteTaken {
  std::int64_t step = 0;
  std::string tool{};
  Grade grade = Grade::skipped;
  std::optional<std::string> to{};
  std::optional<std::string> degradation{};
  bool operator==(const RouteTaken&) const = default;
};

struct LogEntry {
  std::int64_t step = 0;
  std::string text{};
  bool operator==(const LogEntry&) const = default;
};

struct Report {
  std::int64_t cycle = 1;
  std::int64_t step = 0;  ///< The last one seen; 0 at first.
  bool paused = false;
  std::optional<SystemicHealth> systemic{};
  std::int64_t consumed = 0;
  std::int64_t budget = 0;
  std::vector<ToolHealth> tools{};  ///< The map's, then the others as they came up.
  std::vector<FailureLine> failures{};
  std::vector<SubTaskId> completed{};
  std::vector<Incomplete> incomplete{};
  std::vector<RouteTaken> routes{};
  std::vector<LogEntry> log{};
  std::vector<std::string> recommendations{};  ///< Free wording (X-53).
  bool operator==(const Report&) const = default;
};

[[nodiscard]] constexpr std::string_view name(State state) noexcept {
  return kStates[static_cast<std::size_t>(state)];
}
[[nodiscard]] constexpr std::string_view name(Grade grade) noexcept {
  return kGrades[static_cast<std::size_t>(grade)];
}

}  // namespace tripcheck::expeditor
