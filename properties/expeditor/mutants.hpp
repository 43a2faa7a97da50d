/// The mutants of the expeditor profile: expeditors with one deliberate fault each (S-30).
#pragma once
#include <memory>
#include <span>
#include <string_view>
#include <tripcheck/properties/expeditor/faults.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>
#include <vector>

namespace tripcheck::expeditor {

/// Why a mutant has no shortest history: none in the space that expeditor/shortest.hpp searches
/// tells it from the model, or the search cannot be made.
inline constexpr std::string_view kNeedsBadSetup = "needs a config or a map that is refused";
inline constexpr std::string_view kNeedsTwins = "needs two runs of the same history";
inline constexpr std::string_view kNeedsMore =
    "needs more operations than are searched, or another setup";

struct Mutant {
  std::string_view id;
  std::vector<engine::RuleId> rules;  ///< Several where they cannot be told apart.
  std::string_view note;              ///< The fault, in one sentence.
  std::string_view origin;            ///< Public reports, a space between two.
  Fault fault = Fault::none;
  std::string_view outside = {};  ///< Why it has no shortest history; empty where it has one.
};

/// By family.
[[nodiscard]] std::vector<Mutant> deciding_mutants();
[[nodiscard]] std::vector<Mutant> recording_mutants();
[[nodiscard]] std::vector<Mutant> cascade_mutants();
[[nodiscard]] std::vector<Mutant> telling_mutants();

/// All of the above, made once.
[[nodiscard]] std::span<const Mutant> breaker_mutants();

/// A fault that is not in the expeditor: in the reader of documents, or in the text form.
struct OuterMutant {
  std::string_view id;
  std::vector<engine::RuleId> rules;
  std::string_view note;
  Delivery delivery = Delivery::plain;  ///< Read as though the fault were not there.
  /// Spoils a text form.
  void (*spoil)(std::string&) = nullptr;
};
[[nodiscard]] std::span<const OuterMutant> outer_mutants();

/// The subject of a mutant, or nothing for a name that is none.
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_mutant(std::string_view id);
/// The same expeditor without a fault: what each of them would be.
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_right();

}  // namespace tripcheck::expeditor
