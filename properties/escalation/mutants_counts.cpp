// Mutants of counting and of the trip: what counts, when it is enough, and what goes on behind it.
#include <algorithm>
#include <tripcheck/properties/escalation/mutants.hpp>
#include <tripcheck/properties/escalation/values.hpp>

namespace tripcheck::escalation {
namespace {

constexpr FailureClass kUncertainty = FailureClass::uncertainty;
constexpr FailureClass kDenial = FailureClass::permission_denial;
constexpr FailureClass kToolFailure = FailureClass::tool_failure;

// What the mutants that share state share: one thread uses them.
std::int64_t shared_total = 0;
std::string shared_digest;

FailureClass denial_as_tool_failure(FailureClass c) { return c == kDenial ? kToolFailure : c; }

bool class_reached(Fields& f, FailureClass c) { return f.count(c) >= f.limit(c); }
bool total_reached(const Fields& f) { return f.total >= f.limits[3]; }

FailureClass most_frequent(const Fields& f, FailureClass c) {
  const auto* const most = std::max_element(f.counts.begin(), f.counts.end());
  if (*most == f.counts[static_cast<std::size_t>(c)]) return c;
  return static_cast<FailureClass>(most - f.counts.begin());
}

}  // namespace

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> count_mutants() {
  return {
      {"escalation-counts-twice",
       {"E-3", "E-4"},
       "Each attempt counts twice.",
       "MervinPraison/PraisonAI#4969",
       {.count =
            [](Fields& f, FailureClass c) {
              f.count(c) += 2;
              f.total += 2;
            }}},
      {"escalation-denials-count-as-tool-failures",
       {"E-3", "E-4", "E-5"},
       "A denial counts as a tool failure.",
       "oldeucryptoboi/Carnival9#4",
       {.known = [](const Given& g) -> std::optional<FailureClass> {
         const auto known = Decisions::right_known(g);
         return known ? std::optional(denial_as_tool_failure(*known)) : std::nullopt;
       }}},
      {"escalation-uncertainty-never-counts",
       {"E-3", "E-4", "E-6"},
       "Only what raised an error counts: a step judged as uncertain never does.",
       "browser-use/browser-use#784",
       {.count =
            [](Fields& f, FailureClass c) {
              if (c != kUncertainty) Decisions::right_count(f, c);
            }}},
      {"escalation-denials-not-in-total",
       {"E-3", "E-4"},
       "A denial counts for its class and not for the total.",
       "",
       {.count =
            [](Fields& f, FailureClass c) {
              Decisions::right_count(f, c);
              if (c == kDenial) --f.total;
            }}},
      {"escalation-class-not-counted-with-total",
       {"E-3", "E-4"},
       "The first attempt counts for the total alone.",
       "",
       {.count =
            [](Fields& f, FailureClass c) {
              Decisions::right_count(f, c);
              if (f.total == 1) --f.count(c);
            }}},
      {"escalation-same-digest-counts-once",
       {"E-3", "E-4", "E-6", "E-16"},
       "An attempt whose digest came before does not count.",
       "browser-use/browser-use#4059",
       {.count =
            [](Fields& f, FailureClass c) {
              const auto& last = f.digests.back();
              if (std::count(f.digests.begin(), f.digests.end(), last) > 1) return;
              Decisions::right_count(f, c);
            }}},
      {"escalation-same-digest-kept-once",
       {"E-7", "E-16"},
       "An attempt whose digest came before counts, but its digest is not kept again.",
       "",
       {.hand =
            [](const Fields&, Handed& handed) {
              std::vector<std::string> once;
              for (const std::string& digest : handed.digests) {
                if (std::find(once.begin(), once.end(), digest) == once.end())
                  once.push_back(digest);
              }
              handed.digests = once;
            }}},
      {"escalation-counts-in-a-row-only",
       {"E-3", "E-4"},
       "An attempt of another class sets a class's count back to zero.",
       "",
       {.count =
            [](Fields& f, FailureClass c) {
              for (const FailureClass other : {kUncertainty, kDenial, kToolFailure}) {
                if (other != c) f.count(other) = 0;
              }
              Decisions::right_count(f, c);
            }}},
      {"escalation-counts-decay",
       {"E-3", "E-4"},
       "Counts go back to zero where an attempt comes in another month than the one before.",
       "",
       {.count =
            [](Fields& f, FailureClass c) {
              const auto n = f.times.size();
              if (n > 1 && f.times[n - 1].substr(0, 7) != f.times[n - 2].substr(0, 7)) {
                f.counts = {};
                f.total = 0;
              }
              Decisions::right_count(f, c);
            }}},
      {"escalation-refused-digest-counts",
       {"E-2", "E-3", "E-4"},
       "An attempt with a bad digest counts for the total all the same.",
       "",
       {.refused =
            [](Fields& f, const Attempt& a) {
              if (!Decisions::right_is_digest(f, a.step_digest) && f.total + 1 < f.limits[3])
                ++f.total;
            }}},
      {"escalation-refused-time-is-kept",
       {"E-2", "E-7"},
       "An attempt at a bad time does not count, but its digest is in the history.",
       "",
       {.refused =
            [](Fields& f, const Attempt& a) {
              if (Decisions::right_known(a.failure_class) &&
                  Decisions::right_is_digest(f, a.step_digest) && f.digests.size() < 31) {
                f.digests.push_back(a.step_digest.text);
              }
            }}},
      {"escalation-refused-attempt-halts",
       {"E-2", "E-4", "E-6"},
       "An attempt of an unknown class halts the run.",
       "",
       {.refused =
            [](Fields& f, const Attempt& a) {
              if (!Decisions::right_known(a.failure_class)) f.halted = true;
            }}},
      {"escalation-runs-share-a-count",
       {"E-14", "E-3", "E-4", "E-8"},
       "The total is counted for all breakers that there are.",
       "",
       {.made = [](Fields&) { shared_total = 0; },
        .count =
            [](Fields& f, FailureClass c) {
              Decisions::right_count(f, c);
              ++shared_total;
            },
        .asked_counts =
            [](const Fields& f) {
              Counts counts = Decisions::right_counts(f);
              counts.total = shared_total;
              return counts;
            }},
       kSharesState},
      {"escalation-runs-share-a-digest",
       {"E-14", "E-7"},
       "The handoff's last digest is the last one that any breaker was told.",
       "",
       {.keep =
            [](Fields& f, FailureClass c, const Attempt& a) {
              Decisions::right_keep(f, c, a);
              shared_digest = a.step_digest.text;
            },
        .written =
            [](std::string& json) {
              const auto end = json.find("],\"failure_class\"");
              if (shared_digest.size() == 64) json.replace(end - 65, 64, shared_digest);
            },
        .asked_handoff = [](Fields& f) -> std::optional<std::string> {
          if (!f.handoff) return std::nullopt;
          std::string json = *f.handoff;
          const auto end = json.find("],\"failure_class\"");
          if (shared_digest.size() == 64) json.replace(end - 65, 64, shared_digest);
          return json;
        }},
       kSharesState},
      {"escalation-next-run-starts-with-a-count",
       {"E-14", "E-3", "E-4"},
       "A breaker begins with what the one before it had counted in all.",
       "",
       {.made = [](Fields& f) { f.total = std::min(shared_total, f.limits[3] - 1); },
        .count =
            [](Fields& f, FailureClass c) {
              Decisions::right_count(f, c);
              shared_total = f.total;
            }},
       kSharesState},
  };
}

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> trip_mutants() {
  return {
      {"escalation-class-trips-one-late",
       {"E-4", "E-6"},
       "A class trips when its count exceeds the limit, though it should when it reaches it.",
       "arrow-kt/arrow#3344",
       {.trips = [](Fields& f,
                    FailureClass c) { return f.count(c) > f.limit(c) || total_reached(f); }}},
      {"escalation-total-trips-one-late",
       {"E-4", "E-6"},
       "The total trips when it exceeds its limit, though it should when it reaches it.",
       "arrow-kt/arrow#3344",
       {.trips = [](Fields& f,
                    FailureClass c) { return class_reached(f, c) || f.total > f.limits[3]; }}},
      {"escalation-class-trips-one-early",
       {"E-4"},
       "A class trips one attempt before its limit, if that is above 1.",
       "",
       {.trips = [](Fields& f,
                    FailureClass c) { return f.count(c) + 1 >= f.limit(c) || total_reached(f); }}},
      {"escalation-total-trips-one-early",
       {"E-4"},
       "The total trips one attempt before its limit.",
       "",
       {.trips = [](Fields& f,
                    FailureClass c) { return class_reached(f, c) || f.total + 1 >= f.limits[3]; }}},
      {"escalation-total-never-trips",
       {"E-4", "E-6"},
       "The limit of the total is not looked at.",
       "",
       {.trips = class_reached}},
      {"escalation-class-never-trips",
       {"E-4", "E-6"},
       "The limits of the classes are not looked at.",
       "",
       {.trips = [](Fields& f, FailureClass) { return total_reached(f); }}},
      {"escalation-any-class-at-its-limit-needed",
       {"E-4", "E-6"},
       "It trips where class and total have both reached their limits.",
       "",
       {.trips = [](Fields& f,
                    FailureClass c) { return class_reached(f, c) && total_reached(f); }}},
      {"escalation-limit-of-uncertainty-for-all",
       {"E-4", "E-6"},
       "Tool failures are held to the limit of uncertainty.",
       "",
       {.trips =
            [](Fields& f, FailureClass c) {
              return f.count(c) >= f.limit(c == kToolFailure ? kUncertainty : c) ||
                     total_reached(f);
            }}},
      {"escalation-first-class-trips",
       {"E-5"},
       "The trip class is that of the first attempt.",
       "",
       {.trip_class = [](const Fields& f, FailureClass) { return f.classes.front(); }}},
      {"escalation-most-frequent-class-trips",
       {"E-5"},
       "The trip class is the one that counted most.",
       "",
       {.trip_class = most_frequent}},
      {"escalation-total-trips-as-tool-failure",
       {"E-5"},
       "Where the total trips, the class is tool_failure: two words for three origins.",
       "WingedGuardian/GENesis-AGI#1563",
       {.trip_class =
            [](const Fields& f, FailureClass c) {
              return f.counts[static_cast<std::size_t>(c)] < f.limit(c) ? kToolFailure : c;
            }}},
      {"escalation-both-limits-trip-as-total",
       {"E-5"},
       "Where class and total are reached at once the total is named, as uncertainty.",
       "",
       {.trip_class =
            [](const Fields& f, FailureClass c) {
              return total_reached(f) && f.counts[static_cast<std::size_t>(c)] >= f.limit(c)
                         ? kUncertainty
                         : c;
            }}},
      {"escalation-repeated-digest-is-a-stuck-agent",
       {"E-5"},
       "Three attempts with one digest trip as uncertainty, for an agent that is stuck.",
       "Intrect-io/OpenSwarm#262",
       {.trip_class =
            [](const Fields& f, FailureClass c) {
              const auto n = std::count(f.digests.begin(), f.digests.end(), f.digests.back());
              return n > 2 ? kUncertainty : c;
            }}},
      {"escalation-takes-more-behind-the-trip",
       {"E-3", "E-6"},
       "Attempts behind the trip are counted, though they are answered circuit_open.",
       "",
       {.open = [](Fields& f, const Attempt& a) -> std::optional<Recorded> {
         if (!f.halted) return std::nullopt;
         const auto known = Decisions::right_known(a.failure_class);
         if (known) Decisions::right_count(f, *known);
         return Recorded{.error = "circuit_open"};
       }}},
      {"escalation-forgets-the-halt",
       {"E-4", "E-6"},
       "Halted is worked out anew for each attempt, by the count of its own class.",
       "elsevier-core-engineering/replicator#112",
       {.open = [](Fields& f, const Attempt& a) -> std::optional<Recorded> {
         const auto known = Decisions::right_known(a.failure_class);
         if (!f.halted || !known || f.digests.size() > 30) return Decisions::right_open(f, a);
         if (f.count(*known) >= f.limit(*known)) return Recorded{.error = "circuit_open"};
         f.halted = false;
         return std::nullopt;
       }}},
      {"escalation-hands-over-again",
       {"E-6"},
       "Each attempt behind the trip is answered with the handoff once more.",
       "JKHeadley/instar#564",
       {.open = [](Fields& f, const Attempt&) -> std::optional<Recorded> {
         if (!f.halted) return std::nullopt;
         return Recorded{.error = {}, .handoff = f.handoff};
       }}},
      {"escalation-makes-a-new-handoff",
       {"E-6", "E-7"},
       "Behind the trip the handoff gets the time of the last attempt.",
       "",
       {.open = [](Fields& f, const Attempt& a) -> std::optional<Recorded> {
         if (!f.halted) return std::nullopt;
         const auto expiry = Decisions::right_expiry(a.now.text);
         const auto at = f.handoff->find("\"issued_at\":\"") + 13;
         if (expiry && expiry->size() == 20) f.handoff->replace(at, 20, a.now.text);
         return Recorded{.error = "circuit_open"};
       }}},
      {"escalation-gives-no-handoff",
       {"E-6"},
       "The trip is answered with nothing; the handoff has to be asked for.",
       "",
       {.tripped = [](Fields&, Recorded& recorded) { recorded.handoff.reset(); }}},
      {"escalation-keeps-no-handoff",
       {"E-6"},
       "The breaker gives the handoff away and keeps none.",
       "",
       {.asked_handoff = [](Fields&) -> std::optional<std::string> { return std::nullopt; }}},
      {"escalation-handoff-is-gone-once-asked",
       {"E-6"},
       "Who asks for the handoff takes it away.",
       "",
       {.asked_handoff = [](Fields& f) { return std::exchange(f.handoff, std::nullopt); }}},
      {"escalation-never-says-halted",
       {"E-4", "E-6"},
       "Halted is said only once a further attempt was refused.",
       "",
       {.open =
            [](Fields& f, const Attempt& a) {
              if (f.halted) f.spare = 1;
              return Decisions::right_open(f, a);
            },
        .asked_halted = [](const Fields& f) { return f.spare == 1; }}},
      {"escalation-halted-one-early",
       {"E-4", "E-6"},
       "Halted is said one attempt before the total's limit.",
       "",
       {.asked_halted = [](const Fields& f) { return f.halted || f.total + 1 >= f.limits[3]; }}},
  };
}

}  // namespace tripcheck::escalation
