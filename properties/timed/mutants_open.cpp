// Mutants of the open state: the deadline, rejected calls, the way out.
#include <algorithm>
#include <tripcheck/properties/timed/mutants.hpp>

namespace tripcheck::timed {
namespace {

std::uint64_t bits(std::int64_t number) { return static_cast<std::uint64_t>(number); }
std::int64_t wrapped(std::uint64_t number) { return static_cast<std::int64_t>(number); }

/// The deadline as a saturating sum: wrong exactly where the true one lies past int64.
std::int64_t saturated(const Fields& f) {
  const bool past = f.opened_at > 0 && f.config.cooldown > kLastTime - f.opened_at;
  return past ? kLastTime : f.opened_at + f.config.cooldown;
}

/// Rejected calls start the cooldown again.
void restart(Fields& f, const Event& e) { f.opened_at = e.t; }

}  // namespace

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> open_mutants() {
  return {
      {"timed-deadline-excluded",
       {"T-5", "T-16"},
       "The first call is let through one after the deadline, not at it.",
       "",
       {.due =
            [](const Fields& f, std::int64_t t) {
              return Decisions::right_due(f, t) && t != f.opened_at + f.config.cooldown;
            }}},
      {"timed-deadline-one-early",
       {"T-4"},
       "The call one before the deadline is let through.",
       "",
       {.due =
            [](const Fields& f, std::int64_t t) {
              return Decisions::right_due(f, t) ||
                     (t < kLastTime && Decisions::right_due(f, t + 1));
            }}},
      {"timed-cooldown-inverted",
       {"T-4", "T-5", "T-9", "T-16"},
       "The comparison is the wrong way round: through during the cooldown, rejected after it.",
       "RezaSi/go-interview-practice#2002",
       {.due = [](const Fields& f, std::int64_t t) { return !Decisions::right_due(f, t); }}},
      {"timed-never-rejects",
       {"T-4"},
       "It opens and says so, and every call is made all the same.",
       "MervinPraison/PraisonAI#1535",
       {.say = [](Fields&, const Event&, Offer& offer) { offer.admission = Admission::executed; }}},
      {"timed-open-for-ever",
       {"T-5", "T-16"},
       "Only a success could close it, and no call is let through to have one.",
       "NousResearch/hermes-agent#13474",
       {.due = [](const Fields&, std::int64_t) { return false; }}},
      {"timed-rejected-failure-restarts-cooldown",
       {"T-4", "T-15", "T-17"},
       "A failure reported while open moves the start of the cooldown.",
       "SynkraAI/aiox-core#469 Abilityai/trinity#688",
       {.rejected =
            [](Fields& f, const Event& e) {
              if (e.result == Result::failure) restart(f, e);
            }}},
      {"timed-rejected-call-restarts-cooldown",
       {"T-4", "T-15", "T-17"},
       "Every rejected call moves the start of the cooldown: steady traffic keeps it open.",
       "spring-attic/spring-retry#99 dahernan/goHystrix#19",
       {.rejected = restart}},
      {"timed-rejected-success-closes",
       {"T-4", "T-15", "T-17"},
       "A success reported while open ends the cooldown.",
       "",
       {.rejected =
            [](Fields& f, const Event& e) {
              if (e.result == Result::success) f.config.cooldown = 0;
            }}},
      {"timed-rejected-success-counts",
       {"T-4", "T-6", "T-8", "T-15"},
       "A success reported while open counts towards those that close.",
       "",
       {.rejected =
            [](Fields& f, const Event& e) {
              if (e.result == Result::success) ++f.successes;
            },
        .enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              const std::int64_t successes = f.successes;
              Decisions::right_enter(f, from, to, t);
              if (from == State::open) f.successes = successes;
            }}},
      {"timed-rejections-count-as-failures",
       {"T-4", "T-8", "T-15"},
       "Rejected calls feed the count of failures that the next trip is taken from.",
       "nodeshift/opossum#45",
       {.rejected = [](Fields& f, const Event&) { ++f.spare; },
        .enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              Decisions::right_enter(f, from, to, t);
              if (to == State::closed) {
                f.failures = std::min(f.spare, f.config.failure_threshold - 1);
                f.spare = 0;
              }
            }}},
      {"timed-third-rejection-passes",
       {"T-4", "T-15"},
       "Every third rejected call is let through as a probe before its time.",
       "",
       {.due = [](const Fields& f,
                  std::int64_t t) { return Decisions::right_due(f, t) || f.spare >= 2; },
        .rejected = [](Fields& f, const Event&) { ++f.spare; },
        .enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              Decisions::right_enter(f, from, to, t);
              f.spare = 0;
            }}},
      {"timed-opened-at-in-tens",
       {"T-3", "T-4", "T-17"},
       "The opening time is kept in whole tens, as a store in seconds does: the cooldown is short.",
       "danielfm/pybreaker#107",
       {.enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              Decisions::right_enter(f, from, to, t);
              if (to == State::open) f.opened_at = t - t % 10;
            }}},
      {"timed-deadline-wraps",
       {"T-9"},
       "The sum of opening time and cooldown wraps past int64.",
       "microsoft/agent-governance-toolkit#142",
       {.due =
            [](const Fields& f, std::int64_t t) {
              return t >= wrapped(bits(f.opened_at) + bits(f.config.cooldown));
            }}},
      {"timed-deadline-saturates",
       {"T-9"},
       "A deadline past int64 becomes the largest int64, which a call can reach.",
       "",
       {.due = [](const Fields& f, std::int64_t t) { return t >= saturated(f); }}},
      {"timed-elapsed-wraps",
       {"T-9"},
       "The time since the opening is taken in int64 and wraps.",
       "",
       {.due =
            [](const Fields& f, std::int64_t t) {
              return wrapped(bits(t) - bits(f.opened_at)) >= f.config.cooldown;
            }}},
      {"timed-times-in-double",
       {"T-4", "T-5", "T-7", "T-9"},
       "Times are doubles: past 2^53 neighbours cannot be told apart.",
       "",
       {.due =
            [](const Fields& f, std::int64_t t) {
              return static_cast<double>(t) >=
                     static_cast<double>(f.opened_at) + static_cast<double>(f.config.cooldown);
            }}},
      {"timed-cooldown-in-32-bits",
       {"T-4", "T-9", "T-17"},
       "The cooldown is kept in 32 bits.",
       "",
       {.made =
            [](Fields& f) {
              f.config.cooldown = static_cast<std::int64_t>(bits(f.config.cooldown) & 0xffffffffU);
            }}},
      {"timed-opening-time-in-32-bits",
       {"T-3", "T-4", "T-5", "T-9", "T-17"},
       "The opening time is kept in 32 bits.",
       "",
       {.enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              Decisions::right_enter(f, from, to, t);
              f.opened_at = static_cast<std::int32_t>(bits(f.opened_at));
            }}},
      {"timed-opening-time-zero-is-unset",
       {"T-4"},
       "An opening time of 0 is read as never opened: the next call is let through.",
       "",
       {.due = [](const Fields& f,
                  std::int64_t t) { return f.opened_at == 0 || Decisions::right_due(f, t); }}},
      {"timed-times-are-unsigned",
       {"T-4", "T-5", "T-9", "T-16"},
       "Times are compared without their sign: a negative one comes after every other.",
       "",
       {.due =
            [](const Fields& f, std::int64_t t) {
              return bits(t) >= bits(f.opened_at) + bits(f.config.cooldown);
            }}},
      {"timed-cooldown-zero-is-default",
       {"T-16", "T-17"},
       "A cooldown of 0 is read as not set, and the default is taken.",
       "BerriAI/litellm#12108",
       {.made =
            [](Fields& f) {
              if (f.config.cooldown == 0) f.config.cooldown = 60;
            }}},
      {"timed-cooldown-zero-waits-one",
       {"T-16"},
       "A cooldown of 0 still rejects calls at the time of the trip.",
       "",
       {.due =
            [](const Fields& f, std::int64_t t) {
              return Decisions::right_due(f, t) && (f.config.cooldown > 0 || t > f.opened_at);
            }}},
      {"timed-open-waits-for-volume",
       {"T-5", "T-15", "T-16"},
       "Below a number of calls no state logic runs, so open does not end.",
       "ballerina-platform/ballerina-lang#9595",
       {.arrive = [](Fields& f, const Event&) { ++f.spare; },
        .due = [](const Fields& f,
                  std::int64_t t) { return Decisions::right_due(f, t) && f.spare > 2; }}},
      {"timed-expiry-means-closed",
       {"T-5", "T-6", "T-7"},
       "When the cooldown has run out the breaker is simply closed, without half-open.",
       "gabrielanhaia/php-circuit-breaker#12",
       {.due_state = State::closed}},
      {"timed-half-open-at-deadline",
       {"T-5"},
       "Half-open is announced with the time of the deadline, not of the call that found it over.",
       "",
       {.arrive =
            [](Fields& f, const Event& e) {
              if (Decisions::right_due(f, e.t)) f.spare = f.opened_at + f.config.cooldown;
            },
        .say =
            [](Fields& f, const Event&, Offer& offer) {
              const Transitions told = offer.transitions;
              offer.transitions = {};
              for (Transition transition : told) {
                if (transition.from == State::open) transition.t = f.spare;
                offer.transitions.push(transition);
              }
            }}},
      {"timed-probe-is-rejected",
       {"T-5", "T-16"},
       "The call that finds the cooldown over moves to half-open and is itself rejected.",
       "",
       {.say =
            [](Fields&, const Event&, Offer& offer) {
              if (offer.transitions.size() > 0 && offer.transitions[0].from == State::open) {
                offer.admission = Admission::rejected;
              }
            }}},
  };
}

}  // namespace tripcheck::timed
