// Mutants of time (the cooldown, a probe's time, dates) and of the results that count.
#include <algorithm>
#include <tripcheck/properties/overlap/mutants.hpp>

namespace tripcheck::overlap {
namespace {

/// As Decisions::right_over, for a span and a start that may be wrong.
bool over(std::int64_t span, std::int64_t from, std::int64_t t) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  return span > 0 && (from <= 0 || span <= kMost - from) && t >= from + span;
}

std::int64_t span_of(const Config& config) {
  return config.trial_timeout ? *config.trial_timeout : config.cooldown;
}

/// The fate of a use whose own `t` never makes it late.
Answer fate_by_place_alone(const Fields& f, const Decisions& decisions, const Ticket& ticket,
                           const Step& step) {
  const Answer answer = Decisions::right_fate(f, decisions, ticket, step);
  const bool of_now = ticket.generation == f.generation && ticket.place;
  return answer == Answer::late && of_now ? Answer::counted : answer;
}

/// The fate of a use for which only its own `t` is looked at, not whether its place was taken.
Answer fate_by_time_alone(const Fields& f, const Decisions& decisions, const Ticket& ticket,
                          const Step& step) {
  Ticket there = ticket;
  there.place = true;
  return Decisions::right_fate(f, decisions, there, step);
}

constexpr std::array<Mutant, 15> kTimes{{
    {"overlap-probes-after-the-deadline",
     {"O-1"},
     "At the deadline itself it still rejects.",
     "",
     {.due =
          [](const Fields& f, std::int64_t t) {
            return Decisions::right_due(f, t) && t != f.opened_at + f.config.cooldown;
          }}},
    {"overlap-deadline-wraps",
     {"O-1"},
     "The deadline is a wrapping sum: far enough in the future it is long past.",
     "",
     {.due =
          [](const Fields& f, std::int64_t t) {
            const auto sum = static_cast<std::uint64_t>(f.opened_at) +
                             static_cast<std::uint64_t>(f.config.cooldown);
            return t >= static_cast<std::int64_t>(sum);
          }}},
    {"overlap-clock-going-back-is-rejected",
     {"O-1", "O-5"},
     "A call whose clock is behind that of another is rejected, though nothing is wrong.",
     "",
     {.closed_admits = [](const Fields& f, std::int64_t t) { return t >= f.last_t; }}},
    {"overlap-dated-by-its-own-clock",
     {"O-5"},
     "A transition has the t of its call, even where the one before it came later.",
     "",
     {.date = [](const Fields&, std::int64_t t) { return t; }}},
    {"overlap-cooldown-from-admission",
     {"O-9"},
     "The cooldown runs from the admission of the call that tripped, and a slow one eats it.",
     "hivemoot/hivemoot-agent#50",
     {.opened_at = [](const Fields&, const Ticket& ticket,
                      std::int64_t) { return ticket.admitted_at; }}},
    {"overlap-cooldown-from-a-slow-clock",
     {"O-9"},
     "The transition is dated rightly, but the cooldown runs from the t of the report.",
     "",
     {.opened_at = [](const Fields&, const Ticket&, std::int64_t t) { return t; }}},
    {"overlap-hung-probe-keeps-its-place",
     {"O-8"},
     "No place is ever taken away, so a probe that hangs keeps the breaker half-open.",
     "diegosouzapw/OmniRoute#13836",
     {.sweep = [](Fields&, const Decisions&, std::int64_t) {}}},
    {"overlap-trial-ends-one-late",
     {"O-8"},
     "A probe has still its place at the very end of its time.",
     "",
     {.over =
          [](const Fields& f, const Ticket& ticket, std::int64_t t) {
            return Decisions::right_over(f, ticket, t) &&
                   t != ticket.admitted_at + span_of(f.config);
          }}},
    {"overlap-late-probe-counts",
     {"O-8"},
     "A result past its time counts as long as nobody took the place.",
     "",
     {.fate = fate_by_place_alone}},
    {"overlap-lost-place-comes-back",
     {"O-8"},
     "A probe whose place was taken away still counts if its own t is early enough.",
     "",
     {.fate = fate_by_time_alone}},
    {"overlap-late-record-keeps-its-place",
     {"O-8"},
     "A result that comes past its time is late, but its place is not free.",
     "",
     {.late_use_frees_its_place = false}},
    {"overlap-trial-timeout-zero-is-at-once",
     {"O-2", "O-3", "O-8"},
     "With trial_timeout 0 a probe has no time at all, where it should have all.",
     "",
     {.over =
          [](const Fields& f, const Ticket& ticket, std::int64_t t) {
            const bool zero = ticket.probe && span_of(f.config) == 0;
            return zero ? t >= ticket.admitted_at : Decisions::right_over(f, ticket, t);
          }}},
    {"overlap-trial-default-is-never",
     {"O-8"},
     "Where trial_timeout is not given, probes have for ever, not the cooldown.",
     "",
     {.over =
          [](const Fields& f, const Ticket& ticket, std::int64_t t) {
            return f.config.trial_timeout && Decisions::right_over(f, ticket, t);
          }}},
    {"overlap-trial-runs-from-the-window",
     {"O-8"},
     "All probes of a window have their time from its start, not from their admission.",
     "",
     {.over =
          [](const Fields& f, const Ticket& ticket, std::int64_t t) {
            return ticket.probe && over(span_of(f.config), f.changed_at, t);
          }}},
    {"overlap-closed-calls-time-out",
     {"O-8"},
     "A call admitted while closed is held to the time of a probe.",
     "",
     {.over = [](const Fields& f, const Ticket& ticket,
                 std::int64_t t) { return over(span_of(f.config), ticket.admitted_at, t); }}},
}};

constexpr std::array<Mutant, 10> kResults{{
    {"overlap-trips-one-late",
     {"O-6"},
     "It trips only when the failures exceed the threshold.",
     "",
     {.trips = [](const Fields& f) { return f.failures > f.config.failure_threshold; }}},
    {"overlap-success-keeps-failures",
     {"O-6"},
     "A success while closed leaves the failures as they are.",
     "",
     {.closed_success = [](Fields&) {}}},
    {"overlap-closes-one-early",
     {"O-6"},
     "It closes one success short.",
     "",
     {.closes =
          [](const Fields& f) {
            return f.successes >= std::max<std::int64_t>(1, f.config.half_open_successes - 1);
          }}},
    {"overlap-failed-probe-is-passed-over",
     {"O-6"},
     "A failure in half-open does nothing.",
     "",
     {.probe_failure_opens = false}},
    {"overlap-window-keeps-successes",
     {"O-2", "O-6"},
     "Successes of one trial window count in the next.",
     "",
     {.enter =
          [](Fields& f, State to) {
            f.failures = 0;
            if (to == State::closed) f.successes = 0;
          }},
     kLonger},
    {"overlap-close-keeps-failures",
     {"O-6"},
     "A breaker that closes trips at the next failure.",
     "",
     {.enter =
          [](Fields& f, State to) {
            f.failures = to == State::closed ? f.config.failure_threshold - 1 : 0;
            f.successes = 0;
          }},
     kLonger},
    {"overlap-more-than-64-places",
     {"T-11"},
     "half_open_successes beyond 64 is taken.",
     "",
     {.check =
          [](const Config& config) {
            Config fixed = config;
            if (fixed.half_open_successes > 64) fixed.half_open_successes = 64;
            return Decisions::right_check(fixed);
          }},
     kBadInput},
    {"overlap-negative-trial-timeout",
     {"T-11"},
     "A negative trial_timeout is taken, as if it were none.",
     "",
     {.check =
          [](const Config& config) {
            Config fixed = config;
            if (fixed.trial_timeout && *fixed.trial_timeout < 0) fixed.trial_timeout = 0;
            return Decisions::right_check(fixed);
          }},
     kBadInput},
    {"overlap-question-clears-failures",
     {"O-6", "T-17"},
     "Asking for the state of a closed breaker forgets its failures.",
     "",
     {.asked_state =
          [](Fields& f) {
            f.failures = 0;
            return f.state;
          }}},
    {"overlap-retry-at-is-one-late",
     {"T-17"},
     "retry_at is one past the first t that is let through.",
     "",
     {.asked_retry_at =
          [](Fields& f) {
            auto at = Decisions::right_retry_at(f);
            if (at && *at < std::numeric_limits<std::int64_t>::max()) ++*at;
            return at;
          }}},
}};

}  // namespace

std::span<const Mutant> time_mutants() { return kTimes; }

std::span<const Mutant> result_mutants() { return kResults; }

}  // namespace tripcheck::overlap
