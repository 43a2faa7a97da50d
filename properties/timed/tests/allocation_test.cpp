// The incremental breaker allocates nothing, whatever it lives through. Counted, not argued.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <tripcheck/impl/timed/breaker.hpp>

namespace {

std::atomic<std::size_t> allocations{0};

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

namespace tripcheck::timed {
namespace {

/// Goes through every state and transition; gives the number of calls that were not executed.
int live(int rounds) {
  impl::Breaker breaker({.failure_threshold = 2, .cooldown = 3, .half_open_successes = 2});
  int rejected = 0;
  for (std::int64_t t = 0; t < rounds; ++t) {
    const Event event{.t = t, .result = t % 7 < 4 ? Result::failure : Result::success};
    if (breaker.offer(event).admission == Admission::rejected) ++rejected;
    if (breaker.state() == State::open && !breaker.retry_at()) ++rejected;
  }
  return rejected;
}

TEST(TimedImplementation, AllocatesNothing) {
  const std::size_t before = allocations;
  const int rejected = live(10'000);
  const std::size_t after = allocations;
  EXPECT_EQ(before, after);
  EXPECT_GT(rejected, 1000);  // It did open.
}

TEST(TimedImplementation, AllocationsAreCountedAtAll) {
  const std::size_t before = allocations;
  ::operator delete(::operator new(1));  // Plain calls: an expression could be left out.
  EXPECT_GT(allocations, before);
}

TEST(TimedImplementation, ItsCallPathThrowsNothing) {
  static_assert(noexcept(std::declval<impl::Breaker&>().offer({})));
  static_assert(noexcept(std::declval<const impl::Breaker&>().state()));
  static_assert(noexcept(std::declval<const impl::Breaker&>().retry_at()));
}

}  // namespace
}  // namespace tripcheck::timed
