/// The lines of the process protocol: what is said to a subject, and what a line that came back
/// says.
///
/// Threads: pure functions.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/json.hpp>
#include <variant>

namespace tripcheck::engine {

inline constexpr std::string_view kStartLine = "{\"tripcheck\":1,\"op\":\"start\"}\n";

/// The id that a line answers, where it is an object of an `id` and one of `answer` (an object),
/// `skipped` and `error` (strings), and nothing else. Otherwise what is wrong with it.
[[nodiscard]] std::variant<std::int64_t, std::string> answered_id(const json::Document& line);

/// What is wrong with an answer to start, or nothing.
[[nodiscard]] std::optional<std::string> start_fault(const json::Document& line);

/// "nonsense: `first 60 bytes` (what is wrong)", in printable ASCII.
[[nodiscard]] std::string nonsense(std::string_view line, std::string_view fault);

}  // namespace tripcheck::engine
