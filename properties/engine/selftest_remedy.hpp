/// What an adapter's author can do about a failure that the process door saw.
///
/// Threads: a pure function.
#pragma once
#include <string>
#include <string_view>

namespace tripcheck::engine {

/// `what` is the text of a Failed. Always says something.
[[nodiscard]] std::string remedy_for(std::string_view what);

}  // namespace tripcheck::engine
