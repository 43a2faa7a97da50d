/// Refuses configs and maps that cannot be run with.
///
/// Cost: linear in the map.
#pragma once
#include <optional>
#include <tripcheck/model/expeditor/config.hpp>

namespace tripcheck::expeditor::impl {

/// The first field outside its range, or nothing.
[[nodiscard]] std::optional<ConfigRefusal> check_config(const Config& config);

/// Nothing, or the first fault: names, then what the entries point to, then cycles.
[[nodiscard]] std::optional<MapRefusal> check_map(const CapabilityMap& map);

}  // namespace tripcheck::expeditor::impl
