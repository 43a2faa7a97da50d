/// What the expeditor answers: one plain struct a result.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/model/expeditor/operations.hpp>
#include <tripcheck/model/expeditor/report_data.hpp>
#include <variant>
#include <vector>

namespace tripcheck::expeditor {

enum class Action : std::uint8_t { call, skip, probe, pause };
inline constexpr std::array<std::string_view, 4> kActions{"CALL", "SKIP", "PROBE", "PAUSE"};

enum class Reason : std::uint8_t {
  budget_exhausted,  ///< PAUSE (X-1).
  systemic_failure,  ///< PAUSE (X-2).
  not_allowed,       ///< SKIP (X-3).
  unavailable,       ///< SKIP (X-4).
  closed,            ///< CALL (X-5).
  probe_due,         ///< PROBE (X-6, X-9).
  circuit_open,      ///< SKIP (X-7).
  probe_in_flight,   ///< SKIP (X-8).
};
inline constexpr std::array<std::string_view, 8> kReasons{
    "budget_exhausted", "systemic_failure", "not_allowed",  "unavailable",
    "closed",           "probe_due",        "circuit_open", "probe_in_flight"};

/// A way round a tool, and what is lost by taking it.
struct Route {
  Grade grade = Grade::skipped;
  std::optional<std::string> tool{};  ///< These three: of an alternative, nothing otherwise.
  std::optional<std::string> method{};
  std::optional<std::string> degradation{};
  std::string note{};  ///< What a person can do, or that nothing is left.
  bool operator==(const Route&) const = default;
};

struct Decision {
  Action action = Action::pause;
  Reason reason = Reason::budget_exhausted;
  std::optional<std::int64_t> ticket{};  ///< Of a CALL or a PROBE.
  bool caution = false;                  ///< Of a CALL.
  std::optional<Route> route{};          ///< Of a SKIP.
  bool operator==(const Decision&) const = default;
};

struct Recorded {
  State state = State::closed;
  std::int64_t consecutive_failures = 0;
  bool late = false;
  std::int64_t consumed = 0;  ///< Of the budget.
  bool systemic = false;
  bool paused = false;  ///< By the budget.
  bool operator==(const Recorded&) const = default;
};

/// The answer of an operation that has none.
struct Done {
  bool operator==(const Done&) const = default;
};

/// How far a tool can be used, the worst that holds first to last.
enum class Standing : std::uint8_t { not_allowed, unavailable, open, half_open, closed };
inline constexpr std::array<std::string_view, 5> kStandings{"NOT_ALLOWED", "UNAVAILABLE", "OPEN",
                                                            "HALF_OPEN", "CLOSED"};

/// A tool that a sub-task needs, and the alternative that would stand in for it.
struct Need {
  std::string tool{};
  Standing standing = Standing::closed;
  std::optional<std::string> via{};  ///< Looked for only where the tool itself cannot be used.
  bool operator==(const Need&) const = default;
};

struct Blocker {
  std::string tool{};
  Standing standing = Standing::open;
  std::string unblock{};
  bool operator==(const Blocker&) const = default;
};

struct Deferred {
  SubTaskId id{};
  std::vector<Blocker> blockers{};
  bool operator==(const Deferred&) const = default;
};

/// What a plan comes to.
struct Scope {
  std::vector<SubTaskId> kept{};
  std::vector<Deferred> deferred{};
  bool pause = false;  ///< Nothing achievable is left (X-33).
  bool operator==(const Scope&) const = default;
};

struct Labels {
  std::vector<std::string> labels{};  ///< None: fresh.
  bool operator==(const Labels&) const = default;
};

enum class ErrorCode : std::uint8_t {
  invalid_value,
  step_out_of_order,
  no_call_outstanding,
  no_systemic_failure,
  unknown_tool,
  unknown_subtask,
};
inline constexpr std::array<std::string_view, 6> kErrorCodes{
    "invalid_value",       "step_out_of_order", "no_call_outstanding",
    "no_systemic_failure", "unknown_tool",      "unknown_subtask"};

/// The operation was refused and changed nothing.
struct OpError {
  ErrorCode code = ErrorCode::invalid_value;
  std::optional<std::string> field{};
  bool operator==(const OpError&) const = default;
};

using Result = std::variant<Done, Decision, Recorded, Route, Scope, Labels, Report, OpError>;

[[nodiscard]] constexpr std::string_view name(Action action) noexcept {
  return kActions[static_cast<std::size_t>(action)];
}
[[nodiscard]] constexpr std::string_view name(Reason reason) noexcept {
  return kReasons[static_cast<std::size_t>(reason)];
}
[[nodiscard]] constexpr std::string_view name(Standing standing) noexcept {
  return kStandings[static_cast<std::size_t>(standing)];
}
[[nodiscard]] constexpr std::string_view name(ErrorCode code) noexcept {
  return kErrorCodes[static_cast<std::size_t>(code)];
}

}  // namespace tripcheck::expeditor
