#include <algorithm>
#include <array>
#include <limits>
#include <tripcheck/properties/overlap/playback.hpp>
#include <tripcheck/properties/overlap/race.hpp>
#include <tripcheck/properties/overlap/shortest.hpp>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tripcheck::overlap {
namespace {

constexpr std::int64_t kLastMoment = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kMostCalls = 4;
constexpr std::array<std::int64_t, 2> kStarts{0, kLastMoment};
constexpr std::array<std::int64_t, 3> kCooldowns{0, 1, kLastMoment};
constexpr std::array<std::optional<std::int64_t>, 4> kTimeouts{std::nullopt, 0, 1, kLastMoment};

/// Both breakers after the same history.
struct Node {
  Atomically::State right;
  Faulty wrong;
  std::vector<Faulty::Permit> permits;  // The mutant's, by call.
  std::vector<Step> history;
  std::int64_t t = 0;
};

void add(std::string& key, std::int64_t number) {
  key.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

std::string key_of(Node& node) {
  std::string key;
  Atomically::key(node.right, key);
  const Fields& f = node.wrong.fields();
  for (const std::int64_t one : {static_cast<std::int64_t>(f.state), f.failures, f.successes,
                                 f.opened_at, f.changed_at, f.last_t, f.spare, node.t}) {
    add(key, one);
  }
  add(key, static_cast<std::int64_t>(f.generation));
  for (const Ticket& ticket : f.tickets) {
    add(key, static_cast<std::int64_t>(ticket.generation));
    add(key, ticket.admitted_at);
    key +=
        static_cast<char>((ticket.probe ? 1 : 0) + (ticket.place ? 2 : 0) + (ticket.used ? 4 : 0));
  }
  return key;
}

/// Asks everything, twice; whether any answer differs. Being asked may change the one asked.
bool questions_differ(const Config& config, const Node& node) {
  const model::Breaker& breaker = node.right.breaker;
  for (int times = 0; times < 2; ++times) {
    const State state = model::state(breaker);
    const Counters should = model::counters(breaker);
    if (node.wrong.state() != state) return true;
    const Counters is = node.wrong.counters();
    if (state == State::closed && is.failures != should.failures) return true;
    if (state == State::half_open && is.successes != should.successes) return true;
    if (node.wrong.retry_at() != model::retry_at(config, breaker)) return true;
  }
  return false;
}

class Search {
 public:
  Search(const Config& config, const Decisions& mutant) : config_(config), spec_{config} {
    level_.push_back({.right = Atomically::start(0),
                      .wrong = Faulty(config, mutant),
                      .permits = {},
                      .history = {},
                      .t = 0});
  }

  [[nodiscard]] bool differs_at_once() const { return questions_differ(config_, level_.front()); }

  /// One step more; the history that tells them apart, where there is one.
  std::optional<Case> deepen() {
    std::vector<Node> next;
    for (const Node& node : level_) {
      for (const Step& step : steps_after(node)) {
        if (auto found = extend(node, step, next)) return found;
      }
    }
    level_ = std::move(next);
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::vector<Step> steps_after(const Node& node) const {
    std::vector<Step> steps;
    const auto times = times_after(node);
    const auto& calls = node.right.calls;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (calls[i].kind != Atomically::Fate::Kind::held) continue;
      const auto call = static_cast<std::int64_t>(i + 1);
      steps.push_back({.op = Operation::ignore, .call = call});
      steps.push_back({.op = Operation::drop, .call = call});
      for (const std::int64_t t : times) {
        for (const Result result : {Result::success, Result::failure}) {
          steps.push_back({.op = Operation::record, .call = call, .t = t, .result = result});
        }
      }
    }
    if (calls.size() == kMostCalls) return steps;
    for (const std::int64_t t : times) {
      steps.push_back({.call = static_cast<std::int64_t>(calls.size() + 1), .t = t});
    }
    return steps;
  }

  [[nodiscard]] std::vector<std::int64_t> times_after(const Node& node) const {
    if (node.history.empty()) return {kStarts.begin(), kStarts.end()};
    std::vector<std::int64_t> times;
    const auto beside = [&](std::int64_t at) {
      for (const std::int64_t by : {-1, 0, 1}) times.push_back(plus(at, by));
    };
    beside(node.t);
    if (const auto at = model::retry_at(config_, node.right.breaker)) beside(*at);
    if (const auto* window = std::get_if<model::HalfOpen>(&node.right.breaker.now)) {
      for (const model::Place& place : window->places) {
        beside(plus(place.admitted_at, trial_timeout(config_).value_or(0)));
      }
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
  }

  std::optional<Case> extend(const Node& node, const Step& step, std::vector<Node>& next) {
    Node longer = node;
    longer.history.push_back(step);
    if (has_time(step)) longer.t = step.t;
    if (differs(longer, step)) return Case{.config = config_, .steps = std::move(longer.history)};
    Node asked = longer;  // A history with the questions asked here, and one without.
    if (questions_differ(config_, asked)) {
      return Case{.config = config_, .steps = std::move(longer.history)};
    }
    std::string key = key_of(longer);
    const bool same = key == key_of(asked);
    if (seen_.insert(std::move(key)).second) next.push_back(std::move(longer));
    if (!same && seen_.insert(key_of(asked)).second) next.push_back(std::move(asked));
    return std::nullopt;
  }

  /// Takes the step on both.
  bool differs(Node& node, const Step& step) const {
    Happened happened;
    happened.step = {
        .call = static_cast<std::size_t>(step.call), .t = step.t, .result = step.result};
    if (step.op == Operation::acquire) {
      auto done = node.wrong.try_acquire(step.t);
      node.right.calls.emplace_back();
      node.permits.push_back(done.permit.value_or(0));
      happened.answer = done.permit ? Answer::permit : Answer::rejected;
      happened.transitions = std::move(done.transitions);
    } else {
      Told told = use(node.wrong, node.permits[static_cast<std::size_t>(step.call - 1)], step);
      happened.step.act = step.op == Operation::record
                              ? Act::record
                              : (step.op == Operation::ignore ? Act::ignore : Act::drop);
      happened.answer = told.answer;
      happened.transitions = std::move(told.transitions);
    }
    return !spec_.apply(node.right, happened);
  }

  static Told use(Faulty& breaker, Faulty::Permit permit, const Step& step) {
    if (step.op == Operation::ignore) return breaker.ignore(permit);
    if (step.op == Operation::drop) return breaker.drop(permit);
    return breaker.record(permit, step.t, step.result);
  }

  Config config_;
  Atomically spec_;
  std::vector<Node> level_;
  std::unordered_set<std::string> seen_;
};

std::vector<Config> configs() {
  std::vector<Config> all;
  for (std::int64_t threshold = 1; threshold <= 3; ++threshold) {
    for (std::int64_t places = 1; places <= 3; ++places) {
      for (const std::int64_t cooldown : kCooldowns) {
        for (const auto& timeout : kTimeouts) {
          all.push_back({.failure_threshold = threshold,
                         .cooldown = cooldown,
                         .half_open_successes = places,
                         .trial_timeout = timeout});
        }
      }
    }
  }
  return all;
}

}  // namespace

std::optional<Case> shortest_history(const Decisions& mutant, std::size_t most_steps) {
  std::vector<Search> searches;
  for (const Config& config : configs()) {
    if (mutant.check(config)) return Case{.config = config, .steps = {}};
    searches.emplace_back(config, mutant);
    if (searches.back().differs_at_once()) return Case{.config = config, .steps = {}};
  }
  for (std::size_t steps = 1; steps <= most_steps; ++steps) {
    for (Search& search : searches) {
      if (auto found = search.deepen()) return found;
    }
  }
  return std::nullopt;
}

}  // namespace tripcheck::overlap
