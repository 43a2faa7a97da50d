/// A case of the timed profile, the answers to it, and the documents that both are written in.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <tripcheck/model/timed/config.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <vector>

namespace tripcheck::timed {

/// The ends of time, and the last integer that a double holds with all before it.
inline constexpr std::int64_t kFirstTime = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t kLastTime = std::numeric_limits<std::int64_t>::max();
inline constexpr std::int64_t kExactInDouble = std::int64_t{1} << 53;

/// May be bad input: a field outside its range (T-11), a `t` that goes back (T-10).
struct Case {
  Config config;
  std::vector<Event> events;
  bool operator==(const Case&) const = default;
};

/// The ways to hand a case to a subject in process. All must come to the same answer.
enum class Delivery : std::uint8_t {
  plain,          ///< Event by event, nothing asked but the state at the end.
  questioned,     ///< Every question asked, twice, before the first and after each event (T-17).
  pieces,         ///< By `feed`, in pieces of growing length (T-13).
  copied,         ///< A copy carries on after each event, the old one is led astray (T-13, T-18).
  paired,         ///< A second breaker of the same config gets other results in between (T-18).
  past_refusals,  ///< As questioned; an event that is refused is left behind, the rest goes on
                  ///< (T-10).
  // From here on: as a document, for subjects whose documents tripcheck reads (T-19).
  document,  ///< Without a fault.
  unknown_key,
  repeated_key,
  missing_key,
  no_integer,  ///< A float, a bool, a string or null for an integer.
  past_range,  ///< An integer that its field, or int64, does not hold.
  unknown_word,
  wrong_container,
  cut_short,  ///< No JSON: an end too early, or more text behind the end.
};
inline constexpr bool is_document(Delivery delivery) { return delivery >= Delivery::document; }

/// The case as a document, with the fault that the delivery names. Where it stands depends on the
/// case.
[[nodiscard]] std::string document(const Case& input, Delivery fault);

/// What questions show after an event; `before` an answer's first step, at the start.
struct Seen {
  State state = State::closed;
  std::optional<Counters> counters{};  ///< Where the subject has them.
  bool has_retry_at = false;           ///< Whether the subject can be asked.
  std::optional<std::int64_t> retry_at{};
  bool operator==(const Seen&) const = default;
};

struct Answer {
  Outcome outcome;           ///< What a document says; always there.
  std::vector<Offer> steps;  ///< The answer to each event, where the door shows it.
  std::vector<Seen> seen;    ///< Where questions were asked: at the start, then after each event.
  /// After the last event, as far as the subject claims it.
  std::optional<Seen> last{};
  void clear();
};

/// The config that a document must have, each range, in the order of the document.
[[nodiscard]] std::span<const engine::Named> numbers();

void write(const Case& input, std::string& text);
/// Whether a value that the rules refuse may stand in a case all the same: a count out of its
/// range, a `t` that goes back. Counterexamples of T-10 and T-11 are such cases.
enum class Values { good, any };
/// Throws engine::DocumentError: the first fault in document order (T-10, T-11, T-19).
void read(engine::json::Value value, Case& input, Values values = Values::good);

void write(const Outcome& outcome, std::string& text);
/// Reads an answer strictly; `retry_at` and `counters` are there exactly where they are claimed.
void read_answer(engine::json::Value value, const engine::Description& by, Answer& answer);

/// One line: what was found, where, what is allowed.
[[nodiscard]] std::string text_of(const Refusal& refusal, const Case& input);
[[nodiscard]] std::string text_of(const Transition& transition);

}  // namespace tripcheck::timed
