// After load `decide` and `record` allocate nothing while the reserved room lasts. Counted, not
// argued.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <tripcheck/impl/expeditor/expeditor.hpp>
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
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

namespace tripcheck::expeditor {
namespace {

CapabilityMap map_of(std::size_t tools) {
  CapabilityMap map(tools);
  for (std::size_t i = 0; i < tools; ++i) {
    map[i].tool = "a tool with a name that is no short string " + std::to_string(i);
    map[i].infrastructure = {"network"};
    if (i == 0) continue;
    map[i].depends_on = {map[0].tool};
    map[i - 1].alternatives = {{.tool = map[i].tool, .severity = Severity::low}};
  }
  return map;
}

struct Seen {
  int calls = 0;
  int probes = 0;
  int skips = 0;
  int pauses = 0;
  int faults = 0;
};

/// Calls, failures of all kinds, openings, probes that fail, late outcomes, a cascade, errors.
Seen live(impl::Expeditor& expeditor, const std::vector<impl::ToolNumber>& tools, int rounds) {
  Seen seen;
  std::int64_t late = 0;
  for (std::int64_t step = 0; step < rounds; ++step) {
    for (const impl::ToolNumber tool : tools) {
      const auto decided = expeditor.decide(tool, step);
      const auto* choice = std::get_if<impl::Choice>(&decided);
      if (choice == nullptr) {
        ++seen.faults;
        continue;
      }
      if (choice->action == Action::skip) ++seen.skips;
      if (choice->action == Action::pause) ++seen.pauses;
      if (choice->ticket == 0) continue;
      ++(choice->action == Action::probe ? seen.probes : seen.calls);
      const bool failed = (step / 8 + tool) % 2 == 0;
      const impl::Message message{.error = "a message that is too long for a short string",
                                  .signature = "timeout"};
      (void)expeditor.record(choice->ticket, step, failed ? Outcome::failure : Outcome::success,
                             failed ? message : impl::Message{});
      late = choice->ticket;
    }
    if (std::holds_alternative<impl::Fault>(expeditor.record(late, step, Outcome::success))) {
      ++seen.faults;  // It has had its outcome.
    }
    if (std::holds_alternative<impl::Fault>(expeditor.decide(tools.front(), step - 1))) {
      ++seen.faults;
    }
  }
  return seen;
}

std::vector<impl::ToolNumber> numbers_of(const impl::Expeditor& expeditor, std::size_t tools) {
  std::vector<impl::ToolNumber> all;
  for (const Entry& entry : map_of(tools)) all.push_back(expeditor.number(entry.tool));
  return all;
}

TEST(ExpeditorImplementation, AllocatesNothingAfterLoad) {
  for (const std::size_t tools : {1U, 2U, 16U, 64U, 65U, 200U}) {
    impl::Expeditor expeditor({.failure_budget = 1'000'000'000, .coincident_opens = 0},
                              map_of(tools),
                              {.log = 100'000, .failures = 20'000, .characters = 1'000'000});
    const auto numbers = numbers_of(expeditor, tools);
    const std::size_t before = allocations;
    const Seen seen = live(expeditor, numbers, 40);
    const std::size_t after = allocations;
    EXPECT_EQ(before, after) << tools;
    EXPECT_GT(seen.calls, 0) << tools;
    EXPECT_GT(seen.faults, 40) << tools;
    EXPECT_GT(seen.probes + seen.pauses, 0) << tools;
  }
}

/// What is reserved is room, not a limit.
TEST(ExpeditorImplementation, GoesOnBehindWhatWasReserved) {
  impl::Expeditor expeditor({.failure_budget = 1'000'000'000, .coincident_opens = 0}, map_of(4),
                            {.log = 1, .failures = 1, .tickets = 1, .characters = 1});
  const auto numbers = numbers_of(expeditor, 4);
  const std::size_t before = allocations;
  EXPECT_GT(live(expeditor, numbers, 40).calls, 0);
  EXPECT_GT(allocations - before, 0U);
}

TEST(ExpeditorImplementation, AllocationsAreCountedAtAll) {
  const std::size_t before = allocations;
  ::operator delete(::operator new(1));  // Plain calls: an expression could be left out.
  EXPECT_GT(allocations, before);
}

}  // namespace
}  // namespace tripcheck::expeditor
