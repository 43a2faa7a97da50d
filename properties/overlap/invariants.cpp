// What must hold of a trace by itself, without the model: each check reads the subject's own words.
#include <algorithm>
#include <tripcheck/properties/overlap/judge.hpp>
#include <tripcheck/properties/overlap/playback.hpp>
#include <unordered_map>

namespace tripcheck::overlap {
namespace {

using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;

bool is_legal(State from, State to) {
  if (from == State::closed) return to == State::open;
  if (from == State::open) return to == State::half_open;
  return to != State::half_open;
}

/// Needs the list of transitions alone.
Judgement chained(const Evidence& evidence) {
  const CaseAnswer* answer = evidence.answer(0);
  if (answer == nullptr) return Kept{};
  const std::size_t end = evidence.input(0).steps.size();
  const auto broken = [&](RuleId rule, std::string note) {
    return Break{.rule = rule, .step = end, .note = std::move(note)};
  };
  const Transition* last = nullptr;
  std::uint64_t number = 0;
  for (const Transition& now : answer->outcome.transitions) {
    const State from = last == nullptr ? State::closed : last->to;
    if (now.number != ++number) {
      return broken("O-3", "transition " + std::to_string(number) + " is told with number " +
                               std::to_string(now.number));
    }
    if (now.from != from || !is_legal(now.from, now.to)) {
      return broken("O-3", text_of(now) + " does not follow the transition before it");
    }
    if (last != nullptr && now.t < last->t) {
      return broken("O-5", text_of(now) + " is dated before the transition before it");
    }
    last = &now;
  }
  const State at_end = last == nullptr ? State::closed : last->to;
  if (answer->outcome.final_state == at_end) return Kept{};
  return broken("T-17", "the state at the end is not where the last transition went");
}

/// A trial window as its own trace tells it: who has a place, and how many succeeded.
class Window {
 public:
  void take(const Step& step, const Told& told) {
    for (const Transition& transition : told.transitions) {
      half_open_ = transition.to == State::half_open;
      admitted_.clear();
      successes_ = 0;
    }
    const bool moved = !told.transitions.empty();
    if (step.op == Operation::acquire) {
      if (half_open_ && told.answer == Answer::permit) admitted_.emplace(step.call, step.t);
    } else if (!moved && admitted_.erase(step.call) > 0) {
      const bool passed = step.op == Operation::record && step.result == Result::success;
      if (told.answer == Answer::counted && passed) ++successes_;
    }
  }
  /// Takes away the places whose time is over.
  void sweep(const Config& config, std::int64_t t) {
    const auto timeout = trial_timeout(config);
    if (!timeout) return;
    std::erase_if(admitted_, [&](const auto& place) {
      const auto end = exact_sum(place.second, *timeout);
      return end && t >= *end;
    });
  }
  [[nodiscard]] std::int64_t taken() const {
    return successes_ + static_cast<std::int64_t>(admitted_.size());
  }

 private:
  bool half_open_ = false;
  std::int64_t successes_ = 0;
  std::unordered_map<std::int64_t, std::int64_t> admitted_;  // By call: the `t` of its acquire.
};

bool tells_steps(const Case& input, const CaseAnswer& answer) {
  return answer.steps.size() == input.steps.size();
}

Judgement no_crowd(const Evidence& evidence) {
  const CaseAnswer* answer = evidence.answer(0);
  const Case& input = evidence.input(0);
  if (answer == nullptr || !tells_steps(input, *answer)) return Kept{};
  Window window;
  for (std::size_t i = 0; i < input.steps.size(); ++i) {
    const Step& step = input.steps[i];
    if (step.op == Operation::acquire) window.sweep(input.config, step.t);
    window.take(step, answer->steps[i]);
    if (window.taken() > input.config.half_open_successes) return Break{.rule = "O-2", .step = i};
  }
  return Kept{};
}

/// By the trace's own openings, nobody is admitted before the cooldown is over.
Judgement admitted_in_time(const Evidence& evidence) {
  const CaseAnswer* answer = evidence.answer(0);
  const Case& input = evidence.input(0);
  if (answer == nullptr || !tells_steps(input, *answer)) return Kept{};
  std::optional<std::int64_t> opened_at;
  for (std::size_t i = 0; i < input.steps.size(); ++i) {
    const Step& step = input.steps[i];
    const Told& told = answer->steps[i];
    if (opened_at && step.op == Operation::acquire) {
      const auto deadline = exact_sum(*opened_at, input.config.cooldown);
      const bool early = !deadline || step.t < *deadline;
      const bool moved = !told.transitions.empty();
      if (early && (moved || told.answer == Answer::permit)) {
        return Break{.rule = "O-9", .step = i, .note = "the cooldown is not over"};
      }
    }
    for (const Transition& transition : told.transitions) {
      opened_at = transition.to == State::open ? std::optional(transition.t) : std::nullopt;
    }
  }
  return Kept{};
}

void count_told(const Evidence& evidence, std::span<std::uint64_t> counts) {
  const CaseAnswer* answer = evidence.answer(0);
  if (answer == nullptr || !tells_steps(evidence.input(0), *answer)) return;
  for (std::uint64_t& count : counts) ++count;
}

}  // namespace

std::vector<engine::Property<Traits>> invariants() {
  return {
      {.id = "transitions-form-a-legal-chain",
       .rules = {"O-3", "O-5", "T-17"},
       .claim =
           "Transitions are legal, numbered, begin where the last one ended, and never go back "
           "in time.",
       .judge = chained},
      {.id = "a-trial-window-has-no-room-for-a-crowd",
       .rules = {"O-2"},
       .claim = "By the trace's own permits and results, places taken are never too many.",
       .judge = no_crowd,
       .count = count_told},
      {.id = "nobody-is-admitted-before-the-cooldown-is-over",
       .rules = {"O-9"},
       .claim = "By the trace's own openings, no call passes before opened_at + cooldown.",
       .judge = admitted_in_time,
       .count = count_told},
  };
}

}  // namespace tripcheck::overlap
