#include <array>
#include <set>
#include <tripcheck/model/escalation/breaker.hpp>
#include <tripcheck/properties/escalation/edges.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <tripcheck/properties/escalation/shortest.hpp>
#include <tripcheck/properties/escalation/values.hpp>
#include <tuple>

namespace tripcheck::escalation {
namespace {

constexpr std::array<std::array<int, 4>, 20> kPolicies{
    {{1, 1, 1, 1},    {2, 2, 2, 1},    {1, 1, 1, 2},    {2, 2, 2, 2},    {1, 2, 3, 3},
     {3, 2, 1, 3},    {2, 3, 1, 3},    {3, 3, 3, 2},    {3, 3, 3, 3},    {2, 2, 2, 3},
     {3, 2, 3, 6},    {1, 32, 32, 32}, {32, 1, 32, 32}, {32, 32, 1, 32}, {32, 32, 32, 1},
     {32, 32, 32, 2}, {32, 32, 32, 3}, {2, 2, 2, 32},   {3, 3, 3, 32},   {32, 32, 32, 32}}};

Given text(std::string_view value) { return Given::string(std::string(value)); }

// --- What shows without an attempt.

std::optional<std::string> right_fault(const Run& run) {
  const auto made = model::start(text_of(run.run_id), text_of(run.workflow_id), limits_of(run));
  const auto* error = std::get_if<Error>(&made);
  return error == nullptr ? std::nullopt : std::optional(text_of(*error));
}

// --- What shows of a handoff that is read back.

bool reads_otherwise(engine::Subject<Traits>& right, const Decisions& mutant,
                     const Reading& reading) {
  const auto expected = engine::ask_one(right, engine::Asked<Traits>{.input = reading});
  const ReadBack got = mutant.read_back(reading);
  if (const auto* error = std::get_if<std::string>(&got)) {
    const auto* refused = std::get_if<engine::Refused>(&expected);
    return refused == nullptr || refused->text != *error;
  }
  const auto* answer = std::get_if<Answer>(&expected);
  return answer == nullptr || std::get<ReadingAnswer>(*answer) != std::get<ReadingAnswer>(got);
}

// --- Runs.

/// Both breakers after the same history.
struct Node {
  model::Breaker right;
  Faulty wrong;
  std::vector<Attempt> history;
};

/// Asks everything, twice; whether any answer differs. Being asked may change the one asked.
bool questions_differ(const Node& node) {
  const auto handoff =
      node.right.handoff ? std::optional(model::to_json(*node.right.handoff)) : std::nullopt;
  for (int times = 0; times < 2; ++times) {
    if (node.wrong.halted() != model::halted(node.right)) return true;
    if (node.wrong.counts() != model::counts(node.right)) return true;
    if (node.wrong.handoff_json() != handoff) return true;
  }
  return handoff && node.wrong.purpose() != Purpose{};
}

/// Attempts that histories are made of. Those of the edges are only tried as the last ones.
std::vector<Attempt> good_attempts() {
  std::vector<Attempt> all;
  for (const char* failure_class : {"uncertainty", "permission_denial", "tool_failure"}) {
    const auto with = [&](char digit, std::string_view now) {
      all.push_back({.failure_class = text(failure_class),
                     .step_digest = Given::string(std::string(64, digit)),
                     .now = text(now)});
    };
    with('b', kPlainTime);
    with('a', kPlainTime);
    with('a', kLateTime);
    with('a', "2026-04-30T23:45:00Z");
  }
  return all;
}

/// One policy, level by level.
class Search {
 public:
  Search(const Run& run, const Decisions& mutant) : run_(run) {
    auto made = model::start(text_of(run.run_id), text_of(run.workflow_id), limits_of(run));
    level_.push_back({.right = std::get<model::Breaker>(std::move(made)),
                      .wrong = Faulty(run, mutant),
                      .history = {}});
  }

  [[nodiscard]] bool differs_at_once() const { return questions_differ(level_.front()); }

  /// One attempt more; the history that tells them apart, where there is one.
  std::optional<Case> deepen(const std::vector<Attempt>& good, const std::vector<Attempt>& others) {
    std::vector<Node> next;
    for (const Node& node : level_) {
      for (const Attempt& attempt : good) {
        if (auto found = extend(node, attempt, next)) return found;
      }
      std::vector<Node> ends;
      for (const Attempt& attempt : others) {
        if (auto found = extend(node, attempt, ends)) return found;
      }
      // What the right one refused, and the wrong one has not forgotten.
      for (Node& end : ends) {
        if (end.right == node.right) next.push_back(std::move(end));
      }
    }
    level_ = std::move(next);
    return std::nullopt;
  }

 private:
  std::optional<Case> extend(const Node& node, const Attempt& attempt, std::vector<Node>& next) {
    Node longer = node;
    longer.history.push_back(attempt);
    auto [right, answer] =
        model::record_failure(node.right, text_of(attempt.failure_class),
                              text_of(attempt.step_digest), text_of(attempt.now));
    const Recorded got = longer.wrong.record(attempt);
    longer.right = std::move(right);
    const auto* error = std::get_if<Error>(&answer);
    const auto* handoff = std::get_if<model::Handoff>(&answer);
    const bool same =
        got.error == (error == nullptr ? std::nullopt : std::optional(text_of(*error))) &&
        got.handoff ==
            (handoff == nullptr ? std::nullopt : std::optional(model::to_json(*handoff)));
    Node asked = longer;  // A history with the questions asked here, and one without.
    if (!same || questions_differ(asked)) {
      Run run = run_;
      run.attempts = std::move(longer.history);
      return run;
    }
    // Where neither has changed, nothing new can come of it.
    if (longer.right == node.right && longer.wrong.fields() == node.wrong.fields())
      return std::nullopt;
    const bool changed = asked.wrong.fields() != longer.wrong.fields();
    next.push_back(std::move(longer));
    if (changed) next.push_back(std::move(asked));
    return std::nullopt;
  }

  Run run_;
  std::vector<Node> level_;
};

}  // namespace

std::optional<Case> shortest_history(const Decisions& mutant, std::size_t most_attempts) {
  for (const Run& run : edge_starts()) {
    if (mutant.check(mutant, run) != right_fault(run)) return run;
  }
  std::vector<Search> searches;
  for (const auto& policy : kPolicies) {
    searches.emplace_back(edge_run(policy), mutant);
    if (searches.back().differs_at_once()) return edge_run(policy);
  }
  searches.emplace_back(default_run(), mutant);
  Run versioned = edge_run({1, 1, 1, 1});
  versioned.workflow_id = text("workflow:a.b/c@1.0.0");
  searches.emplace_back(versioned, mutant);
  const auto right = Traits::open("model");
  for (const Reading& reading : edge_readings()) {
    if (reads_otherwise(*right, mutant, reading)) return reading;
  }
  const auto good = good_attempts();
  const auto others = edge_attempts();
  const std::vector<Attempt> few(others.end() - 2, others.end());
  for (std::size_t attempts = 1; attempts <= most_attempts; ++attempts) {
    for (Search& search : searches) {
      if (auto found = search.deepen(good, attempts <= 2 ? others : few)) return found;
    }
  }
  return std::nullopt;
}

}  // namespace tripcheck::escalation
