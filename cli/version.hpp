/// The version of the program; a test holds it equal to the project's.
#pragma once
#include <string_view>

namespace tripcheck::cli {

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace tripcheck::cli
