#include <cassert>
#include <tripcheck/cli/time_limit.hpp>

namespace tripcheck::cli {
namespace {

std::chrono::nanoseconds now() { return std::chrono::steady_clock::now().time_since_epoch(); }

}  // namespace

TimeLimit::TimeLimit(std::optional<std::uint64_t> seconds) {
  assert(!seconds || *seconds <= kMostSeconds);
  if (seconds) end_ = now() + std::chrono::seconds(*seconds);
}

std::uint64_t microseconds_now() {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(now()).count());
}

bool TimeLimit::over() const { return end_ && now() >= *end_; }

}  // namespace tripcheck::cli
