// The O rules in one sentence each, as reports print them; model/overlap/rules.md has them whole.
#include <array>
#include <tripcheck/properties/overlap/profile.hpp>

namespace tripcheck::overlap {
namespace {

/// Behind the O rules, those of the timed breaker that hold here and that no O rule contains.
constexpr std::array<engine::Rule, 11> kRules{{
    {"O-1",
     "Closed admits, open rejects before opened_at + cooldown, then turns half-open and judges the "
     "same call there."},
    {"O-2",
     "Half-open: permits outstanding and successes counted are never more than "
     "half_open_successes together."},
    {"O-3",
     "A result counts only in the generation of its permit, else it is late and changes nothing; "
     "transitions come numbered with their answer."},
    {"O-4", "A permit is used once; given back or lost it frees its place and counts neither way."},
    {"O-5",
     "Clocks may go back: each call is judged by its own t, and no transition is dated before the "
     "one before it."},
    {"O-6", "Without overlap, and with no clock going back, it is the timed breaker."},
    {"O-7", "Some order of the operations of all threads explains every answer."},
    {"O-8",
     "A probe loses its place at its admission + trial_timeout; its result is late from then on."},
    {"O-9", "The cooldown runs from the time of the opening transition."},
    {"T-11", "A config outside its ranges, or a step that cannot be, is refused by its place."},
    {"T-17", "Questions change nothing, and retry_at is the first t that would be let through."},
}};

}  // namespace

std::span<const engine::Rule> Traits::rules() { return kRules; }

}  // namespace tripcheck::overlap
