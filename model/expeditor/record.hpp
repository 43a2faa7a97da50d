/// What came of the calls that were let through, and what it does to circuits and budget
/// (X-10 … X-18).
#pragma once
#include <cstdint>
#include <optional>
#include <tripcheck/model/expeditor/run.hpp>

namespace tripcheck::expeditor::model {

/// Whether an outcome may come for this ticket: given out, and not used yet.
[[nodiscard]] bool outstanding(const Run& run, std::int64_t ticket);

/// Requires: the ticket is outstanding; run.step is the told one.
[[nodiscard]] Recorded record(Run& run, const Record& told);

/// Ends a call without an outcome. Requires: the ticket is outstanding.
void abandon(Run& run, const Abandon& told);

/// Starts the next cycle.
void begin_cycle(Run& run);

}  // namespace tripcheck::expeditor::model
