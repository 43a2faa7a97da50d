/// A handoff as keys and the JSON behind each, in order: easy to get wrong on purpose.
///
/// Threads: values.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/escalation/case.hpp>
#include <utility>
#include <vector>

namespace tripcheck::escalation {

/// Members of an object, in their order; a key may come twice.
using Members = std::vector<std::pair<std::string, std::string>>;

/// The JSON behind a key, made if it is not there.
[[nodiscard]] std::string& at(Members& members, std::string_view key);
void erase(Members& members, std::string_view key);

/// What a handoff is made of, but for what the class decides.
struct HandoffParts {
  std::string_view failure_class = "uncertainty";
  std::vector<std::string> digests{};
  std::string issued_at{};
  std::string run_id{};
  std::string workflow_id{};
};

struct HandoffText {
  Members handoff;  ///< Behind the first `reviewer_packet` nothing, where `packet` stands there.
  Members packet;
  bool has_packet = false;

  /// Requires: the JSON of an object.
  [[nodiscard]] static HandoffText of(std::string_view text);
  /// The handoff that the rules give (E-7). Requires: parts that are right; issued before the last
  /// half hour.
  [[nodiscard]] static HandoffText of(const HandoffParts& parts);
  [[nodiscard]] std::string json() const;
};

/// `["a","b"]`.
[[nodiscard]] std::string list_of(const std::vector<std::string>& texts);

/// A fault of a handoff: what a stranger gets wrong, one thing each (E-11, E-16).
struct HandoffFault {
  std::string_view what;
  std::function<void(HandoffText&)> plant;
};
/// All of them, of every kind.
[[nodiscard]] std::span<const HandoffFault> handoff_faults();

}  // namespace tripcheck::escalation
