/// The shortest history that tells an expeditor from the model, by breadth-first search over both
/// together (S-32).
///
/// Space: two tools, A and B, that stand in for each other, A tied to B, in a handful of small
///        configs; decisions, outcomes with and without a signature, scores, cycles, recoveries,
///        a route, a plan and labels; steps now, one later, and when a probe is due, one before and
///        one after. Reports are compared at every step.
/// Cost:    milliseconds for up to three operations, seconds beyond.
#pragma once
#include <cstddef>
#include <optional>
#include <tripcheck/properties/expeditor/faults.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>

namespace tripcheck::expeditor {

[[nodiscard]] std::optional<Case> shortest_history(Fault fault, std::size_t most_ops);

}  // namespace tripcheck::expeditor
