/// What the shared breaker answers, and what it asks of a config.
///
/// Threads: values.
#pragma once
#include <cstdint>
#include <optional>
#include <tripcheck/model/overlap/config.hpp>

namespace tripcheck::overlap::impl {

/// The transitions that one operation made: one at the most.
class Transitions {
 public:
  // Not defaulted: that would clear the room for one, each time that there is none.
  Transitions() noexcept {}  // NOLINT(modernize-use-equals-default)
  explicit Transitions(const Transition& one) noexcept : one_(one) {}
  [[nodiscard]] const Transition* begin() const noexcept { return one_ ? &*one_ : nullptr; }
  [[nodiscard]] const Transition* end() const noexcept { return one_ ? &*one_ + 1 : nullptr; }

 private:
  std::optional<Transition> one_;
};

/// The answer to a use of a permit.
struct Told {
  Answer answer = Answer::counted;
  Transitions transitions{};
};

/// The first field outside its range, or nothing (T-11).
[[nodiscard]] std::optional<Refusal> check_config(const Config& config) noexcept;

}  // namespace tripcheck::overlap::impl
