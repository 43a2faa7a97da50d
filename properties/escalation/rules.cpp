// The E rules in one sentence each, as reports print them; model/escalation/rules.md has them
// whole.
#include <array>
#include <tripcheck/properties/escalation/profile.hpp>

namespace tripcheck::escalation {
namespace {

constexpr std::array<engine::Rule, 17> kRules{{
    {"E-1",
     "A limit that is no integer in 1 to 32 is refused by its name; a missing one is the default."},
    {"E-2",
     "An attempt is checked in order: halted, class, digest, time; one that fails changes "
     "nothing."},
    {"E-3", "An attempt that passes counts once for its class and once for the total, for good."},
    {"E-4", "The attempt that brings its class or the total to the limit trips the breaker."},
    {"E-5", "The trip class is the class of the attempt that tripped, whichever limit it reached."},
    {"E-6",
     "The trip gives the handoff, the breaker keeps that very one, and all later is circuit_open."},
    {"E-7",
     "The handoff holds the packet and actions of its class, and every counted digest in order."},
    {"E-8",
     "An attempt that would trip too late for its handoff to expire is refused, and not counted."},
    {"E-9", "The handoff's JSON is canonical: equal inputs give equal bytes, keys sorted."},
    {"E-10", "What was refused appears in no error, log or handoff."},
    {"E-11", "No handoff has other digests, actions or packet than its class allows."},
    {"E-12", "A handoff requires human review and authorizes nothing."},
    {"E-13",
     "Identifiers are of their form and kind; the first fault is named: run, workflow, limits."},
    {"E-14", "Breakers share nothing: each run comes out as if it were alone."},
    {"E-15", "A handoff has expired from its instant of expiry on; a bad time is refused."},
    {"E-16",
     "Equal digests are kept each; a handoff reads back equal, a stranger's through every check."},
    {"E-17", "A document is read strictly: anything malformed is refused as a whole."},
}};

}  // namespace

std::span<const engine::Rule> Traits::rules() { return kRules; }

}  // namespace tripcheck::escalation
