/// Small helpers for messages: lists of names and the name that was probably meant.
///
/// Threads: pure functions.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace tripcheck::cli {

using Names = std::vector<std::string_view>;

/// `found "x"`, or `found nothing`.
[[nodiscard]] std::string found(std::string_view text);

/// ` (did you mean y?)`, or nothing where no name is near enough.
[[nodiscard]] std::string did_you_mean(std::string_view text, const Names& names);

/// `a, b`.
[[nodiscard]] std::string listed(const Names& names);

}  // namespace tripcheck::cli
