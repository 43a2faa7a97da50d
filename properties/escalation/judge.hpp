/// Where two answers to a case first differ, and which rule that speaks for.
#pragma once
#include <optional>
#include <string_view>
#include <tripcheck/properties/engine/property.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <vector>

namespace tripcheck::escalation {

using Evidence = engine::Evidence<Traits>;

/// The first difference of what documents say, or nothing. The rule is the one that most directly
/// decides that step.
[[nodiscard]] std::optional<engine::Break> first_difference(const Case& input,
                                                            const Answer& expected,
                                                            const Answer& got);

/// The first answer to a question that differs, where questions were asked.
[[nodiscard]] std::optional<engine::Break> first_seen_difference(const Run& run,
                                                                 const RunAnswer& expected,
                                                                 const RunAnswer& got);

/// The rule by which a case is refused with this error.
[[nodiscard]] engine::RuleId rule_of_refusal(const Case& input, std::string_view error);

/// The class that an attempt names, or nothing.
[[nodiscard]] std::optional<FailureClass> class_of(const Attempt& attempt);
/// Whether its time is one, and too late for a handoff (E-8).
[[nodiscard]] bool is_late(const Attempt& attempt);

// The properties, by kind (S-11).
[[nodiscard]] std::vector<engine::Property<Traits>> lockstep();
[[nodiscard]] std::vector<engine::Property<Traits>> invariants();
[[nodiscard]] std::vector<engine::Property<Traits>> laws();
[[nodiscard]] std::vector<engine::Property<Traits>> refusals();
[[nodiscard]] std::vector<engine::Property<Traits>> privacy();

}  // namespace tripcheck::escalation
