/// A case of the overlap profile, the answers to it, and the documents that both are written in.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tripcheck/model/overlap/config.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <vector>

namespace tripcheck::overlap {

/// May be bad input: a field outside its range, a step on a call that cannot have it.
struct Case {
  Config config;
  std::vector<Step> steps;
  bool operator==(const Case&) const = default;
};

/// Whether a step has a `t` at all.
[[nodiscard]] constexpr bool has_time(const Step& step) noexcept {
  return step.op == Operation::acquire || step.op == Operation::record;
}

/// The ways to hand a case to a subject in process. All must come to the same answer.
enum class Delivery : std::uint8_t {
  plain,       ///< Step by step, nothing asked but the state at the end.
  questioned,  ///< Every question asked, twice, before the first and after each step (T-17).
};

/// What one operation was told.
struct Told {
  Answer answer = Answer::no_permit;
  std::vector<Transition> transitions;  ///< One at most by the rules; a subject may claim more.
  bool operator==(const Told&) const = default;
};

/// What questions show after a step; `before` an answer's first step, at the start.
struct Seen {
  State state = State::closed;
  std::optional<Counters> counters{};  ///< Where the subject has them.
  bool has_retry_at = false;           ///< Whether the subject can be asked.
  std::optional<std::int64_t> retry_at{};
  bool operator==(const Seen&) const = default;
};

struct CaseAnswer {
  Outcome outcome;          ///< What a document says; always there.
  std::vector<Told> steps;  ///< With its own transitions each, where the door shows them.
  std::vector<Seen> seen;   ///< Where questions were asked: at the start, then after each step.
  /// After the last step, as far as the subject claims it.
  std::optional<Seen> last{};
  void clear();
};

/// The numbers of a case and their ranges. `uses`: how often one call is used, at the most; a
/// subject whose permits are gone with their first use limits it to 1.
enum Number : std::size_t {
  time_number,
  cooldown_number,
  threshold_number,
  places_number,
  timeout_number,
  uses_number,
};
[[nodiscard]] std::span<const engine::Named> numbers();
/// The range of a number inside a domain.
[[nodiscard]] engine::Range limit(const engine::Domain& domain, Number number);

void write(const Case& input, std::string& text);
/// Whether what the rules refuse may stand in a case all the same: a count out of its range, a step
/// on a call that cannot have it. Counterexamples of T-11 are such cases.
enum class Values { good, any };
/// Throws engine::DocumentError: the first fault in document order.
void read(engine::json::Value value, Case& input, Values values = Values::good);

void write(const Outcome& outcome, std::string& text);
/// Reads an answer strictly; `retry_at` and `counters` are there exactly where they are claimed.
/// Whether there is an answer for each step is for the judge to say.
void read_answer(engine::json::Value value, const engine::Description& by, CaseAnswer& answer);

/// One line: what was found, where, what is allowed.
[[nodiscard]] std::string text_of(const Refusal& refusal, const Case& input);
[[nodiscard]] std::string text_of(const Transition& transition);

}  // namespace tripcheck::overlap
