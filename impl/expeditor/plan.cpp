// What is left of a task with the tools as they are.
#include <algorithm>
#include <tripcheck/impl/expeditor/expeditor.hpp>
#include <unordered_set>

namespace tripcheck::expeditor::impl {
namespace {

std::string id_text(const SubTaskId& id) {
  const auto* number = std::get_if<std::int64_t>(&id);
  return number != nullptr ? std::to_string(*number) : std::get<std::string>(id);
}

}  // namespace

Standing Expeditor::standing(std::string_view tool) const {
  if (!is_allowed(tool)) return Standing::not_allowed;
  const ToolNumber place = number(tool);
  if (place == kNoTool) return Standing::closed;
  const detail::Circuit& circuit = circuits_[place];
  if (circuit.score == Score::unavailable) return Standing::unavailable;
  switch (circuit.state) {
    case State::open:
      return Standing::open;
    case State::half_open:
      return Standing::half_open;
    case State::closed:
      break;
  }
  return Standing::closed;
}

Need Expeditor::need_of(const std::string& tool) const {
  Need need{.tool = tool, .standing = standing(tool)};
  const ToolNumber place = number(tool);
  if (need.standing == Standing::closed || place == kNoTool) return need;
  Choice way;
  way_round(place, User::away, way);
  if (way.way != detail::kNone) need.via = route_of(place, way).tool;
  return need;
}

std::vector<Need> Expeditor::needs(const SubTask& task) const {
  std::vector<Need> all;
  std::unordered_set<std::string_view> seen;
  for (const std::string& tool : task.needs) {
    if (seen.insert(tool).second) all.push_back(need_of(tool));
  }
  return all;
}

std::string Expeditor::unblock(const Need& need, bool user_available) const {
  const ToolNumber place = number(need.tool);
  std::string how = "never: not allowed";
  if (need.standing == Standing::unavailable) {
    how = "tool available again";
  } else if (need.standing != Standing::not_allowed) {
    const detail::Circuit& circuit = circuits_[place];
    how = need.standing == Standing::open
              ? "probe at step " + std::to_string(circuit.opened_at + circuit.interval)
              : "probe in flight";
    if (flagged_) how = "infrastructure confirmed recovered";
  }
  if (place == kNoTool || !user_available || !entries_[place].fallback) return how;
  return how + " or user: " + *entries_[place].fallback;
}

Scope Expeditor::plan(const Plan& asked) {
  Scope scope;
  for (const SubTask& task : asked.subtasks) {
    const auto [found, is_new] = subtask_of_.try_emplace(task.id, subtasks_.size());
    if (is_new) subtasks_.emplace_back();
    Known& known = subtasks_[found->second];
    if (known.completed) continue;
    known.task = task;
    known.deferred.reset();
    Deferred deferred{.id = task.id, .blockers = {}};
    for (const Need& need : needs(task)) {
      if (need.standing == Standing::closed || need.via) continue;
      deferred.blockers.push_back({.tool = need.tool,
                                   .standing = need.standing,
                                   .unblock = unblock(need, asked.user_available)});
    }
    if (deferred.blockers.empty()) {
      scope.kept.push_back(task.id);
      continue;
    }
    const Blocker& first = deferred.blockers.front();
    known.deferred = first;
    note("Deferred " + id_text(task.id) + ": " + first.tool + " " +
         std::string(name(first.standing)));
    scope.deferred.push_back(std::move(deferred));
  }
  scope.pause = scope.kept.empty() && !scope.deferred.empty();
  return scope;
}

void Expeditor::complete(const SubTaskId& id) {
  Known& known = subtasks_[subtask_of_.at(id)];
  if (known.completed) return;
  known.completed = true;
  completed_.push_back(id);
  note("Completed " + id_text(id));
}

void Expeditor::note(const std::string& text) {
  const detail::TextRef ref = texts_.add(text);
  log({.a = static_cast<std::int64_t>(ref.begin),
       .b = static_cast<std::int64_t>(ref.size),
       .line = detail::Line::note});
}

}  // namespace tripcheck::expeditor::impl
