// What a run must reach (S-21): every decision and reason, every transition, every way to fail.
#include <algorithm>
#include <array>
#include <map>
#include <tripcheck/model/expeditor/cascades.hpp>
#include <tripcheck/model/expeditor/expeditor.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>

namespace tripcheck::expeditor {
namespace {

enum Item : std::size_t {
  pause_budget,
  pause_systemic,
  skip_not_allowed,
  skip_unavailable,
  call,
  call_caution,
  probe_open,
  probe_half_open,
  skip_open,
  skip_in_flight,
  one_before_due,
  at_due,
  one_after_due,
  closed_open,
  open_half_open,
  half_open_open,
  half_open_closed,
  opens_then_probed,
  probed_then_re_opens,
  probed_then_closes,
  re_opens_then_probed,
  closes_then_opens,
  correlated,
  coincident,
  joined,
  opened_without_joining,
  shared_tag,
  mixed_errors,
  late_success,
  late_failure,
  probe_lost,
  probe_abandoned,
  backoff_doubles,
  backoff_at_cap,
  chain_bites,
  degraded_opens,
  budget_pause,
  consumed_falls,
  cycle_paused,
  cycle_unpaused,
  recovered,
  ends_flagged,
  ends_paused,
  acceptable,
  partial,
  fallback,
  skipped,
  deferred_not_allowed,
  deferred_unavailable,
  deferred_open,
  deferred_half_open,
  plan_pauses,
  new_entry,
  label_stale,
  label_cached,
  label_unverified,
  label_unknown,
  label_none,
  invalid_value,
  step_back,
  no_call,
  no_systemic,
  unknown_tool,
  unknown_subtask,
  counter_only,
  item_count,
};

constexpr std::array<engine::FloorItem, item_count> kFloor{{
    {"PAUSE budget_exhausted", 200},
    {"PAUSE systemic_failure", 200},
    {"SKIP not_allowed", 20},
    {"SKIP unavailable", 50},
    {"CALL", 1000},
    {"CALL with caution", 50},
    {"PROBE from OPEN", 200},
    {"PROBE from HALF_OPEN", 20},
    {"SKIP circuit_open", 200},
    {"SKIP probe_in_flight", 20},
    {"asked one step before a probe is due", 50},
    {"asked when a probe is due", 50},
    {"asked one step after a probe is due", 20},
    {"CLOSED to OPEN", 200},
    {"OPEN to HALF_OPEN", 200},
    {"HALF_OPEN to OPEN", 100},
    {"HALF_OPEN to CLOSED", 30},
    {"opens, then is probed", 50},
    {"is probed, then opens again", 50},
    {"is probed, then closes", 20},
    {"opens again, then is probed", 50},
    {"closes, then opens", 10},
    {"correlated openings flag", 39},
    {"coincident openings flag", 22},
    {"a circuit joins", 11},
    {"a circuit opens and does not join", 5},
    {"a tag that all members share", 20},
    {"mixed errors", 5},
    {"a late success", 10},
    {"a late failure", 20},
    {"a probe lost", 10},
    {"a probe abandoned", 3},
    {"backoff doubles", 20},
    {"backoff at the cap", 10},
    {"the chain's cap bites", 5},
    {"a DEGRADED score opens one earlier", 1},
    {"the budget pauses the task", 100},
    {"consumed falls", 20},
    {"a cycle begins in a pause", 50},
    {"a cycle begins without a pause", 20},
    {"recovery confirmed", 36},
    {"ends while flagged", 23},
    {"ends while paused", 50},
    {"ACCEPTABLE", 20},
    {"PARTIAL", 20},
    {"FALLBACK", 20},
    {"SKIPPED", 50},
    {"deferred: NOT_ALLOWED", 1},
    {"deferred: UNAVAILABLE", 5},
    {"deferred: OPEN", 20},
    {"deferred: HALF_OPEN", 2},
    {"a plan keeps nothing and says pause", 10},
    {"a tool gets its entry", 50},
    {"label STALE DATA", 14},
    {"label CACHED RESULT", 20},
    {"label UNVERIFIED", 19},
    {"label FRESHNESS UNKNOWN", 5},
    {"no label", 5},
    {"error invalid_value", 50},
    {"error step_out_of_order", 20},
    {"error no_call_outstanding", 50},
    {"error no_systemic_failure", 20},
    {"error unknown_tool", 20},
    {"error unknown_subtask", 10},
    {"counter_only", 18},
}};

/// What is kept of a tool before an operation, to see what the operation did.
struct Before {
  State state = State::closed;
  std::int64_t interval = 0;
  std::int64_t due = 0;
};

class Coverage {
 public:
  Coverage(const Case& input, engine::Floor& floor)
      : floor_(floor), run_(model::start(input.config, input.map)) {
    if (input.config.mode == Mode::counter_only) count(counter_only);
  }

  void step(const CaseOp& op) {
    const auto* whole = std::get_if<Op>(&op);
    if (whole == nullptr) {
      count(invalid_value);
      return;
    }
    std::vector<Before> before;
    for (const model::Tool& tool : run_.tools) {
      before.push_back({tool.state, tool.interval, model::next_probe(tool)});
    }
    const std::optional<model::Systemic> systemic = run_.systemic;
    const bool paused = run_.paused;
    const std::int64_t consumed = model::consumed(run_);
    const std::size_t logged = run_.log.size();
    const Result result = model::apply(run_, *whole);
    std::visit([&](const auto& any) { see(any); }, result);
    if (run_.tools.size() > before.size()) count(new_entry);
    for (std::size_t i = 0; i < before.size(); ++i) see_tool(i, before[i]);
    see_systemic(systemic, before);
    if (!paused && run_.paused) count(budget_pause);
    const bool began =
        std::holds_alternative<BeginCycle>(*whole) && std::holds_alternative<Done>(result);
    if (began) count(paused ? cycle_paused : cycle_unpaused);
    if (!began && model::consumed(run_) < consumed) count(consumed_falls);
    for (std::size_t i = logged; i < run_.log.size(); ++i) {
      if (run_.log[i].text.ends_with(": probe lost")) count(probe_lost);
    }
    if (const auto* asked = std::get_if<Decide>(whole)) see_asking(*asked, before, result);
    if (const auto* told = std::get_if<Record>(whole)) see_telling(*told, before, result);
  }

  void end() {
    if (run_.systemic) count(ends_flagged);
    if (run_.paused) count(ends_paused);
  }

 private:
  void count(Item item) { floor_.count(item); }

  void see(const Done& /*done*/) {}
  void see(const Report& /*report*/) {}
  void see(const Decision& decision) {
    constexpr std::array<Item, 8> kByReason{pause_budget,     pause_systemic, skip_not_allowed,
                                            skip_unavailable, call,           probe_open,
                                            skip_open,        skip_in_flight};
    if (decision.reason != Reason::probe_due) {
      count(kByReason.at(static_cast<std::size_t>(decision.reason)));
    }
    if (decision.caution) count(call_caution);
    if (decision.route) see(*decision.route);
  }
  void see(const Route& route) {
    count(static_cast<Item>(acceptable + static_cast<std::size_t>(route.grade)));
  }
  void see(const Recorded& /*recorded*/) {}
  void see(const Scope& scope) {
    for (const Deferred& deferred : scope.deferred) {
      const auto standing = static_cast<std::size_t>(deferred.blockers.front().standing);
      count(static_cast<Item>(deferred_not_allowed + standing));
    }
    if (scope.pause) count(plan_pauses);
  }
  void see(const Labels& labels) {
    for (const std::string& label : labels.labels) {
      if (label.starts_with("[STALE")) count(label_stale);
      if (label.starts_with("[CACHED")) count(label_cached);
      if (label.starts_with("[UNVERIFIED")) count(label_unverified);
      if (label.starts_with("[FRESHNESS")) count(label_unknown);
    }
    if (labels.labels.empty()) count(label_none);
  }
  void see(const OpError& error) {
    count(static_cast<Item>(invalid_value + static_cast<std::size_t>(error.code)));
  }

  void see_tool(std::size_t place, const Before& before) {
    const model::Tool& tool = run_.tools[place];
    if (before.state == tool.state) return;
    const Item now = before.state == State::closed ? closed_open
                     : before.state == State::open ? open_half_open
                     : tool.state == State::open   ? half_open_open
                                                   : half_open_closed;
    count(now);
    const auto last = last_.find(place);
    if (last != last_.end()) see_pair(last->second, now);
    last_[place] = now;
    if (now != half_open_open || !tool.backoff) return;
    if (tool.interval == 2 * before.interval) count(backoff_doubles);
    if (tool.interval == run_.config.probe_interval_cap) count(backoff_at_cap);
    const std::int64_t alone = std::max(
        run_.config.probe_interval, std::min(2 * before.interval, run_.config.probe_interval_cap));
    if (tool.interval < alone) count(chain_bites);
  }

  void see_pair(Item first, Item second) {
    if (first == closed_open) count(opens_then_probed);
    if (first == half_open_open) count(re_opens_then_probed);
    if (first == half_open_closed) count(closes_then_opens);
    if (first != open_half_open) return;
    count(second == half_open_open ? probed_then_re_opens : probed_then_closes);
  }

  void see_systemic(const std::optional<model::Systemic>& was, const std::vector<Before>& before) {
    const auto& now = run_.systemic;
    if (!was && now) see_flagging(*now);
    if (was && !now) count(recovered);
    if (!was || !now) return;
    if (now->members.size() > was->members.size()) {
      count(joined);
      return;
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      const bool opened = before[i].state == State::closed && run_.tools[i].state == State::open;
      if (opened) count(opened_without_joining);
    }
  }

  void see_flagging(const model::Systemic& systemic) {
    const auto alike = [&](std::size_t member) {
      const auto& signature = run_.tools[member].opening->signature;
      return signature && signature == systemic.signature;
    };
    const auto members = std::ssize(systemic.members);
    const bool all = std::all_of(systemic.members.begin(), systemic.members.end(), alike);
    const auto least = run_.config.correlated_opens;
    count(all && least > 0 && members >= least ? correlated : coincident);
    if (!systemic.signature) count(mixed_errors);
    for (const std::string_view tag : {"net", "disk"}) {
      if (systemic.cause.ends_with("likely " + std::string(tag) + " issue")) count(shared_tag);
    }
  }

  void see_asking(const Decide& asked, const std::vector<Before>& before, const Result& result) {
    const auto place = model::place_of(run_, asked.tool);
    if (!place || *place >= before.size() || std::holds_alternative<OpError>(result)) return;
    const Before& tool = before[*place];
    const auto& decision = std::get<Decision>(result);
    if (tool.state == State::open && decision.action != Action::pause) {
      if (asked.step == tool.due - 1) count(one_before_due);
      if (asked.step == tool.due) count(at_due);
      if (asked.step == tool.due + 1) count(one_after_due);
    }
    if (decision.action != Action::probe) return;
    count(tool.state == State::open ? probe_open : probe_half_open);
    if (tool.state == State::half_open && !run_.log.empty() && run_.log.size() > 1 &&
        !run_.log[run_.log.size() - 2].text.ends_with(": probe lost")) {
      count(probe_abandoned);
    }
  }

  void see_telling(const Record& told, const std::vector<Before>& before, const Result& result) {
    const auto* recorded = std::get_if<Recorded>(&result);
    if (recorded == nullptr) return;
    const bool failure = told.outcome == Outcome::failure;
    if (recorded->late) count(failure ? late_failure : late_success);
    const model::Ticket& ticket = run_.tickets[static_cast<std::size_t>(told.ticket - 1)];
    const bool opened =
        before[ticket.tool].state == State::closed && recorded->state == State::open;
    if (opened && recorded->consecutive_failures < run_.config.failure_threshold) {
      count(degraded_opens);
    }
  }

  engine::Floor& floor_;
  model::Run run_;
  std::map<std::size_t, Item> last_;  // The last transition of each tool.
};

}  // namespace

std::span<const engine::FloorItem> Traits::floor() { return kFloor; }

void Traits::cover(const Case& input, const Answer& /*expected*/, engine::Floor& floor) {
  Coverage coverage(input, floor);
  for (const CaseOp& op : input.ops) coverage.step(op);
  coverage.end();
}

bool Traits::reachable(std::size_t item, const engine::Domain& domain) {
  const engine::Range time = domain.of("time", range("time"));
  const bool needs_times = item == label_stale || item == label_none;
  return !needs_times || time.low < time.high;
}

}  // namespace tripcheck::expeditor
