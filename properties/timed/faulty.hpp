/// A plain breaker in which any one decision can be swapped for a faulty one: what mutants are made
/// of.
///
/// Written apart from the model and the implementation; with the decisions as they stand here it
/// keeps every rule.
///
/// Threads: a value; but for mutants that share state on purpose, one thread at a time each.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tripcheck/model/timed/config.hpp>

namespace tripcheck::timed {

/// What a faulty breaker keeps.
struct Fields {
  Config config;
  State state = State::closed;
  std::int64_t failures = 0;
  std::int64_t successes = 0;
  std::int64_t opened_at = 0;
  std::int64_t last_t = std::numeric_limits<std::int64_t>::min();
  std::size_t offered = 0;
  std::int64_t spare = 0;  // For what only one fault needs.

  /// All but the number of events, which only numbers refusals.
  using Key = std::array<std::int64_t, 7>;
  [[nodiscard]] Key key() const {
    return {static_cast<std::int64_t>(state),
            failures,
            successes,
            opened_at,
            last_t,
            config.cooldown,
            spare};
  }
};

/// The decisions. Each is right by default; a mutant swaps one (or, where it says so, two).
struct Decisions {
  void (*made)(Fields&) = [](Fields&) {};
  std::optional<Refusal> (*check)(const Config&) = right_check;
  /// Whether an event comes in time order.
  bool (*in_order)(Fields&, const Event&) = [](Fields& f, const Event& e) {
    return e.t >= f.last_t;
  };
  /// Before anything else, for each event that is in order.
  void (*arrive)(Fields&, const Event&) = [](Fields&, const Event&) {};
  void (*closed_success)(Fields&) = [](Fields& f) { f.failures = 0; };
  void (*closed_failure)(Fields&) = [](Fields& f) { ++f.failures; };
  bool (*trips)(const Fields&) = [](const Fields& f) {
    return f.failures >= f.config.failure_threshold;
  };
  bool (*due)(const Fields&, std::int64_t t) = right_due;
  void (*rejected)(Fields&, const Event&) = [](Fields&, const Event&) {};
  /// The state that a due call finds.
  State due_state = State::half_open;
  void (*probe_success)(Fields&) = [](Fields& f) { ++f.successes; };
  bool (*closes)(const Fields&) = [](const Fields& f) {
    return f.successes >= f.config.half_open_successes;
  };
  /// Whether a failed probe opens again.
  bool (*re_opens)(Fields&) = [](Fields&) { return true; };
  /// Everything that a transition sets but the state itself.
  void (*enter)(Fields&, State from, State to, std::int64_t t) = right_enter;
  /// What is said of an event, once it is decided.
  void (*say)(Fields&, const Event&, Offer&) = [](Fields&, const Event&, Offer&) {};
  State (*asked_state)(Fields&) = [](Fields& f) { return f.state; };
  std::optional<std::int64_t> (*asked_retry_at)(Fields&) = right_retry_at;
  /// At the start of each piece that is fed.
  void (*piece)(Fields&) = [](Fields&) {};
  bool index_from_piece = false;
  bool piece_half_happens = false;
  bool piece_moves_clock = false;  ///< A refused one leaves its last good time behind.

  static std::optional<Refusal> right_check(const Config& config);
  static bool right_due(const Fields& f, std::int64_t t);
  static void right_enter(Fields& f, State from, State to, std::int64_t t);
  static std::optional<std::int64_t> right_retry_at(Fields& f);
};

/// Satisfies TimedSubject with every optional member but `check`, which is each mutant's own.
class Faulty {
 public:
  Faulty(const Config& config, const Decisions& decisions);
  Offer offer(const Event& event);
  std::optional<Refusal> feed(std::span<const Event> piece, Outcome& outcome);
  [[nodiscard]] State state() const { return decisions_->asked_state(fields_); }
  [[nodiscard]] const Fields& fields() const { return fields_; }
  [[nodiscard]] Counters counters() const {
    return {.failures = fields_.failures, .successes = fields_.successes};
  }
  [[nodiscard]] std::optional<std::int64_t> retry_at() const {
    return decisions_->asked_retry_at(fields_);
  }

 private:
  void move(State to, std::int64_t t, Offer& offer);
  void closed(const Event& event, Offer& offer);
  void probe(const Event& event, Offer& offer);

  const Decisions* decisions_;
  mutable Fields fields_;  // Some mutants change when they are asked.
};

}  // namespace tripcheck::timed
