/// The names that a handoff carries: of a run, of a workflow, and of what a step was about.
///
/// Each type holds what its `parse` let through and can hold nothing else. Moving copies, so that
/// not even a value that was moved from is empty.
#pragma once
#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/model/escalation/config.hpp>

namespace tripcheck::escalation::model {

/// `run_` and 32 lowercase hex digits: 128 bits that say nothing of the run.
class RunId {
 public:
  /// Or `invalid_identifier`, or, for an `act_` with its 32 digits, `wrong_identifier_kind` (E-13).
  [[nodiscard]] static Checked<RunId> parse(std::string_view text);

  /// `source` fills the span that it is given with random bytes.
  template <std::invocable<std::span<std::uint8_t, 16>> Source>
  [[nodiscard]] static RunId generate(Source&& source) {
    std::array<std::uint8_t, 16> bytes{};
    source(std::span(bytes));
    return of_bytes(bytes);
  }

  RunId(const RunId&) = default;
  RunId& operator=(const RunId&) = default;
  ~RunId() = default;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  bool operator==(const RunId&) const = default;

 private:
  explicit RunId(std::string text) : text_(std::move(text)) {}
  static RunId of_bytes(std::span<const std::uint8_t, 16> bytes);
  std::string text_;
};

/// `workflow:NAMESPACE/NAME`, and perhaps `@MAJOR.MINOR.PATCH` behind it.
class WorkflowId {
 public:
  /// Or `invalid_identifier`, or, where another kind stands before the colon,
  /// `wrong_identifier_kind` (E-13).
  [[nodiscard]] static Checked<WorkflowId> parse(std::string_view text);

  WorkflowId(const WorkflowId&) = default;
  WorkflowId& operator=(const WorkflowId&) = default;
  ~WorkflowId() = default;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  bool operator==(const WorkflowId&) const = default;

 private:
  explicit WorkflowId(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

/// 64 lowercase hex digits, whose meaning only the caller knows.
class StepDigest {
 public:
  [[nodiscard]] static std::optional<StepDigest> parse(std::string_view text);

  StepDigest(const StepDigest&) = default;
  StepDigest& operator=(const StepDigest&) = default;
  ~StepDigest() = default;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  bool operator==(const StepDigest&) const = default;

 private:
  explicit StepDigest(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

}  // namespace tripcheck::escalation::model
