/// Splits a command line into words as a shell would, and runs no shell.
///
/// Spaces, tabs and newlines part words. Between single quotes all is literal; between double
/// quotes a backslash takes its meaning from `"`, `\`, `$`, a backquote or a newline behind it;
/// elsewhere it makes the next character literal. Nothing is expanded: `$HOME`, `*`, `~`, `|`, `>`
/// and `#` are plain text.
///
/// Threads: a pure function.
/// Cost:    one pass.
#pragma once
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tripcheck::engine {

/// The words, at least one and the first not empty; or a sentence that says what is wrong and
/// where.
[[nodiscard]] std::variant<std::vector<std::string>, std::string> split_words(
    std::string_view text);

}  // namespace tripcheck::engine
