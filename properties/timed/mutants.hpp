/// The mutants of the timed profile: breakers with one deliberate fault each (S-30).
#pragma once
#include <memory>
#include <span>
#include <string_view>
#include <tripcheck/properties/timed/faulty.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <vector>

namespace tripcheck::timed {

/// Why a mutant has no shortest history: none in the space that timed/shortest.hpp searches tells
/// it from the model, or the search cannot be made.
inline constexpr std::string_view kNeedsBadInput = "needs bad input";
inline constexpr std::string_view kNeedsPieces = "needs a stream fed in pieces";
inline constexpr std::string_view kNeedsManyEvents = "needs hundreds of events";
inline constexpr std::string_view kNeedsLargeCount = "needs a count far past 3";
inline constexpr std::string_view kNeedsDocument = "needs a document";
inline constexpr std::string_view kNeedsBatch = "the fault is in the batch, not in the breaker";
inline constexpr std::string_view kSharesState =
    "breakers share state, so two histories cannot be followed side by side";

struct Mutant {
  std::string_view id;
  std::vector<engine::RuleId>
      rules;                ///< The rule it breaks; several where they cannot be told apart.
  std::string_view note;    ///< The fault, in one sentence.
  std::string_view origin;  ///< Public reports, `owner/repo#number`, a space between two.
  Decisions decisions{};
  std::string_view outside = {};  ///< Why it has no shortest history; empty where it has one.
};

/// By family: closed, open, half-open, and all that is about the breaker as a whole.
[[nodiscard]] std::vector<Mutant> closed_mutants();
[[nodiscard]] std::vector<Mutant> open_mutants();
[[nodiscard]] std::vector<Mutant> half_open_mutants();
[[nodiscard]] std::vector<Mutant> whole_mutants();

/// All of the above, made once.
[[nodiscard]] std::span<const Mutant> breaker_mutants();

/// A fault that is not in the breaker: in the reader of documents (T-19), or in the batch around
/// it.
struct OuterMutant {
  std::string_view id;
  std::vector<engine::RuleId> rules;
  std::string_view note;
  std::string_view outside = {};  ///< As above; never empty in the list.
};
[[nodiscard]] std::span<const OuterMutant> outer_mutants();

/// The subject of a mutant, or nothing for a name that is none.
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_mutant(std::string_view id);

}  // namespace tripcheck::timed
