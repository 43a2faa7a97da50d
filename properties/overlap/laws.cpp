// How the answers to related cases hang together, whatever the model of this profile says.
#include <algorithm>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/overlap/judge.hpp>

namespace tripcheck::overlap {
namespace {

using engine::Asked;
using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;
using Questions = std::vector<Asked<Traits>>;

/// The step of the first answer that differs.
std::size_t first_other(const std::vector<Answer>& should, const std::vector<Answer>& is) {
  const auto at = std::mismatch(should.begin(), should.end(), is.begin(), is.end()).first;
  return static_cast<std::size_t>(at - should.begin());
}

// --- O-6: the timed breaker.

/// The results of a case as calls that do not overlap, each at one `t`, no clock going back.
std::vector<timed::Event> events_of(const Case& input) {
  std::vector<timed::Event> events;
  for (const Step& step : input.steps) {
    if (step.op != Operation::record) continue;
    const std::int64_t t = events.empty() ? step.t : std::max(step.t, events.back().t);
    events.push_back({.t = t, .result = step.result});
  }
  return events;
}

void ask_without_overlap(const Case& input, Questions& asked) {
  Case apart{.config = input.config, .steps = {}};
  for (const timed::Event& event : events_of(input)) {
    const auto call = static_cast<std::int64_t>(apart.steps.size() / 2 + 1);
    apart.steps.push_back({.op = Operation::acquire, .call = call, .t = event.t});
    apart.steps.push_back(
        {.op = Operation::record, .call = call, .t = event.t, .result = event.result});
  }
  if (!apart.steps.empty()) asked.push_back({.input = std::move(apart)});
}

/// What the timed breaker makes of the calls, as this one would tell it.
Outcome timed_outcome(const Case& apart) {
  const timed::Config config{.failure_threshold = apart.config.failure_threshold,
                             .cooldown = apart.config.cooldown,
                             .half_open_successes = apart.config.half_open_successes};
  Outcome outcome;
  timed::model::Breaker breaker;
  for (const timed::Event& event : events_of(apart)) {
    const timed::model::Step step = timed::model::step(config, breaker, event);
    breaker = step.next;
    const bool executed = step.offer.admission == timed::Admission::executed;
    outcome.answers.push_back(executed ? Answer::permit : Answer::rejected);
    outcome.answers.push_back(executed ? Answer::counted : Answer::no_permit);
    for (const timed::Transition& transition : step.offer.transitions) {
      outcome.transitions.push_back(
          {.from = transition.from, .to = transition.to, .t = transition.t});
    }
  }
  outcome.final_state = timed::model::state(breaker);
  return outcome;
}

Judgement is_the_timed_breaker(const Evidence& evidence) {
  const CaseAnswer* got = evidence.answer(0);
  if (got == nullptr) return Kept{};  // Lock-step says that good input was refused.
  const Outcome expected = timed_outcome(evidence.input(0));
  Outcome told = got->outcome;
  for (Transition& transition : told.transitions) transition.number = 0;  // It has none to tell.
  if (told == expected) return Kept{};
  return Break{.rule = "O-6",
               .step = first_other(expected.answers, told.answers),
               .note = "the timed breaker says otherwise"};
}

// --- O-4: uses that change nothing.

/// The case with each use twice, one behind the other.
void ask_used_twice(const Case& input, Questions& asked) {
  Case twice{.config = input.config, .steps = {}};
  for (const Step& step : input.steps) {
    twice.steps.push_back(step);
    if (step.op != Operation::acquire) twice.steps.push_back(step);
  }
  if (twice.steps.size() == input.steps.size()) return;
  asked.push_back({.input = input});
  asked.push_back({.input = std::move(twice)});
}

/// Every answer to the case itself comes again, and each use behind another is `used`.
Judgement second_use_does_nothing(const Evidence& evidence) {
  const CaseAnswer* once = evidence.answer(0);
  const CaseAnswer* twice = evidence.answer(1);
  if (once == nullptr || twice == nullptr) return Kept{};
  Outcome should{.final_state = once->outcome.final_state,
                 .answers = {},
                 .transitions = once->outcome.transitions};
  const auto& steps = evidence.input(0).steps;
  if (once->outcome.answers.size() != steps.size()) return Kept{};  // Lock-step says so.
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Answer answer = once->outcome.answers[i];
    should.answers.push_back(answer);
    if (steps[i].op == Operation::acquire) continue;
    should.answers.push_back(answer == Answer::no_permit ? Answer::no_permit : Answer::used);
  }
  if (twice->outcome == should) return Kept{};
  return Break{.rule = "O-4",
               .asked = 1,
               .step = first_other(should.answers, twice->outcome.answers),
               .note = "with each permit used twice it comes out otherwise than with one use"};
}

/// The case with dropped permits ignored and ignored ones dropped.
void ask_lost_for_ignored(const Case& input, Questions& asked) {
  Case other = input;
  for (Step& step : other.steps) {
    if (step.op == Operation::ignore) {
      step.op = Operation::drop;
    } else if (step.op == Operation::drop) {
      step.op = Operation::ignore;
    }
  }
  if (other == input) return;
  asked.push_back({.input = input});
  asked.push_back({.input = std::move(other)});
}

Judgement same_outcome(const Evidence& evidence, RuleId rule, std::string_view note) {
  const CaseAnswer* first = evidence.answer(0);
  const CaseAnswer* other = evidence.answer(1);
  if (first == nullptr || other == nullptr || first->outcome == other->outcome) return Kept{};
  const auto* expected = std::get_if<CaseAnswer>(&evidence.expected(1));
  std::size_t step = evidence.input(1).steps.size();
  std::size_t shown = 1;
  if (expected != nullptr) {
    if (const auto at = first_difference(evidence.input(1), *expected, *other)) {
      step = at->step;
    } else {
      shown = 0;  // The other one is as it should be.
    }
  }
  return Break{.rule = rule, .asked = shown, .step = step, .note = std::string(note)};
}

// --- T-17: questions.

void ask_questions(const Case& input, Questions& asked) {
  asked.push_back({.input = input});
  asked.push_back({.input = input, .delivery = Delivery::questioned});
}

Judgement questions_are_answered(const Evidence& evidence) {
  const auto* expected = std::get_if<CaseAnswer>(&evidence.expected(1));
  const CaseAnswer* asked = evidence.answer(1);
  if (expected == nullptr || asked == nullptr || asked->outcome != expected->outcome) return Kept{};
  auto difference = first_seen_difference(evidence.input(1), *expected, *asked);
  if (!difference) return Kept{};
  difference->asked = 1;
  return *difference;
}

}  // namespace

std::vector<engine::Property<Traits>> laws() {
  const auto same = [](RuleId rule, std::string_view note) {
    return [rule, note](const Evidence& evidence) { return same_outcome(evidence, rule, note); };
  };
  return {
      {.id = "without-overlap-it-is-the-timed-breaker",
       .rules = {"O-6"},
       .claim = "Its results as calls one after the other: what the timed breaker would say.",
       .questions = ask_without_overlap,
       .judge = is_the_timed_breaker},
      {.id = "a-second-use-does-nothing",
       .rules = {"O-4"},
       .claim = "With each use made twice, all comes out the same but for the answers `used`.",
       .questions = ask_used_twice,
       .judge = second_use_does_nothing},
      {.id = "losing-is-giving-back",
       .rules = {"O-4"},
       .claim = "Dropping where it was ignored, and ignoring where it was dropped: the same.",
       .questions = ask_lost_for_ignored,
       .judge =
           same("O-4", "dropped for ignored, and ignored for dropped, it comes out otherwise")},
      {.id = "questions-change-nothing",
       .rules = {"T-17"},
       .claim = "Asking all questions twice after each step changes no answer.",
       .questions = ask_questions,
       .judge = same("T-17", "with questions asked in between it comes out otherwise")},
      {.id = "questions-are-answered-rightly",
       .rules = {"O-3", "O-4", "O-6", "O-8", "O-9", "T-17"},
       .claim = "State, counters and retry_at are the model's after each step.",
       .questions = ask_questions,
       .judge = questions_are_answered},
  };
}

}  // namespace tripcheck::overlap
