// Mutants of admission, room and permits: who gets in, and what becomes of each use.
#include <tripcheck/properties/overlap/mutants.hpp>

namespace tripcheck::overlap {
namespace {

/// Gives a use the fate that it would have in its own generation.
Answer fate_of_any_generation(const Fields& f, const Decisions& decisions, const Ticket& ticket,
                              const Step& step) {
  Ticket current = ticket;
  current.generation = f.generation;
  return Decisions::right_fate(f, decisions, current, step);
}

constexpr std::array<Mutant, 7> kAdmission{{
    {"overlap-crossing-call-is-rejected",
     {"O-1", "O-2"},
     "The call that turns open to half-open is itself rejected.",
     "",
     {.crossing_admits = false}},
    {"overlap-half-open-lets-a-crowd-in",
     {"O-2"},
     "Half-open admits every caller until the first result is there.",
     "App-vNext/Polly#216 smallrye/smallrye-fault-tolerance#319 heznpc/AirMCP#249",
     {.room = [](const Fields&) { return true; }}},
    {"overlap-room-ignores-those-under-way",
     {"O-2"},
     "Room is what completed probes leave; those under way are not reserved for.",
     "joshrotenberg/tower-resilience#407 OpenLiberty/open-liberty#7080 takapi327/ldbc#731",
     {.room = [](const Fields& f) { return f.successes < f.config.half_open_successes; }}},
    {"overlap-room-for-one-more",
     {"O-2"},
     "One probe more than wanted is let in.",
     "",
     {.room =
          [](const Fields& f) {
            return f.holding() + f.successes <= f.config.half_open_successes;
          }}},
    {"overlap-success-frees-its-room",
     {"O-2"},
     "A probe that succeeded leaves its room to another, so more are admitted than needed.",
     "",
     {.room = [](const Fields& f) { return f.holding() < f.config.half_open_successes; }},
     kLonger},
    {"overlap-one-probe-at-a-time",
     {"O-2"},
     "Whatever the config says, a second probe waits for the first one.",
     "",
     {.room = [](const Fields& f) { return f.holding() == 0; }}},
    {"overlap-rejection-opens-again",
     {"O-2"},
     "A caller who finds no room in half-open is counted like a failed probe.",
     "vdaas/vald#1811",
     {.no_room = [](Faulty& breaker, std::int64_t t,
                    std::vector<Transition>& told) { breaker.move(State::open, {}, t, told); }}},
}};

constexpr std::array<Mutant, 16> kPermits{{
    {"overlap-late-result-counts",
     {"O-3"},
     "A result counts in whatever state it finds, be its call from before the trip.",
     "App-vNext/Polly#217 apache/brpc#701",
     {.fate = fate_of_any_generation}},
    {"overlap-late-success-closes",
     {"O-3"},
     "A success closes an open breaker, though its call began before the trip.",
     "nodeshift/opossum#381 cockroachdb/circuitbreaker#2 api7/aisix#1147",
     {.late_use =
          [](Faulty& breaker, Ticket& ticket, const Step& step, Told& told) {
            const bool success = step.result == Result::success;
            if (step.op != Operation::record || !success) return;
            if (breaker.fields().state != State::open) return;
            breaker.move(State::closed, ticket, step.t, told.transitions);
          }}},
    {"overlap-late-ignore-closes",
     {"O-3"},
     "A call from before the trip that is given back closes an open breaker.",
     "infinidysk/infinidysk#682",
     {.late_use =
          [](Faulty& breaker, Ticket& ticket, const Step& step, Told& told) {
            if (step.op == Operation::record || breaker.fields().state != State::open) return;
            breaker.move(State::closed, ticket, ticket.admitted_at, told.transitions);
          }}},
    {"overlap-late-failure-restarts-cooldown",
     {"O-3"},
     "A late failure moves the opening time to its own t.",
     "gptme/gptme#2658",
     {.late_use =
          [](Faulty& breaker, Ticket&, const Step& step, Told&) {
            const bool failure = step.result == Result::failure;
            if (step.op == Operation::record && failure) breaker.fields().opened_at = step.t;
          }}},
    {"overlap-late-failure-trips-again",
     {"O-3"},
     "Each late failure says once more that the breaker opens.",
     "App-vNext/Polly#219 resilience4j/resilience4j#646",
     {.late_use =
          [](Faulty& breaker, Ticket& ticket, const Step& step, Told& told) {
            const bool failure = step.result == Result::failure;
            if (step.op != Operation::record || !failure) return;
            if (breaker.fields().state != State::open) return;
            breaker.move(State::open, ticket, step.t, told.transitions);
          }}},
    {"overlap-late-is-not-told",
     {"O-3"},
     "A late result is dropped, and its caller hears that it was counted.",
     "sony/gobreaker#122",
     {.late_use =
          [](Faulty& breaker, Ticket& ticket, const Step& step, Told& told) {
            const bool earlier = ticket.generation != breaker.fields().generation;
            if (earlier && step.op == Operation::record) told.answer = Answer::counted;
          }}},
    {"overlap-late-failure-counts-when-closed",
     {"O-3"},
     "A late result is told so, yet a closed breaker adds it to its failures.",
     "",
     {.late_use =
          [](Faulty& breaker, Ticket& ticket, const Step& step, Told& told) {
            if (step.op != Operation::record || breaker.fields().state != State::closed) return;
            breaker.count(ticket, step, told);
          }},
     kLonger},
    {"overlap-numbers-start-at-zero",
     {"O-3"},
     "The first transition is told with number 0.",
     "",
     {.first_number = 0}},
    {"overlap-first-probe-is-of-the-last-generation",
     {"O-2", "O-3"},
     "The call that turns the breaker half-open gets a permit of the generation before.",
     "",
     {.stamp = [](const Fields&, std::uint64_t before) { return before; }}},
    {"overlap-second-use-counts",
     {"O-4"},
     "A permit can be used again and again, and each use counts.",
     "MervinPraison/PraisonAI#5010",
     {.spend = [](Ticket&, Answer) {}}},
    {"overlap-second-use-frees-a-place",
     {"O-4"},
     "Giving a permit back twice makes room for two.",
     "failsafe-lib/failsafe#391",
     {.room =
          [](const Fields& f) {
            return f.holding() + f.successes - f.spare < f.config.half_open_successes;
          },
      .second_use =
          [](Faulty& breaker, Ticket&, const Step& step, Told&) {
            if (step.op != Operation::record) ++breaker.fields().spare;
          },
      .enter = [](Fields& f, State) { f.failures = f.successes = f.spare = 0; }}},
    {"overlap-late-permit-is-not-spent",
     {"O-4"},
     "A use that came late leaves the permit unused, so the next one is late again.",
     "",
     {.spend = [](Ticket& ticket, Answer answer) { ticket.used = answer != Answer::late; }}},
    {"overlap-ignore-keeps-its-place",
     {"O-4"},
     "An ignored result never gives its half-open place back.",
     "resilience4j/resilience4j#544 App-vNext/Polly#1979 getnora-io/nora#585",
     {.give_back =
          [](Faulty&, Ticket& ticket, const Step& step, Told&) {
            if (step.op == Operation::drop) ticket.place = false;
          }}},
    {"overlap-drop-keeps-its-place",
     {"O-4"},
     "A permit that is lost never gives its half-open place back.",
     "svroonland/rezilience#521 monix/monix#1080 SteeltoeOSS/CircuitBreaker#17",
     {.give_back =
          [](Faulty&, Ticket& ticket, const Step& step, Told&) {
            if (step.op == Operation::ignore) ticket.place = false;
          }}},
    {"overlap-ignore-counts-as-failure",
     {"O-4"},
     "A cancelled call counts against a healthy server.",
     "smallrye/smallrye-fault-tolerance#320 tsouza/cerberus#738",
     {.give_back =
          [](Faulty& breaker, Ticket& ticket, const Step& step, Told& told) {
            ticket.place = false;
            Step failed = step;
            failed.t = ticket.admitted_at;
            failed.result = Result::failure;
            if (step.op == Operation::ignore) breaker.count(ticket, failed, told);
          }}},
    {"overlap-ignore-counts-as-success",
     {"O-4"},
     "A cancelled call is booked as a success and hides real failures.",
     "sony/gobreaker#105",
     {.give_back =
          [](Faulty& breaker, Ticket& ticket, const Step& step, Told& told) {
            ticket.place = false;
            Step passed = step;
            passed.t = ticket.admitted_at;
            if (step.op == Operation::ignore) breaker.count(ticket, passed, told);
          }}},
}};

}  // namespace

std::span<const Mutant> admission_mutants() { return kAdmission; }

std::span<const Mutant> permit_mutants() { return kPermits; }

}  // namespace tripcheck::overlap
