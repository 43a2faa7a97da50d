/// The edges of the escalation breaker, each once: a fixed list of cases beside those that are
/// drawn.
///
/// Threads: pure functions.
#pragma once
#include <array>
#include <tripcheck/properties/escalation/case.hpp>
#include <vector>

namespace tripcheck::escalation {

/// A run with plain ids, these limits and no attempt; and one with the default policy.
[[nodiscard]] Run edge_run(const std::array<int, 4>& limits);
[[nodiscard]] Run default_run();

/// Runs without an attempt: with one value that is none, with two, and with one at its edge.
[[nodiscard]] std::vector<Run> edge_starts();
/// Runs whose attempts hold every value that is none, and every time at an edge, at the trip too.
[[nodiscard]] std::vector<Run> edge_runs();
/// Right handoffs beside their expiry, and handoffs with one fault, and with two.
[[nodiscard]] std::vector<Reading> edge_readings();

/// An attempt with a value that is none, one each; the last two have two.
[[nodiscard]] std::vector<Attempt> edge_attempts();

}  // namespace tripcheck::escalation
