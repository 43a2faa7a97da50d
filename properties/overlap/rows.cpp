// An overlap counterexample as people read it (S-41).
#include <algorithm>
#include <tripcheck/properties/overlap/profile.hpp>

namespace tripcheck::overlap {
namespace {

using engine::Reply;
using engine::StepRow;

constexpr std::string_view kNothing = "-";

std::string text_of(const Seen& seen) {
  std::string text = "(" + std::string(timed::name(seen.state));
  if (seen.counters && seen.state == State::closed) {
    text += ", failures " + std::to_string(seen.counters->failures);
  }
  if (seen.counters && seen.state == State::half_open) {
    text += ", successes " + std::to_string(seen.counters->successes);
  }
  if (seen.has_retry_at) {
    text += ", retry_at " + (seen.retry_at ? std::to_string(*seen.retry_at) : "nothing");
  }
  return text + ")";
}

std::string text_of(Answer answer, std::span<const Transition> transitions) {
  std::string text(name(answer));
  for (const Transition& transition : transitions) text += ", " + text_of(transition);
  return text;
}

/// `record 3 failure`: the operation, its call, and what came of that.
std::string text_of(const Step& step) {
  std::string text = std::string(name(step.op)) + " " + std::to_string(step.call);
  if (step.op == Operation::record) text += " " + std::string(timed::name(step.result));
  return text;
}

/// Not empty where there is none: a row without a time is the end of the case to the report.
std::string time_of(const Step& step) {
  return has_time(step) ? std::to_string(step.t) : std::string(kNothing);
}

/// Some words for a reply that is no answer.
std::string other_text(const Reply<Traits>& reply) {
  if (const auto* refused = std::get_if<engine::Refused>(&reply)) return "error: " + refused->text;
  if (const auto* failed = std::get_if<engine::Failed>(&reply)) return "failed: " + failed->what;
  if (const auto* skipped = std::get_if<engine::Skipped>(&reply)) {
    return "skipped: " + skipped->reason;
  }
  return "an answer";
}

/// A number that is not the n-th one's own is said.
std::string numbers_text(const CaseAnswer& answer, std::size_t i) {
  std::size_t before = 0;
  for (std::size_t k = 0; k < i; ++k) before += answer.steps[k].transitions.size();
  std::string text;
  for (const Transition& transition : answer.steps[i].transitions) {
    if (transition.number != ++before) text += ", number " + std::to_string(transition.number);
  }
  return text;
}

std::string step_text(const CaseAnswer& answer, std::size_t i, bool with_seen) {
  if (i >= answer.steps.size()) return std::string(kNothing);
  const Told& told = answer.steps[i];
  std::string text = text_of(told.answer, told.transitions) + numbers_text(answer, i);
  if (with_seen && i + 1 < answer.seen.size()) text += " " + text_of(answer.seen[i + 1]);
  return text;
}

/// What the outcome of `after` has that the one of `before`, a step shorter, has not.
std::string step_between(const Outcome& before, const Outcome& after) {
  if (after.answers.size() <= before.answers.size()) return "no answer";
  const std::span<const Transition> transitions(after.transitions);
  return text_of(after.answers.back(),
                 transitions.subspan(std::min(before.transitions.size(), transitions.size())));
}

/// The subject's step, from its own words or from the answers to the prefixes.
std::string got_text(const Reply<Traits>& got, std::span<const Reply<Traits>> prefixes,
                     std::size_t i, bool with_seen) {
  const auto* answer = std::get_if<CaseAnswer>(&got);
  if (answer == nullptr) return std::string(kNothing);
  if (Traits::stepwise(*answer)) return step_text(*answer, i, with_seen);
  if (i >= prefixes.size()) return std::string(kNothing);
  const auto* before = std::get_if<CaseAnswer>(&prefixes[i]);
  const Reply<Traits>& next = i + 1 < prefixes.size() ? prefixes[i + 1] : got;
  const auto* after = std::get_if<CaseAnswer>(&next);
  if (before == nullptr) return other_text(prefixes[i]);
  return after == nullptr ? other_text(next) : step_between(before->outcome, after->outcome);
}

/// The end: the state, and what else the subject says there. Only what both say can differ.
StepRow end_row(const Reply<Traits>& expected, const Reply<Traits>& got) {
  StepRow row{.time = "", .event = "end", .expected = other_text(expected), .got = other_text(got)};
  const auto* should = std::get_if<CaseAnswer>(&expected);
  const auto* is = std::get_if<CaseAnswer>(&got);
  if (should == nullptr || is == nullptr) return row;
  row.expected = timed::name(should->outcome.final_state);
  row.got = timed::name(is->outcome.final_state);
  if (is->last && should->last) {
    Seen said = *should->last;
    if (!is->last->counters) said.counters.reset();
    said.has_retry_at = is->last->has_retry_at;
    row.expected = text_of(said);
    row.got = text_of(*is->last);
  }
  return row;
}

}  // namespace

std::string Traits::config_text(const Case& input) {
  const Config& config = input.config;
  return "failure_threshold " + std::to_string(config.failure_threshold) + ", cooldown " +
         std::to_string(config.cooldown) + ", half_open_successes " +
         std::to_string(config.half_open_successes) + ", trial_timeout " +
         (config.trial_timeout ? std::to_string(*config.trial_timeout) : "not given");
}

std::vector<StepRow> Traits::rows(const Case& input, const Reply<Traits>& expected,
                                  const Reply<Traits>& got,
                                  std::span<const Reply<Traits>> prefixes) {
  std::vector<StepRow> all;
  const auto* should = std::get_if<CaseAnswer>(&expected);
  const auto* is = std::get_if<CaseAnswer>(&got);
  const bool with_seen = is != nullptr && !is->seen.empty();
  for (std::size_t i = 0; i < input.steps.size(); ++i) {
    StepRow row{
        .time = time_of(input.steps[i]),
        .event = text_of(input.steps[i]),
        .expected = should == nullptr ? std::string(kNothing) : step_text(*should, i, with_seen),
        .got = got_text(got, prefixes, i, with_seen)};
    if (should == nullptr) row.got = row.expected;  // Refused as a whole: the end row says it.
    all.push_back(std::move(row));
  }
  all.push_back(end_row(expected, got));
  return all;
}

}  // namespace tripcheck::overlap
