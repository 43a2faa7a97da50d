/// Cases that are told from another by a change that should not matter, and answers so changed.
#pragma once
#include <cstdint>
#include <string>
#include <tripcheck/properties/expeditor/profile.hpp>

namespace tripcheck::expeditor {

/// Two ways to name the tools: by plain words, or with every special character.
enum class Naming : std::uint8_t { plain, odd };

/// Every tool gets another name, by the order in which they first come up.
[[nodiscard]] Case renamed(const Case& input, Naming naming);
/// The odd names in a text replaced by the plain ones.
[[nodiscard]] std::string with_plain_names(std::string text);

inline constexpr std::int64_t kShift = 1'000'003;
/// Whether every step is one, and still is when it is later.
[[nodiscard]] bool can_shift(const Case& input);
[[nodiscard]] Case shifted(const Case& input, std::int64_t by);
[[nodiscard]] Answer shifted(const Answer& answer, std::int64_t by);

}  // namespace tripcheck::expeditor
