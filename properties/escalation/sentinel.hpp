/// A text that is planted where it must be refused, and found again in any spelling (E-10).
///
/// Threads: pure functions.
#pragma once
#include <string>
#include <string_view>

namespace tripcheck::escalation {

inline constexpr std::string_view kSentinel = "token=hunter2";

/// 64 hex digits in capitals, so no digest, that spell the sentinel again and again.
[[nodiscard]] std::string sentinel_digest();

[[nodiscard]] std::string hex_of(std::string_view text);
[[nodiscard]] std::string base64_of(std::string_view text);

/// How the sentinel stands in the text: `as it is`, `as hex digits`, `as base64`; nothing where it
/// does not.
[[nodiscard]] std::string sentinel_in(std::string_view text);

}  // namespace tripcheck::escalation
