// What came of calls, each step with the faults it can have.
#include <algorithm>
#include <set>
#include <tripcheck/properties/expeditor/faulty.hpp>

namespace tripcheck::expeditor {

Result Faulty::run(const Record& op) {
  const Call call = calls_[static_cast<std::size_t>(op.ticket - 1)];
  calls_[static_cast<std::size_t>(op.ticket - 1)].out = false;
  const std::size_t place = call.tool;
  const bool late = call.era != tools_[place].era;
  if (has(Fault::pause_before_detection) && op.outcome == Outcome::failure &&
      consumed() + 1 >= config_.failure_budget && !paused_) {
    paused_ = true;
    log("Budget exhausted: " + std::to_string(consumed() + 1) + " of " +
        std::to_string(config_.failure_budget));
  }
  const bool exempt = has(Fault::timeouts_exempt) && op.signature == "timeout";
  const bool says_failed = has(Fault::success_with_signature_fails) && op.signature.has_value();
  if (has(Fault::tool_switch_clears_budget) && !charges_.empty() &&
      charges_.back().tool != tools_[place].entry.tool && !group_) {
    charges_.clear();
    for (Tool& tool : tools_) tool.row_charges.clear();
  }
  if ((op.outcome == Outcome::failure && !exempt) || says_failed) {
    fail(place, call, op, late);
    if (has(Fault::failure_counts_twice) && !late) {
      fail(place, call, op, call.era != tools_[place].era);
    }
  } else {
    succeed(place, late);
    if (has(Fault::success_sets_last_failure) && op.signature) {
      tools_[place].failed =
          LastFailure{.step = step_, .error = op.error, .signature = op.signature};
    }
  }
  check_budget();
  const Tool& tool = tools_[place];
  std::int64_t used = consumed();
  if (has(Fault::consumed_per_tool)) {
    used = std::count_if(charges_.begin(), charges_.end(),
                         [&](const auto& one) { return one.tool == tool.entry.tool; });
  }
  return Recorded{.state = tool.state,
                  .consecutive_failures = tool.row,
                  .late = late,
                  .consumed = used,
                  .systemic = group_.has_value(),
                  .paused = paused_};
}

std::int64_t Faulty::consumed() const {
  std::set<std::int64_t> events;
  for (const FailureLine& charge : charges_) events.insert(charge.event);
  return std::ssize(events);
}

void Faulty::check_budget() {
  const std::int64_t used = consumed();
  const bool gone = used >= config_.failure_budget + (has(Fault::pause_one_late) ? 1 : 0);
  if (has(Fault::pause_lifts) && !gone) paused_ = false;
  if (!gone || paused_) return;
  paused_ = true;
  log("Budget exhausted: " + std::to_string(used) + " of " +
      std::to_string(config_.failure_budget));
}

void Faulty::charge(std::size_t place, const Record& op, bool late) {
  Tool& tool = tools_[place];
  if (late && has(Fault::late_failure_free)) return;
  if (tool.state == State::half_open && !late && has(Fault::failed_probe_free)) return;
  const bool opens = tool.row + 1 >= config_.failure_threshold;
  if (has(Fault::openings_only_charged) && !late && !opens) return;
  FailureLine line{
      .tool = tool.entry.tool, .step = step_, .error = op.error, .signature = op.signature};
  const bool shared = group_ && group_->signature && group_->signature == op.signature &&
                      !has(Fault::member_failures_own_event);
  line.event = shared ? group_->event : ++events_;
  if (!late) tool.row_charges.push_back(charges_.size());
  charges_.push_back(std::move(line));
}

std::int64_t Faulty::threshold_for(const Tool& tool, const Call& call) const {
  std::int64_t threshold = config_.failure_threshold;
  bool degraded = call.degraded;
  if (has(Fault::degraded_at_record)) degraded = tool.score == Score::degraded;
  if (degraded && !has(Fault::degraded_ignored)) {
    threshold -= has(Fault::degraded_two_less) ? 2 : 1;
  }
  if (has(Fault::threshold_one_late)) ++threshold;
  if (has(Fault::threshold_one_early)) --threshold;
  return std::max<std::int64_t>(threshold, 1);
}

std::int64_t Faulty::lengthen_row(Tool& tool, const Record& op, std::int64_t before) {
  const bool again = has(Fault::same_step_counts_once) && tool.row > 0 && before == step_;
  if (has(Fault::row_per_signature) && tool.row_signature != op.signature) tool.row = 0;
  tool.row_signature = op.signature;
  if (!again) ++tool.row;
  if (!has(Fault::rows_shared)) return tool.row;
  std::int64_t row = 0;
  for (const Tool& other : tools_) row += other.state == State::closed ? other.row : 0;
  return row;
}

void Faulty::fail(std::size_t place, const Call& call, const Record& op, bool late) {
  charge(place, op, late);
  if (config_.mode == Mode::counter_only) return;
  Tool& tool = tools_[place];
  const std::int64_t before = tool.failed ? tool.failed->step : -1;
  if (!late || !has(Fault::late_not_remembered)) {
    tool.failed = LastFailure{.step = step_, .error = op.error, .signature = op.signature};
  }
  if (late) {
    if (has(Fault::late_failure_lengthens_row)) ++tool.row;
    if (has(Fault::late_failure_restarts_wait) && tool.state == State::open) tool.since = step_;
    return;
  }
  const std::int64_t row = lengthen_row(tool, op, before);
  if (tool.state == State::half_open) {
    reopen(place);
  } else if (tool.state == State::closed && row >= threshold_for(tool, call)) {
    open(place, op);
    if (has(Fault::wait_from_call)) tool.since = call.step;
  } else if (has(Fault::correlates_failures) && tool.state == State::closed && op.signature) {
    tool.opened_with = op.signature;  // Every failure is taken for an opening.
    tool.first_open = step_;
    look(place);
  }
}

void Faulty::succeed(std::size_t place, bool late) {
  if (config_.mode == Mode::counter_only) return;
  Tool& tool = tools_[place];
  if (!late || !has(Fault::late_not_remembered)) tool.succeeded = step_;
  if (late && !has(Fault::late_success_closes)) return;
  if (has(Fault::success_takes_one_off) && tool.state == State::closed) {
    tool.row = std::max<std::int64_t>(tool.row - 1, 0);
  } else if (!has(Fault::success_keeps_row) || tool.state != State::closed) {
    tool.row = 0;
    tool.row_charges.clear();
  }
  if (has(Fault::success_clears_all_rows)) {
    for (Tool& other : tools_) {
      if (other.state == State::closed) other.row = 0;
    }
  }
  if (tool.state == State::closed || (late && tool.state != State::open)) return;
  turn(tool, State::closed);
  if (!has(Fault::closing_keeps_wait)) tool.wait = config_.probe_interval;
  if (!has(Fault::closing_keeps_backoff)) tool.backoff = false;
  log("Circuit CLOSED for " + tool.entry.tool);
}

void Faulty::turn(Tool& tool, State to) {
  tool.state = to;
  ++tool.era;
}

void Faulty::open(std::size_t place, const Record& op) {
  Tool& tool = tools_[place];
  turn(tool, State::open);
  tool.since = tool.first_open = step_;
  tool.opened_with = op.signature;
  tool.opened_by = op.error;
  tool.confirmed = false;
  tool.probes_failed = 0;
  std::int64_t told = has(Fault::opened_logs_threshold) ? config_.failure_threshold : tool.row;
  if (has(Fault::opened_logs_zero)) told = 0;
  log("Circuit OPENED for " + tool.entry.tool + ": " + std::to_string(told) +
      " consecutive failures");
  look(place);
}

void Faulty::reopen(std::size_t place) {
  Tool& tool = tools_[place];
  if (has(Fault::failed_probe_stays_half_open)) return;
  if (has(Fault::failed_probe_closes)) {
    turn(tool, State::closed);
    return;
  }
  if ((tool.backoff && !has(Fault::no_backoff)) || has(Fault::always_backs_off)) {
    tool.wait = longer(place);
  }
  turn(tool, State::open);
  tool.since = step_;
  ++tool.probes_failed;
  if (has(Fault::reopening_logged_as_opening)) {
    log("Circuit OPENED for " + tool.entry.tool + ": " + std::to_string(tool.row) +
        " consecutive failures");
    return;
  }
  log("Circuit RE-OPENED for " + tool.entry.tool + ": next probe at step " +
      std::to_string(due(tool)));
}

bool Faulty::tied(std::size_t a, std::size_t b) const {
  const auto needs = [&](std::size_t one, std::size_t other) {
    const auto& list = tools_[one].entry.depends_on;
    return std::find(list.begin(), list.end(), tools_[other].entry.tool) != list.end();
  };
  return needs(a, b) || (needs(b, a) && !has(Fault::chain_one_way));
}

std::vector<std::size_t> Faulty::chain(std::size_t place) const {
  std::vector<std::size_t> found{place};
  for (std::size_t at = 0; at < found.size(); ++at) {
    for (std::size_t i = 0; i < tools_.size(); ++i) {
      const bool in = std::find(found.begin(), found.end(), i) != found.end();
      if (!in && tied(found[at], i)) found.push_back(i);
    }
    if (has(Fault::chain_direct_only)) break;
  }
  return found;
}

std::int64_t Faulty::longer(std::size_t place) const {
  std::int64_t most = 2 * tools_[place].wait;
  const auto shift = static_cast<std::uint64_t>(tools_[place].probes_failed + 1);
  if (has(Fault::backoff_shifts_32_bits) && shift > 30) most = 0;  // What is shifted out is gone.
  if (has(Fault::backoff_shifts_64_bits) && shift > 62) most = 0;
  if (!has(Fault::backoff_uncapped)) most = std::min(most, config_.probe_interval_cap);
  std::int64_t left = config_.chain_backoff_cap;
  for (const std::size_t i : chain(place)) {
    const Tool& other = tools_[i];
    const bool open = other.state == State::open ||
                      (other.state == State::half_open && has(Fault::chain_counts_half_open));
    if (i == place || !open) continue;
    if (has(Fault::chain_backed_off_only) && !other.backoff) continue;
    left -= other.wait;
  }
  if (!has(Fault::chain_ignored)) most = std::min(most, left);
  if (has(Fault::chain_below_first_wait)) return std::max<std::int64_t>(most, 1);
  return std::max(most, config_.probe_interval);
}

}  // namespace tripcheck::expeditor
