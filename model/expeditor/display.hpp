/// Text that strangers wrote, shown as data: it can neither move the cursor nor break a table.
///
/// Limits: characters that a terminal joins or ligates are counted one by one.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace tripcheck::expeditor::model {

/// The text on one line: control, format and backslash characters as escapes, bytes that are not
/// UTF-8 as `\xNN`. `also` is one more ASCII character to escape: what stands around the text.
[[nodiscard]] std::string shown(std::string_view text, char also = '\\');

/// Columns of a terminal that a shown text takes.
[[nodiscard]] std::size_t columns(std::string_view shown);

/// Cut to that many columns, `…` included, or filled up to them with spaces.
[[nodiscard]] std::string fitted(std::string_view shown, std::size_t width);

}  // namespace tripcheck::expeditor::model
