/// Every profile there is: the one list that a new profile is added to.
#pragma once
#include <span>
#include <tripcheck/properties/engine/profile.hpp>

namespace tripcheck {

[[nodiscard]] std::span<const engine::AnyProfile* const> profiles();

}  // namespace tripcheck
