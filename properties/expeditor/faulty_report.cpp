// Plans, labels, reports and refusals, each with the faults it can have.
#include <algorithm>
#include <tripcheck/model/expeditor/check.hpp>
#include <tripcheck/properties/expeditor/faulty.hpp>

namespace tripcheck::expeditor {
namespace {

std::string text_of(const SubTaskId& id) {
  const auto* number = std::get_if<std::int64_t>(&id);
  return number != nullptr ? std::to_string(*number) : std::get<std::string>(id);
}

}  // namespace

Standing Faulty::standing(std::string_view tool) const {
  if (!allowed(tool)) return Standing::not_allowed;
  const auto place = find(tool);
  if (!place) return Standing::closed;
  const Tool& known = tools_[*place];
  const bool circuit_first = has(Fault::circuit_before_score) && known.state != State::closed;
  const bool scored = known.score == Score::unavailable && !has(Fault::plan_ignores_scores);
  if (scored && !circuit_first) return Standing::unavailable;
  if (known.state == State::closed || has(Fault::plan_ignores_circuits)) return Standing::closed;
  return known.state == State::open ? Standing::open : Standing::half_open;
}

std::string Faulty::unblock(std::string_view tool, Standing standing, bool user) const {
  const auto place = find(tool);
  std::string how = "never: not allowed";
  if (standing == Standing::unavailable) how = "tool available again";
  if (standing == Standing::half_open) how = "probe in flight";
  if (standing == Standing::open) {
    const std::int64_t off = has(Fault::unblock_off_by_one) ? 1 : 0;
    how = "probe at step " + std::to_string(due(tools_[*place]) + off);
  }
  const bool circuit = standing == Standing::open || standing == Standing::half_open;
  if (circuit && group_) how = "infrastructure confirmed recovered";
  if (place && user && tools_[*place].entry.fallback) {
    how += " or user: " + *tools_[*place].entry.fallback;
  }
  return how;
}

std::vector<Blocker> Faulty::blockers(const SubTask& task, bool user) const {
  std::vector<Blocker> found;
  for (const std::string& tool : task.needs) {
    const Standing stands = standing(tool);
    const bool stood_in = way(tool) != nullptr && !has(Fault::plan_ignores_alternatives);
    if (stands == Standing::closed || stood_in) continue;
    const bool again = std::any_of(found.begin(), found.end(),
                                   [&](const Blocker& other) { return other.tool == tool; });
    if (again && !has(Fault::blocker_twice)) continue;
    found.push_back({.tool = tool, .standing = stands, .unblock = unblock(tool, stands, user)});
  }
  return found;
}

Result Faulty::run(const Plan& op) {
  Scope scope;
  for (Tool& tool : tools_) {
    const bool spends = has(Fault::plan_spends_probe) && tool.state == State::open;
    if (spends && step_ >= due(tool)) turn(tool, State::half_open);
  }
  for (const SubTask& task : op.subtasks) {
    if (is_done(task.id) && !has(Fault::completed_planned_again)) continue;
    auto known = std::find_if(tasks_.begin(), tasks_.end(),
                              [&](const Task& other) { return other.task.id == task.id; });
    if (known == tasks_.end()) {
      tasks_.emplace_back();
      known = tasks_.end() - 1;
    }
    *known = {.task = task};
    std::vector<Blocker> found = blockers(task, op.user_available);
    if (found.empty()) {
      scope.kept.push_back(task.id);
      continue;
    }
    known->blocker = found.front();
    const Blocker& told = has(Fault::deferral_names_last) ? found.back() : found.front();
    log("Deferred " + text_of(task.id) + ": " + told.tool + " " + std::string(name(told.standing)));
    scope.deferred.push_back({.id = task.id, .blockers = std::move(found)});
  }
  const bool some = !scope.kept.empty() && !has(Fault::pause_with_some_kept);
  scope.pause = !scope.deferred.empty() && !some;
  return scope;
}

Result Faulty::run(const AskLabel& op) {
  Labels all;
  const std::string time = op.retrieved_at ? std::to_string(*op.retrieved_at) : "unknown time";
  const bool both = op.digest && op.previous_digest;
  const std::int64_t start = op.task_started_at;
  const bool at_start = has(Fault::stale_at_start) && op.retrieved_at == start;
  const bool hidden = has(Fault::stale_never) || (has(Fault::stale_hidden_by_cached) && both &&
                                                  op.digest == op.previous_digest);
  if (op.retrieved_at && (*op.retrieved_at < start || at_start) && !hidden) {
    all.labels.push_back("[STALE DATA — retrieved at " + time + ", may not reflect current state]");
  }
  const bool absent = has(Fault::two_absent_digests_equal) && !op.digest && !op.previous_digest;
  const std::string rest = "; underlying data may have changed since]";
  if ((both || absent) && op.digest == op.previous_digest) {
    all.labels.push_back("[CACHED RESULT — " + op.source +
                         " returned identical results to previous call" + rest);
  } else if (op.documented_caching && !(both && has(Fault::caching_only_without_digests))) {
    all.labels.push_back("[CACHED RESULT — " + op.source + " may answer from a cache" + rest);
  }
  if (op.contradicts_recent && (op.retrieved_at || !has(Fault::unverified_needs_time))) {
    all.labels.push_back("[UNVERIFIED — " + op.source + " result from " + time +
                         "; current status unknown]");
  }
  const bool nothing = !op.retrieved_at && !both;
  if (nothing && (all.labels.empty() || has(Fault::unknown_beside_labels))) {
    all.labels.emplace_back("[FRESHNESS UNKNOWN — no baseline for comparison]");
  }
  if (all.labels.empty() && has(Fault::fresh_is_labelled)) all.labels.emplace_back("[FRESH]");
  return all;
}

std::string Faulty::reason(const Task& task) const {
  const bool waits = paused_ || group_;
  if (waits && has(Fault::reason_paused_first)) return "NOT ATTEMPTED — paused";
  if (task.blocker) {
    return "DEFERRED — " + task.blocker->tool + " " + std::string(name(task.blocker->standing));
  }
  for (const std::string& tool : task.task.needs) {
    const auto place = find(tool);
    if (!place || tools_[*place].state == State::closed || way(tool) != nullptr) continue;
    return "FAILED — " + tool + " circuit " + std::string(name(tools_[*place].state));
  }
  return waits ? "NOT ATTEMPTED — paused" : "NOT ATTEMPTED";
}

ToolHealth Faulty::health(const Tool& tool) const {
  ToolHealth told{.tool = tool.entry.tool,
                  .state = tool.state,
                  .consecutive_failures = tool.row,
                  .last_failure = tool.failed,
                  .last_success = tool.succeeded,
                  .critical = tool.entry.alternatives.empty()};
  const bool waits = tool.state == State::open ||
                     (tool.state == State::half_open && has(Fault::next_probe_when_half_open));
  if (waits) {
    told.next_probe =
        has(Fault::report_first_wait) ? tool.since + config_.probe_interval : due(tool);
  }
  if (has(Fault::report_always_closed)) told.state = State::closed;
  if (has(Fault::report_half_open_when_due) && waits && step_ >= due(tool)) {
    told.state = State::half_open;
  }
  const bool empty = told.last_failure && told.last_failure->error == "";
  if (has(Fault::report_drops_empty_error) && empty) told.last_failure->error.reset();
  return told;
}

Report Faulty::report() const {
  Report all{.cycle = cycle_,
             .step = step_,
             .paused = paused_,
             .consumed = consumed(),
             .budget = config_.failure_budget,
             .failures = charges_,
             .completed = done_,
             .routes = routes_,
             .log = log_};
  if (group_) {
    all.systemic = SystemicHealth{
        .signature = group_->signature, .cause = group_->cause, .since = group_->since};
    for (const std::size_t member : group_->members) {
      all.systemic->members.push_back(tools_[member].entry.tool);
    }
  }
  for (const Tool& tool : tools_) all.tools.push_back(health(tool));
  if (has(Fault::report_drops_last_entry) && !all.tools.empty() && !all.tools.back().last_failure &&
      !all.tools.back().last_success) {
    all.tools.pop_back();
  }
  if (has(Fault::consumed_counts_failures)) all.consumed = std::ssize(charges_);
  for (const Task& task : tasks_) {
    if (!is_done(task.task.id)) all.incomplete.push_back({task.task.id, reason(task)});
  }
  if (has(Fault::report_counts_asks)) {
    static std::int64_t asked = 0;  // Shared by all: no two runs say the same.
    all.recommendations = {"report " + std::to_string(++asked)};
  }
  return all;
}

std::optional<Refusal> check_with(Fault fault, const Config& config, const CapabilityMap& map) {
  if (const auto refusal = model::check(config)) {
    const std::string_view field = refusal->field;
    const bool taken =
        (fault == Fault::zero_threshold_taken && field == "failure_threshold" &&
         config.failure_threshold == 0) ||
        (fault == Fault::cap_below_interval_taken && field == "probe_interval_cap") ||
        (fault == Fault::one_open_taken && field.ends_with("_opens"));
    if (!taken) return *refusal;
  }
  if (const auto refusal = model::check(map)) {
    const bool taken =
        (fault == Fault::cycles_taken && refusal->fault == MapFault::dependency_cycle) ||
        (fault == Fault::repeated_entry_taken && refusal->fault == MapFault::repeated_name) ||
        (fault == Fault::own_alternative_taken && refusal->fault == MapFault::own_alternative);
    if (!taken) return *refusal;
  }
  return std::nullopt;
}

}  // namespace tripcheck::expeditor
