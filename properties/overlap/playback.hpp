/// The model with its permits in hand: takes a case step by step and shows where it stands.
///
/// For what must know the past of a step: the generator, the floor, the judge, the shrinker.
///
/// Threads: a value.
/// Limits:  good input only; a step on a call that was never acquired is as one without a permit.
#pragma once
#include <cstdint>
#include <optional>
#include <tripcheck/model/overlap/breaker.hpp>
#include <tripcheck/properties/overlap/case.hpp>
#include <unordered_map>

namespace tripcheck::overlap {

class Playback {
 public:
  /// The config is copied. Requires: it is good.
  explicit Playback(const Config& config);

  Told take(const Step& step);

  [[nodiscard]] const model::Breaker& breaker() const { return breaker_; }
  [[nodiscard]] State state() const { return model::state(breaker_); }
  /// The permit of a call as it is now; nothing where it was rejected or not yet acquired.
  [[nodiscard]] const model::Permit* permit(std::int64_t call) const;
  /// The window while half-open, else nothing.
  [[nodiscard]] const model::HalfOpen* window() const;
  /// Whether a permit has still a place in the window.
  [[nodiscard]] bool holds_place(const model::Permit& permit) const;

 private:
  Config config_;
  model::Breaker breaker_;
  std::unordered_map<std::int64_t, model::Permit> permits_;
};

/// What a probe has as its time: nothing where that is for ever (O-8).
[[nodiscard]] std::optional<std::int64_t> trial_timeout(const Config& config);

/// a + b, or the end of int64 that it would pass.
[[nodiscard]] std::int64_t plus(std::int64_t a, std::int64_t b) noexcept;
/// a + b, or nothing where that is past int64.
[[nodiscard]] std::optional<std::int64_t> exact_sum(std::int64_t a, std::int64_t b) noexcept;

}  // namespace tripcheck::overlap
