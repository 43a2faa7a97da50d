/// A case of the escalation profile, the answers to it, and the documents that both are written in.
///
/// There are two kinds of both: a run is told of its attempts, and a handoff is read back.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/model/escalation/config.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::escalation {

/// What a document may hold in the place of a text: a string, any other JSON, or nothing.
struct Given {
  enum class Kind : std::uint8_t { absent, string, other };
  Kind kind = Kind::absent;
  std::string text;  ///< The string itself, or the JSON of what is none.

  [[nodiscard]] static Given string(std::string text) { return {Kind::string, std::move(text)}; }
  [[nodiscard]] static Given json(std::string text) { return {Kind::other, std::move(text)}; }
  bool operator==(const Given&) const = default;
};

/// The string; what is none becomes an empty text, which no check lets through.
[[nodiscard]] inline std::string_view text_of(const Given& given) {
  return given.kind == Given::Kind::string ? std::string_view(given.text) : std::string_view();
}

struct Attempt {
  Given failure_class;
  Given step_digest;
  Given now;
  bool operator==(const Attempt&) const = default;
};

/// May be bad input: an identifier (E-13), a limit (E-1), any value of an attempt (E-2).
struct Run {
  Given run_id;
  Given workflow_id;
  std::optional<std::array<Given, 4>> policy{};  ///< In the order of Limits.
  std::vector<Attempt> attempts{};
  bool operator==(const Run&) const = default;
};

/// May be bad input: what stands in the handoff (E-11, E-16), the time (E-15).
struct Reading {
  std::string handoff;  ///< The JSON of an object.
  Given now;            ///< Never absent.
  bool operator==(const Reading&) const = default;
};

using Case = std::variant<Run, Reading>;

/// The ways to hand a case to a subject in process. All must come to the same answer.
enum class Delivery : std::uint8_t {
  plain,       ///< Attempt by attempt, nothing asked before the end.
  questioned,  ///< Every question asked, twice, at the start and after each attempt.
  copied,      ///< A copy carries on after each attempt, the old one is led astray (E-14).
  paired,      ///< A second breaker is told other attempts in between (E-14).
  // From here on: as a document, for subjects whose documents tripcheck reads (E-17).
  document,         ///< Without a fault, in an uncommon spelling (E-9).
  unknown_key,      ///< In the document, the policy or an attempt.
  repeated_key,     ///< The same.
  missing_key,      ///< One that must be there.
  wrong_container,  ///< No object or array where one must be.
  late_fault,       ///< An attempt that is none behind all others, after a halt too.
  cut_short,        ///< No JSON: an end too early, or more text behind the end.
};
inline constexpr bool is_document(Delivery delivery) { return delivery >= Delivery::document; }

/// The case as a document, with the fault that the delivery names; which one, depends on the case.
[[nodiscard]] std::string document(const Case& input, Delivery fault);

/// What a breaker in process shows of itself, at the start and after each attempt.
struct Seen {
  bool halted = false;
  Counts counts;
  std::optional<std::string> handoff{};
  bool operator==(const Seen&) const = default;
};

/// What a handoff in process says that it is for (E-12).
struct Purpose {
  bool requires_human_review = true;
  bool authorizes_action = false;
  bool operator==(const Purpose&) const = default;
};

struct RunAnswer {
  bool halted = false;
  Counts counts;
  /// For each attempt the text of its error, or nothing. A text, since a stranger may say anything.
  std::vector<std::optional<std::string>> errors{};
  std::optional<std::string> handoff{};  ///< JSON, keys in the order in which they came.
  // In process only, and in no document:
  std::vector<std::optional<std::string>> given{};  ///< The handoff that each attempt was answered.
  std::vector<Seen> seen{};          ///< Where questions were asked: at the start, then after each.
  std::optional<Purpose> purpose{};  ///< Of the handoff, where there is one and it can be asked.

  /// Whether a document would say the same.
  [[nodiscard]] bool says(const RunAnswer& other) const {
    return halted == other.halted && counts == other.counts && errors == other.errors &&
           handoff == other.handoff;
  }
};

struct ReadingAnswer {
  std::string handoff;  ///< JSON, keys in the order in which they came.
  bool expired = false;
  bool operator==(const ReadingAnswer&) const = default;
};

using Answer = std::variant<RunAnswer, ReadingAnswer>;
/// Whether documents would say the same.
[[nodiscard]] bool same_said(const Answer& a, const Answer& b);

void write(const Case& input, std::string& text);
/// A document with the key `handoff` is a Reading, any other a Run. Throws engine::DocumentError
/// with the text of an Error: first `malformed_document` (E-17), then what the values are worth, in
/// the order of the rules (E-1, E-13, E-15, E-16). An attempt's values may be anything.
void read(engine::json::Value value, Case& input);
/// The same without judging values: what it takes may be bad input, but is no malformed document.
void read_any(engine::json::Value value, Case& input);

void write(const Answer& answer, std::string& text);
/// Reads an answer strictly; one with the key `expired` is a ReadingAnswer. Throws
/// engine::DocumentError with the place and what is expected there, and never what was found.
void read_answer(engine::json::Value value, Answer& answer);

}  // namespace tripcheck::escalation
