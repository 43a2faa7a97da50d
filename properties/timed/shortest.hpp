/// The shortest history that tells a mutant from the model, found and not guessed (S-32).
///
/// Searched, breadth first over model and mutant together: counts 1 … 3, cooldowns 0, 1, 2, 3, 5,
/// 2^40, 2^53 and 2^63-1, first times 0, -1, both ends of int64 and near 2^31 and 2^53; then times
/// at, before and behind what either of the two may be waiting for. Each step is offered, and all
/// questions asked.
///
/// Cost: seconds for a mutant that needs six events. Threads: a pure function.
#pragma once
#include <cstddef>
#include <optional>
#include <tripcheck/properties/timed/case.hpp>
#include <tripcheck/properties/timed/faulty.hpp>

namespace tripcheck::timed {

/// Nothing where no history of up to `most_events` in that space tells them apart.
[[nodiscard]] std::optional<Case> shortest_history(const Decisions& mutant,
                                                   std::size_t most_events);

}  // namespace tripcheck::timed
