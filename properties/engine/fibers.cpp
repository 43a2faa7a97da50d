#include <ucontext.h>

#include <cassert>
#include <cstdint>
#include <tripcheck/properties/engine/fibers.hpp>
#include <utility>

// The sanitizers' functions, there where a program is built with one: null everywhere else.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom,
                                                  std::size_t size);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom,
                                                   std::size_t* size);
[[gnu::weak]] void* __tsan_get_current_fiber();
[[gnu::weak]] void* __tsan_create_fiber(unsigned flags);
[[gnu::weak]] void __tsan_destroy_fiber(void* fiber);
[[gnu::weak]] void __tsan_switch_to_fiber(void* fiber, unsigned flags);
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
}

namespace tripcheck::engine {
namespace {

constexpr std::size_t kStackBytes = std::size_t{256} << 10;

/// A place that execution can be in, as the sanitizers want to know it.
struct Context {
  ucontext_t machine{};
  const void* bottom = nullptr;  // Of its stack.
  std::size_t size = 0;
  void* fake_stack = nullptr;
  void* tsan = nullptr;
};

void arrive(Context& here, Context& from) {
  if (__sanitizer_finish_switch_fiber == nullptr) return;
  __sanitizer_finish_switch_fiber(here.fake_stack, &from.bottom, &from.size);
}

void go(Context& from, Context& to) {
  if (__sanitizer_start_switch_fiber != nullptr) {
    __sanitizer_start_switch_fiber(&from.fake_stack, to.bottom, to.size);
  }
  if (__tsan_switch_to_fiber != nullptr) __tsan_switch_to_fiber(to.tsan, 0);
  swapcontext(&from.machine, &to.machine);
  arrive(from, to);
}

}  // namespace

struct Fibers::Outside {
  Context context;
};

struct Fibers::Fiber {
  Context context;
  std::unique_ptr<std::byte[]> stack = std::make_unique_for_overwrite<std::byte[]>(kStackBytes);
  std::function<void()> body;
  bool ended = true;
};

Fibers::Fibers(std::size_t count) : outside_(std::make_unique<Outside>()) {
  if (__tsan_get_current_fiber != nullptr) outside_->context.tsan = __tsan_get_current_fiber();
  for (std::size_t i = 0; i < count; ++i) all_.push_back(make());
}

Fibers::~Fibers() {
  for (const auto& fiber : all_) destroy(*fiber);
  for (const auto& fiber : left_) destroy(*fiber);
}

std::unique_ptr<Fibers::Fiber> Fibers::make() {
  auto fiber = std::make_unique<Fiber>();
  Context& context = fiber->context;
  context.bottom = fiber->stack.get();
  context.size = kStackBytes;
  if (__tsan_create_fiber != nullptr) context.tsan = __tsan_create_fiber(0);
  getcontext(&context.machine);
  context.machine.uc_stack.ss_sp = fiber->stack.get();
  context.machine.uc_stack.ss_size = kStackBytes;
  context.machine.uc_link = nullptr;
  const auto self = reinterpret_cast<std::uintptr_t>(this);  // makecontext passes ints alone.
  makecontext(&context.machine, reinterpret_cast<void (*)()>(&Fibers::enter), 2,
              static_cast<unsigned>(self >> 32U), static_cast<unsigned>(self));
  return fiber;
}

void Fibers::destroy(Fiber& fiber) {
  if (__tsan_destroy_fiber != nullptr) __tsan_destroy_fiber(fiber.context.tsan);
}

void Fibers::leave(std::size_t i) { left_.push_back(std::exchange(all_[i], make())); }

void Fibers::start(std::size_t i, std::function<void()> body) {
  assert(all_[i]->ended);
  all_[i]->body = std::move(body);
  all_[i]->ended = false;
}

bool Fibers::resume(std::size_t i) {
  assert(running_ == nullptr);
  running_ = all_[i].get();
  go(outside_->context, running_->context);
  running_ = nullptr;
  return all_[i]->ended;
}

void Fibers::yield() {
  assert(running_ != nullptr);
  go(running_->context, outside_->context);
}

void Fibers::enter(unsigned high, unsigned low) {
  const auto self = (static_cast<std::uintptr_t>(high) << 32U) | low;
  auto& fibers = *reinterpret_cast<Fibers*>(self);  // NOLINT(performance-no-int-to-ptr)
  fibers.loop(*fibers.running_);
}

/// Never returns: a fiber waits here for its next body.
void Fibers::loop(Fiber& fiber) {
  arrive(fiber.context, outside_->context);
  for (;;) {
    fiber.body();
    fiber.body = nullptr;
    fiber.ended = true;
    go(fiber.context, outside_->context);
  }
}

}  // namespace tripcheck::engine
