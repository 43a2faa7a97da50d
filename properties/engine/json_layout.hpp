/// JSON laid out for people: a member or an item a line, small flat ones on one line.
///
/// Threads: a pure function.
/// Cost:    one pass over the value.
#pragma once
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/json.hpp>

namespace tripcheck::engine::json {

/// The value as one line without a space, numbers digit by digit as they were (but -0 as 0).
[[nodiscard]] std::string compact(Value value);

/// `text` laid out, a newline at its end. Text that is no JSON, or nested too deeply, stays as it
/// is.
[[nodiscard]] std::string laid_out(std::string_view text);

}  // namespace tripcheck::engine::json
