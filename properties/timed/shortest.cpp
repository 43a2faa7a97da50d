#include <algorithm>
#include <array>
#include <set>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/timed/case.hpp>
#include <tripcheck/properties/timed/shortest.hpp>
#include <tuple>
#include <vector>

namespace tripcheck::timed {
namespace {

constexpr std::array<std::int64_t, 8> kCooldowns{
    0, 1, 2, 3, 5, std::int64_t{1} << 40, std::int64_t{1} << 53, kLastTime};
constexpr std::array<std::int64_t, 9> kStarts{0,
                                              -1,
                                              kFirstTime,
                                              kLastTime,
                                              kLastTime - 1,
                                              (std::int64_t{1} << 31) - 1,
                                              (std::int64_t{1} << 53),
                                              (std::int64_t{1} << 53) + 1,
                                              -(std::int64_t{1} << 53)};

/// Both breakers after the same history.
struct Pair {
  model::Breaker right;
  Faulty wrong;
  std::int64_t t = kFirstTime;
  bool started = false;
};

/// What tells two pairs apart; the history that led there does not.
using Key = std::tuple<std::size_t, std::int64_t, std::int64_t, std::int64_t, Fields::Key>;

Key key_of(const Pair& pair) {
  const auto counters = model::counters(pair.right);
  const auto* open = std::get_if<model::Open>(&pair.right);
  return {pair.right.index(), counters.failures + counters.successes,
          open == nullptr ? 0 : open->opened_at, pair.t, pair.wrong.fields().key()};
}

/// Asks everything, twice; whether any answer differs. Being asked may change the one asked.
bool questions_differ(const Config& config, const Pair& pair) {
  const Faulty& asked = pair.wrong;
  for (int times = 0; times < 2; ++times) {
    const State state = model::state(pair.right);
    if (asked.state() != state) return true;
    const Counters should = model::counters(pair.right);
    const Counters is = asked.counters();
    if (state == State::closed && is.failures != should.failures) return true;
    if (state == State::half_open && is.successes != should.successes) return true;
    if (asked.retry_at() != model::retry_at(config, pair.right)) return true;
  }
  return false;
}

void add_beside(std::vector<std::int64_t>& times, std::int64_t from, std::int64_t wait) {
  std::int64_t at = 0;
  if (__builtin_add_overflow(from, wait, &at)) return;
  times.push_back(at);
  if (at > kFirstTime) times.push_back(at - 1);
  if (at < kLastTime) times.push_back(at + 1);
}

/// Times worth a look: now, soon, long after, and beside every deadline there may be. One goes
/// back.
std::vector<std::int64_t> times_after(const Config& config, const Pair& pair) {
  if (!pair.started) return {kStarts.begin(), kStarts.end()};
  std::vector<std::int64_t> times{pair.t, kLastTime};
  add_beside(times, pair.t, config.cooldown);
  add_beside(times, pair.t, 0);
  if (const auto* open = std::get_if<model::Open>(&pair.right)) {
    add_beside(times, open->opened_at, config.cooldown);
  }
  add_beside(times, pair.wrong.fields().opened_at, pair.wrong.fields().config.cooldown);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  std::erase_if(times, [&](std::int64_t t) { return t < pair.t; });
  return times;
}

struct Node {
  Pair pair;
  std::vector<Event> history;
};

/// One config, level by level.
class Search {
 public:
  Search(const Config& config, const Decisions& mutant) : config_(config) {
    level_.push_back({.pair = {.right = {}, .wrong = Faulty(config, mutant)}, .history = {}});
  }

  [[nodiscard]] bool differs_at_once() const {
    return questions_differ(config_, level_.front().pair);
  }

  /// One event more; the history that tells them apart, where there is one.
  std::optional<Case> deepen() {
    std::vector<Node> next;
    for (const Node& node : level_) {
      for (const std::int64_t t : times_after(config_, node.pair)) {
        for (const Result result : {Result::failure, Result::success}) {
          if (auto found = extend(node, {.t = t, .result = result}, next)) return found;
        }
      }
    }
    level_ = std::move(next);
    return std::nullopt;
  }

 private:
  std::optional<Case> extend(const Node& node, const Event& event, std::vector<Node>& next) {
    Node longer = node;
    longer.history.push_back(event);
    const model::Step step = model::step(config_, node.pair.right, event);
    const Offer got = longer.pair.wrong.offer(event);
    longer.pair.right = step.next;
    longer.pair.t = event.t;
    longer.pair.started = true;
    Node asked = longer;  // A history with the questions asked here, and one without.
    if (got != step.offer || questions_differ(config_, asked.pair)) {
      return Case{.config = config_, .events = std::move(longer.history)};
    }
    if (seen_.insert(key_of(longer.pair)).second) next.push_back(std::move(longer));
    if (seen_.insert(key_of(asked.pair)).second) next.push_back(std::move(asked));
    return std::nullopt;
  }

  Config config_;
  std::vector<Node> level_;
  std::set<Key> seen_;
};

std::vector<Config> configs() {
  std::vector<Config> all;
  for (std::int64_t threshold = 1; threshold <= 3; ++threshold) {
    for (std::int64_t successes = 1; successes <= 3; ++successes) {
      for (const std::int64_t cooldown : kCooldowns) {
        all.push_back({.failure_threshold = threshold,
                       .cooldown = cooldown,
                       .half_open_successes = successes});
      }
    }
  }
  return all;
}

}  // namespace

std::optional<Case> shortest_history(const Decisions& mutant, std::size_t most_events) {
  std::vector<Search> searches;
  for (const Config& config : configs()) {
    if (mutant.check(config)) return Case{.config = config, .events = {}};
    searches.emplace_back(config, mutant);
    if (searches.back().differs_at_once()) return Case{.config = config, .events = {}};
  }
  for (std::size_t events = 1; events <= most_events; ++events) {
    for (Search& search : searches) {
      if (auto found = search.deepen()) return found;
    }
  }
  return std::nullopt;
}

}  // namespace tripcheck::timed
