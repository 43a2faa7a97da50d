/// What the documents of the escalation breaker look like, before any value in them is judged, and
/// how the answers to them are written.
///
/// The readers throw engine::DocumentError with the text of an Error and nothing else: nothing of a
/// document is ever repeated (E-10). Strings compare with their escapes resolved.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/model/escalation/config.hpp>
#include <tripcheck/model/escalation/json.hpp>
#include <tripcheck/properties/engine/json.hpp>

namespace tripcheck::escalation {

/// What stands behind a key, or nothing where the key is not there.
using Slot = std::optional<engine::json::Value>;

/// The four limits, in the order of Limits.
using LimitSlots = std::array<Slot, 4>;

struct RunShape {
  Slot run_id{};
  Slot workflow_id{};
  std::optional<LimitSlots> policy{};
  engine::json::Value attempts;  ///< An array of objects that `attempt_shape` reads.
};
struct AttemptShape {
  Slot failure_class{};
  Slot step_digest{};
  Slot now{};
};
struct ReadingShape {
  engine::json::Value handoff;  ///< An object.
  engine::json::Value now;
};

[[noreturn]] void refuse(const Error& error);

/// What stands behind each of these keys; nothing at all where this is no object, or where a key is
/// another one or comes twice.
template <std::size_t N>
[[nodiscard]] std::optional<std::array<Slot, N>> slots_of(
    engine::json::Value value, const std::array<std::string_view, N>& keys) {
  if (value.kind() != engine::json::Kind::object) return std::nullopt;
  std::array<Slot, N> slots;
  for (const auto [key, member] : value.members()) {
    const auto* const known = std::find(keys.begin(), keys.end(), key);
    if (known == keys.end()) return std::nullopt;
    Slot& slot = slots.at(static_cast<std::size_t>(known - keys.begin()));
    if (slot) return std::nullopt;
    slot = member;
  }
  return slots;
}

/// Throws `malformed_document` (E-17): a fault of the JSON, of keys, or of a type, anywhere but in
/// an attempt's values. The whole document is looked at.
[[nodiscard]] RunShape run_shape(engine::json::Value value);
[[nodiscard]] AttemptShape attempt_shape(engine::json::Value value);
[[nodiscard]] ReadingShape reading_shape(engine::json::Value value);

/// What is no string, or not there, becomes an empty text: no check lets that through.
[[nodiscard]] std::string_view text_or_empty(const Slot& slot);
/// What is no integer becomes 0, which no check lets through; what is not there, its default (E-1).
[[nodiscard]] Limits limits_of(const std::optional<LimitSlots>& policy);

/// The value's JSON without white space, keys in their order, numbers as they were written.
void append_json(std::string& out, engine::json::Value value);
/// As much of a value as decides whether it is a handoff.
[[nodiscard]] model::Json model_json(engine::json::Value value);

/// The answer to a run, written in three steps: the second once for each attempt.
void begin_outcome(std::string& out, bool halted, const Counts& counts);
void add_attempt(std::string& out, std::optional<std::string_view> error);
void end_outcome(std::string& out, const std::optional<std::string>& handoff);

/// The answer to a handoff that was read back.
void write_reading(std::string& out, std::string_view handoff, bool expired);

}  // namespace tripcheck::escalation
