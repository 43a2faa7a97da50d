// Mutants of the closed state: counting, resetting, tripping.
#include <algorithm>
#include <tripcheck/properties/timed/mutants.hpp>

namespace tripcheck::timed {

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> closed_mutants() {
  return {
      {"timed-starts-open",
       {"T-1"},
       "A new breaker is open, as if it had tripped before its first event.",
       "",
       {.made = [](Fields& f) { f.state = State::open; }}},
      {"timed-starts-half-open",
       {"T-1", "T-2", "T-3"},
       "A new breaker is half-open: its first result decides.",
       "",
       {.made = [](Fields& f) { f.state = State::half_open; }}},
      {"timed-starts-with-one-failure",
       {"T-1", "T-2", "T-3"},
       "A new breaker has one failure on its count.",
       "",
       {.made = [](Fields& f) { f.failures = 1; }}},
      {"timed-trips-one-late",
       {"T-3"},
       "It opens only when the count exceeds the threshold.",
       "krakend/krakend-circuitbreaker#3",
       {.trips = [](const Fields& f) { return f.failures > f.config.failure_threshold; }}},
      {"timed-trips-one-early",
       {"T-3"},
       "It opens one failure short of the threshold.",
       "",
       {.trips =
            [](const Fields& f) {
              return f.failures >= std::max<std::int64_t>(1, f.config.failure_threshold - 1);
            }}},
      {"timed-never-trips",
       {"T-3"},
       "The breaker is there and nothing makes it open.",
       "",
       {.trips = [](const Fields&) { return false; }}},
      {"timed-success-does-not-reset",
       {"T-2"},
       "A success while closed leaves the failures on the count.",
       "App-vNext/Polly#131 vert-x3/vertx-circuit-breaker#24 Shopify/semian#634 "
       "axisrow/tg_content_factory#1276",
       {.closed_success = [](Fields&) {}}},
      {"timed-success-resets-to-one",
       {"T-2"},
       "A success while closed sets the count to one.",
       "sourcegraph/sourcegraph-public-snapshot#40661",
       {.closed_success = [](Fields& f) { f.failures = 1; }}},
      {"timed-success-takes-one-off",
       {"T-2"},
       "A success while closed takes one failure off the count in place of all.",
       "",
       {.closed_success =
            [](Fields& f) { f.failures = std::max<std::int64_t>(0, f.failures - 1); }}},
      {"timed-success-gives-credit",
       {"T-2"},
       "A success while closed takes the count to minus one: the next trip comes late.",
       "",
       {.closed_success = [](Fields& f) { f.failures = -1; }}},
      {"timed-idle-time-resets",
       {"T-2", "T-3"},
       "A quiet time as long as the cooldown clears the failures.",
       "fabfuel/circuitbreaker#22",
       {.arrive =
            [](Fields& f, const Event& e) {
              const auto quiet =
                  static_cast<std::uint64_t>(e.t) - static_cast<std::uint64_t>(f.last_t);
              const auto limit = static_cast<std::uint64_t>(f.config.cooldown);
              if (f.state == State::closed && f.spare == 1 && quiet > limit) f.failures = 0;
              f.spare = 1;  // Not before the first event.
            }}},
      {"timed-counts-failures-twice",
       {"T-2", "T-3"},
       "Each failure is recorded twice, so the threshold halves.",
       "MervinPraison/PraisonAI#4969",
       {.closed_failure = [](Fields& f) { f.failures += 2; }}},
      {"timed-same-time-counts-once",
       {"T-2", "T-3"},
       "Several failures at one time count as one.",
       "",
       {.arrive = [](Fields& f, const Event& e) { f.spare = e.t == f.last_t ? 1 : 0; },
        .closed_failure = [](Fields& f) { f.failures += f.failures > 0 && f.spare == 1 ? 0 : 1; }}},
      {"timed-equality-after-overshoot",
       {"T-3", "T-8"},
       "The count is compared for equality and stays where the trip left it: it never trips again.",
       "envoyproxy/envoy#1491",
       {.trips = [](const Fields& f) { return f.failures == f.config.failure_threshold; },
        .enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              const std::int64_t failures = f.failures;
              Decisions::right_enter(f, from, to, t);
              f.failures = failures;
            }}},
      {"timed-later-trips-need-more",
       {"T-3", "T-8"},
       "The first trip is right, later ones need one failure more.",
       "envoyproxy/envoy#40697",
       {.trips = [](const Fields& f) { return f.failures >= f.config.failure_threshold + f.spare; },
        .enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              Decisions::right_enter(f, from, to, t);
              f.spare = 1;
            }}},
      {"timed-counts-in-eight-bits",
       {"T-2", "T-3"},
       "The count of failures is a byte: a threshold past 255 is never reached.",
       "",
       {.closed_failure = [](Fields& f) { f.failures = (f.failures + 1) % 256; }},
       kNeedsManyEvents},
      {"timed-says-last-time",
       {"T-3"},
       "A trip is reported with the time of the event before it.",
       "davenverse/circuit#253",
       {.arrive = [](Fields& f, const Event& e) { f.spare = f.failures > 0 ? f.last_t : e.t; },
        .say =
            [](Fields& f, const Event&, Offer& offer) {
              if (offer.transitions.size() != 1 || offer.transitions[0].from != State::closed)
                return;
              Transition told = offer.transitions[0];
              told.t = f.spare;
              offer.transitions = {};
              offer.transitions.push(told);
            }}},
      {"timed-opens-from-first-failure",
       {"T-3", "T-4", "T-17"},
       "The cooldown counts from the first failure in a row, not from the one that trips.",
       "",
       {.arrive =
            [](Fields& f, const Event& e) {
              if (f.state == State::closed && f.failures == 0) f.spare = e.t;
            },
        .enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              Decisions::right_enter(f, from, to, t);
              if (from == State::closed) f.opened_at = f.spare;
            }}},
      {"timed-last-failure-is-rejected",
       {"T-3", "T-4"},
       "The failing call that fills the count is itself reported as rejected.",
       "arlyon/aiobreaker#13",
       {.say =
            [](Fields&, const Event&, Offer& offer) {
              if (offer.transitions.size() == 1 && offer.transitions[0].from == State::closed) {
                offer.admission = Admission::rejected;
              }
            }}},
  };
}

}  // namespace tripcheck::timed
