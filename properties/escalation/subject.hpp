/// The first door: any C++ type that satisfies `EscalationSubject` is a subject, in process.
///
/// Needed, all texts being std::string_view: construct from a run id, a workflow id and Limits;
/// `record_failure(class, digest, now)`, whose answer is a Recorded; `halted()`; `counts()`;
/// `handoff_json()`, nothing before the trip. What else is there is a claim, and is checked:
///
///   static check(run id, workflow id, limits)   the text of an error, or nothing: the claim
///                                               `refusals` (E-1, E-13)
///   static read_handoff(json, now)              a ReadingAnswer, or the text of an error (E-11,
///                                               E-15, E-16); without it no handoff is read back
///   purpose()                                   what its handoff says it is for: the claim
///                                               `purpose` (E-12)
///   copying                                     a copy is a breaker of its own (E-14)
///
/// What is no string arrives as an empty text, what is no integer as 0: types leave it no room.
#pragma once
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/model/escalation/config.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <type_traits>
#include <utility>
#include <variant>

namespace tripcheck::escalation {

/// What one attempt came to: nothing, an error, or the handoff.
struct Recorded {
  std::optional<std::string> error{};    ///< `step_digest: invalid_digest`
  std::optional<std::string> handoff{};  ///< Its JSON; where this attempt tripped.
};
/// What a handoff was read back as, or the text of an error.
using ReadBack = std::variant<ReadingAnswer, std::string>;

/// A breaker, however it is made.
template <class S>
concept EscalationBreaker = requires(S subject, const S& asked, std::string_view text) {
  { subject.record_failure(text, text, text) } -> std::convertible_to<Recorded>;
  { asked.halted() } -> std::convertible_to<bool>;
  { asked.counts() } -> std::convertible_to<Counts>;
  { asked.handoff_json() } -> std::convertible_to<std::optional<std::string>>;
};
template <class S>
concept EscalationSubject = EscalationBreaker<S> &&
    std::constructible_from<S, std::string_view, std::string_view, const Limits&>;

template <class S>
concept HasCheck = requires(std::string_view text, const Limits& limits) {
  { S::check(text, text, limits) } -> std::convertible_to<std::optional<std::string>>;
};
template <class S>
concept HasReader = requires(std::string_view text) {
  { S::read_handoff(text, text) } -> std::convertible_to<ReadBack>;
};
template <class S>
concept HasPurpose = requires(const S& asked) {
  { asked.purpose() } -> std::convertible_to<Purpose>;
};
/// Sees the values as documents have them: strings or not, or not there.
template <class S>
concept TakesGiven = requires(S subject, const Attempt& attempt) {
  { subject.record(attempt) } -> std::convertible_to<Recorded>;
};

/// The limits of a run: defaults where nothing is said, 0 for what is no integer of int64.
[[nodiscard]] Limits limits_of(const Run& run);

/// How a type of subject is made, and what it does beyond one breaker; all but `make` may be empty.
template <class S>
struct Maker {
  std::function<S(const Run&)> make;
  std::function<std::optional<std::string>(const Run&)> check{};
  std::function<ReadBack(const Reading&)> read{};
};

template <EscalationSubject S>
Maker<S> maker_of() {
  Maker<S> maker;
  maker.make = [](const Run& run) {
    return S(text_of(run.run_id), text_of(run.workflow_id), limits_of(run));
  };
  if constexpr (HasCheck<S>) {
    maker.check = [](const Run& run) -> std::optional<std::string> {
      return S::check(text_of(run.run_id), text_of(run.workflow_id), limits_of(run));
    };
  }
  if constexpr (HasReader<S>) {
    maker.read = [](const Reading& reading) -> ReadBack {
      return S::read_handoff(reading.handoff, text_of(reading.now));
    };
  }
  return maker;
}

/// Hands cases to a breaker, a fresh one for each.
///
/// Threads: one at a time.
template <EscalationBreaker S>
class InProcess final : public engine::Subject<Traits> {
 public:
  explicit InProcess(std::string name) requires EscalationSubject<S>
      : InProcess(std::move(name), maker_of<S>()) {}

  /// For a type that does not say by itself how it is made.
  InProcess(std::string name, Maker<S> maker) : maker_(std::move(maker)) {
    description_.name = std::move(name);
    description_.refusal_text_binds = true;
    if (maker_.check) description_.claims.emplace_back("refusals");
    if constexpr (HasPurpose<S>) description_.claims.emplace_back("purpose");
    if (!maker_.read) {
      description_.domain.limits = {
          {.name = std::string(kReadings), .range = {.low = 0, .high = 0}}};
    }
  }

  [[nodiscard]] const engine::Description& description() const override { return description_; }

  [[nodiscard]] bool takes(Delivery delivery) const override {
    if (delivery == Delivery::copied) return std::is_copy_constructible_v<S>;
    return !is_document(delivery);
  }

  void ask(std::span<const engine::Asked<Traits>> all, const OnReply& on_reply) override {
    for (std::size_t i = 0; i < all.size(); ++i) {
      on_reply(i, reply_to(all[i].input, all[i].delivery));
    }
  }

 private:
  engine::Reply<Traits> reply_to(const Case& input, Delivery delivery) {
    if (const auto* reading = std::get_if<Reading>(&input)) return read(*reading);
    const Run& run = std::get<Run>(input);
    if (maker_.check) {
      if (auto error = maker_.check(run)) return engine::Refused{std::move(*error)};
    }
    S subject = maker_.make(run);
    RunAnswer answer;
    if (delivery == Delivery::copied) {
      if constexpr (std::is_copy_constructible_v<S>) copied(subject, run, answer);
    } else {
      step_by_step(subject, run, delivery, answer);
    }
    return Answer(std::move(answer));
  }

  engine::Reply<Traits> read(const Reading& reading) {
    if (!maker_.read) return engine::Skipped{"reads no handoffs"};
    ReadBack back = maker_.read(reading);
    if (auto* error = std::get_if<std::string>(&back)) return engine::Refused{std::move(*error)};
    return Answer(std::get<ReadingAnswer>(std::move(back)));
  }

  static Recorded record(S& subject, const Attempt& attempt) {
    if constexpr (TakesGiven<S>) {
      return subject.record(attempt);
    } else {
      return subject.record_failure(text_of(attempt.failure_class), text_of(attempt.step_digest),
                                    text_of(attempt.now));
    }
  }

  static void take(Recorded recorded, RunAnswer& answer) {
    answer.errors.push_back(std::move(recorded.error));
    answer.given.push_back(std::move(recorded.handoff));
  }

  static Seen look(const S& subject) {
    return {
        .halted = subject.halted(), .counts = subject.counts(), .handoff = subject.handoff_json()};
  }

  static void end(const S& subject, RunAnswer& answer) {
    Seen last = look(subject);
    answer.halted = last.halted;
    answer.counts = last.counts;
    answer.handoff = std::move(last.handoff);
    if constexpr (HasPurpose<S>) {
      if (answer.handoff) answer.purpose = subject.purpose();
    }
  }

  void step_by_step(S& subject, const Run& run, Delivery delivery, RunAnswer& answer) {
    std::optional<S> other;
    if (delivery == Delivery::paired) other.emplace(maker_.make(run));
    const bool asks = delivery == Delivery::questioned;
    if (asks) answer.seen.push_back(look(subject));
    for (const Attempt& attempt : run.attempts) {
      if (other) (void)record(*other, astray(attempt));
      take(record(subject, attempt), answer);
      if (!asks) continue;
      (void)look(subject);
      answer.seen.push_back(look(subject));  // The second time is what is kept.
    }
    end(subject, answer);
  }

  void copied(S& subject, const Run& run, RunAnswer& answer) {
    S current(subject);
    for (const Attempt& attempt : run.attempts) {
      S next(current);
      take(record(next, attempt), answer);
      (void)record(current, astray(attempt));
      std::destroy_at(&current);
      std::construct_at(&current, next);
    }
    end(current, answer);
  }

  /// What another breaker lives through meanwhile.
  static Attempt astray(const Attempt& attempt) {
    const bool same = text_of(attempt.failure_class) == "permission_denial";
    return {.failure_class = Given::string(same ? "tool_failure" : "permission_denial"),
            .step_digest = Given::string(std::string(64, 'a')),
            .now = Given::string("2001-02-03T04:05:06Z")};
  }

  Maker<S> maker_;
  engine::Description description_;
};

}  // namespace tripcheck::escalation
