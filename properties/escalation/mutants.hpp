/// The mutants of the escalation profile: breakers with one deliberate fault each (S-30).
#pragma once
#include <memory>
#include <span>
#include <string_view>
#include <tripcheck/properties/escalation/faulty.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <vector>

namespace tripcheck::escalation {

/// Why a mutant has no shortest history: none in the space that escalation/shortest.hpp searches
/// tells it from the model, or the search cannot be made.
inline constexpr std::string_view kNeedsDocument = "needs a document";
inline constexpr std::string_view kNeedsManyAttempts = "needs 32 attempts";
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

/// By family: values of an attempt, counting and the trip, the handoff, beginnings, what strangers
/// say.
[[nodiscard]] std::vector<Mutant> value_mutants();
[[nodiscard]] std::vector<Mutant> count_mutants();
[[nodiscard]] std::vector<Mutant> trip_mutants();
[[nodiscard]] std::vector<Mutant> handoff_mutants();
[[nodiscard]] std::vector<Mutant> start_mutants();
[[nodiscard]] std::vector<Mutant> expiry_mutants();
[[nodiscard]] std::vector<Mutant> reading_mutants();

/// All of the above, made once.
[[nodiscard]] std::span<const Mutant> breaker_mutants();

/// A fault in the reader of documents (E-10, E-17).
struct DocumentMutant {
  std::string_view id;
  std::vector<engine::RuleId> rules;
  std::string_view note;
};
[[nodiscard]] std::span<const DocumentMutant> document_mutants();

/// The subject of a mutant, or nothing for a name that is none.
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_mutant(std::string_view id);

}  // namespace tripcheck::escalation
