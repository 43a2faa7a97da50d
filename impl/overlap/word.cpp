#include <bit>
#include <thread>
#include <tripcheck/impl/overlap/word.hpp>

namespace tripcheck::overlap::impl {
namespace {

// std::atomic of sixteen bytes is a call into a library, which may lock; this is one instruction.
__extension__ using Both [[gnu::may_alias]] = unsigned __int128;
static_assert(std::endian::native == std::endian::little);

Both both(Halves halves) noexcept {
  return (static_cast<Both>(static_cast<std::uint64_t>(halves.high)) << 64U) | halves.low;
}

constexpr int kPauses = 32;

void pause() noexcept {
#ifdef __x86_64__
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

void Word::stand_back() noexcept {
  for (int i = 0; i < kPauses; ++i) pause();
}

bool Word::exchange(Halves expected, Halves desired) noexcept {
  auto* const place = reinterpret_cast<Both*>(halves_.data());
  return __sync_bool_compare_and_swap(place, both(expected), both(desired));
}

}  // namespace tripcheck::overlap::impl
