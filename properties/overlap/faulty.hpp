/// A plain breaker for overlapping calls in which any one decision can be swapped for a faulty one:
/// what mutants are made of.
///
/// Written apart from the model: a permit is the number of a ticket, and the breaker keeps them
/// all. With the decisions as they stand here it keeps every rule.
///
/// Threads: a value; one thread at a time.
/// Cost:    a half-open admission looks at all tickets so far.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <tripcheck/model/overlap/config.hpp>
#include <tripcheck/properties/overlap/case.hpp>
#include <vector>

namespace tripcheck::overlap {

/// What the breaker remembers of an admitted call.
struct Ticket {
  std::uint64_t generation = 0;
  std::int64_t admitted_at = 0;
  bool probe = false;  // Admitted in half-open.
  bool place = false;  // Holds one.
  bool used = false;
};

/// What a faulty breaker keeps.
struct Fields {
  Config config;
  State state = State::closed;
  std::int64_t failures = 0;
  std::int64_t successes = 0;
  std::int64_t opened_at = 0;
  std::int64_t changed_at = std::numeric_limits<std::int64_t>::min();
  std::uint64_t generation = 0;
  std::vector<Ticket> tickets;
  std::int64_t last_t = std::numeric_limits<std::int64_t>::min();  // Of the last admission.
  std::int64_t spare = 0;                                          // What only one fault needs.

  /// Probes that hold a place.
  [[nodiscard]] std::int64_t holding() const;
};

class Faulty;

/// The decisions. Each is right by default; a mutant swaps one (or, where it says so, two).
struct Decisions {
  std::optional<Refusal> (*check)(const Config&) = right_check;

  // An admission.
  bool (*closed_admits)(const Fields&, std::int64_t t) = [](const Fields&, std::int64_t) {
    return true;
  };
  bool (*due)(const Fields&, std::int64_t t) = right_due;
  /// Whether the acquire that passes the deadline is then judged as half-open.
  bool crossing_admits = true;
  /// Takes away the places whose time is over.
  void (*sweep)(Fields&, const Decisions&, std::int64_t t) = right_sweep;
  bool (*over)(const Fields&, const Ticket&, std::int64_t t) = right_over;
  bool (*room)(const Fields&) = [](const Fields& f) {
    return f.holding() + f.successes < f.config.half_open_successes;
  };
  /// What else happens where there is none.
  void (*no_room)(Faulty&, std::int64_t t, std::vector<Transition>&) =
      [](Faulty&, std::int64_t, std::vector<Transition>&) {};
  /// The generation of a new ticket; `before` is the one that the acquire found.
  std::uint64_t (*stamp)(const Fields&, std::uint64_t before) = [](const Fields& f, std::uint64_t) {
    return f.generation;
  };

  // A use. `fate` is the answer; the others are what follows from it.
  Answer (*fate)(const Fields&, const Decisions&, const Ticket&, const Step&) = right_fate;
  void (*spend)(Ticket&, Answer) = [](Ticket& ticket, Answer) { ticket.used = true; };
  void (*second_use)(Faulty&, Ticket&, const Step&, Told&) = [](Faulty&, Ticket&, const Step&,
                                                                Told&) {};
  /// What a late use does besides giving its place up, which it does by the next decision.
  void (*late_use)(Faulty&, Ticket&, const Step&, Told&) = [](Faulty&, Ticket&, const Step&,
                                                              Told&) {};
  bool late_use_frees_its_place = true;
  void (*give_back)(Faulty&, Ticket&, const Step&, Told&) = [](Faulty&, Ticket& ticket, const Step&,
                                                               Told&) { ticket.place = false; };

  // A result that counts.
  void (*closed_success)(Fields&) = [](Fields& f) { f.failures = 0; };
  bool (*trips)(const Fields&) = [](const Fields& f) {
    return f.failures >= f.config.failure_threshold;
  };
  bool (*closes)(const Fields&) = [](const Fields& f) {
    return f.successes >= f.config.half_open_successes;
  };
  bool probe_failure_opens = true;

  // A transition.
  std::int64_t (*date)(const Fields&, std::int64_t t) = [](const Fields& f, std::int64_t t) {
    return t > f.changed_at ? t : f.changed_at;
  };
  /// The opening time; the transition is dated already.
  std::int64_t (*opened_at)(const Fields&, const Ticket&, std::int64_t t) =
      [](const Fields& f, const Ticket&, std::int64_t) { return f.changed_at; };
  void (*enter)(Fields&, State to) = [](Fields& f, State) { f.failures = f.successes = 0; };
  std::uint64_t first_number = 1;

  State (*asked_state)(Fields&) = [](Fields& f) { return f.state; };
  std::optional<std::int64_t> (*asked_retry_at)(Fields&) = right_retry_at;

  static std::optional<Refusal> right_check(const Config& config);
  static bool right_due(const Fields& f, std::int64_t t);
  static void right_sweep(Fields& f, const Decisions& decisions, std::int64_t t);
  static bool right_over(const Fields& f, const Ticket& ticket, std::int64_t t);
  static Answer right_fate(const Fields& f, const Decisions& decisions, const Ticket& ticket,
                           const Step& step);
  static std::optional<std::int64_t> right_retry_at(Fields& f);
};

/// Satisfies OverlapBreaker with every optional member but `check`, which is each mutant's own.
class Faulty {
 public:
  using Permit = std::size_t;
  struct Acquired {
    std::optional<Permit> permit;
    std::vector<Transition> transitions;
  };

  Faulty(const Config& config, const Decisions& decisions);

  Acquired try_acquire(std::int64_t t);
  Told record(Permit permit, std::int64_t t, Result result);
  Told ignore(Permit permit);
  Told drop(Permit permit);

  [[nodiscard]] State state() const { return decisions_->asked_state(fields_); }
  [[nodiscard]] Counters counters() const {
    return {.failures = fields_.failures, .successes = fields_.successes};
  }
  [[nodiscard]] std::optional<std::int64_t> retry_at() const {
    return decisions_->asked_retry_at(fields_);
  }

  // For faults that do more than decide.
  Fields& fields() { return fields_; }
  /// Counts a result in the state that there is, be it the right thing to do or not.
  void count(Ticket& ticket, const Step& step, Told& told);
  void move(State to, const Ticket& ticket, std::int64_t t, std::vector<Transition>& told);

 private:
  Told use(Permit permit, const Step& step);

  const Decisions* decisions_;
  mutable Fields fields_;  // Some mutants change when they are asked.
};

}  // namespace tripcheck::overlap
