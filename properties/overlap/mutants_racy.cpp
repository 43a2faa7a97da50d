// Mutants that only threads can tell from the model: each has one race (O-7).
#include <tripcheck/impl/overlap/breaker.hpp>
#include <tripcheck/properties/overlap/mutants.hpp>
#include <tripcheck/properties/overlap/raceable.hpp>
#include <tripcheck/properties/overlap/racy_locked.hpp>
#include <tripcheck/properties/overlap/racy_word.hpp>

namespace tripcheck::overlap {
namespace {

using Opened = std::unique_ptr<engine::Subject<Traits>>;

template <class Breaker>
Opened open_racy(std::string name) {
  return std::make_unique<RaceableSubject<Breaker, Breaker, None>>(std::move(name));
}
template <WordSlip kSlip>
constexpr auto kWord = open_racy<impl::BasicBreaker<RacyWord<kSlip>, engine::ScheduledMutex>>;
template <LockSlip kSlip>
constexpr auto kLock = open_racy<impl::BasicBreaker<RacyWord<WordSlip::none>, RacyLock<kSlip>>>;
template <LockedSlip kSlip>
constexpr auto kLocked = open_racy<RacyLocked<kSlip>>;

constexpr std::array kRacy{
    RacyMutant{"overlap-race-count-loaded-then-stored",
               "The failure count is changed by a load and a store: an update in between is lost.",
               "", kWord<WordSlip::count_loaded_then_stored>},
    RacyMutant{"overlap-race-count-stored-blindly",
               "The failure count is stored whatever there is by then, be it another state.", "",
               kWord<WordSlip::count_stored_blindly>},
    RacyMutant{"overlap-race-time-after-state",
               "The state is published before its time: a reader measures the cooldown from the "
               "transition before.",
               "", kWord<WordSlip::time_after_state>},
    RacyMutant{"overlap-race-state-before-counters",
               "The new state is published with the old count and generation.", "",
               kWord<WordSlip::state_before_counters>},
    RacyMutant{"overlap-race-trip-forgets-the-count",
               "A trip compares state and generation, not the count that it was decided by.", "",
               kWord<WordSlip::trip_forgets_the_count>},
    RacyMutant{"overlap-race-time-before-state",
               "The time of a transition is published before its state: two atomics for one state.",
               "", kWord<WordSlip::time_before_state>},
    RacyMutant{"overlap-race-no-lock",
               "Two callers at the deadline both turn half-open and both probe.",
               "heznpc/AirMCP#249 resilience4j/resilience4j#674", kLock<LockSlip::no_lock>},
    RacyMutant{"overlap-race-lock-seen-free-then-taken",
               "The lock is taken by a load and a store: two may see it free.", "",
               kLock<LockSlip::load_then_store>},
    RacyMutant{"overlap-race-lock-gives-up",
               "Who finds the lock taken goes on without: a permit may be released twice.", "",
               kLock<LockSlip::gives_up>},
    RacyMutant{"overlap-race-acquire-on-a-copy",
               "An acquire changes a copy and writes it back: what happened meanwhile is undone.",
               "", kLocked<LockedSlip::acquire_on_a_copy>},
    RacyMutant{"overlap-race-record-on-a-copy",
               "A record changes a copy and writes it back: of two failures one is lost.", "",
               kLocked<LockedSlip::record_on_a_copy>},
    RacyMutant{"overlap-race-give-back-on-a-copy",
               "Giving a permit back changes a copy and writes it back.", "",
               kLocked<LockedSlip::give_back_on_a_copy>},
    RacyMutant{"overlap-race-room-looked-at-before",
               "Room is looked at first and taken later: two take the last place.", "",
               kLocked<LockedSlip::room_looked_at_before>},
    RacyMutant{"overlap-race-late-looked-at-before",
               "Whether a result is late is looked at first: it counts in the next generation.",
               "redis-rb/redis-client#312", kLocked<LockedSlip::late_looked_at_before>},
    RacyMutant{"overlap-race-state-told-after",
               "The state for readers is set after the lock is given back: it lags.", "",
               kLocked<LockedSlip::state_told_after>},
    RacyMutant{"overlap-race-numbered-after",
               "A transition takes its number after the lock: the second may be number one.", "",
               kLocked<LockedSlip::numbered_after>},
    RacyMutant{"overlap-race-failures-beside",
               "The failures are read before the lock and written under it: an update is lost.", "",
               kLocked<LockedSlip::failures_beside>},
    RacyMutant{"overlap-race-two-locks-crossed",
               "Asking and telling take two locks in opposite orders, and wait for each other.",
               "cyberlife-coder/VelesDB#2109", kLocked<LockedSlip::two_locks_crossed>}};

}  // namespace

std::span<const RacyMutant> racy_mutants() { return kRacy; }

}  // namespace tripcheck::overlap
