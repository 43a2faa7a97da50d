#include <algorithm>
#include <set>
#include <string>
#include <tripcheck/model/expeditor/expeditor.hpp>
#include <tripcheck/model/expeditor/report.hpp>
#include <tripcheck/properties/expeditor/faulty.hpp>
#include <tripcheck/properties/expeditor/judge.hpp>
#include <tripcheck/properties/expeditor/mutants.hpp>
#include <tripcheck/properties/expeditor/shortest.hpp>

namespace tripcheck::expeditor {
namespace {

/// The two side by side after the same history.
struct Pair {
  model::Run right;
  Faulty wrong;
  std::vector<CaseOp> history;
};

CapabilityMap small_map() {
  CapabilityMap map{{.tool = "A"}, {.tool = "B"}};
  map[0].alternatives = {
      {.tool = "B", .method = "m", .degradation = "d", .severity = Severity::high}};
  map[0].fallback = "ask";
  map[0].infrastructure = {"disk", "net"};
  map[1].infrastructure = {"net"};
  map[1].depends_on = {"A"};
  return map;
}

std::vector<Config> small_configs() {
  const Config base{.failure_threshold = 1, .failure_budget = 30, .probe_interval = 1};
  std::vector<Config> all(5, base);
  all[1].failure_threshold = 2;
  all[2].failure_budget = 1;
  all[3].allowed_tools = {"A"};
  all[4].correlated_opens = 0;
  all[4].coincident_opens = 2;
  return all;
}

void add_steps(const model::Run& run, std::vector<std::int64_t>& steps) {
  steps = {run.step, run.step + 1};
  for (const model::Tool& tool : run.tools) {
    if (tool.state != State::open) continue;
    for (const std::int64_t off : {-1, 0, 1}) steps.push_back(model::next_probe(tool) + off);
  }
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  std::erase_if(steps, [&](std::int64_t step) { return step < run.step; });
}

void add_outcomes(const model::Run& run, std::int64_t step, std::vector<Op>& ops) {
  for (std::size_t i = 0; i < run.tickets.size(); ++i) {
    if (!run.tickets[i].outstanding) continue;
    const auto ticket = static_cast<std::int64_t>(i + 1);
    Record told{.ticket = ticket, .step = step, .outcome = Outcome::failure};
    told.signature = "timeout";
    ops.emplace_back(told);
    told.signature.reset();
    ops.emplace_back(told);
    told.outcome = Outcome::success;
    ops.emplace_back(told);
    ops.emplace_back(Abandon{.ticket = ticket, .step = step});
  }
}

/// Everything worth a try after a history.
std::vector<Op> next_ops(const model::Run& run) {
  std::vector<std::int64_t> steps;
  add_steps(run, steps);
  std::vector<Op> ops;
  for (const std::int64_t step : steps) {
    for (const char* tool : {"A", "B"}) ops.emplace_back(Decide{.tool = tool, .step = step});
    if (step == run.step) add_outcomes(run, step, ops);
  }
  for (const Score score : {Score::unavailable, Score::degraded}) {
    ops.emplace_back(Availability{.tool = "A", .score = score, .step = run.step});
  }
  ops.emplace_back(Availability{.tool = "B", .score = Score::unavailable, .step = run.step});
  ops.emplace_back(ConfirmRecovered{.step = run.step});
  ops.emplace_back(BeginCycle{.step = run.step});
  ops.emplace_back(AskRoute{.tool = "A", .user_available = false});
  ops.emplace_back(Decide{.tool = "new", .step = run.step});
  ops.emplace_back(
      Plan{.step = run.step,
           .subtasks = {SubTask{.id = 1, .needs = {"A"}}, SubTask{.id = 2, .needs = {"B", "B"}}}});
  ops.emplace_back(Complete{.subtask = 1, .step = run.step});
  ops.emplace_back(Record{.ticket = 1, .step = run.step, .outcome = Outcome::failure});
  if (run.step > 0) ops.emplace_back(BeginCycle{.step = run.step - 1});
  for (const auto& retrieved : {std::optional<std::int64_t>{}, std::optional<std::int64_t>{4},
                                std::optional<std::int64_t>{5}}) {
    ops.emplace_back(AskLabel{.source = "s", .retrieved_at = retrieved, .task_started_at = 5});
  }
  ops.emplace_back(AskLabel{.source = "s", .task_started_at = 5, .contradicts_recent = true});
  ops.emplace_back(AskLabel{.source = "s",
                            .retrieved_at = 4,
                            .task_started_at = 5,
                            .digest = "d",
                            .previous_digest = "d"});
  return ops;
}

/// What the next operations can hang on, but for the log.
std::string key_of(const Pair& pair) {
  std::string key;
  Report report = model::report(pair.right);
  report.log.clear();
  report.routes.clear();
  write(report, key);
  report = pair.wrong.report();
  report.log.clear();
  report.routes.clear();
  write(report, key);
  for (const model::Ticket& ticket : pair.right.tickets) {
    key += ticket.outstanding ? std::to_string(ticket.generation) + "," : "-";
    key += ticket.degraded ? "d" : "";
  }
  for (const model::Tool& tool : pair.right.tools) {
    key += std::to_string(static_cast<int>(tool.score)) + (tool.backoff ? "b" : "") +
           std::to_string(tool.generation) + ";";
  }
  return key;
}

class Search {
 public:
  Search(const Config& config, Fault fault) : config_(config), map_(small_map()) {
    level_.push_back({model::start(config, map_), Faulty(config, map_, fault), {}});
  }

  /// One operation more. What the `last` one leads to need not be kept.
  std::optional<Case> deepen(bool last) {
    std::vector<Pair> next;
    for (const Pair& pair : level_) {
      for (const Op& op : next_ops(pair.right)) {
        Pair longer = pair;
        longer.history.emplace_back(op);
        const Result right = model::apply(longer.right, op);
        const Result wrong = longer.wrong.apply(op);
        if (!same(right, wrong) || !same(model::report(longer.right), longer.wrong.report())) {
          return Case{.config = config_, .map = map_, .ops = std::move(longer.history)};
        }
        const bool ends = last || std::holds_alternative<OpError>(right);
        if (!ends && seen_.insert(key_of(longer)).second) next.push_back(std::move(longer));
      }
    }
    level_ = std::move(next);
    return std::nullopt;
  }

 private:
  Config config_;
  CapabilityMap map_;
  std::vector<Pair> level_;
  std::set<std::string> seen_;
};

}  // namespace

std::optional<Case> shortest_history(Fault fault, std::size_t most_ops) {
  std::vector<Search> searches;
  for (const Config& config : small_configs()) searches.emplace_back(config, fault);
  for (std::size_t ops = 1; ops <= most_ops; ++ops) {
    for (Search& search : searches) {
      if (auto found = search.deepen(ops == most_ops)) return found;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> Traits::shortest(std::string_view mutant) {
  constexpr std::size_t kMostOps = 4;
  for (const Mutant& candidate : breaker_mutants()) {
    if (candidate.id != mutant || !candidate.outside.empty()) continue;
    const auto found = shortest_history(candidate.fault, kMostOps);
    if (found) return found->ops.size();
  }
  return std::nullopt;
}

}  // namespace tripcheck::expeditor
