// The breaker allocates nothing before the trip, and nothing at it. Counted, not argued.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <tripcheck/impl/escalation/breaker.hpp>
#include <variant>

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

namespace tripcheck::escalation {
namespace {

constexpr std::string_view kNow = "2026-01-01T00:00:00Z";

/// 32 attempts with bad ones between them, and some after the halt; gives the number of errors.
int live(impl::Breaker& breaker, std::string_view digest) {
  int errors = 0;
  for (int i = 0; i < 40; ++i) {
    if (breaker.record_failure("tool_failure", digest, kNow).error()) ++errors;
    if (breaker.record_failure("tool_failure", digest.substr(1), kNow).error()) ++errors;
    if (breaker.record_failure("uncertain", digest, kNow).error()) ++errors;
    if (breaker.record_failure("uncertainty", digest, "now").error()) ++errors;
  }
  return errors;
}

TEST(EscalationImplementation, AllocatesNothingFromTheStartToTheTripAndAfter) {
  const std::string digest(64, 'e');
  const std::size_t before = allocations;
  auto started = impl::Breaker::start("run_0123456789abcdef0123456789abcdef",
                                      "workflow:org.example/review@1.0.0", {32, 32, 32, 32});
  auto& breaker = std::get<impl::Breaker>(started);
  const int errors = live(breaker, digest);
  const std::size_t after = allocations;
  EXPECT_EQ(before, after);
  EXPECT_EQ(errors, 3 * 40 + 8);
  EXPECT_TRUE(breaker.halted());
}

TEST(EscalationImplementation, ToJsonAllocatesOnceAndReadingItBackNothing) {
  auto started = impl::Breaker::start("run_0123456789abcdef0123456789abcdef",
                                      "workflow:org.example/review@1.0.0", {32, 32, 32, 32});
  auto& breaker = std::get<impl::Breaker>(started);
  (void)live(breaker, std::string(64, 'e'));
  const std::size_t before = allocations;
  const std::string json = breaker.handoff()->to_json();
  const std::size_t written = allocations;
  const auto back = impl::Handoff::from_json(json);
  const std::size_t read = allocations;
  EXPECT_EQ(written - before, 1U);
  EXPECT_EQ(read, written);
  EXPECT_TRUE(std::holds_alternative<impl::Handoff>(back));
}

TEST(EscalationImplementation, AllocationsAreCountedAtAll) {
  const std::size_t before = allocations;
  ::operator delete(::operator new(1));  // Plain calls: an expression could be left out.
  EXPECT_GT(allocations, before);
}

TEST(EscalationImplementation, ItsCallPathThrowsNothing) {
  static_assert(noexcept(std::declval<impl::Breaker&>().record_failure("", "", "")));
  static_assert(noexcept(std::declval<const impl::Breaker&>().halted()));
  static_assert(noexcept(std::declval<const impl::Breaker&>().handoff()));
}

}  // namespace
}  // namespace tripcheck::escalation
