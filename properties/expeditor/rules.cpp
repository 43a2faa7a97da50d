// The X rules in one sentence each, as reports print them; model/expeditor/rules.md has them whole.
#include <array>
#include <tripcheck/properties/expeditor/profile.hpp>

namespace tripcheck::expeditor {
namespace {

constexpr std::array<engine::Rule, 44> kRules{{
    {"X-1", "While the budget has paused the task every decision is PAUSE budget_exhausted."},
    {"X-2", "While a systemic failure is flagged every decision is PAUSE systemic_failure."},
    {"X-3", "A tool that is not allowed is SKIP not_allowed."},
    {"X-4",
     "A tool whose score is UNAVAILABLE is SKIP unavailable; nothing is spent or moved by it."},
    {"X-5",
     "CLOSED: CALL, with caution where the score is DEGRADED or one failure is left in the "
     "budget."},
    {"X-6", "OPEN and at opened_at + interval or later: HALF_OPEN, and PROBE."},
    {"X-7", "OPEN and before that: SKIP circuit_open."},
    {"X-8", "HALF_OPEN with a probe out for less than the interval: SKIP probe_in_flight."},
    {"X-9", "HALF_OPEN with its probe abandoned or lost: PROBE, and the old ticket is late."},
    {"X-10", "A ticket takes one outcome, or is abandoned; any other is no_call_outstanding."},
    {"X-11", "A late ticket updates last failure, last success and the budget, and nothing else."},
    {"X-12", "A success ends the row of failures; it closes HALF_OPEN, and backoff is off."},
    {"X-13",
     "A failure lengthens the row; it re-opens HALF_OPEN, and opens CLOSED at the threshold, one "
     "less where the score was DEGRADED."},
    {"X-14", "An opening from CLOSED is logged with the number of failures."},
    {"X-15", "A failed probe keeps the interval, or doubles it up to the cap with backoff on."},
    {"X-16", "The doubled interval leaves the chain's other OPEN ones room under the chain's cap."},
    {"X-17", "Consumed is the number of distinct events among the cycle's failures."},
    {"X-18", "Consumed at the budget pauses the task until the next cycle, detection first."},
    {"X-20", "Openings in the window with one signature, or enough of any, are systemic."},
    {"X-21", "A systemic failure makes one event of its members' rows, with backoff; scores go."},
    {"X-22", "While it is flagged, failures and openings of its kind belong to it, or join."},
    {"X-23", "The suspected cause names the shared signature and a shared tag or a class of it."},
    {"X-24", "confirm_recovered alone clears it; scores are forgotten, circuits stay."},
    {"X-25", "begin_cycle empties the budget and ends its pause; all else stays."},
    {"X-30", "The first alternative that is allowed, CLOSED and not UNAVAILABLE, by severity."},
    {"X-31", "The grade of a route, and what comes with it."},
    {"X-32", "A plan keeps what can be done, and says what blocks the rest and what would help."},
    {"X-33", "A plan says pause where something is deferred and nothing is kept."},
    {"X-34", "The log has a line for each thing that happened, in order."},
    {"X-35", "A step that goes back is step_out_of_order, with no effect."},
    {"X-36", "Questions move no circuit, score, count or budget."},
    {"X-40", "Retrieved before the task started: STALE DATA."},
    {"X-41", "Equal digests, or documented caching: CACHED RESULT."},
    {"X-42", "Contradicted by something recent: UNVERIFIED."},
    {"X-43", "Nothing to tell by: FRESHNESS UNKNOWN."},
    {"X-44", "Fresh data carries no label."},
    {"X-50", "The report holds what is done, what is not and why, and the health of all tools."},
    {"X-51", "As text the report keeps its layouts, and shows messages as data."},
    {"X-52", "A report can be had at any time; what is unknown is said to be unknown."},
    {"X-53", "Equal histories give equal bytes."},
    {"X-54", "A config outside its ranges or of wrong form is refused with its field."},
    {"X-55", "A map with a fault is refused with its entry."},
    {"X-56", "A faulty operation gives its error, changes nothing, and the next ones go on."},
    {"X-60", "Nothing that could run a tool can be handed to the decider: checked by compiling."},
}};

}  // namespace

std::span<const engine::Rule> Traits::rules() { return kRules; }

}  // namespace tripcheck::expeditor
