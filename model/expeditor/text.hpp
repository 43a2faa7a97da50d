/// The report as text, for people: the layouts of X-51, from the report's data and nothing else.
///
/// Equal data gives equal bytes. Each text ends with a newline. Names and messages are shown as
/// data (display.hpp). Titles of sub-tasks are no part of the report, so whoever knows them hands
/// them in; a sub-task without one goes by its id.
#pragma once
#include <span>
#include <string>
#include <tripcheck/model/expeditor/config.hpp>
#include <vector>

namespace tripcheck::expeditor::model {

/// A planned sub-task with its tools as they stood then.
struct Planned {
  SubTask task{};
  std::vector<Need> needs{};
};

/// The circuits in a box, and how much of the budget is gone.
[[nodiscard]] std::string state_table(const Report& report);

/// Each failure of the cycle, and what is left before the pause.
[[nodiscard]] std::string budget_list(const Report& report);

/// What is done, what is not and why, which tools work, what to do. Headed by why the task pauses,
/// where it does.
[[nodiscard]] std::string status_report(const Report& report, std::span<const SubTask> subtasks);

/// What a plan keeps and what it defers. Requires: what is deferred has a blocker.
[[nodiscard]] std::string scope_report(const Scope& scope, std::span<const Planned> planned);

[[nodiscard]] std::string route_list(const Report& report);
[[nodiscard]] std::string log_list(const Report& report);

/// All of them but the scope, one below the other.
[[nodiscard]] std::string whole_report(const Report& report, std::span<const SubTask> subtasks);

}  // namespace tripcheck::expeditor::model
