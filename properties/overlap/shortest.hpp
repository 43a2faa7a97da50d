/// The shortest history that tells a mutant from the model, found and not guessed (S-32).
///
/// Searched, breadth first over model and mutant together, all configs level by level: counts 1 …
/// 3, cooldowns 0, 1 and 2^63-1, trial_timeout not given, 0, 1 and 2^63-1, first times 0 and the
/// largest int64; then times at, before and behind the last one and whatever the model or the
/// mutant may be waiting for; as many as four calls. After each step all questions are asked, or
/// none.
///
/// Cost: up to seconds for a mutant that needs six steps. Threads: a pure function.
#pragma once
#include <cstddef>
#include <optional>
#include <tripcheck/properties/overlap/case.hpp>
#include <tripcheck/properties/overlap/faulty.hpp>

namespace tripcheck::overlap {

/// Nothing where no history of up to `most_steps` in that space tells them apart.
[[nodiscard]] std::optional<Case> shortest_history(const Decisions& mutant, std::size_t most_steps);

}  // namespace tripcheck::overlap
