/// A breaker as a subject three times over: as it is, to be scheduled, and for real threads.
///
/// Threads: one at a time; races make their own.
#pragma once
#include <span>
#include <string>
#include <tripcheck/properties/overlap/races.hpp>
#include <type_traits>
#include <utility>

namespace tripcheck::overlap {

/// In place of a breaker that there is not.
struct None {};

/// `Scheduled` is the breaker compiled against ScheduledAtomic and ScheduledMutex, or None.
/// `Threaded` is what real threads share: compiled against SwitchingAtomic and SwitchingMutex or as
/// it is; None: not for threads.
template <OverlapSubject Plain, class Scheduled, class Threaded>
class RaceableSubject final : public engine::Subject<Traits>, public Raceable {
 public:
  explicit RaceableSubject(std::string name) : inner_(std::move(name)) {}

  [[nodiscard]] const engine::Description& description() const override {
    return std::as_const(inner_).description();
  }
  [[nodiscard]] engine::Description& description() { return inner_.description(); }
  [[nodiscard]] bool takes(Delivery delivery) const override { return inner_.takes(delivery); }
  void ask(std::span<const engine::Asked<Traits>> all, const OnReply& on_reply) override {
    inner_.ask(all, on_reply);
  }
  [[nodiscard]] Racer* racer() override {
    if constexpr (std::is_same_v<Scheduled, None>) {
      return nullptr;
    } else {
      static thread_local ScheduledRacer<Scheduled> racer;
      return &racer;
    }
  }
  [[nodiscard]] ThreadRacer* thread_racer() override {
    if constexpr (std::is_same_v<Threaded, None>) {
      return nullptr;
    } else {
      static thread_local RealThreads<Threaded> racer;
      return &racer;
    }
  }

 private:
  InProcess<Plain> inner_;
};

}  // namespace tripcheck::overlap
