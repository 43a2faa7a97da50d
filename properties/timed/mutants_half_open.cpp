// Mutants of the half-open state: the trial window, the re-opening, what is left over from it.
#include <algorithm>
#include <tripcheck/properties/timed/mutants.hpp>

namespace tripcheck::timed {
namespace {

/// As a transition should, but the counters stay.
void enter_keeping(Fields& f, State to, std::int64_t t) {
  if (to == State::open) f.opened_at = t;
}

}  // namespace

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> half_open_mutants() {
  return {
      {"timed-probe-is-not-counted",
       {"T-5", "T-6"},
       "The call that moves open to half-open is not counted: one success more is needed.",
       "projectbeskar/virtrigaud#100",
       {.probe_success = [](Fields& f) { f.successes += f.spare == 1 ? 1 : 0, f.spare = 1; },
        .enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              Decisions::right_enter(f, from, to, t);
              f.spare = 0;
            }}},
      {"timed-closes-one-late",
       {"T-6"},
       "It closes only when the successes exceed what is needed.",
       "",
       {.closes = [](const Fields& f) { return f.successes > f.config.half_open_successes; }}},
      {"timed-closes-one-early",
       {"T-6"},
       "It closes one success short.",
       "",
       {.closes =
            [](const Fields& f) {
              return f.successes >= std::max<std::int64_t>(1, f.config.half_open_successes - 1);
            }}},
      {"timed-closes-at-first-success",
       {"T-6"},
       "One success closes, whatever the config says.",
       "",
       {.closes = [](const Fields&) { return true; }}},
      {"timed-never-closes",
       {"T-6"},
       "Successes go to another tracker: half-open for ever.",
       "diegosouzapw/OmniRoute#9207",
       {.closes = [](const Fields&) { return false; }}},
      {"timed-counts-successes-twice",
       {"T-6"},
       "Each success is recorded twice: half-open ends too early.",
       "MervinPraison/PraisonAI#4969",
       {.probe_success = [](Fields& f) { f.successes += 2; }}},
      {"timed-counts-successes-in-seven-bits",
       {"T-6"},
       "The count of successes is a signed byte: more than 127 are never reached.",
       "",
       {.probe_success = [](Fields& f) { f.successes = (f.successes + 1) % 128; }},
       kNeedsManyEvents},
      {"timed-counts-successes-in-a-byte",
       {"T-6"},
       "The count of successes is a byte: more than 255 are never reached.",
       "",
       {.probe_success = [](Fields& f) { f.successes = (f.successes + 1) % 256; }},
       kNeedsManyEvents},
      {"timed-same-time-succeeds-once",
       {"T-6"},
       "Several successes of a trial window at one time count as one.",
       "",
       {.arrive = [](Fields& f, const Event& e) { f.spare = e.t == f.last_t ? 1 : 0; },
        .probe_success =
            [](Fields& f) { f.successes += f.successes > 0 && f.spare == 1 ? 0 : 1; }}},
      {"timed-idle-time-empties-window",
       {"T-6"},
       "A quiet time longer than the cooldown clears the successes of the trial window.",
       "",
       {.arrive =
            [](Fields& f, const Event& e) {
              const auto quiet =
                  static_cast<std::uint64_t>(e.t) - static_cast<std::uint64_t>(f.last_t);
              const auto limit = static_cast<std::uint64_t>(f.config.cooldown);
              if (f.state == State::half_open && quiet > limit) f.successes = 0;
            }}},
      {"timed-probe-failure-does-nothing",
       {"T-7"},
       "A failure in half-open is passed over; later successes close as if it had not been.",
       "msoedov/agentic_security#328",
       {.re_opens = [](Fields&) { return false; }}},
      {"timed-re-opens-at-threshold",
       {"T-7"},
       "Half-open needs the full threshold of failures again before it opens.",
       "Eshajha19/agri#1405",
       {.re_opens = [](Fields& f) { return ++f.failures >= f.config.failure_threshold; }}},
      {"timed-re-open-waits-for-volume",
       {"T-7"},
       "A guard for a least number of calls leaves early on a failed probe.",
       "nodeshift/opossum#276",
       {.re_opens = [](Fields& f) { return f.successes + 1 >= f.config.half_open_successes; }}},
      {"timed-re-open-keeps-first-time",
       {"T-7", "T-17"},
       "A failed probe does not restamp the opening time: the cooldown holds only once.",
       "marc-shade/world-intel-mcp#7",
       {.enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              const std::int64_t first = f.opened_at;
              Decisions::right_enter(f, from, to, t);
              if (to == State::open && from == State::half_open) f.opened_at = first;
            }}},
      {"timed-re-open-from-deadline",
       {"T-7", "T-17"},
       "A failed probe starts the next cooldown at the end of the last one, not at its own time.",
       "",
       {.enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              const std::int64_t first = f.opened_at;
              Decisions::right_enter(f, from, to, t);
              if (from == State::half_open && to == State::open) {
                f.opened_at = first + f.config.cooldown;  // In range, since a call was due.
              }
            }}},
      {"timed-re-open-doubles-cooldown",
       {"T-7", "T-17"},
       "A failed probe doubles the cooldown, which no rule asks for.",
       "",
       {.enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              Decisions::right_enter(f, from, to, t);
              const bool fits = f.config.cooldown < (std::int64_t{1} << 61);
              if (to == State::open && from == State::half_open && fits) f.config.cooldown *= 2;
            }}},
      {"timed-probe-announces-closed",
       {"T-5", "T-6", "T-7", "T-12"},
       "Closed is announced when the probe starts, before its result.",
       "yammer/circuitbox#117",
       {.say =
            [](Fields&, const Event& e, Offer& offer) {
              if (offer.transitions.size() == 0 || offer.transitions[0].from != State::open) return;
              const Transitions told = offer.transitions;
              offer.transitions = {};
              offer.transitions.push(told[0]);
              offer.transitions.push({.from = State::half_open, .to = State::closed, .t = e.t});
              if (told.size() > 1 && told[1].to == State::open) {
                offer.transitions.push({.from = State::closed, .to = State::open, .t = e.t});
              }
            }}},
      {"timed-close-keeps-failures",
       {"T-8"},
       "Closing leaves the old failures on the count, so the next failure trips.",
       "lidge-jun/opencodex#4728 couchbase/couchbase-net-client#177 redis-rb/redis-client#247",
       {.enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              Decisions::right_enter(f, from, to, t);
              if (to == State::closed) f.failures = f.config.failure_threshold - 1;
            }}},
      {"timed-close-keeps-one-failure",
       {"T-8"},
       "Closing leaves one failure on the count.",
       "",
       {.enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              Decisions::right_enter(f, from, to, t);
              if (to == State::closed && f.config.failure_threshold > 1) f.failures = 1;
            }}},
      {"timed-recovered-stays-sensitive",
       {"T-6", "T-8"},
       "Half-open means not open: after the first trip one failure is enough, for ever.",
       "prognostikos/cb2#1 auth0/disyuntor#6",
       {.trips =
            [](const Fields& f) {
              return f.spare == 1 || f.failures >= f.config.failure_threshold;
            },
        .enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              Decisions::right_enter(f, from, to, t);
              f.spare = 1;
            }}},
      {"timed-window-keeps-successes",
       {"T-6", "T-8"},
       "Successes of an earlier trial window count in the next one.",
       "",
       {.enter =
            [](Fields& f, State /*from*/, State to, std::int64_t t) {
              f.failures = 0;
              enter_keeping(f, to, t);
              if (to == State::closed) f.successes = 0;
            }}},
      {"timed-closed-successes-count",
       {"T-6", "T-8"},
       "Successes are tallied while closed too, and survive the trip.",
       "harshdwivediiiii/pathfinder-ai#2871",
       {.closed_success =
            [](Fields& f) {
              f.failures = 0;
              ++f.successes;
            },
        .enter =
            [](Fields& f, State /*from*/, State to, std::int64_t t) {
              f.failures = 0;
              enter_keeping(f, to, t);
              if (to == State::closed) f.successes = 0;
            }}},
      {"timed-probe-failure-clears-only-successes",
       {"T-7", "T-8"},
       "A failed probe takes the successes back to zero and stays half-open.",
       "",
       {.re_opens =
            [](Fields& f) {
              f.successes = 0;
              return false;
            }}},
  };
}

}  // namespace tripcheck::timed
