#include <thread>
#include <tripcheck/properties/engine/switching.hpp>

namespace tripcheck::engine {
namespace {

thread_local std::uint64_t state = 0x9e3779b97f4a7c15U;

}  // namespace

void SwitchingPoint::seed(std::uint64_t seed) { state = seed * 2 + 1; }

void SwitchingPoint::at(std::string_view /*what*/) {
  state = state * 6364136223846793005U + 1442695040888963407U;
  if (state >> 62U == 0) std::this_thread::yield();  // One in four.
}

}  // namespace tripcheck::engine
