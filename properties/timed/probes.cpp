// What adapters get wrong about the timed breaker, each in a few small cases.
#include <algorithm>
#include <string>
#include <tripcheck/properties/timed/profile.hpp>
#include <utility>

namespace tripcheck::timed {
namespace {

using Probe = engine::Probe<Traits>;
using Replies = std::span<const engine::Reply<Traits>>;

constexpr Result kFailure = Result::failure;
constexpr Result kSuccess = Result::success;

Config config(std::int64_t threshold, std::int64_t cooldown, std::int64_t successes) {
  return {.failure_threshold = threshold, .cooldown = cooldown, .half_open_successes = successes};
}

const Outcome& outcome(Replies replies, std::size_t i) {
  return std::get<Answer>(replies[i]).outcome;
}

/// Which replies reject something: `..x` where only the last does.
std::string rejecting(Replies replies) {
  std::string text;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    text += outcome(replies, i).rejected.empty() ? '.' : 'x';
  }
  return text;
}

std::string say_deadline(Replies replies) {
  const std::string seen = rejecting(replies);
  if (seen == "xxx") {
    return "a call is rejected one before the deadline, at it and one after it alike: is t looked "
           "at?";
  }
  if (seen == "...") {
    return "a call is let through one before the deadline, at it and one after it alike: is t "
           "looked at?";
  }
  if (seen == "xx.")
    return "a call at the deadline is rejected: the deadline itself is late enough";
  return "";
}

Probe deadline() {
  const Config one = config(1, 10, 1);
  const auto after = [&](std::int64_t wait) {
    return Case{one, {{100, kFailure}, {100 + wait, kSuccess}}};
  };
  return {.name = "one beside the deadline",
          .claim = "one before the deadline is rejected, at it and one after it is let through",
          .remedy =
              "hand the t of the event to the breaker as its time, in place of any clock or "
              "timer; the first t that is let through is opened_at + cooldown",
          .cases = {after(9), after(10), after(11)},
          .diagnose = say_deadline};
}

std::string say_results(Replies replies) {
  const bool after_success = !outcome(replies, 0).transitions.empty();
  const bool after_failure = !outcome(replies, 1).transitions.empty();
  if (after_success && !after_failure) return "a success counts as a failure, a failure does not";
  if (after_success) return "a success counts as a failure too";
  if (!after_failure) return "a failure does not count";
  return "";
}

Probe results() {
  const Config one = config(1, 10, 1);
  return {.name = "success and failure",
          .claim = "a failure counts, a success does not",
          .remedy = "the result of an event is the word success or failure",
          .cases = {{one, {{1, kSuccess}}}, {one, {{1, kFailure}}}},
          .diagnose = say_results};
}

/// A small history that ends differently for every change of a field.
Case counted(const Config& config) {
  Case made{config, {}};
  for (std::int64_t t = 1; t <= 4; ++t) made.events.push_back({t, kFailure});
  for (std::int64_t t = 5; t <= 16; ++t) made.events.push_back({t, kSuccess});
  return made;
}

Probe fields() {
  return {.name = "fields of the config",
          .claim = "failure_threshold, cooldown and half_open_successes each reach the breaker",
          .remedy =
              "hand every field of the config to the breaker; where it has no such setting, "
              "narrow the domain in the answer to start to the one value that it knows",
          .cases = {counted(config(1, 5, 1)), counted(config(3, 5, 1)), counted(config(1, 6, 1)),
                    counted(config(2, 5, 2)), counted(config(4, 5, 3))}};
}

Probe no_cooldown() {
  return {.name = "cooldown 0",
          .claim = "with cooldown 0 nothing is rejected",
          .remedy =
              "hand 0 on as it is: some libraries take it for `not given`; where it cannot be "
              "said, claim cooldown from 1 in the domain",
          .cases = {{config(1, 0, 1), {{5, kFailure}, {5, kFailure}, {5, kSuccess}}}}};
}

Probe equal_times() {
  return {.name = "equal times",
          .claim = "events at one t are each told",
          .remedy =
              "events may have the same t: keep them in a list, in their order, and tell each "
              "rejected t as often as it was rejected",
          .cases = {{config(2, 5, 1),
                     {{1, kFailure},
                      {1, kFailure},
                      {1, kSuccess},
                      {1, kSuccess},
                      {6, kFailure},
                      {6, kSuccess},
                      {6, kSuccess}}}}};
}

Probe below_zero() {
  return {.name = "t below zero",
          .claim = "t below zero is a time like any other",
          .remedy =
              "take t as a signed integer and compare differences, not t with zero; or claim "
              "a domain of t from 0",
          .cases = {{config(1, 10, 1),
                     {{-15, kFailure},
                      {-6, kSuccess},
                      {-5, kSuccess},
                      {0, kFailure},
                      {9, kSuccess},
                      {10, kFailure}}}}};
}

Probe exact_numbers() {
  const std::int64_t t = kExactInDouble + 1;
  return {.name = "numbers past 2^53",
          .claim = "integers past 2^53 keep their last digit",
          .remedy =
              "read t and cooldown as 64-bit integers; where numbers are doubles, claim a "
              "domain of t and cooldown within 2^53-1",
          .cases = {{config(1, 1, 1), {{t, kFailure}, {t, kSuccess}, {t + 2, kSuccess}}},
                    {config(1, t, 1), {{0, kFailure}, {t - 1, kSuccess}, {t, kSuccess}}}}};
}

Probe ends_of_time() {
  return {.name = "ends of int64",
          .claim = "opened_at + cooldown past the largest int64 is never, and nothing wraps",
          .remedy =
              "compare t - opened_at with the cooldown in wider or unsigned integers; or "
              "claim a domain of t and cooldown whose sums are within the type",
          .cases = {
              {config(1, 10, 1), {{kLastTime - 5, kFailure}, {kLastTime, kSuccess}}},
              {config(1, kLastTime, 1), {{kFirstTime, kFailure}, {-2, kSuccess}, {-1, kSuccess}}}}};
}

Probe large() {
  constexpr std::int64_t kEvents = 20'000;
  Case made{config(2, 3, 2), {}};
  for (std::int64_t t = 0; t < kEvents; ++t) {
    made.events.push_back({t, t % 7 < 4 ? kFailure : kSuccess});
  }
  return {.name = "large case",
          .claim = std::string_view("a case of 20000 events in one line is answered"),
          .remedy = "read a line however long it is, and do not recurse over the events",
          .cases = {std::move(made)}};
}

}  // namespace

std::vector<engine::Probe<Traits>> Traits::probes() {
  return {deadline(),   results(),       fields(),       no_cooldown(), equal_times(),
          below_zero(), exact_numbers(), ends_of_time(), large()};
}

void Traits::flip(Answer& answer) {
  State& state = answer.outcome.final_state;
  state = state == State::open ? State::closed : State::open;
  if (answer.last) answer.last->state = state;
}

}  // namespace tripcheck::timed
