/// Says of an output how far it can be taken for fresh (X-40 … X-44).
#pragma once
#include <tripcheck/model/expeditor/config.hpp>

namespace tripcheck::expeditor::model {

/// All labels that hold, in the order of the rules; none for fresh data. Looks at nothing else.
[[nodiscard]] Labels label(const AskLabel& output);

}  // namespace tripcheck::expeditor::model
