/// Reference model of the tool expeditor: a run is a value, an operation moves it on and answers.
///
/// The rules, with their numbers, are in rules.md beside this file, and each subject has a file of
/// its own: decide, record, cascades, routing, staleness, report. Nothing here takes a callable, so
/// no tool can be run from here. Nothing in impl/ shares code with it: where the two differ,
/// the rules decide.
///
///     Run run = start(config, map);
///     const Result answer = apply(run, Decide{.tool = "Grep", .step = 1});
#pragma once
#include <optional>
#include <tripcheck/model/expeditor/check.hpp>
#include <tripcheck/model/expeditor/run.hpp>

namespace tripcheck::expeditor::model {

/// What is wrong with an operation, the first fault in the order of X-56, or nothing.
[[nodiscard]] std::optional<OpError> fault(const Run& run, const Op& op);

/// One operation. A faulty one is answered with its error and changes nothing.
[[nodiscard]] Result apply(Run& run, const Op& op);

}  // namespace tripcheck::expeditor::model
