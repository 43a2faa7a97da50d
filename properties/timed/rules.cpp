// The T rules in one sentence each, as reports print them; model/timed/rules.md has them whole.
#include <array>
#include <tripcheck/properties/timed/profile.hpp>

namespace tripcheck::timed {
namespace {

constexpr std::array<engine::Rule, 19> kRules{{
    {"T-1", "A breaker starts closed, both counters at zero."},
    {"T-2", "Closed: a failure adds one to the consecutive failures, a success sets them to zero."},
    {"T-3",
     "Closed: the failure that brings the count to failure_threshold opens the breaker at its t."},
    {"T-4",
     "Open and before opened_at + cooldown: the call is rejected, its result never looked at, "
     "nothing else changes."},
    {"T-5",
     "Open and at opened_at + cooldown or later: half-open, and the same event is the first "
     "probe."},
    {"T-6", "Half-open: half_open_successes successes close the breaker."},
    {"T-7", "Half-open: one failure opens it again, and the cooldown starts anew at its t."},
    {"T-8", "Every transition sets both counters to zero."},
    {"T-9", "opened_at + cooldown is exact: past the largest int64 it is never reached."},
    {"T-10", "An event that goes back in time is refused by its index, and nothing has changed."},
    {"T-11", "A config outside its ranges is refused, by the field and its range."},
    {"T-12", "Output is in the order in which things happened; no event, no output."},
    {"T-13",
     "In pieces or whole, by a copy or the first one: the same output; a prefix gives a prefix."},
    {"T-14", "Shifting every t shifts the output; scaling every t and the cooldown scales it."},
    {"T-15", "A rejected event's result changes nothing; removed, only its own t goes."},
    {"T-16", "With cooldown 0 nothing is ever rejected."},
    {"T-17", "Questions change nothing, and retry_at is the first t that would be let through."},
    {"T-18", "Two breakers share nothing, and each starts afresh."},
    {"T-19",
     "A document is read strictly: the first fault is named with its place, nothing is "
     "answered."},
}};

}  // namespace

std::span<const engine::Rule> Traits::rules() { return kRules; }

}  // namespace tripcheck::timed
