/// Where two answers to a case first differ, and which rule that speaks for.
#pragma once
#include <cstddef>
#include <optional>
#include <tripcheck/properties/engine/property.hpp>
#include <tripcheck/properties/overlap/profile.hpp>
#include <vector>

namespace tripcheck::overlap {

using Evidence = engine::Evidence<Traits>;

/// The answers step by step, also for a subject that shows only the outcome: there each transition
/// is given to the step that it fits, those expected first. A subject that does not answer each
/// step has fewer steps, or more.
/// `rest` is true where some transition fits no step.
struct Aligned {
  std::vector<Told> steps;
  bool rest = false;
};
[[nodiscard]] Aligned align(const Case& input, const CaseAnswer& expected, const CaseAnswer& got);

/// The rule that most directly decides a step at which the two differ. `got` is nothing where the
/// subject has no answer to that step.
[[nodiscard]] engine::RuleId blame(const Case& input, std::size_t step, const Told& expected,
                                   const Told* got);
/// The same, where the counters differ after so many steps.
[[nodiscard]] engine::RuleId blame_counters(const Case& input, std::size_t steps);
/// The same, where `retry_at` is this one and should be another.
[[nodiscard]] engine::RuleId blame_retry_at(const Case& input, std::size_t steps,
                                            std::optional<std::int64_t> got);

/// The first difference, or nothing.
[[nodiscard]] std::optional<engine::Break> first_difference(const Case& input,
                                                            const CaseAnswer& expected,
                                                            const CaseAnswer& got);

/// The first answer to a question that differs, where questions were asked …
[[nodiscard]] std::optional<engine::Break> first_seen_difference(const Case& input,
                                                                 const CaseAnswer& expected,
                                                                 const CaseAnswer& got);
/// … and at the end, as far as the subject says it.
[[nodiscard]] std::optional<engine::Break> last_seen_difference(const Case& input,
                                                                const CaseAnswer& expected,
                                                                const CaseAnswer& got);

// The properties, by kind (S-11).
[[nodiscard]] std::vector<engine::Property<Traits>> lockstep();
[[nodiscard]] std::vector<engine::Property<Traits>> invariants();
[[nodiscard]] std::vector<engine::Property<Traits>> laws();
[[nodiscard]] std::vector<engine::Property<Traits>> refusals();

}  // namespace tripcheck::overlap
