/// The plain words of the tool expeditor: its config and its map of tools. Brings those of the
/// operations and of the results, so that this header is all that model and implementation share.
///
/// Steps are integers that the caller counts; nothing here knows a clock.
/// Limits: config numbers up to 10^9, steps 0 … 2^62, both inclusive.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/model/expeditor/operations.hpp>
#include <tripcheck/model/expeditor/results.hpp>
#include <variant>
#include <vector>

namespace tripcheck::expeditor {

inline constexpr std::int64_t kMostConfig = 1'000'000'000;         ///< Inclusive.
inline constexpr std::int64_t kLastStep = std::int64_t{1} << 62U;  ///< Inclusive.

/// `counter_only` keeps no state per tool: it counts failures and pauses.
enum class Mode : std::uint8_t { full, counter_only };
inline constexpr std::array<std::string_view, 2> kModes{"full", "counter_only"};

/// All numbers are int64 so that one outside its range can be said, and refused by name.
struct Config {
  std::int64_t failure_threshold = 3;    ///< Failures in a row that open a circuit; [1, 10^9].
  std::int64_t failure_budget = 5;       ///< Failures of a cycle that pause the task; [1, 10^9].
  std::int64_t probe_interval = 3;       ///< Steps from opening to the first probe; [1, 10^9].
  std::int64_t probe_interval_cap = 20;  ///< Most that backoff reaches; [probe_interval, 10^9].
  std::int64_t cascade_window = 3;      ///< Steps between openings that belong together; [0, 10^9].
  std::int64_t correlated_opens = 2;    ///< Openings of one signature; 0 (off) or [2, 10^9].
  std::int64_t coincident_opens = 3;    ///< Openings of any signature; 0 (off) or [2, 10^9].
  std::int64_t chain_backoff_cap = 20;  ///< For one chain, added up; [probe_interval, 10^9].
  Mode mode = Mode::full;
  std::optional<std::vector<std::string>> allowed_tools{};  ///< Given: no other tool is allowed.
  bool operator==(const Config&) const = default;
};

/// How much is lost by taking an alternative. The order is that in which they are tried.
enum class Severity : std::uint8_t { low, high, unknown };
inline constexpr std::array<std::string_view, 3> kSeverities{"low", "high", "unknown"};

inline constexpr std::string_view kUntested = "unknown — test before relying on this route";

struct Alternative {
  std::string tool{};
  std::optional<std::string> method{};
  std::string degradation = std::string(kUntested);
  Severity severity = Severity::unknown;
  bool operator==(const Alternative&) const = default;
};

/// One tool of the map. A tool with no alternatives is critical.
struct Entry {
  std::string tool{};  ///< Not empty, and no other entry's.
  std::optional<std::string> provides{};
  std::vector<Alternative> alternatives{};
  std::optional<std::string> fallback{};  ///< What a person can do instead.
  std::vector<std::string> depends_on{};
  std::vector<std::string> infrastructure{};  ///< Tags.
  bool operator==(const Entry&) const = default;
};

using CapabilityMap = std::vector<Entry>;

/// A config that is refused: the first field outside its range, as it is called.
struct ConfigRefusal {
  std::string_view field{};
  bool operator==(const ConfigRefusal&) const = default;
};

enum class MapFault : std::uint8_t {
  empty_name,
  repeated_name,        ///< Of an earlier entry.
  unknown_alternative,  ///< No entry has that name.
  own_alternative,
  unknown_dependency,  ///< No entry has that name.
  dependency_cycle,    ///< The entry depends on itself, be it through others.
};

/// A map that is refused: the entry, by its place, and what is wrong with it.
struct MapRefusal {
  MapFault fault = MapFault::empty_name;
  std::size_t entry = 0;
  std::size_t item = 0;  ///< Which alternative or dependency of it, where it is one.
  bool operator==(const MapRefusal&) const = default;
};

using Refusal = std::variant<ConfigRefusal, MapRefusal>;

[[nodiscard]] constexpr std::string_view name(Mode mode) noexcept {
  return kModes[static_cast<std::size_t>(mode)];
}
[[nodiscard]] constexpr std::string_view name(Severity severity) noexcept {
  return kSeverities[static_cast<std::size_t>(severity)];
}

}  // namespace tripcheck::expeditor
