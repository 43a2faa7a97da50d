// The layouts that speak of sub-tasks: the status report and the reduction of scope.
#include <algorithm>
#include <tripcheck/model/expeditor/display.hpp>
#include <tripcheck/model/expeditor/run.hpp>
#include <tripcheck/model/expeditor/text.hpp>

namespace tripcheck::expeditor::model {
namespace {

constexpr std::size_t kWidestTitle = 60;  // Longer ones push what stands behind them.

std::string subtask(const SubTaskId& id, std::span<const SubTask> subtasks) {
  std::string text = "  - Sub-task " + shown(text_of(id));
  for (const SubTask& task : subtasks) {
    if (task.id == id && !task.title.empty()) return text + ": " + shown(task.title);
  }
  return text;
}

/// What went wrong with a tool in this cycle, each message once; else the last that is known.
std::string messages(const Report& report, const ToolHealth& tool) {
  std::vector<std::string> all;
  for (const FailureLine& failure : report.failures) {
    if (failure.tool != tool.tool || !failure.error) continue;
    std::string text = shown(*failure.error);
    if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(std::move(text));
  }
  if (all.empty()) {
    const bool known = tool.last_failure && tool.last_failure->error;
    return known ? shown(*tool.last_failure->error) : "unknown error";
  }
  std::string text = all.front();
  for (std::size_t i = 1; i < all.size(); ++i) text += "/" + all[i];
  return text;
}

std::string health(const Report& report, const ToolHealth& tool) {
  const auto count = std::count_if(report.failures.begin(), report.failures.end(),
                                   [&](const auto& one) { return one.tool == tool.tool; });
  const std::int64_t row = tool.consecutive_failures;
  std::string text = "  " + shown(tool.tool) + ": " + std::string(name(tool.state)) + " (";
  if (row == 0 && count == 0) return text + "healthy)\n";
  if (row == 0) text += std::to_string(count) + " of this cycle's failures";
  if (row == 1) text += "1 failure";
  if (row > 1) text += std::to_string(row) + " consecutive failures";
  return text + " — " + messages(report, tool) + ")\n";
}

std::string heading(const Report& report) {
  if (report.paused) return "FAILURE BUDGET EXHAUSTED — PAUSING\n";
  if (!report.systemic) return "Status Report:\n";
  return "SYSTEMIC FAILURE — PAUSING\n" + shown(report.systemic->cause) + "\n";
}

/// `1`, `1 and 2`, or `1, 2, 4`; `last` is what stands before the last of them.
std::string listed(const std::vector<SubTaskId>& ids, const std::string& last) {
  std::string text;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i > 0) text += i + 1 == ids.size() ? last : ", ";
    text += shown(text_of(ids[i]));
  }
  return text;
}

std::string subtasks_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " sub-task" : " sub-tasks");
}

std::string needs_text(const std::vector<Need>& needs) {
  std::string text;
  for (const Need& need : needs) {
    text += (text.empty() ? "" : ", ") + shown(need.tool) + ": " + std::string(name(need.standing));
    if (need.standing == Standing::closed) continue;
    text += need.via ? " — via " + shown(*need.via) : " — no alternative";
  }
  return text.empty() ? "no tools needed" : text;
}

/// Deferred sub-tasks that wait for the same tool first.
struct Waiting {
  Blocker blocker;
  std::vector<SubTaskId> ids;
};

std::vector<Waiting> by_blocker(const Scope& scope) {
  std::vector<Waiting> groups;
  for (const Deferred& deferred : scope.deferred) {
    const Blocker& first = deferred.blockers.front();
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Waiting& one) { return one.blocker.tool == first.tool; });
    if (group == groups.end()) group = groups.insert(group, {.blocker = first, .ids = {}});
    group->ids.push_back(deferred.id);
  }
  return groups;
}

std::string standing_text(Standing standing) {
  if (standing == Standing::not_allowed) return "not allowed";
  if (standing == Standing::unavailable) return "unavailable";
  return "circuit " + std::string(name(standing));
}

std::string planned_lines(const Scope& scope, std::span<const Planned> planned) {
  std::size_t widest = 0;
  for (const Planned& one : planned) {
    widest = std::max(widest, std::min(kWidestTitle, columns(shown(one.task.title))));
  }
  std::string text;
  for (const Planned& one : planned) {
    const bool deferred =
        std::any_of(scope.deferred.begin(), scope.deferred.end(),
                    [&](const Deferred& other) { return other.id == one.task.id; });
    const bool kept =
        std::find(scope.kept.begin(), scope.kept.end(), one.task.id) != scope.kept.end();
    std::string title = shown(one.task.title);
    if (columns(title) < widest) title = fitted(title, widest);
    text += std::string(deferred ? "  [ ] " : "  [x] ") + shown(text_of(one.task.id)) + ". " +
            title + "    (" + (kept || deferred ? needs_text(one.needs) : "completed") + ")\n";
  }
  return text;
}

std::string advice(const Scope& scope) {
  if (scope.pause) return "Pause and report: nothing achievable is left.\n";
  if (scope.kept.empty()) return "Nothing is left to do.\n";
  const std::string noun = scope.kept.size() == 1 ? "sub-task " : "sub-tasks ";
  return "Complete " + noun + listed(scope.kept, ", ") + " now.\n";
}

}  // namespace

std::string status_report(const Report& report, std::span<const SubTask> subtasks) {
  std::string text = heading(report) + "\nCompleted work:\n";
  for (const SubTaskId& id : report.completed) text += subtask(id, subtasks) + " (SUCCESS)\n";
  if (report.completed.empty()) text += "  (none)\n";
  text += "\nIncomplete work:\n";
  for (const Incomplete& left : report.incomplete) {
    text += subtask(left.id, subtasks) + " (" + shown(left.reason) + ")\n";
  }
  if (report.incomplete.empty()) text += "  (none)\n";
  text += "\nTool health:\n";
  for (const ToolHealth& tool : report.tools) text += health(report, tool);
  if (report.tools.empty()) text += "  (no tools known)\n";
  text += "\nFailures: " + std::to_string(report.consumed) + " / " + std::to_string(report.budget) +
          " budget consumed\n\nRecommendation:\n";
  std::int64_t number = 0;
  for (const std::string& advice : report.recommendations) {
    text += "  " + std::to_string(++number) + ". " + shown(advice) + "\n";
  }
  return report.recommendations.empty() ? text + "  (none)\n" : text;
}

std::string scope_report(const Scope& scope, std::span<const Planned> planned) {
  std::string text = "Scope Reduction Report:\n\nOriginal scope: " + subtasks_text(planned.size()) +
                     "\n" + planned_lines(scope, planned) +
                     "\nReduced scope: " + subtasks_text(scope.kept.size()) + " achievable\n";
  const std::vector<Waiting> groups = by_blocker(scope);
  for (const Waiting& group : groups) {
    text += "Deferred: " + subtasks_text(group.ids.size()) +
            (group.ids.size() == 1 ? " requires " : " require ") + shown(group.blocker.tool) +
            " (" + standing_text(group.blocker.standing) + ")\n";
  }
  if (groups.empty()) text += "Deferred: none\n";
  text += "\nRecommendation: " + advice(scope);
  for (const Waiting& group : groups) {
    text += (group.ids.size() == 1 ? "Sub-task " : "Sub-tasks ") + listed(group.ids, " and ") +
            (group.ids.size() == 1 ? " requires " : " require ") + shown(group.blocker.tool) +
            " — " + shown(group.blocker.unblock) + "\n";
  }
  return text;
}

}  // namespace tripcheck::expeditor::model
