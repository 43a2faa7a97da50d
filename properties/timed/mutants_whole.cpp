// Mutants of the breaker as a whole: bad input, order, questions, pieces, copies, shared state.
#include <tripcheck/properties/timed/mutants.hpp>

namespace tripcheck::timed {
namespace {

std::int64_t shared_failures = 0;  // What the mutants that share state share: one thread uses them.

}  // namespace

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> whole_mutants() {
  return {
      {"timed-clock-goes-back",
       {"T-10"},
       "A t that goes back is taken as it comes.",
       "fabfuel/circuitbreaker#31",
       {.in_order = [](Fields&, const Event&) { return true; }},
       kNeedsBadInput},
      {"timed-least-time-refused",
       {"T-10", "T-11"},
       "A first event at the smallest int64 is refused as going back.",
       "",
       {.in_order =
            [](Fields& f, const Event& e) {
              return e.t > std::numeric_limits<std::int64_t>::min() && e.t >= f.last_t;
            }}},
      {"timed-equal-times-refused",
       {"T-10"},
       "A second event at one time is refused as going back.",
       "",
       {.in_order =
            [](Fields& f, const Event& e) {
              return e.t > f.last_t || f.last_t == std::numeric_limits<std::int64_t>::min();
            }}},
      {"timed-refusal-clears-failures",
       {"T-10"},
       "An event that is refused resets the count of failures all the same.",
       "",
       {.in_order =
            [](Fields& f, const Event& e) {
              if (e.t < f.last_t) f.failures = 0;
              return e.t >= f.last_t;
            }},
       kNeedsBadInput},
      {"timed-refusal-moves-clock",
       {"T-10"},
       "An event that is refused still sets the time that the next one is held to.",
       "",
       {.in_order =
            [](Fields& f, const Event& e) {
              const bool in_order = e.t >= f.last_t;
              f.last_t = e.t;
              return in_order;
            }},
       kNeedsBadInput},
      {"timed-refusal-counts-from-piece",
       {"T-10"},
       "The index of a refused event is counted from the start of its piece.",
       "",
       {.index_from_piece = true},
       kNeedsBadInput},
      {"timed-refused-piece-half-happens",
       {"T-10"},
       "What stands before the bad event of a refused piece has happened.",
       "",
       {.piece_half_happens = true},
       kNeedsBadInput},
      {"timed-refused-piece-moves-clock",
       {"T-10"},
       "A refused piece leaves the time of its last good event behind.",
       "",
       {.piece_moves_clock = true},
       kNeedsBadInput},
      {"timed-threshold-zero-accepted",
       {"T-11"},
       "A threshold of 0 or less is taken, as if it meant off.",
       "hmchangw/newchat#188 Elevarq/Arq-Signals#90",
       {.check =
            [](const Config& config) {
              Config fixed = config;
              if (fixed.failure_threshold < 1) fixed.failure_threshold = 1;
              return Decisions::right_check(fixed);
            }},
       kNeedsBadInput},
      {"timed-negative-cooldown-accepted",
       {"T-11"},
       "A negative cooldown quietly becomes the default.",
       "Elevarq/Arq-Signals#90",
       {.made =
            [](Fields& f) {
              if (f.config.cooldown < 0) f.config.cooldown = 60;
            },
        .check =
            [](const Config& config) {
              Config fixed = config;
              if (fixed.cooldown < 0) fixed.cooldown = 60;
              return Decisions::right_check(fixed);
            }},
       kNeedsBadInput},
      {"timed-zero-probes-accepted",
       {"T-11"},
       "A half-open that needs no success is taken.",
       "vllm-project/semantic-router#3740",
       {.check =
            [](const Config& config) {
              Config fixed = config;
              if (fixed.half_open_successes == 0) fixed.half_open_successes = 1;
              return Decisions::right_check(fixed);
            }},
       kNeedsBadInput},
      {"timed-large-counts-accepted",
       {"T-11"},
       "A count past 2^31-1 is taken.",
       "",
       {.check =
            [](const Config& config) {
              Config fixed = config;
              if (fixed.failure_threshold > 1) fixed.failure_threshold = 1;
              return Decisions::right_check(fixed);
            }},
       kNeedsBadInput},
      {"timed-cooldown-zero-refused",
       {"T-11"},
       "A cooldown of 0 is refused.",
       "",
       {.check =
            [](const Config& config) {
              Config fixed = config;
              if (fixed.cooldown == 0) fixed.cooldown = -1;
              return Decisions::right_check(fixed);
            }}},
      {"timed-largest-count-refused",
       {"T-11"},
       "The largest count there may be is refused.",
       "",
       {.check =
            [](const Config& config) {
              Config fixed = config;
              if (fixed.failure_threshold == 2'147'483'647) ++fixed.failure_threshold;
              return Decisions::right_check(fixed);
            }},
       kNeedsLargeCount},
      {"timed-refusal-names-wrong-field",
       {"T-11"},
       "A bad threshold is refused as a bad cooldown.",
       "",
       {.check =
            [](const Config& config) {
              auto refusal = Decisions::right_check(config);
              if (refusal && refusal->fault == Fault::failure_threshold) {
                refusal->fault = Fault::cooldown;
              }
              return refusal;
            }},
       kNeedsBadInput},
      {"timed-two-transitions-swapped",
       {"T-5", "T-12"},
       "Where one event makes two transitions they are listed the wrong way round.",
       "",
       {.say =
            [](Fields&, const Event&, Offer& offer) {
              if (offer.transitions.size() != 2) return;
              const Transitions told = offer.transitions;
              offer.transitions = {};
              offer.transitions.push(told[1]);
              offer.transitions.push(told[0]);
            }}},
      {"timed-piece-forgets-failures",
       {"T-13"},
       "Each piece that is fed starts with no failures on the count.",
       "",
       {.piece = [](Fields& f) { f.failures = 0; }},
       kNeedsPieces},
      {"timed-piece-starts-anew",
       {"T-13"},
       "Each piece that is fed meets a new breaker.",
       "",
       {.piece =
            [](Fields& f) {
              f.state = State::closed;
              f.failures = 0;
            }},
       kNeedsPieces},
      {"timed-pieces-are-not-guarded",
       {"T-13"},
       "Event by event the breaker is asked; fed in pieces, the calls go past it.",
       "MervinPraison/PraisonAI#4000",
       {.say =
            [](Fields& f, const Event&, Offer& offer) {
              if (f.spare == 1) offer.admission = Admission::executed;
            },
        .piece = [](Fields& f) { f.spare = 1; }},
       kNeedsPieces},
      {"timed-deadline-on-round-tens",
       {"T-4", "T-5", "T-7", "T-14", "T-16"},
       "The deadline is rounded up to whole tens, as a timer wheel does.",
       "",
       {.due =
            [](const Fields& f, std::int64_t t) {
              if (!Decisions::right_due(f, t)) return false;
              const std::int64_t deadline = f.opened_at + f.config.cooldown;
              const auto late =
                  static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(deadline);
              return deadline % 10 == 0 || late >= 10 || t % 10 == 0;
            }}},
      {"timed-state-read-moves-on",
       {"T-17"},
       "Reading the state while open moves the breaker to half-open.",
       "koala73/worldmonitor#3529 Netflix/Hystrix#1541 SynkraAI/aiox-core#110 "
       "smallrye/smallrye-fault-tolerance#729",
       {.asked_state =
            [](Fields& f) {
              if (f.state == State::open) f.state = State::half_open;
              return f.state;
            }}},
      {"timed-retry-at-takes-the-probe",
       {"T-17"},
       "Asking when to try again uses up the probe: the cooldown starts again.",
       "gptme/gptme-contrib#1681",
       {.asked_retry_at =
            [](Fields& f) {
              const auto at = Decisions::right_retry_at(f);
              if (f.state == State::open) f.opened_at = f.last_t;
              return at;
            }}},
      {"timed-retry-at-is-the-wait",
       {"T-17"},
       "retry_at answers how long to wait in place of when.",
       "",
       {.asked_retry_at =
            [](Fields& f) {
              auto at = Decisions::right_retry_at(f);
              if (at) at = f.config.cooldown;
              return at;
            }}},
      {"timed-retry-at-from-elapsed-time",
       {"T-17"},
       "What is left of the cooldown is answered as what has run of it.",
       "akka/akka-core#20777",
       {.asked_retry_at =
            [](Fields& f) {
              auto at = Decisions::right_retry_at(f);
              const auto now = static_cast<std::uint64_t>(f.last_t);
              const auto elapsed = now - static_cast<std::uint64_t>(f.opened_at);
              if (at) at = static_cast<std::int64_t>(now + elapsed);
              return at;
            }}},
      {"timed-retry-at-saturates",
       {"T-9", "T-17"},
       "Where no t is ever let through, retry_at answers the largest int64.",
       "",
       {.asked_retry_at =
            [](Fields& f) {
              auto at = Decisions::right_retry_at(f);
              if (f.state == State::open && !at) at = std::numeric_limits<std::int64_t>::max();
              return at;
            }}},
      {"timed-retry-at-when-closed",
       {"T-17"},
       "retry_at still answers after the breaker has left open.",
       "",
       {.asked_retry_at =
            [](Fields& f) {
              const State state = f.state;
              if (f.spare == 1) f.state = State::open;
              const auto at = Decisions::right_retry_at(f);
              f.state = state;
              if (state == State::open) f.spare = 1;
              return at;
            }}},
      {"timed-second-breaker-resets-first",
       {"T-18"},
       "A new breaker clears the count that all of them keep in one store.",
       "danielfm/pybreaker#26",
       {.made = [](Fields&) { shared_failures = 0; },
        .closed_success =
            [](Fields& f) {
              f.failures = 0;
              shared_failures = 0;
            },
        .closed_failure =
            [](Fields& f) {
              ++shared_failures;
              f.failures = shared_failures;
            },
        .enter =
            [](Fields& f, State from, State to, std::int64_t t) {
              Decisions::right_enter(f, from, to, t);
              shared_failures = 0;
            }},
       kSharesState},
      {"timed-count-outlives-breaker",
       {"T-1", "T-2", "T-3", "T-18"},
       "The count of failures is static: a new breaker starts where the last one ended.",
       "",
       {.made = [](Fields& f) { f.failures = shared_failures; },
        .arrive =
            [](Fields& f, const Event&) {
              if (f.state == State::closed) shared_failures = f.failures;
            }},
       kSharesState},
  };
}

}  // namespace tripcheck::timed
