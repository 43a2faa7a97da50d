/// Ways round tools that cannot be used, and what is left of a task without them (X-30 … X-33).
#pragma once
#include <string>
#include <string_view>
#include <tripcheck/model/expeditor/run.hpp>
#include <vector>

namespace tripcheck::expeditor::model {

/// The best way round a tool; for one without an entry there is none. Changes nothing.
[[nodiscard]] Route route(const Run& run, const AskRoute& asked);

/// How far a tool can be used; one that has no entry yet counts as CLOSED.
[[nodiscard]] Standing standing(const Run& run, std::string_view tool);

/// What the tools of a sub-task are good for now, each of them once, in their order.
[[nodiscard]] std::vector<Need> needs(const Run& run, const SubTask& task);

/// Plans what is not completed. Requires: `fault` passes it.
[[nodiscard]] Scope plan(Run& run, const Plan& asked);

}  // namespace tripcheck::expeditor::model
