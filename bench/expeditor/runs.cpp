// Question: what do the expeditor's rarer acts cost, and a whole run with its report?
//
// `trip,probe` is four operations: a call that fails and opens its circuit, then a probe that
// closes it. `cascade` is ten: two calls fail with one signature and are flagged, a decision is a
// PAUSE, the recovery is confirmed, a probe closes each. Both end where they began, but for the log
// and the failures, which are undone now and then while the watch stands still.
#include <cstddef>
#include <cstdint>
#include <string>
#include <tripcheck/bench/bench.hpp>
#include <tripcheck/bench/expeditor/setup.hpp>
#include <tripcheck/bench/touch.hpp>
#include <tripcheck/model/expeditor/expeditor.hpp>
#include <tripcheck/model/expeditor/report.hpp>
#include <tripcheck/model/expeditor/text.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::bench::expediting {
namespace {

using expeditor::Action;
using expeditor::Op;
using expeditor::Recorded;
using expeditor::Report;
using expeditor::State;

constexpr std::size_t kCascades = 64;  // Between two resets; the room made at load holds as many.
constexpr std::size_t kTrips = kBatch / 4;
constexpr std::int64_t kInterval = 3;
constexpr std::size_t kOps = 1000;

Config one_failure_opens() {
  return {.failure_threshold = 1,
          .failure_budget = kNever,
          .probe_interval = kInterval,
          .coincident_opens = 0};
}

/// Decides and records; true where the decision and the state after it are these.
bool called(Expeditor& expeditor, ToolNumber tool, std::int64_t step, Outcome outcome) {
  const bool fails = outcome == Outcome::failure;
  const auto decided = expeditor.decide(tool, step);
  const auto* choice = std::get_if<Choice>(&decided);
  if (choice == nullptr || choice->action != (fails ? Action::call : Action::probe)) return false;
  const auto answer = expeditor.record(choice->ticket, step, outcome,
                                       fails ? kRefused : expeditor::impl::Message{});
  const auto* recorded = std::get_if<Recorded>(&answer);
  return recorded != nullptr && recorded->state == (fails ? State::open : State::closed);
}

bool trip_and_probe(Expeditor& expeditor, ToolNumber tool, std::int64_t step) {
  return called(expeditor, tool, step, Outcome::failure) &&
         called(expeditor, tool, step + kInterval, Outcome::success);
}

bool cascade(Expeditor& expeditor, ToolNumber tool, ToolNumber other, std::int64_t step) {
  if (!called(expeditor, tool, step, Outcome::failure)) return false;
  if (!called(expeditor, other, step, Outcome::failure)) return false;
  const auto decided = expeditor.decide(tool, step);
  const auto* choice = std::get_if<Choice>(&decided);
  if (choice == nullptr || choice->reason != expeditor::Reason::systemic_failure) return false;
  (void)expeditor.apply(expeditor::ConfirmRecovered{.step = step});
  return called(expeditor, tool, step + kInterval, Outcome::success) &&
         called(expeditor, other, step + kInterval, Outcome::success);
}

/// The same story over and over, by other tools each time.
template <class Story>
void tell(benchmark::State& state, std::size_t tools, bool spoil, std::size_t batch,
          const Story& story) {
  Config config = one_failure_opens();
  if (spoil) config.allowed_tools.emplace();
  const Expeditor before = fresh(config, tools);
  Expeditor expeditor = before;
  const std::vector<ToolNumber> order = order_of(tools);
  std::size_t turn = 0;
  std::uint64_t right = 0;
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(batch))) {
    std::int64_t step = 0;
    for (std::size_t i = 0; i < batch; ++i, step += 2 * kInterval) {
      right += story(expeditor, order[turn++ % kBatch], step) ? 1 : 0;
      touch(&expeditor);
    }
    state.PauseTiming();
    expeditor = before;
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations());
  state.SetLabel("stories");
  if (right != static_cast<std::uint64_t>(state.iterations())) off_path(state, "another story");
}

void trips(benchmark::State& state, std::size_t tools, bool spoil) {
  tell(state, tools, spoil, kTrips, trip_and_probe);
}

void cascades(benchmark::State& state, std::size_t tools, bool spoil) {
  const auto story = [&](Expeditor& expeditor, ToolNumber tool, std::int64_t step) {
    const auto other = static_cast<ToolNumber>((tool + tools / 2) % tools);
    return cascade(expeditor, tool, other, step);
  };
  tell(state, tools, spoil, kCascades, story);
}

/// What an agent does with so many tools, one call in eight failing: what is flagged is confirmed
/// at once, and where the budget is gone a cycle begins.
std::vector<Op> script(std::size_t tools) {
  const CapabilityMap map = map_of(tools);
  Expeditor expeditor({}, map);
  Drawn drawn;
  std::vector<Op> ops;
  std::int64_t step = 0;
  const auto add = [&](Op op) {
    ops.push_back(std::move(op));
    return expeditor.apply(ops.back());
  };
  while (ops.size() < kOps) {
    const auto answer =
        add(expeditor::Decide{.tool = map[drawn.below(tools)].tool, .step = ++step});
    const auto& decision = std::get<expeditor::Decision>(answer);
    if (decision.reason == expeditor::Reason::systemic_failure) {
      add(expeditor::ConfirmRecovered{.step = step});
    } else if (decision.action == Action::pause) {
      add(expeditor::BeginCycle{.step = step});
    } else if (decision.ticket) {
      expeditor::Record record{.ticket = *decision.ticket, .step = step};
      if (drawn.below(8) == 0) {
        record.outcome = Outcome::failure;
        record.error = kRefused.error;
        record.signature = drawn.below(2) == 0 ? "timeout" : "connection_refused";
      }
      add(std::move(record));
    }
  }
  ops.resize(kOps);
  return ops;
}

/// Whose wording binds nobody is left out.
Report plain(Report report) {
  report.recommendations.clear();
  return report;
}

/// The model, with its state kept for it.
class ModelExpeditor {
 public:
  ModelExpeditor(const Config& config, const CapabilityMap& map)
      : run_(expeditor::model::start(config, map)) {}
  expeditor::Result apply(const Op& op) { return expeditor::model::apply(run_, op); }
  [[nodiscard]] Report report() const { return expeditor::model::report(run_); }

 private:
  expeditor::model::Run run_;
};

template <class Subject>
Subject after(std::size_t tools, const std::vector<Op>& ops) {
  Subject expeditor({}, map_of(tools));
  for (const Op& op : ops) (void)expeditor.apply(op);
  return expeditor;
}

/// From the config and the map to the last operation; its report is the model's.
template <class Subject>
void run(benchmark::State& state, std::size_t tools, bool spoil) {
  const CapabilityMap map = map_of(tools);
  std::vector<Op> ops = script(tools);
  const Report last = plain(after<ModelExpeditor>(tools, ops).report());
  if (spoil) ops.pop_back();
  bool same = true;
  for (auto _ : state) {
    Subject expeditor({}, map);
    for (const Op& op : ops) {
      (void)expeditor.apply(op);
      touch(&expeditor);
    }
    state.PauseTiming();
    same = same && plain(expeditor.report()) == last;
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kOps));
  state.SetLabel("operations");
  if (!same) off_path(state, "not the model's report");
}

/// After such a run; as data, or as text too.
void report(benchmark::State& state, std::size_t tools, bool written, bool spoil) {
  std::vector<Op> ops = script(tools);
  const Report last = plain(after<ModelExpeditor>(tools, ops).report());
  if (spoil) ops.pop_back();
  const auto expeditor = after<Expeditor>(tools, ops);
  bool same = plain(expeditor.report()) == last;
  std::size_t bytes = 0;
  for (auto _ : state) {
    touch(&expeditor);
    const Report made = expeditor.report();
    if (written) bytes += expeditor::model::whole_report(made, {}).size();
    same = same && made.log.size() == last.log.size();
    touch(&made);
  }
  state.SetItemsProcessed(state.iterations());
  state.SetLabel("reports");
  if (!same || written == (bytes == 0)) off_path(state, "not the model's report");
}

}  // namespace
}  // namespace tripcheck::bench::expediting

namespace tripcheck::bench {

void add_expedited_runs(const Options& options) {
  namespace here = expediting;
  for (const std::size_t tools : here::kTools) {
    const auto add = [&](const std::string& row, auto body, auto... more) {
      const std::string name = here::name_of(row, tools);
      benchmark::RegisterBenchmark(name.c_str(), body, tools, more..., options.spoil);
    };
    add("trip,probe", here::trips);
    add("cascade", here::cascades);
    add("1000 operations", here::run<here::Expeditor>);
    add("1000 operations,model", here::run<here::ModelExpeditor>);
    add("report", here::report, false);
    add("report+text", here::report, true);
  }
}

}  // namespace tripcheck::bench
