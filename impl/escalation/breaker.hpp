/// The escalation breaker to use: one for each run, told of every failed attempt until it halts.
///
/// Refines: model::record_failure, attempt by attempt; properties/escalation/ holds it to that.
/// Threads: a value like an int: one thread at a time, or one copy each.
/// Cost:    about 3 KiB, all of it inside; nothing here allocates, at the trip neither.
/// Limits:  32 attempts at most count before it halts, since no limit is larger.
#pragma once
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tripcheck/impl/escalation/calendar.hpp>
#include <tripcheck/impl/escalation/detail/swar.hpp>
#include <tripcheck/impl/escalation/handoff.hpp>
#include <tripcheck/impl/escalation/identifiers.hpp>
#include <tripcheck/model/escalation/config.hpp>

namespace tripcheck::escalation::impl {

/// Limits that are all in [1, 32].
class Policy {
 public:
  Policy() = default;  ///< 3, 2, 3 and 6 in all.
  /// Or `invalid_threshold` with the first field outside its range (E-1).
  [[nodiscard]] static Checked<Policy> make(const Limits& limits) noexcept;

  /// Requires: one of the three classes; asserted.
  [[nodiscard]] std::uint8_t limit(FailureClass failure_class) const noexcept {
    const auto i = static_cast<std::size_t>(failure_class);
    assert(i < limits_.size());
    return limits_[i];
  }
  [[nodiscard]] std::uint8_t total() const noexcept { return total_; }
  bool operator==(const Policy&) const = default;

 private:
  std::array<std::uint8_t, 3> limits_{3, 2, 3};
  std::uint8_t total_ = 6;
};

/// What one attempt came to: nothing of both, the handoff of a trip, or why it does not count.
class Recorded {
 public:
  constexpr Recorded() noexcept = default;
  explicit constexpr Recorded(const Handoff& handoff) noexcept : handoff_(&handoff) {}
  explicit constexpr Recorded(const Error& error) noexcept
      : error_(kIsError | static_cast<std::uint64_t>(error.code) << 8U |
               static_cast<std::uint64_t>(error.field)) {}

  /// The breaker's own: valid while that lives and stays where it is.
  [[nodiscard]] constexpr const Handoff* handoff() const noexcept { return handoff_; }
  [[nodiscard]] constexpr std::optional<Error> error() const noexcept {
    if (error_ == 0) return std::nullopt;
    return Error{static_cast<Code>(error_ >> 8U & 0xffU), static_cast<Field>(error_ & 0xffU)};
  }

 private:
  // Bit 16: there is an error. Bits 15..8: its code. Bits 7..0: its field. A whole word, since GCC
  // puts smaller parts together in memory, which takes longer than all the counting.
  static constexpr std::uint64_t kIsError = std::uint64_t{1} << 16U;
  const Handoff* handoff_ = nullptr;
  std::uint64_t error_ = 0;
};

class Breaker {
 public:
  explicit Breaker(const RunId& run_id, const WorkflowId& workflow_id,
                   const Policy& policy = Policy()) noexcept
      : run_id_(run_id), workflow_id_(workflow_id), policy_(policy) {}

  /// The same from texts and numbers, or the first fault of what it was to be made of (E-13).
  [[nodiscard]] static Checked<Breaker> start(std::string_view run_id, std::string_view workflow_id,
                                              const Limits& limits = {}) noexcept;

  /// One failed attempt, as its caller tells it (E-2 … E-8). A `handoff` in the answer says that
  /// the run has to stop.
  Recorded record_failure(std::string_view failure_class, std::string_view step_digest,
                          std::string_view now) noexcept {
    if (handoff_) return refused(Code::circuit_open);
    const auto known = class_of(failure_class);
    if (!known) return refused(Code::unknown_failure_class, Field::failure_class);
    // Straight into its place, which is wiped again where the attempt does not count.
    StepDigest::Packed& place = digests_[total_];
    if (step_digest.size() != StepDigest::kSize || !detail::pack_hex(step_digest.data(), place)) {
      place = {};
      return refused(Code::invalid_digest, Field::step_digest);
    }
    const auto at = UtcSecond::parse(now);
    if (!at) {
      place = {};
      return refused(Code::invalid_timestamp, Field::now);
    }
    return count(*known, *at);
  }
  /// The same for callers who have the values already.
  Recorded record_failure(FailureClass failure_class, const StepDigest& step_digest,
                          UtcSecond now) noexcept {
    if (handoff_) return refused(Code::circuit_open);
    if (static_cast<std::size_t>(failure_class) >= counts_.size()) {
      return refused(Code::unknown_failure_class, Field::failure_class);
    }
    digests_[total_] = step_digest.packed();
    return count(failure_class, now);
  }

  [[nodiscard]] bool halted() const noexcept { return handoff_.has_value(); }
  /// From the trip on the very handoff that the trip gave (E-6).
  [[nodiscard]] const Handoff* handoff() const noexcept { return handoff_ ? &*handoff_ : nullptr; }
  [[nodiscard]] Counts counts() const noexcept;

  bool operator==(const Breaker&) const = default;

 private:
  static Recorded refused(Code code, Field field = Field::none) noexcept {
    return Recorded(Error{code, field});
  }

  /// Counts the attempt whose digest stands behind the last one that counted.
  Recorded count(FailureClass failure_class, UtcSecond now) noexcept {
    assert(total_ < policy_.total());
    std::uint8_t& of_class = counts_[static_cast<std::size_t>(failure_class)];
    ++of_class;
    ++total_;
    if (of_class < policy_.limit(failure_class) && total_ < policy_.total()) return {};
    return trip(failure_class, now);
  }

  Recorded trip(FailureClass failure_class, UtcSecond now) noexcept;

  RunId run_id_;
  WorkflowId workflow_id_;
  Policy policy_;
  std::array<std::uint8_t, 3> counts_{};  // By class.
  std::uint8_t total_ = 0;                // Below policy_.total() until it halts, so below 32.
  std::array<StepDigest::Packed, Handoff::kMostDigests> digests_{};  // Zero behind the last.
  std::optional<Handoff> handoff_{};
};

}  // namespace tripcheck::escalation::impl
