/// Where two answers to a case first differ, and which rule that speaks for.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tripcheck/properties/engine/property.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>
#include <vector>

namespace tripcheck::expeditor {

using Evidence = engine::Evidence<Traits>;

/// The same but for the wording of recommendations.
[[nodiscard]] bool same(const Result& a, const Result& b);
[[nodiscard]] bool same(const Report& a, const Report& b);
[[nodiscard]] bool same(const Answer& a, const Answer& b);

/// The rule that decides what the model answers to an operation; before it, the circuit of the tool
/// that it speaks of was in `before`.
[[nodiscard]] engine::RuleId rule_of(const CaseOp& op, const Result& expected, State before);

/// The circuits as the model has them before each operation, of the tool that the operation names.
[[nodiscard]] std::vector<State> states_before(const Case& input);

/// The first difference, or nothing. The rule is the one that most directly decides that step.
[[nodiscard]] std::optional<engine::Break> first_difference(const Case& input,
                                                            const Answer& expected,
                                                            const Answer& got);

// The properties, by kind (S-11).
[[nodiscard]] std::vector<engine::Property<Traits>> lockstep();
[[nodiscard]] std::vector<engine::Property<Traits>> invariants();
[[nodiscard]] std::vector<engine::Property<Traits>> log_invariants();
[[nodiscard]] std::vector<engine::Property<Traits>> laws();
[[nodiscard]] std::vector<engine::Property<Traits>> refusals();

}  // namespace tripcheck::expeditor
