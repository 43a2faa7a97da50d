/// For the shrinker: the same history under shorter spans.
#pragma once
#include <tripcheck/properties/overlap/case.hpp>

namespace tripcheck::overlap {

/// What came beside a deadline, or beside the end of a probe's time, still comes beside it under
/// the other config; all other waits become short ones.
[[nodiscard]] Case replaced(const Case& input, const Config& config);

}  // namespace tripcheck::overlap
