/// What is offered events beside the breakers that are there to be used.
///
/// Threads: one at a time, as the implementation.
#pragma once
#include <cstdint>
#include <limits>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/model/timed/config.hpp>

namespace tripcheck::bench {

/// The model, with its state kept for it.
class ModelBreaker {
 public:
  explicit ModelBreaker(const timed::Config& config) : config_(config) {}

  timed::Offer offer(const timed::Event& event) noexcept {
    if (event.t < last_t_) return {.admission = timed::Admission::refused, .transitions = {}};
    last_t_ = event.t;
    const timed::model::Step step = timed::model::step(config_, breaker_, event);
    breaker_ = step.next;
    return step.offer;
  }

 private:
  timed::Config config_;
  timed::model::Breaker breaker_;
  std::int64_t last_t_ = std::numeric_limits<std::int64_t>::min();
};

/// Lets every call through and remembers nothing: what the loop around a breaker costs by itself.
class NoBreaker {
 public:
  explicit NoBreaker(const timed::Config& /*config*/) {}
  static timed::Offer offer(const timed::Event& /*event*/) noexcept { return {}; }
};

/// A breaker that is called and not inlined, as where its `offer` has several callers: the answer
/// then goes through memory.
template <class Breaker>
class Called {
 public:
  explicit Called(const timed::Config& config) : breaker_(config) {}
  [[gnu::noinline]] timed::Offer offer(const timed::Event& event) { return breaker_.offer(event); }

 private:
  Breaker breaker_;
};

}  // namespace tripcheck::bench
