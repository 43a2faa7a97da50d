// Scripts that every run begins with: what is long or rare among the drawn ones, each once.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <tripcheck/properties/expeditor/profile.hpp>
#include <tripcheck/properties/expeditor/script.hpp>

namespace tripcheck::expeditor {
namespace {

constexpr std::array<std::string_view, 4> kTools{"A", "B", "C", "D"};

/// One failure opens, and the budget bears it.
Config quick() { return {.failure_threshold = 1, .failure_budget = 999}; }

CapabilityMap plain_map(std::size_t tools) {
  CapabilityMap map;
  for (std::size_t i = 0; i < tools; ++i) map.push_back({.tool = std::string(kTools.at(i))});
  return map;
}

/// All depend on the first, or each on the one before it.
CapabilityMap chain(std::size_t tools, bool star) {
  CapabilityMap map = plain_map(tools);
  for (std::size_t i = 1; i < tools; ++i) map[i].depends_on = {map[star ? 0 : i - 1].tool};
  return map;
}

Script flagged(Config config, CapabilityMap map) {
  Script script(std::move(config), std::move(map));
  return script.fail("A").fail("B");
}

/// Probes that fail until the wait would not fit in 64 bits were it only shifted.
Case failing_probes(const Config& config, int probes) {
  Script script = flagged(config, plain_map(2)).confirm();
  for (int i = 0; i < probes; ++i) script.probe("A").end("A", Outcome::failure, "e");
  return script.done();
}

/// Circuits of one chain re-open one after another, one of them twice, and one is being probed.
Case failing_chain(std::int64_t cap, std::size_t tools, bool star, std::int64_t first_wait) {
  Config config = quick();
  config.probe_interval = first_wait;
  config.chain_backoff_cap = std::max(cap, first_wait);
  config.coincident_opens = 0;
  Script script = flagged(config, chain(tools, star));
  script.confirm();
  for (std::size_t i = 2; i < tools; ++i) {
    const std::string tool(kTools.at(i));
    script.fail(tool, "of " + tool);
  }
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < tools; ++i) {
      const std::string tool(kTools.at(i));
      script.probe(tool);
      if (round == 1 && i + 1 == tools) break;
      script.end(tool, Outcome::failure, i % 2 == 0 ? "e" : "f");
    }
  }
  return script.done();
}

/// Closed after backing off: opens with the first wait, and is not backed off.
Case closed_after_backoff() {
  Script script = flagged(quick(), plain_map(2)).confirm();
  script.probe("A").end("A", Outcome::failure, "e").probe("A").end("A", Outcome::success);
  script.fail("A").probe("A", -1).probe("A").end("A", Outcome::failure, "e");
  return script.probe("A").done();
}

Case flagged_twice() {
  Script script = flagged(quick(), plain_map(3)).confirm().fail("C", "f");
  script.wait(4).probe("A").end("A", Outcome::success).probe("B").end("B", Outcome::success);
  return script.fail("A").fail("B").ask("C").confirm().done();
}

Case scores_around_a_flag(bool while_flagged) {
  Script script(quick(), plain_map(4));
  if (!while_flagged) script.score("C", Score::unavailable).score("A", Score::degraded);
  script.fail("A").fail("B");
  if (while_flagged) script.score("C", Score::unavailable).score("B", Score::degraded);
  script.plan("C").confirm().ask("C").wait(5).ask("A").ask("B");
  return script.done();
}

/// Calls are made under one score and end under another.
Case degraded(std::int64_t threshold, bool before) {
  Config config = quick();
  config.failure_threshold = threshold;
  Script script(config, plain_map(1));
  if (before) script.score("A", Score::degraded);
  for (std::int64_t i = 0; i <= threshold; ++i) script.ask("A");
  script.score("A", before ? Score::available : Score::degraded);
  for (std::int64_t i = 0; i <= threshold; ++i) script.end("A", Outcome::failure);
  return script.done();
}

Case not_allowed_and_unavailable() {
  Config config = quick();
  config.allowed_tools = {"A"};
  Script script(config, plain_map(3));
  script.score("B", Score::unavailable).ask("B").ask("C").ask("nobody").plan("B");
  return script.done();
}

/// Unavailable, and its circuit open: the score comes first, and nothing is spent.
Case unavailable_and_open() {
  Script script(quick(), plain_map(2));
  script.fail("A").score("A", Score::unavailable).ask("A").plan("A").probe("A").plan("A");
  return script.score("A", Score::available).ask("A").done();
}

/// One is half-open while two others open.
Case half_open_beside_openings(std::int64_t correlated, std::int64_t coincident) {
  Config config = quick();
  config.correlated_opens = correlated;
  config.coincident_opens = coincident;
  config.probe_interval = 1;
  Script script(config, plain_map(4));
  script.fail("A", "x").probe("A").fail("B", "x").fail("C", "X").fail("D", "x");
  return script.done();
}

/// Calls that were out when their tools became members of a failure end late.
Case late_ones() {
  Script script(quick(), plain_map(4));
  for (const char* tool : {"A", "A", "B", "B", "C", "C", "D"}) script.ask(tool);
  for (const char* tool : {"A", "B"}) script.end(tool, Outcome::failure, "e");
  script.end("A", Outcome::failure, "e").end("B", Outcome::failure, "f");
  script.end("C", Outcome::failure, "e").end("D", Outcome::failure, "f");
  script.confirm().end("C", Outcome::failure, "e");
  return script.done();
}

/// The budget is gone at the moment when the failures turn out to be one event, and before it.
Case budget_and_flag(std::int64_t budget) {
  Config config = quick();
  config.failure_threshold = 2;
  config.failure_budget = budget;
  Script script(config, plain_map(3));
  for (const char* tool : {"A", "A", "B", "B", "C", "C"}) script.ask(tool);
  for (const char* tool : {"A", "B", "A", "B", "C", "C"}) script.end(tool, Outcome::failure, "e");
  return script.ask("A").confirm().ask("A").wait(1).ask("C").done();
}

/// Every label there is, alone and beside the others.
Case labels() {
  Script script({}, {});
  for (const std::optional<std::int64_t>& at :
       {std::optional<std::int64_t>{}, std::optional<std::int64_t>{4},
        std::optional<std::int64_t>{5}, std::optional<std::int64_t>{6}}) {
    for (int kind = 0; kind < 16; ++kind) {
      AskLabel asked{.source = "s", .retrieved_at = at, .task_started_at = 5};
      if (kind % 4 != 0) asked.digest = "d";
      if (kind % 4 > 1) asked.previous_digest = kind % 4 == 2 ? "d" : "other";
      asked.documented_caching = kind / 4 % 2 == 1;
      asked.contradicts_recent = kind / 8 == 1;
      script.then(asked);
    }
  }
  return script.done();
}

/// Done, then planned again; the same id as a number and as a text; and blocked twice over.
Case planned_again() {
  CapabilityMap map = plain_map(4);
  map[0].alternatives = {{.tool = "B", .severity = Severity::unknown},
                         {.tool = "C", .method = "m", .severity = Severity::high},
                         {.tool = "D", .severity = Severity::low}};
  map[1].alternatives = {{.tool = "C", .severity = Severity::high}};
  map[0].fallback = "ask";
  Script script(quick(), map);
  script.plan("A").then(Complete{.subtask = 1, .step = 0}).plan("A").fail("A").ask("A");
  for (const char* tool : {"D", "C", "B"}) {
    script.score(tool, Score::unavailable).ask("A").plan("A").then(AskRoute{.tool = "A"});
    script.then(AskRoute{.tool = "A", .user_available = false});
  }
  return script.then(Complete{.subtask = "1", .step = 0}).plan("A").done();
}

/// The chain of an opening and a joining: near by a tag, near by the map, and far.
Case joins() {
  CapabilityMap map = plain_map(4);
  map[0].infrastructure = {"net"};
  map[1].infrastructure = {"net", "disk"};
  map[2].infrastructure = {"net"};
  Script script(quick(), map);
  for (const char* tool : {"A", "B", "C", "D"}) script.ask(tool);
  script.ask("C").ask("D");
  for (const char* tool : {"A", "B", "D", "C"}) script.end(tool, Outcome::failure, "e");
  script.end("C", Outcome::failure, "f").end("D", Outcome::failure, "f");
  return script.confirm().ask("A").done();
}

/// Everything that can be wrong about a ticket, a step, a tool and a sub-task; none of it counts.
Case errors() {
  Script script({.failure_threshold = 2}, plain_map(2));
  script.ask("A").ask("B").end("A", Outcome::failure, "");
  const Record twice{.ticket = 1, .step = 0, .outcome = Outcome::failure, .error = ""};
  script.then(twice).then(twice).then(Abandon{.ticket = 1, .step = 9});
  script.then(Record{.ticket = 99, .step = 9}).then(ConfirmRecovered{.step = 9});
  script.then(AskRoute{.tool = "nobody"}).then(Complete{.subtask = 7, .step = 9});
  script.then(Plan{.step = 1, .subtasks = {{.id = 1, .needs = {"A"}}, {.id = 1}}});
  script.then(Abandon{.ticket = 2, .step = 1}).then(Decide{.tool = "A", .step = 0});
  return script.fail("A").wait(2).fail("new").done();
}

/// A probe is given up, or lost, or still out; the old ticket is late.
Case ended_probes(bool given_up) {
  Script script(quick(), plain_map(1));
  script.fail("A").probe("A").ask("A");
  if (given_up) script.then(Abandon{.ticket = 2, .step = 3}).ask("A");
  for (const std::int64_t step : {5, 6, 8, 9}) script.then(Decide{.tool = "A", .step = step});
  script.then(Record{.ticket = 2, .step = 9}).ask("A").end("A", Outcome::failure).ask("A");
  return script.probe("A", -1).probe("A").end("A", Outcome::success).ask("A").done();
}

/// The calls that a circuit had out when it opened end behind that.
Case late_calls(Outcome outcome) {
  Script script(quick(), plain_map(2));
  script.ask("A").ask("A").ask("A").wait(1).end("A", Outcome::failure).wait(1);
  script.end("A", outcome, "e").probe("A").end("A", Outcome::success).end("A", outcome, "e");
  return script.ask("A").done();
}

Case rows() {
  Script script({.failure_threshold = 3, .failure_budget = 999}, plain_map(2));
  script.fail("A", "x").fail("A", "x").fail("B", "y").fail("B", "y");
  script.ask("A").end("A", Outcome::success, "x").fail("A", "x").fail("A", "x").fail("B", "y");
  return script.fail("A", "x").ask("A").wait(3).ask("B").done();
}

/// Openings as far apart as the window, and one step more; a re-opening is none.
Case window(std::int64_t steps, bool reopens) {
  Config config = quick();
  config.probe_interval = 1;
  config.cascade_window = steps;
  Script script(config, plain_map(3));
  script.fail("A", "timeout");
  if (reopens) script.wait(steps).probe("A").end("A", Outcome::failure, "timeout");
  script.wait(steps).fail("B", "timeout").wait(1).fail("C", "timeout");
  return script.done();
}

/// No tool is routed to by way of another, and none that is not allowed, open or being probed.
Case detours() {
  CapabilityMap map = plain_map(4);
  map[0].alternatives = {{.tool = "B", .severity = Severity::low}};
  map[1].alternatives = {{.tool = "C", .severity = Severity::low}};
  map[2].alternatives = {{.tool = "D", .severity = Severity::low}};
  Config config = quick();
  config.allowed_tools = {"A", "B", "C"};
  config.correlated_opens = 0;
  config.coincident_opens = 0;
  Script script(config, map);
  script.fail("A").fail("B").ask("A").plan("A").fail("C").ask("C").plan("C").plan("A");
  const Plan both{.step = 0, .subtasks = {{.id = 3, .needs = {"B", "C", "B"}}}};
  script.then(both).probe("B").plan("A").plan("B").probe("C").plan("C");
  return script.done();
}

/// A row that a success ended is no part of the failure that its tool gets into later.
Case failed_before() {
  Script script({.failure_threshold = 2, .failure_budget = 999}, plain_map(2));
  script.fail("A").ask("A").end("A", Outcome::success).fail("A").fail("A").fail("B").fail("B");
  return script.done();
}

/// Calls end long after they were made: one opens, one is too far off to join.
Case long_calls() {
  Config config = quick();
  config.cascade_window = 1;
  Script script(config, plain_map(4));
  script.ask("C").ask("D").fail("A").fail("B").wait(5).end("C", Outcome::failure, "e").confirm();
  return script.end("D", Outcome::failure, "f").ask("D").done();
}
Case long_call_alone() {
  Script script(quick(), plain_map(1));
  script.ask("A").wait(2).end("A", Outcome::failure).then(Decide{.tool = "A", .step = 3});
  return script.fail("new").done();
}

/// Failures without a signature have none in common; tags are shared, but not the first.
Case unsigned_openings(const std::optional<std::string>& signature) {
  CapabilityMap map = plain_map(2);
  map[0].infrastructure = {"own", "net"};
  map[1].infrastructure = {"net", "disk"};
  Script script(quick(), map);
  for (const char* tool : {"A", "B"}) script.ask(tool).end(tool, Outcome::failure, signature);
  return script.done();
}

/// What is deferred stays deferred in a pause.
Case deferred_then_paused() {
  Config config = quick();
  config.failure_budget = 2;
  config.correlated_opens = 0;
  CapabilityMap map = plain_map(3);
  map[1].alternatives = {{.tool = "C"}};
  Script script(config, map);
  script.fail("A").plan("A").fail("B");
  const Plan both{.step = 0, .subtasks = {{.id = 2, .needs = {"B"}}, {.id = 3, .needs = {"A"}}}};
  return script.then(both).done();
}

Case empty_message() {
  Script script({}, plain_map(1));
  const Record empty{.ticket = 1, .step = 0, .outcome = Outcome::failure, .error = ""};
  return script.ask("A").then(empty).done();
}

std::vector<Case> bad_setups() {
  std::vector<Case> all;
  const auto with = [&](auto change) {
    Case input;
    input.map = plain_map(2);
    change(input);
    all.push_back(std::move(input));
  };
  with([](Case& input) { input.config.failure_threshold = 0; });
  with([](Case& input) { input.config.failure_budget = 0; });
  with([](Case& input) { input.config.probe_interval = 0; });
  with([](Case& input) { input.config.probe_interval_cap = 2; });
  with([](Case& input) { input.config.cascade_window = -1; });
  with([](Case& input) { input.config.correlated_opens = 1; });
  with([](Case& input) { input.config.coincident_opens = 1; });
  with([](Case& input) { input.config.chain_backoff_cap = 2; });
  with([](Case& input) { input.map[1].tool = "A"; });
  with([](Case& input) { input.map[1].tool.clear(); });
  with([](Case& input) { input.map[0].alternatives = {{.tool = "A"}}; });
  with([](Case& input) { input.map[0].alternatives = {{.tool = "C"}}; });
  with([](Case& input) { input.map[0].depends_on = {"C"}; });
  with([](Case& input) { input.map[0].depends_on = {"A"}; });
  with([](Case& input) {
    input.map[0].depends_on = {"B"};
    input.map[1].depends_on = {"A"};
  });
  return all;
}

std::vector<Case> all_edges() {
  std::vector<Case> all = bad_setups();
  Config patient = quick();
  patient.probe_interval_cap = kMostConfig;
  patient.chain_backoff_cap = kMostConfig;
  all.push_back(failing_probes(patient, 70));
  all.push_back(failing_probes(quick(), 5));
  for (const bool star : {false, true}) {
    for (const std::int64_t cap : {1, 3, 4, 6, 9, 14, 20}) {
      for (const std::size_t tools : {2U, 3U, 4U}) {
        all.push_back(failing_chain(cap, tools, star, cap == 14 ? 3 : 1));
      }
    }
  }
  for (const std::int64_t threshold : {1, 2, 3}) {
    all.push_back(degraded(threshold, true));
    all.push_back(degraded(threshold, false));
    all.push_back(budget_and_flag(threshold));
    all.push_back(budget_and_flag(threshold + 3));
  }
  for (const std::int64_t least : {0, 2, 3, 4}) {
    all.push_back(half_open_beside_openings(least, 0));
    all.push_back(half_open_beside_openings(0, least));
  }
  for (const std::int64_t steps : {0, 1, 3}) {
    all.push_back(window(steps, false));
    all.push_back(window(steps, true));
  }
  Config low = quick();
  low.probe_interval_cap = 4;
  all.push_back(failing_probes(low, 4));
  all.insert(all.end(), {failed_before(), long_calls(), long_call_alone(), unsigned_openings({}),
                         unsigned_openings("timeout"), deferred_then_paused(), empty_message()});
  all.insert(all.end(), {errors(), ended_probes(true), ended_probes(false), rows(), detours(),
                         late_calls(Outcome::failure), late_calls(Outcome::success)});
  all.insert(all.end(), {closed_after_backoff(), flagged_twice(), scores_around_a_flag(true),
                         scores_around_a_flag(false), not_allowed_and_unavailable(),
                         unavailable_and_open(), late_ones(), labels(), planned_again(), joins()});
  return all;
}

}  // namespace

std::span<const Case> Traits::edges() {
  static const std::vector<Case> kEdges = all_edges();
  return kEdges;
}

}  // namespace tripcheck::expeditor
