/// The built-in subjects of the escalation profile: the model and the implementation.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/impl/escalation/breaker.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <tripcheck/properties/escalation/subject.hpp>
#include <variant>

namespace tripcheck::escalation {

/// The implementation as a subject: a shape of its own, adapted as any breaker's would be.
class Implementation {
 public:
  static std::optional<std::string> check(std::string_view run_id, std::string_view workflow_id,
                                          const Limits& limits);
  static ReadBack read_handoff(std::string_view text, std::string_view now);

  /// Requires: `check` finds no fault; asserted.
  Implementation(std::string_view run_id, std::string_view workflow_id, const Limits& limits);
  Recorded record_failure(std::string_view failure_class, std::string_view step_digest,
                          std::string_view now);
  [[nodiscard]] bool halted() const { return breaker_.halted(); }
  [[nodiscard]] Counts counts() const { return breaker_.counts(); }
  [[nodiscard]] std::optional<std::string> handoff_json() const;
  [[nodiscard]] static Purpose purpose();

 private:
  impl::Breaker breaker_;
};

/// A reader of documents: the case that `text` says, or why it is none.
using Read = std::variant<Case, engine::Refused> (*)(std::string_view text, const Case& meant);

/// The strict one (E-17). `meant` is not looked at; faulty readers fall back on it.
[[nodiscard]] std::variant<Case, engine::Refused> read_strictly(std::string_view text,
                                                                const Case& meant);

/// A subject in process whose documents are read by `read`.
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> with_documents(
    std::unique_ptr<engine::Subject<Traits>> inner, Read read);

[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_model();
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_impl();

}  // namespace tripcheck::escalation
