/// Values that are right at an edge, and values that are almost right: what sources draw from and
/// what shortest histories are looked for in.
///
/// Threads: pure functions.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/escalation/case.hpp>
#include <vector>

namespace tripcheck::escalation {

inline constexpr std::string_view kPlainRunId = "run_00000000000000000000000000000000";
inline constexpr std::string_view kPlainWorkflowId = "workflow:a.b/c";
inline constexpr std::string_view kPlainDigest =
    "0000000000000000000000000000000000000000000000000000000000000000";
inline constexpr std::string_view kPlainTime = "2026-01-01T00:00:00Z";
/// No handoff can be issued then: it would expire past the year 9999 (E-8).
inline constexpr std::string_view kLateTime = "9999-12-31T23:30:00Z";
/// The last time at which one can.
inline constexpr std::string_view kLastTime = "9999-12-31T23:29:59Z";

/// What is no string: absent, null, a number …
[[nodiscard]] std::vector<Given> no_strings();

// Each value that is none, the `right` one being what most are made of.
[[nodiscard]] std::vector<Given> bad_classes();
[[nodiscard]] std::vector<Given> bad_digests(std::string_view right);
[[nodiscard]] std::vector<Given> bad_times(std::string_view right);
[[nodiscard]] std::vector<Given> bad_run_ids(std::string_view right);
[[nodiscard]] std::vector<Given> bad_workflow_ids();
[[nodiscard]] std::vector<Given> bad_limits();

// Right ones, at the edges of their kinds.
[[nodiscard]] std::vector<std::string> edge_times();
[[nodiscard]] std::vector<std::string> edge_workflow_ids();

// Right ones of every kind.
[[nodiscard]] std::string draw_hex(engine::Draw& draw, std::size_t digits);
[[nodiscard]] std::string draw_time(engine::Draw& draw);
[[nodiscard]] std::string draw_workflow_id(engine::Draw& draw);

/// Now and then other than the one; nothing where `at` has no such time.
[[nodiscard]] std::string seconds_after(std::string_view time, std::int64_t seconds);

}  // namespace tripcheck::escalation
