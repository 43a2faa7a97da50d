/// The mutants of the overlap profile: breakers with one deliberate fault each (S-30).
#pragma once
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/overlap/faulty.hpp>
#include <tripcheck/properties/overlap/profile.hpp>
#include <vector>

namespace tripcheck::overlap {

/// The longest history that is searched while somebody waits for it.
inline constexpr std::size_t kMostSteps = 5;
inline constexpr std::string_view kLonger = "needs six steps or seven: minutes of searching";
inline constexpr std::string_view kBadInput = "needs bad input";

struct Mutant {
  std::string_view id;
  /// The rule it breaks; several where they cannot be told apart. Empty ones are none.
  std::array<engine::RuleId, 3> rules;
  std::string_view note;    ///< The fault, in one sentence.
  std::string_view origin;  ///< Public reports, `owner/repo#number`, a space between two.
  Decisions decisions{};
  std::string_view outside = {};  ///< Why no shortest history is told; empty where one is.
};

/// By family: admission and room, permits and their uses, time, and results that count.
[[nodiscard]] std::span<const Mutant> admission_mutants();
[[nodiscard]] std::span<const Mutant> permit_mutants();
[[nodiscard]] std::span<const Mutant> time_mutants();
[[nodiscard]] std::span<const Mutant> result_mutants();

/// All of the above.
[[nodiscard]] std::vector<const Mutant*> breaker_mutants();

/// A breaker that keeps every rule as long as one thread is alone with it, and breaks O-7.
struct RacyMutant {
  std::string_view id;
  std::string_view note;
  std::string_view origin;
  std::unique_ptr<engine::Subject<Traits>> (*open)(std::string name);
};
[[nodiscard]] std::span<const RacyMutant> racy_mutants();

/// The breaker that mutants are made of, with every decision right: no mutant, for tests.
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_right();

/// The subject of a mutant, or nothing for a name that is none.
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_mutant(std::string_view id);

}  // namespace tripcheck::overlap
