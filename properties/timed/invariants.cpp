// What must hold of a trace by itself, without the model: each check reads the subject's own words.
#include <algorithm>
#include <array>
#include <tripcheck/properties/timed/judge.hpp>

namespace tripcheck::timed {
namespace {

using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;

/// Whether it shows which event each answer belongs to: by itself, or since no two have the same
/// `t`.
bool tells_steps(const Case& input, const Answer& answer) {
  if (answer.steps.size() == input.events.size()) return true;
  const auto same_time = [](const Event& a, const Event& b) { return a.t == b.t; };
  return std::adjacent_find(input.events.begin(), input.events.end(), same_time) ==
         input.events.end();
}

/// The subject's own account of each event, made from its lists. Requires: they tell events apart.
std::vector<Offer> steps_of_lists(const Case& input, const Answer& answer) {
  std::vector<Offer> steps;
  const auto& [state, rejected, transitions] = answer.outcome;
  auto next_rejected = rejected.begin();
  auto next_move = transitions.begin();
  for (const Event& event : input.events) {
    Offer& step = steps.emplace_back();
    if (next_rejected != rejected.end() && *next_rejected == event.t) {
      step.admission = Admission::rejected;
      ++next_rejected;
    }
    for (; next_move != transitions.end() && next_move->t == event.t; ++next_move) {
      step.transitions.push(*next_move);
    }
  }
  return steps;
}

/// A breaker's life as its own trace tells it.
struct Life {
  State state = State::closed;
  std::int64_t opened_at = 0;
  std::int64_t failures = 0;   // In a row, executed, since it closed.
  std::int64_t successes = 0;  // Executed, since it became half-open.

  void take(const Event& event, const Offer& offer) {
    for (const Transition& transition : offer.transitions) {
      state = transition.to;
      failures = 0;
      successes = 0;
      if (state == State::open) opened_at = transition.t;
    }
    if (offer.admission != Admission::executed) return;
    const bool success = event.result == Result::success;
    if (state == State::closed && !closed_by(offer)) failures = success ? 0 : failures + 1;
    if (state == State::half_open) successes += success ? 1 : 0;
  }
  [[nodiscard]] static bool closed_by(const Offer& offer) { return offer.transitions.size() > 0; }
  [[nodiscard]] bool waits(const Config& config, std::int64_t t) const {
    return static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(opened_at) <
           static_cast<std::uint64_t>(config.cooldown);
  }
};

/// Calls `check(life before the event, event, offer)` for each event until it names a rule.
template <class Check>
Judgement each_step(const Evidence& evidence, const Check& check) {
  const Answer* answer = evidence.answer(0);
  const Case& input = evidence.input(0);
  if (answer == nullptr || !tells_steps(input, *answer)) return Kept{};
  const bool has_steps = answer->steps.size() == input.events.size();
  const auto made = has_steps ? std::vector<Offer>() : steps_of_lists(input, *answer);
  const auto& steps = has_steps ? answer->steps : made;
  Life life;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const RuleId rule = check(life, input.events[i], steps[i]);
    if (!rule.empty()) return Break{.rule = rule, .step = i};
    life.take(input.events[i], steps[i]);
  }
  return Kept{};
}

bool is_legal(State from, State to) {
  constexpr std::array<std::array<bool, 3>, 3> kLegal{{
      {false, true, false},  // closed->open
      {false, false, true},  // open->half_open
      {true, true, false},   // half_open->closed, half_open->open
  }};
  return kLegal.at(static_cast<std::size_t>(from)).at(static_cast<std::size_t>(to));
}

/// Needs the lists alone, so it is judged whatever the times are.
Judgement chained(const Evidence& evidence) {
  const Answer* answer = evidence.answer(0);
  if (answer == nullptr) return Kept{};
  const auto& events = evidence.input(0).events;
  const std::size_t end = events.size();
  State state = State::closed;
  std::size_t event = 0;
  for (const Transition& transition : answer->outcome.transitions) {
    while (event < end && events[event].t < transition.t) ++event;
    if (transition.from != state || event == end || events[event].t != transition.t) {
      return Break{
          .rule = "T-12", .step = event, .note = "a transition does not follow the last one"};
    }
    if (!is_legal(transition.from, transition.to)) {
      return Break{.rule = transition.to == State::closed ? "T-6" : "T-5",
                   .step = event,
                   .note = "there is no transition " + text_of(transition)};
    }
    state = transition.to;
  }
  if (answer->outcome.final_state == state) return Kept{};
  return Break{
      .rule = "T-12", .step = end, .note = "final_state is not where the last transition went"};
}

Judgement executed_in_time(const Evidence& evidence) {
  const Config& config = evidence.input(0).config;
  return each_step(evidence, [&](const Life& life, const Event& event, const Offer& offer) {
    const bool early = life.state == State::open && life.waits(config, event.t) &&
                       offer.admission == Admission::executed;
    return early ? RuleId("T-4") : RuleId();
  });
}

Judgement rejected_in_open(const Evidence& evidence) {
  const Config& config = evidence.input(0).config;
  auto judgement =
      each_step(evidence, [&](const Life& life, const Event& event, const Offer& offer) {
        const bool late = offer.admission == Admission::rejected &&
                          (life.state != State::open || !life.waits(config, event.t));
        return late ? RuleId("T-5") : RuleId();
      });
  const Answer* answer = evidence.answer(0);
  if (answer == nullptr || !std::holds_alternative<Kept>(judgement)) return judgement;
  const auto& rejected = answer->outcome.rejected;
  for (std::size_t i = 1; i < rejected.size(); ++i) {
    if (rejected[i] < rejected[i - 1]) {
      return Break{.rule = "T-12",
                   .step = evidence.input(0).events.size(),
                   .note = "rejected times are not in order"};
    }
  }
  return Kept{};
}

Judgement opens_at_threshold(const Evidence& evidence) {
  const Config& config = evidence.input(0).config;
  return each_step(evidence, [&](const Life& life, const Event& event, const Offer& offer) {
    if (life.state != State::closed || offer.admission != Admission::executed) return RuleId();
    const bool due =
        event.result == Result::failure && life.failures + 1 >= config.failure_threshold;
    const bool opens = offer.transitions.size() > 0;
    if (opens == due) return RuleId();
    return RuleId(due ? "T-3" : "T-2");
  });
}

Judgement trial_window(const Evidence& evidence) {
  const Config& config = evidence.input(0).config;
  return each_step(evidence, [&](const Life& life, const Event& event, const Offer& offer) {
    const bool probe = life.state == State::open && offer.admission == Admission::executed;
    if (life.state != State::half_open && !probe) return RuleId();
    const std::size_t moves = offer.transitions.size();
    const State now = moves == 0 ? life.state : (offer.transitions.end() - 1)->to;
    if (event.result == Result::failure) return RuleId(now == State::open ? "" : "T-7");
    const bool due = life.successes + 1 >= config.half_open_successes;
    return RuleId((now == State::closed) == due ? "" : "T-6");
  });
}

Judgement none_rejected(const Evidence& evidence) {
  if (evidence.input(0).config.cooldown != 0) return Kept{};
  return each_step(evidence, [](const Life&, const Event&, const Offer& offer) {
    return RuleId(offer.admission == Admission::rejected ? "T-16" : "");
  });
}

}  // namespace

namespace {

void count_told(const Evidence& evidence, std::span<std::uint64_t> counts) {
  const Answer* answer = evidence.answer(0);
  if (answer == nullptr || !tells_steps(evidence.input(0), *answer)) return;
  for (std::uint64_t& count : counts) ++count;
}

}  // namespace

std::vector<engine::Property<Traits>> invariants() {
  std::vector<engine::Property<Traits>> all;
  const auto add = [&](std::string_view id, std::vector<RuleId> rules, std::string_view claim,
                       Judgement (*judge)(const Evidence&)) {
    all.push_back({.id = id,
                   .rules = std::move(rules),
                   .claim = claim,
                   .judge = judge,
                   .count = judge == chained ? nullptr : count_told});
  };
  add("transitions-form-a-legal-chain", {"T-5", "T-6", "T-12"},
      "Transitions are legal, each begins where the last one ended, at the t of its own event.",
      chained);
  add("nothing-is-executed-before-its-time", {"T-4"},
      "By the trace's own openings, no call is executed before opened_at + cooldown.",
      executed_in_time);
  add("rejected-only-inside-an-open-period", {"T-5", "T-12"},
      "Each rejected call lies inside an open period of the trace, and they are in order.",
      rejected_in_open);
  add("opens-exactly-at-the-threshold", {"T-2", "T-3"},
      "By the trace's own calls, closed opens at the threshold, then and only then.",
      opens_at_threshold);
  add("a-trial-window-ends-exactly", {"T-6", "T-7"},
      "Half-open ends at the first failure or at the last success that it needs, and not "
      "otherwise.",
      trial_window);
  add("cooldown-zero-rejects-nothing", {"T-16"}, "With cooldown 0 no call is rejected.",
      none_rejected);
  return all;
}

}  // namespace tripcheck::timed
