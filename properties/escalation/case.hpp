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

struct RunAnswer {
  bool halted = false;
  Counts counts;
  /// For each attempt the text of its error, or nothing. A text, since a stranger may say anything.
  std::vector<std::optional<std::string>> errors{};
  std::optional<std::string> handoff{};  ///< JSON, keys in the order in which they came.
  bool operator==(const RunAnswer&) const = default;
};

struct ReadingAnswer {
  std::string handoff;  ///< JSON, keys in the order in which they came.
  bool expired = false;
  bool operator==(const ReadingAnswer&) const = default;
};

using Answer = std::variant<RunAnswer, ReadingAnswer>;

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
