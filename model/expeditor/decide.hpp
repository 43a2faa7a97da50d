/// Whether a tool is called: CALL, SKIP, PROBE or PAUSE, and why (X-1 … X-9).
#pragma once
#include <tripcheck/model/expeditor/run.hpp>

namespace tripcheck::expeditor::model {

/// Requires: run.step is the asked one.
[[nodiscard]] Decision decide(Run& run, const Decide& asked);

}  // namespace tripcheck::expeditor::model
