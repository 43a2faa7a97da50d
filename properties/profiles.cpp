#include <array>
#include <tripcheck/properties/profiles.hpp>
#include <tripcheck/properties/timed/profile.hpp>

namespace tripcheck {

std::span<const engine::AnyProfile* const> profiles() {
  static const std::array<const engine::AnyProfile*, 1> kProfiles{&timed::profile()};
  return kProfiles;
}

}  // namespace tripcheck
