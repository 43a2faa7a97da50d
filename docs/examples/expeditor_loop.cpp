// An agent loop that asks the expeditor before every tool call, works round the tools that fail,
// and stops for a person where the failure budget is gone. The same in Python: expeditor_loop.py.
//
// It prints what expeditor_loop.txt shows, and ends with 0 when all sub-tasks are done.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <tripcheck/impl/expeditor/expeditor.hpp>
#include <tripcheck/model/expeditor/text.hpp>
#include <variant>
#include <vector>

namespace {

using namespace tripcheck::expeditor;

/// Stands for a tool that fails so many times, with this message, and works from then on.
struct FakeTool {
  std::string_view name;
  int failures = 0;
  std::string_view error{};
  std::string_view signature{};  ///< The kind of the failure, the same whenever it is the same.
};

class Loop {
 public:
  explicit Loop(const Config& config, const CapabilityMap& map) : expeditor_(config, map) {}

  /// Goes round as long as a sub-task is left. Whether all are done.
  bool run() {
    while (step_ < kLastStep) {
      const Plan plan{.step = step_, .user_available = true, .subtasks = subtasks_};
      const auto scope = ask<Scope>(plan);
      if (scope.kept.empty() && scope.deferred.empty()) break;
      if (scope.pause) show(scope, plan);
      // Where nothing else is left, what is deferred is tried: its probe may be due.
      for (const SubTask& task : subtasks_) {
        if (is_among(scope.pause ? deferred_ids(scope) : scope.kept, task.id)) attempt(task);
      }
    }
    std::printf("\n%s", model::whole_report(expeditor_.report(), subtasks_).c_str());
    return expeditor_.report().incomplete.empty();
  }

 private:
  static constexpr std::int64_t kLastStep = 20;

  /// What the expeditor answers. A loop that counts its steps up is never answered with an OpError.
  template <class T>
  T ask(const Op& op) {
    const Result result = expeditor_.apply(op);
    const T* answer = std::get_if<T>(&result);
    assert(answer != nullptr);
    return *answer;
  }

  void say(std::string_view what, std::string_view value = {}) const {
    std::printf("step %2d  %s%s\n", static_cast<int>(step_), std::string(what).c_str(),
                std::string(value).c_str());
  }

  void attempt(const SubTask& task) {
    for (const std::string& tool : task.needs) {
      if (!use(tool)) return;
    }
    (void)ask<Done>(Complete{.subtask = task.id, .step = step_});
    say("done: ", task.title);
  }

  /// Whether the tool did its part, or another one in its place.
  bool use(std::string tool) {
    while (true) {
      ++step_;
      const auto decision = ask<Decision>(Decide{.tool = tool, .step = step_});
      say(tool + ": " + std::string(name(decision.action)) + ", ", name(decision.reason));
      if (decision.ticket) return call(tool, *decision.ticket);
      if (!decision.route) {
        hand_over(decision.reason);
        return false;
      }
      const Route& route = *decision.route;
      say("  route: " + std::string(name(route.grade)) + " ", route.tool.value_or(route.note));
      if (!route.tool) return false;
      tool = *route.tool;  // It is asked for like any other.
    }
  }

  /// The expeditor never calls a tool: the loop does, and tells what came of it.
  bool call(const std::string& tool, std::int64_t ticket) {
    Record record{.ticket = ticket, .step = step_};
    for (FakeTool& fake : tools_) {
      if (fake.name != tool || fake.failures == 0) continue;
      --fake.failures;
      record.outcome = Outcome::failure;
      record.error = fake.error;
      record.signature = fake.signature;
    }
    const auto recorded = ask<Recorded>(record);
    say("  " + std::string(name(record.outcome)) + ", consumed ",
        std::to_string(recorded.consumed));
    return record.outcome == Outcome::success;
  }

  /// A PAUSE: no call before a person has read the report and said how to go on.
  void hand_over(Reason reason) {
    std::printf("\n%s\n", model::status_report(expeditor_.report(), subtasks_).c_str());
    if (reason == Reason::systemic_failure) {
      (void)ask<Done>(ConfirmRecovered{.step = step_});
      return say("confirmed: recovered");
    }
    (void)ask<Done>(BeginCycle{.step = step_});
    say("a new cycle");
  }

  /// Once: a scope that stays the same is no news.
  void show(const Scope& scope, const Plan& plan) {
    std::vector<model::Planned> planned;
    for (const SubTask& task : plan.subtasks) {
      planned.push_back({.task = task, .needs = expeditor_.needs(task)});
    }
    const std::string text = model::scope_report(scope, planned);
    if (text != shown_) std::printf("\n%s\n", text.c_str());
    shown_ = text;
  }

  static std::vector<SubTaskId> deferred_ids(const Scope& scope) {
    std::vector<SubTaskId> ids;
    for (const Deferred& deferred : scope.deferred) ids.push_back(deferred.id);
    return ids;
  }

  static bool is_among(const std::vector<SubTaskId>& ids, const SubTaskId& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  }

  impl::Expeditor expeditor_;
  std::int64_t step_ = 0;
  std::string shown_;
  std::vector<SubTask> subtasks_{
      {.id = 1, .title = "Find what calls the function", .needs = {"Grep"}},
      {.id = 2, .title = "Read the library's changelog", .needs = {"WebFetch"}},
      {.id = 3, .title = "Run the tests", .needs = {"Bash"}}};
  std::array<FakeTool, 2> tools_{
      {{.name = "Grep", .failures = 2, .error = "timeout after 120s", .signature = "timeout"},
       {.name = "WebFetch",
        .failures = 3,
        .error = "connection refused",
        .signature = "connection_refused"}}};
};

}  // namespace

int main() {
  Config config;
  config.failure_threshold = 2;
  CapabilityMap map(4);
  map[0].tool = "Grep";
  map[0].alternatives = {
      {.tool = "Read", .method = "file by file", .degradation = "slow", .severity = Severity::low}};
  map[1].tool = "WebFetch";
  map[2].tool = "Bash";
  map[3].tool = "Read";
  return Loop(config, map).run() ? 0 : 1;
}
