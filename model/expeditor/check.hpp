/// Refuses configs and maps that cannot be run with.
#pragma once
#include <optional>
#include <tripcheck/model/expeditor/config.hpp>

namespace tripcheck::expeditor::model {

/// The first field outside its range, in the order of the declaration, or nothing.
[[nodiscard]] std::optional<ConfigRefusal> check(const Config& config);

/// Nothing, or the first fault: names first, then what the entries point to, then the first entry
/// of a cycle.
[[nodiscard]] std::optional<MapRefusal> check(const CapabilityMap& map);

}  // namespace tripcheck::expeditor::model
