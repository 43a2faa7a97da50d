/// Where two answers to a case first differ, and which rule that speaks for.
#pragma once
#include <cstddef>
#include <optional>
#include <tripcheck/properties/engine/property.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <vector>

namespace tripcheck::timed {

using Evidence = engine::Evidence<Traits>;

/// The answers event by event, also for a subject that shows only the outcome: there each rejected
/// `t` and each transition is given to the event that it fits, those expected first.
/// `rest` is true where something of the outcome fits no event.
struct Aligned {
  std::vector<Offer> steps;
  bool rest = false;
};
[[nodiscard]] Aligned align(const Case& input, const Answer& expected, const Answer& got);

/// The first difference, or nothing. The rule is the one that most directly decides that step.
[[nodiscard]] std::optional<engine::Break> first_difference(const Case& input,
                                                            const Answer& expected,
                                                            const Answer& got);

/// The first answer to a question that differs, where questions were asked …
[[nodiscard]] std::optional<engine::Break> first_seen_difference(const Answer& expected,
                                                                 const Answer& got);
/// … and at the end, as far as the subject says it.
[[nodiscard]] std::optional<engine::Break> last_seen_difference(const Answer& expected,
                                                                const Answer& got);

// The properties, by kind (S-11).
[[nodiscard]] std::vector<engine::Property<Traits>> lockstep();
[[nodiscard]] std::vector<engine::Property<Traits>> invariants();
[[nodiscard]] std::vector<engine::Property<Traits>> laws();
[[nodiscard]] std::vector<engine::Property<Traits>> refusals();

}  // namespace tripcheck::timed
