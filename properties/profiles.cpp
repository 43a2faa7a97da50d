#include <array>
#include <tripcheck/properties/escalation/profile.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>
#include <tripcheck/properties/overlap/profile.hpp>
#include <tripcheck/properties/profiles.hpp>
#include <tripcheck/properties/timed/profile.hpp>

namespace tripcheck {

std::span<const engine::AnyProfile* const> profiles() {
  static const std::array<const engine::AnyProfile*, 4> kProfiles{
      &timed::profile(), &overlap::profile(), &escalation::profile(), &expeditor::profile()};
  return kProfiles;
}

}  // namespace tripcheck
