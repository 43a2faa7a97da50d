/// Text from outside, made fit to print: one line, and nothing that steers a terminal.
///
/// Threads: pure functions.
/// Cost:    one pass.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace tripcheck::engine {

/// Control characters, characters that turn the direction of text or are not seen, and bytes that
/// are not UTF-8 become `\n`, `\t` or `\x1b`; the rest stays.
[[nodiscard]] std::string printable(std::string_view text);

/// How many characters `text` shows, were each one column wide. Requires: printable UTF-8.
[[nodiscard]] std::size_t width(std::string_view text);

/// `text` as one word of a shell: as it is where that is safe, else in single quotes.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace tripcheck::engine
