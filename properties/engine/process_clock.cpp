#include <algorithm>
#include <tripcheck/properties/engine/process_clock.hpp>

namespace tripcheck::engine {

std::chrono::nanoseconds monotonic_now() noexcept {
  return std::chrono::steady_clock::now().time_since_epoch();
}

std::chrono::milliseconds left_until(std::chrono::nanoseconds end) noexcept {
  using std::chrono::milliseconds;
  return std::max(milliseconds{0}, std::chrono::ceil<milliseconds>(end - monotonic_now()));
}

}  // namespace tripcheck::engine
