/// What a process says of itself at the start, read strictly: name, version, profiles, claims,
/// domain.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <vector>

namespace tripcheck::engine {

struct StartAnswer {
  Description description;
  std::vector<std::string> profiles;
};

/// Throws DocumentError, with the place in the start answer, for an unknown key, a claim that no
/// profile knows, or a domain that is no pair of integers.
[[nodiscard]] StartAnswer read_start_answer(const json::Document& document);

}  // namespace tripcheck::engine
