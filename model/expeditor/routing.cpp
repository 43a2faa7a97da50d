#include <algorithm>
#include <tripcheck/model/expeditor/routing.hpp>

namespace tripcheck::expeditor::model {
namespace {

/// The first alternative that can stand in, `low` before `high` before `unknown`.
const Alternative* stand_in(const Run& run, std::string_view tool) {
  const auto place = place_of(run, tool);
  if (!place) return nullptr;
  for (const Severity severity : {Severity::low, Severity::high, Severity::unknown}) {
    for (const Alternative& other : run.tools[*place].entry.alternatives) {
      if (other.severity != severity) continue;
      if (standing(run, other.tool) == Standing::closed) return &other;
    }
  }
  return nullptr;
}

const std::string* fallback_of(const Run& run, std::string_view tool) {
  const auto place = place_of(run, tool);
  if (!place || !run.tools[*place].entry.fallback) return nullptr;
  return &*run.tools[*place].entry.fallback;
}

/// Requires: the tool does not stand CLOSED, so it has an entry unless it is not allowed.
std::string unblock(const Run& run, const Need& need) {
  if (need.standing == Standing::not_allowed) return "never: not allowed";
  if (need.standing == Standing::unavailable) return "tool available again";
  if (run.systemic) return "infrastructure confirmed recovered";
  if (need.standing == Standing::half_open) return "probe in flight";
  return "probe at step " + std::to_string(next_probe(run.tools[*place_of(run, need.tool)]));
}

std::vector<Blocker> blockers(const Run& run, const Plan& asked, const SubTask& task) {
  std::vector<Blocker> found;
  for (const Need& need : needs(run, task)) {
    if (need.standing == Standing::closed || need.via) continue;
    std::string how = unblock(run, need);
    const std::string* fallback = fallback_of(run, need.tool);
    if (fallback != nullptr && asked.user_available) how += " or user: " + *fallback;
    found.push_back({.tool = need.tool, .standing = need.standing, .unblock = std::move(how)});
  }
  return found;
}

KnownSubTask& known(Run& run, const SubTask& task) {
  for (KnownSubTask& other : run.subtasks) {
    if (other.task.id == task.id) return other;
  }
  return run.subtasks.emplace_back();
}

}  // namespace

Route route(const Run& run, const AskRoute& asked) {
  if (const Alternative* other = stand_in(run, asked.tool)) {
    const bool low = other->severity == Severity::low;
    return {.grade = low ? Grade::acceptable : Grade::partial,
            .tool = other->tool,
            .method = other->method,
            .degradation = other->degradation};
  }
  const std::string* fallback = fallback_of(run, asked.tool);
  if (fallback != nullptr && asked.user_available) {
    return {.grade = Grade::fallback, .note = *fallback};
  }
  return {.grade = Grade::skipped, .note = "no tools available"};
}

Standing standing(const Run& run, std::string_view tool) {
  if (!allowed(run.config, tool)) return Standing::not_allowed;
  const auto place = place_of(run, tool);
  if (!place) return Standing::closed;
  const Tool& known_tool = run.tools[*place];
  if (known_tool.score == Score::unavailable) return Standing::unavailable;
  if (known_tool.state == State::open) return Standing::open;
  return known_tool.state == State::half_open ? Standing::half_open : Standing::closed;
}

std::vector<Need> needs(const Run& run, const SubTask& task) {
  std::vector<Need> all;
  for (const std::string& tool : task.needs) {
    const auto same = [&](const Need& need) { return need.tool == tool; };
    if (std::any_of(all.begin(), all.end(), same)) continue;
    Need need{.tool = tool, .standing = standing(run, tool)};
    if (need.standing != Standing::closed) {
      if (const Alternative* other = stand_in(run, tool)) need.via = other->tool;
    }
    all.push_back(std::move(need));
  }
  return all;
}

Scope plan(Run& run, const Plan& asked) {
  Scope scope;
  for (const SubTask& task : asked.subtasks) {
    if (completed(run, task.id)) continue;
    KnownSubTask& entry = known(run, task);
    entry = {.task = task};
    std::vector<Blocker> found = blockers(run, asked, task);
    if (found.empty()) {
      scope.kept.push_back(task.id);
      continue;
    }
    const Blocker& first = found.front();
    entry.deferred = first;
    add_log(run, "Deferred " + text_of(task.id) + ": " + first.tool + " " +
                     std::string(name(first.standing)));
    scope.deferred.push_back({.id = task.id, .blockers = std::move(found)});
  }
  scope.pause = !scope.deferred.empty() && scope.kept.empty();
  return scope;
}

}  // namespace tripcheck::expeditor::model
