/// Threads of the poor: bodies that take turns on one thread, each with a stack of its own.
///
/// Fibers are made once and reused; the sanitizers are told of each switch.
///
/// Threads: one at a time; `yield` from within a body, everything else from outside.
/// Cost:    two context switches a resume, some 0.4 µs.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace tripcheck::engine {

class Fibers {
 public:
  explicit Fibers(std::size_t count);
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;
  ~Fibers();

  [[nodiscard]] std::size_t count() const { return all_.size(); }
  /// Sets what fiber `i` does when it is resumed next. Requires: it is done with the last.
  void start(std::size_t i, std::function<void()> body);
  /// Runs fiber `i` until it yields or ends; whether it has ended.
  bool resume(std::size_t i);
  /// Gives up what fiber `i` is doing, halfway; what its body holds is never given back.
  void leave(std::size_t i);
  /// Back to `resume`; returns when the fiber is resumed. Requires: called from its body.
  void yield();

 private:
  struct Fiber;
  static void enter(unsigned high, unsigned low);
  void loop(Fiber& fiber);
  [[nodiscard]] std::unique_ptr<Fiber> make();
  static void destroy(Fiber& fiber);

  struct Outside;  // Where `resume` was called.
  std::unique_ptr<Outside> outside_;
  std::vector<std::unique_ptr<Fiber>> all_;
  std::vector<std::unique_ptr<Fiber>> left_;  // Their stacks may be pointed into.
  Fiber* running_ = nullptr;
};

}  // namespace tripcheck::engine
