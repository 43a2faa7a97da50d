#include <initializer_list>
#include <tripcheck/properties/escalation/edges.hpp>
#include <tripcheck/properties/escalation/handoff_text.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <tripcheck/properties/escalation/values.hpp>

namespace tripcheck::escalation {
namespace {

Given text(std::string_view value) { return Given::string(std::string(value)); }

}  // namespace

Run default_run() { return {.run_id = text(kPlainRunId), .workflow_id = text(kPlainWorkflowId)}; }

Run edge_run(const std::array<int, 4>& limits) {
  Run run = default_run();
  run.policy.emplace();
  for (std::size_t i = 0; i < limits.size(); ++i) {
    run.policy->at(i) = Given::json(std::to_string(limits.at(i)));
  }
  return run;
}

std::vector<Run> edge_starts() {
  std::vector<Run> all;
  const Run plain = edge_run({3, 2, 3, 6});
  const auto with = [&](auto change) {
    Run run = plain;
    change(run);
    all.push_back(std::move(run));
  };
  for (const Given& one : bad_run_ids(kPlainRunId)) with([&](Run& run) { run.run_id = one; });
  for (const Given& one : bad_workflow_ids()) with([&](Run& run) { run.workflow_id = one; });
  for (const std::string& one : edge_workflow_ids()) {
    with([&](Run& run) { run.workflow_id = Given::string(one); });
  }
  for (std::size_t i = 0; i < 4; ++i) {
    for (const Given& one : bad_limits()) with([&](Run& run) { run.policy->at(i) = one; });
    for (const char* one : {"1", "31", "32"}) {
      with([&](Run& run) { run.policy->at(i) = Given::json(one); });
    }
  }
  with([](Run& run) { run.run_id = run.workflow_id = Given(); });
  with([](Run& run) {
    run.run_id = Given();
    run.policy->at(0) = Given::json("0");
  });
  with([](Run& run) { run.policy->at(0) = run.policy->at(3) = Given::json("0"); });
  all.push_back(default_run());
  return all;
}

std::vector<Reading> edge_readings() {
  std::vector<Reading> all;
  const auto handoff = [](std::string_view failure_class, std::size_t digests) {
    return HandoffText::of(
        HandoffParts{.failure_class = failure_class,
                     .digests = std::vector<std::string>(digests, std::string(kPlainDigest)),
                     .issued_at = std::string(kPlainTime),
                     .run_id = std::string(kPlainRunId),
                     .workflow_id = std::string(kPlainWorkflowId)});
  };
  const HandoffText plain = handoff("uncertainty", 1);
  for (const char* now : {"2026-01-01T00:29:59Z", "2026-01-01T00:30:00Z", "2026-01-01T00:30:01Z"}) {
    all.push_back({.handoff = plain.json(), .now = text(now)});
  }
  for (const std::size_t digests : {2U, 31U, 32U}) {
    all.push_back({.handoff = handoff("tool_failure", digests).json(), .now = text(kPlainTime)});
  }
  for (const Given& now : bad_times(kPlainTime)) {
    if (now.kind != Given::Kind::absent) all.push_back({.handoff = plain.json(), .now = now});
  }
  HandoffText reversed = plain;
  std::swap(reversed.handoff.front(), reversed.handoff.back());
  all.push_back({.handoff = reversed.json(), .now = text(kPlainTime)});
  std::string_view what;
  for (const HandoffFault& fault : handoff_faults()) {
    HandoffText wrong = plain;
    fault.plant(wrong);
    all.push_back({.handoff = wrong.json(), .now = text(kPlainTime)});
    if (fault.what == what) continue;
    what = fault.what;
    at(wrong.handoff, "failure_class") = "\"\"";  // And a second fault: once for each kind.
    all.push_back({.handoff = wrong.json(), .now = text(kPlainTime)});
  }
  return all;
}

std::vector<Attempt> edge_attempts() {
  std::vector<Attempt> all;
  const Attempt plain{.failure_class = text("uncertainty"),
                      .step_digest = Given::string(std::string(64, 'a')),
                      .now = text(kPlainTime)};
  const auto with = [&](Given Attempt::*field, const Given& value) {
    Attempt attempt = plain;
    attempt.*field = value;
    all.push_back(attempt);
  };
  for (const Given& one : bad_classes()) with(&Attempt::failure_class, one);
  for (const Given& one : bad_digests(plain.step_digest.text)) with(&Attempt::step_digest, one);
  for (const Given& one : bad_times(kPlainTime)) with(&Attempt::now, one);
  for (const std::string& one : edge_times()) with(&Attempt::now, Given::string(one));
  Attempt two = plain;
  two.failure_class = two.step_digest = Given();
  all.push_back(two);
  two = plain;
  two.step_digest = two.now = Given();
  all.push_back(two);
  return all;
}

/// One attempt of each of the classes, by number, no two with one digest.
std::vector<Attempt> attempts_of(std::initializer_list<int> classes) {
  std::vector<Attempt> all;
  for (const int each : classes) {
    const auto digit = static_cast<char>('0' + all.size());
    all.push_back({.failure_class = text(name(static_cast<FailureClass>(each))),
                   .step_digest = Given::string(std::string(64, digit)),
                   .now = text(kPlainTime)});
  }
  return all;
}

/// Runs that trip at one limit alone, at two on the same attempt, and go on behind the trip.
std::vector<Run> edge_trips() {
  std::vector<Run> all;
  const auto trip = [&](Run run, std::initializer_list<int> classes) {
    run.attempts = attempts_of(classes);
    all.push_back(std::move(run));
  };
  trip(edge_run({3, 32, 32, 32}), {0, 1, 0, 2, 0, 0, 1});
  trip(edge_run({32, 2, 32, 32}), {1, 0, 0, 0, 1, 1, 2});
  trip(edge_run({32, 32, 3, 32}), {2, 2, 1, 0, 2, 2, 0});
  trip(edge_run({32, 32, 32, 4}), {0, 1, 2, 0, 1, 2});
  trip(edge_run({2, 32, 32, 3}), {0, 1, 0, 0});
  trip(edge_run({32, 2, 32, 4}), {1, 0, 2, 1, 1});
  trip(default_run(), {0, 2, 0, 2, 0});
  trip(default_run(), {1, 2, 1});
  trip(default_run(), {2, 0, 2, 1, 2});
  Run refused = edge_run({3, 32, 32, 32});  // Every other attempt comes at no time.
  refused.attempts = attempts_of({0, 0, 0, 0, 0});
  for (const std::size_t i : {0U, 2U}) refused.attempts[i].now = text("today");
  all.push_back(refused);
  refused.attempts.insert(refused.attempts.end(), 3, refused.attempts.front());
  for (const std::size_t i : {5U, 6U}) refused.attempts[i].failure_class = text("other");
  refused.attempts[6].step_digest = text("none");
  all.push_back(std::move(refused));
  Run late = edge_run({2, 32, 32, 4});  // A trip with no room for its handoff, and one behind it.
  late.attempts = attempts_of({0, 0, 1, 1, 1});
  late.attempts[1].now = text("9999-12-31T23:59:59Z");
  all.push_back(std::move(late));
  return all;
}

std::vector<Run> edge_runs() {
  constexpr std::size_t kInARun = 12;
  std::vector<Run> all;
  Run run = edge_run({32, 32, 32, 32});
  for (const Attempt& attempt : edge_attempts()) {
    run.attempts.push_back(attempt);
    if (run.attempts.size() < kInARun) continue;
    all.push_back(run);
    run.attempts.clear();
  }
  all.push_back(run);
  const Attempt plain{.failure_class = text("tool_failure"),
                      .step_digest = text(kPlainDigest),
                      .now = text(kPlainTime)};
  for (const std::string& time : edge_times()) {
    Run trip = edge_run({1, 1, 1, 1});
    trip.attempts = {plain, plain};
    trip.attempts.front().now = Given::string(time);
    all.push_back(std::move(trip));
  }
  for (Run& trip : edge_trips()) all.push_back(std::move(trip));
  for (const int limit : {31, 32}) {  // Beside the longest history, and behind it.
    Run deep = edge_run({limit, limit, limit, limit});
    deep.attempts.assign(33, plain);
    all.push_back(std::move(deep));
  }
  Run capitals = edge_run({3, 2, 3, 6});
  capitals.attempts = {plain, plain};
  capitals.attempts[0].step_digest = Given::string(std::string(64, 'a'));
  capitals.attempts[1].step_digest = Given::string(std::string(64, 'A'));
  all.push_back(std::move(capitals));
  return all;
}

std::span<const Case> Traits::edges() {
  static const std::vector<Case> kEdges = [] {
    std::vector<Case> all;
    for (Run& run : edge_starts()) all.emplace_back(std::move(run));
    for (Run& run : edge_runs()) all.emplace_back(std::move(run));
    for (Reading& reading : edge_readings()) all.emplace_back(std::move(reading));
    return all;
  }();
  return kEdges;
}

}  // namespace tripcheck::escalation
