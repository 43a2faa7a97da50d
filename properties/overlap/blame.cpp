// Which rule speaks for a step at which two answers differ.
#include <algorithm>
#include <tripcheck/properties/overlap/judge.hpp>
#include <tripcheck/properties/overlap/playback.hpp>

namespace tripcheck::overlap {
namespace {

/// What the model has lived through before a step: what tells one rule's break from another's.
struct Past {
  explicit Past(const Config& config) : playback(config) {}

  Playback playback;
  std::optional<std::int64_t> latest;  // Of all admissions.
  // The record that opened: its own `t` and that of its admission.
  std::int64_t tripped_by_t = 0;
  std::int64_t tripped_by_admission = 0;
  // Since the last transition.
  std::vector<std::int64_t> late_records;  // Their `t`; late by generation.
  bool second_use = false;
  bool given_back = false;  // A place, or a permit from a closed breaker.
  bool timed_out = false;   // A probe lost its place, or its result came late by its own `t`.

  void take(const Config& config, const Step& step) {
    const model::Permit* permit = playback.permit(step.call);
    const bool of_now = permit != nullptr && permit->generation == playback.breaker().generation;
    const std::int64_t admitted_at = permit == nullptr ? step.t : permit->admitted_at;
    if (takes_places_away(config, step)) timed_out = true;
    const Told told = playback.take(step);
    if (step.op == Operation::acquire) latest = std::max(latest.value_or(step.t), step.t);
    if (told.answer == Answer::used) second_use = true;
    if (told.answer == Answer::returned) given_back = true;
    if (told.answer == Answer::late && of_now) timed_out = true;
    if (told.answer == Answer::late && !of_now && step.op == Operation::record) {
      late_records.push_back(step.t);
    }
    if (told.transitions.empty()) return;
    late_records.clear();
    second_use = given_back = timed_out = false;
    if (playback.state() != State::open) return;
    tripped_by_t = step.t;
    tripped_by_admission = admitted_at;
  }

  /// Whether an acquire finds places in the window whose time is over.
  [[nodiscard]] bool takes_places_away(const Config& config, const Step& step) const {
    const auto* window = playback.window();
    if (window == nullptr || step.op != Operation::acquire) return false;
    return std::any_of(window->places.begin(), window->places.end(), [&](const auto& place) {
      return near_its_end(config, place.admitted_at, step.t, 0);
    });
  }

  /// Whether a probe's time is over `early` before its end, or would be.
  [[nodiscard]] static bool near_its_end(const Config& config, std::int64_t admitted_at,
                                         std::int64_t t, std::int64_t early) {
    const auto timeout = trial_timeout(config);
    const auto end = timeout ? exact_sum(admitted_at, *timeout) : std::nullopt;
    return end && plus(t, early) >= *end;
  }
};

Past past_of(const Case& input, std::size_t steps) {
  Past past(input.config);
  for (std::size_t i = 0; i < steps; ++i) past.take(input.config, input.steps[i]);
  return past;
}

/// While open: the rule against which the opening time would be what explains the difference.
template <class Explains>
std::optional<engine::RuleId> blame_opening(const Past& past, const Explains& explains) {
  const auto& late = past.late_records;
  if (std::any_of(late.begin(), late.end(), explains)) return "O-3";
  if (explains(past.tripped_by_admission) || explains(past.tripped_by_t)) return "O-9";
  return std::nullopt;
}

/// Whether, had the cooldown run from `opened_at`, a call at `t` would have been let through.
bool let_through(const Config& config, std::int64_t opened_at, std::int64_t t) {
  const auto deadline = exact_sum(opened_at, config.cooldown);
  return deadline && t >= *deadline;
}

engine::RuleId blame_open(const Config& config, const Past& past, std::int64_t t, bool got_in) {
  const auto explains = [&](std::int64_t opened_at) {
    return let_through(config, opened_at, t) == got_in;
  };
  return blame_opening(past, explains).value_or("O-1");
}

/// In the window, and the model says otherwise than the subject whether there is room.
engine::RuleId blame_room(const Config& config, const Past& past, const Step& step, bool got_in) {
  const auto* window = past.playback.window();
  if (!got_in) {
    if (past.takes_places_away(config, step) || past.timed_out) return "O-8";
    if (past.given_back) return "O-4";
    return past.late_records.empty() ? "O-2" : "O-3";
  }
  if (past.second_use) return "O-4";
  const auto from_the_window = [&](std::int64_t from) {
    return Past::near_its_end(config, from, step.t, 1);
  };
  const bool near = std::any_of(window->places.begin(), window->places.end(),
                                [&](const auto& p) { return from_the_window(p.admitted_at); });
  if (near || from_the_window(past.playback.breaker().changed_at)) return "O-8";
  return past.late_records.empty() ? "O-2" : "O-3";
}

/// Two lists of transitions that differ. `otherwise`: where neither date nor number is to blame.
engine::RuleId blame_transitions(const Told& expected, const Told& got, engine::RuleId otherwise) {
  if (expected.transitions.empty() || got.transitions.empty()) return otherwise;
  const Transition& should = expected.transitions.front();
  const Transition& is = got.transitions.front();
  if (should.from != is.from || should.to != is.to) return otherwise;
  if (should.t != is.t) return "O-5";
  return should.number != is.number ? "O-3" : otherwise;
}

engine::RuleId blame_acquire(const Config& config, const Past& past, const Step& step,
                             const Told& expected, const Told& got) {
  const bool got_in = got.answer == Answer::permit;
  if (got.answer != expected.answer) {
    if (!got_in && got.answer != Answer::rejected) return "O-1";
    switch (past.playback.state()) {
      case State::closed:
        return past.latest && step.t < *past.latest ? "O-5" : "O-1";
      case State::open:
        return blame_open(config, past, step.t, got_in);
      case State::half_open:
        return blame_room(config, past, step, got_in);
    }
  }
  const bool half_open = past.playback.state() == State::half_open;
  return blame_transitions(expected, got, half_open ? "O-2" : "O-1");
}

/// Why a use that is not late should be, or the other way round.
engine::RuleId blame_late(const Config& config, const Past& past, const Step& step,
                          const model::Permit& permit) {
  if (permit.generation != past.playback.breaker().generation) return "O-3";
  if (past.timed_out || !past.playback.holds_place(permit)) {
    if (permit.number != 0) return "O-8";
  }
  const auto over = [&](std::int64_t from) {
    return step.op == Operation::record && Past::near_its_end(config, from, step.t, 1);
  };
  return over(permit.admitted_at) || over(past.playback.breaker().changed_at) ? "O-8" : "O-3";
}

/// A result that counts, or something else that should not, made the wrong transition or none.
engine::RuleId blame_count(const Past& past) {
  if (past.timed_out) return "O-8";
  if (!past.late_records.empty()) return "O-3";
  return past.second_use || past.given_back ? "O-4" : "O-6";
}

engine::RuleId blame_use(const Config& config, const Past& past, const Step& step,
                         const Told& expected, const Told& got) {
  const model::Permit* permit = past.playback.permit(step.call);
  if (permit == nullptr) return "O-1";
  const auto either_is = [&](Answer answer) {
    return expected.answer == answer || got.answer == answer;
  };
  if (expected.answer != got.answer) {
    if (either_is(Answer::used)) return "O-4";
    return either_is(Answer::late) ? blame_late(config, past, step, *permit) : "O-4";
  }
  if (expected.answer == Answer::late) return blame_late(config, past, step, *permit);
  const bool counts = expected.answer == Answer::counted;
  return blame_transitions(expected, got, counts ? blame_count(past) : "O-4");
}

}  // namespace

engine::RuleId blame(const Case& input, std::size_t step, const Told& expected, const Told* got) {
  const Step& now = input.steps[step];
  const bool acquire = now.op == Operation::acquire;
  if (got == nullptr) return acquire ? "O-1" : (now.op == Operation::record ? "O-3" : "O-4");
  const Past past = past_of(input, step);
  return acquire ? blame_acquire(input.config, past, now, expected, *got)
                 : blame_use(input.config, past, now, expected, *got);
}

engine::RuleId blame_counters(const Case& input, std::size_t steps) {
  return blame_count(past_of(input, steps));
}

engine::RuleId blame_retry_at(const Case& input, std::size_t steps,
                              std::optional<std::int64_t> got) {
  const Past past = past_of(input, steps);
  if (past.playback.state() != State::open || !got) return "T-17";
  const auto explains = [&](std::int64_t opened_at) {
    return exact_sum(opened_at, input.config.cooldown) == got;
  };
  return blame_opening(past, explains).value_or("T-17");
}

}  // namespace tripcheck::overlap
