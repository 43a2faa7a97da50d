/// What the benchmarks of the expeditor share: tools, who is called next, and a fresh expeditor.
///
/// Threads: values; no two threads in the same one.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tripcheck/impl/expeditor/expeditor.hpp>
#include <variant>
#include <vector>

namespace tripcheck::bench::expediting {

using expeditor::CapabilityMap;
using expeditor::Config;
using expeditor::Outcome;
using expeditor::impl::Choice;
using expeditor::impl::Expeditor;
using expeditor::impl::ToolNumber;

inline constexpr std::array<std::size_t, 4> kTools{4, 16, 64, 200};

/// Operations between two pauses of the watch: one takes half a microsecond, so a quarter of a
/// nanosecond an operation.
inline constexpr std::size_t kBatch = 2048;

inline constexpr std::int64_t kNever = expeditor::kMostConfig;
inline constexpr expeditor::impl::Message kRefused{.error = "connection refused by the host",
                                                   .signature = "connection_refused"};

/// Of a benchmark: `Expedite/row/4 tools`.
inline std::string name_of(const std::string& row, std::size_t tools) {
  return "Expedite/" + row + "/" + std::to_string(tools) + " tools";
}

/// In chains of four, each tool with the two behind it as alternatives.
inline CapabilityMap map_of(std::size_t tools) {
  const auto name = [&](std::size_t i) { return "tool-" + std::to_string(i % tools); };
  CapabilityMap map;
  for (std::size_t i = 0; i < tools; ++i) {
    expeditor::Entry entry{.tool = name(i), .fallback = "ask the user"};
    entry.alternatives.push_back({.tool = name(i + 1), .severity = expeditor::Severity::high});
    entry.alternatives.push_back({.tool = name(i + 2), .severity = expeditor::Severity::low});
    if (i % 4 != 0) entry.depends_on.push_back(name(i - 1));
    map.push_back(std::move(entry));
  }
  return map;
}

/// Nothing opens and nothing pauses, whatever fails.
inline Config lenient() {
  return {.failure_threshold = kNever,
          .failure_budget = kNever,
          .correlated_opens = 0,
          .coincident_opens = 0};
}

/// With room for a batch of anything.
inline Expeditor fresh(const Config& config, std::size_t tools) {
  return {config,
          map_of(tools),
          {.log = 4 * kBatch, .failures = kBatch, .tickets = kBatch, .characters = 64 * kBatch}};
}

/// Numbers below `bound` that look drawn, the same ones in each run.
class Drawn {
 public:
  [[nodiscard]] std::size_t below(std::size_t bound) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33U) % bound;
  }

 private:
  std::uint64_t state_ = 1;
};

/// Whom the operations of a batch are for.
inline std::vector<ToolNumber> order_of(std::size_t tools) {
  Drawn drawn;
  std::vector<ToolNumber> order(kBatch);
  for (ToolNumber& tool : order) tool = static_cast<ToolNumber>(drawn.below(tools));
  return order;
}

/// The ticket of a decision, 0 where there is none.
inline std::int64_t ticket_of(const std::variant<Choice, expeditor::impl::Fault>& answer) {
  const auto* choice = std::get_if<Choice>(&answer);
  return choice == nullptr ? 0 : choice->ticket;
}

}  // namespace tripcheck::bench::expediting
