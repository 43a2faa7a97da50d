// A timed counterexample as people read it (S-41).
#include <tripcheck/properties/timed/profile.hpp>

namespace tripcheck::timed {
namespace {

using engine::Reply;
using engine::StepRow;

constexpr std::string_view kNothing = "-";

std::string text_of(Admission admission) {
  switch (admission) {
    case Admission::executed:
      return "executed";
    case Admission::rejected:
      return "rejected";
    case Admission::refused:
      return "refused";
  }
  return "?";
}

std::string text_of(const Seen& seen) {
  std::string text = "(" + std::string(name(seen.state));
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

std::string text_of(const Offer& offer) {
  std::string text = text_of(offer.admission);
  for (const Transition& transition : offer.transitions) text += ", " + text_of(transition);
  return text;
}

/// What the outcome of `after` has that the one of `before`, a step shorter, has not.
std::string step_between(const Outcome& before, const Outcome& after) {
  Offer offer;
  if (after.rejected.size() > before.rejected.size()) offer.admission = Admission::rejected;
  for (std::size_t i = before.transitions.size(); i < after.transitions.size(); ++i) {
    offer.transitions.push(after.transitions[i]);
  }
  return text_of(offer);
}

/// Some words for a reply that is no answer.
std::string other_text(const Reply<Traits>& reply) {
  if (const auto* refused = std::get_if<engine::Refused>(&reply)) return "error: " + refused->text;
  if (const auto* failed = std::get_if<engine::Failed>(&reply)) return "failed: " + failed->what;
  if (const auto* skipped = std::get_if<engine::Skipped>(&reply))
    return "skipped: " + skipped->reason;
  return "an answer";
}

std::string step_text(const Answer& answer, std::size_t i, bool with_seen) {
  std::string text = i < answer.steps.size() ? text_of(answer.steps[i]) : std::string(kNothing);
  if (with_seen && i + 1 < answer.seen.size()) text += " " + text_of(answer.seen[i + 1]);
  return text;
}

/// The subject's step, from its own words or from the answers to the prefixes.
std::string got_text(const Reply<Traits>& got, std::span<const Reply<Traits>> prefixes,
                     std::size_t i, bool with_seen) {
  const auto* answer = std::get_if<Answer>(&got);
  if (answer == nullptr) return std::string(kNothing);
  if (Traits::stepwise(*answer)) return step_text(*answer, i, with_seen);
  if (i >= prefixes.size()) return std::string(kNothing);
  const auto* before = std::get_if<Answer>(&prefixes[i]);
  const Reply<Traits>& next = i + 1 < prefixes.size() ? prefixes[i + 1] : got;
  const auto* after = std::get_if<Answer>(&next);
  if (before == nullptr) return other_text(prefixes[i]);
  return after == nullptr ? other_text(next) : step_between(before->outcome, after->outcome);
}

std::string lists_text(const Outcome& outcome) {
  return std::to_string(outcome.rejected.size()) + " rejected, " +
         std::to_string(outcome.transitions.size()) + " transitions listed";
}

/// The end: the state, and what else the subject says there. Only what both say can differ.
StepRow end_row(const Reply<Traits>& expected, const Reply<Traits>& got) {
  StepRow row{.time = "", .event = "end", .expected = other_text(expected), .got = other_text(got)};
  const auto* should = std::get_if<Answer>(&expected);
  const auto* is = std::get_if<Answer>(&got);
  if (should == nullptr || is == nullptr) return row;
  row.expected = name(should->outcome.final_state);
  row.got = name(is->outcome.final_state);
  if (is->last && should->last) {
    Seen said = *should->last;
    if (!is->last->counters) said.counters.reset();
    said.has_retry_at = is->last->has_retry_at;
    row.expected = text_of(said);
    row.got = text_of(*is->last);
  }
  if (row.expected == row.got && should->outcome != is->outcome) {  // Then the lists differ.
    row.expected += ", " + lists_text(should->outcome);
    row.got += ", " + lists_text(is->outcome);
  }
  return row;
}

}  // namespace

std::string Traits::config_text(const Case& input) {
  return "failure_threshold " + std::to_string(input.config.failure_threshold) + ", cooldown " +
         std::to_string(input.config.cooldown) + ", half_open_successes " +
         std::to_string(input.config.half_open_successes);
}

std::vector<StepRow> Traits::rows(const Case& input, const Reply<Traits>& expected,
                                  const Reply<Traits>& got,
                                  std::span<const Reply<Traits>> prefixes) {
  std::vector<StepRow> all;
  const auto* should = std::get_if<Answer>(&expected);
  const auto* is = std::get_if<Answer>(&got);
  const bool with_seen = is != nullptr && !is->seen.empty();
  for (std::size_t i = 0; i < input.events.size(); ++i) {
    StepRow row{
        .time = std::to_string(input.events[i].t),
        .event = std::string(name(input.events[i].result)),
        .expected = should == nullptr ? std::string(kNothing) : step_text(*should, i, with_seen),
        .got = got_text(got, prefixes, i, with_seen)};
    if (should == nullptr) row.got = row.expected;  // Refused as a whole: the end row says it.
    all.push_back(std::move(row));
  }
  all.push_back(end_row(expected, got));
  return all;
}

}  // namespace tripcheck::timed
