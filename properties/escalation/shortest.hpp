/// The shortest history that tells a mutant from the model, found and not guessed (S-32).
///
/// Searched, breadth first over model and mutant together. To begin with: every value of
/// escalation/values.hpp that is no limit or identifier, and every one at the edge that is; every
/// handoff of escalation/handoff_text.hpp with one fault, read back before, at and after its
/// expiry. Then runs: class limits 1 … 3 and 32 beside totals 1 … 3 and 32; three classes, digests
/// that are equal or not, times that are plain, late or at the end of a month; each value that is
/// none, and each time at an edge, among the first two attempts, and a few of them later. All
/// questions are asked after each attempt.
///
/// Cost: seconds for a mutant that needs four attempts. Threads: a pure function.
#pragma once
#include <cstddef>
#include <optional>
#include <tripcheck/properties/escalation/case.hpp>
#include <tripcheck/properties/escalation/faulty.hpp>

namespace tripcheck::escalation {

/// Deep enough for each mutant in the space.
inline constexpr std::size_t kMostAttempts = 3;

/// Nothing where no history of up to `most_attempts` in that space tells them apart.
[[nodiscard]] std::optional<Case> shortest_history(const Decisions& mutant,
                                                   std::size_t most_attempts);

}  // namespace tripcheck::escalation
