/// Failures that belong together: systemic ones, and the backoff they bring (X-15, X-16,
/// X-20 … X-24).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tripcheck/model/expeditor/run.hpp>
#include <vector>

namespace tripcheck::expeditor::model {

/// A circuit has just opened from CLOSED: it flags a systemic failure, or joins the one that is
/// flagged, or neither.
void look_for_cascade(Run& run, std::size_t place);

/// Whether a failure with this signature belongs to the systemic failure that is flagged.
[[nodiscard]] bool shares_signature(const Run& run, const std::optional<std::string>& signature);

/// The systemic failure is over. Requires: one is flagged.
void confirm_recovered(Run& run);

/// All that is tied to a tool through dependencies, either way, itself included.
[[nodiscard]] std::vector<std::size_t> chain_of(const Run& run, std::size_t place);

/// The interval after a failed probe with backoff on.
[[nodiscard]] std::int64_t backed_off(const Run& run, std::size_t place);

}  // namespace tripcheck::expeditor::model
