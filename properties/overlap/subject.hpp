/// The first door: any C++ type that satisfies `OverlapSubject` is a subject, in process.
///
/// Needed: construct from a Config; `try_acquire(t)`, whose answer has `permit`, something like an
/// optional of the type's own kind of permit, and `transitions`, a range of Transition; `state()`;
/// and the uses `record(permit, t, result)`, `ignore(permit)` and `drop(permit)`, whose answers
/// have `answer` and `transitions`. A use takes the permit as an lvalue; where it takes rvalues
/// only, the permit is gone with its first use, and there is no second one to be asked for.
/// What else is there is a claim, and is checked:
///
///   static check(config)           an optional Refusal that names the field at fault: the claim
///                                  `refusals` (T-11)
///   counters()                     the claim `counters`
///   retry_at()                     the claim `retry_at` (T-17)
///
/// Permits die before their breaker. A permit of which no more is heard is lost at the end. A step
/// that cannot be (on a call that was never acquired, say) is refused here and never gets there.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <tripcheck/model/overlap/config.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <tripcheck/properties/overlap/profile.hpp>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::overlap {

template <class R>
concept TransitionRange = std::ranges::input_range<R> &&
    std::convertible_to<std::ranges::range_reference_t<R>, Transition>;

template <class A>
concept AcquireAnswer = requires(A answer) {
  static_cast<bool>(answer.permit);
  *std::move(answer.permit);
  { answer.transitions } -> TransitionRange;
};
template <class A>
concept UseAnswer = requires(A answer) {
  { answer.answer } -> std::convertible_to<Answer>;
  { answer.transitions } -> TransitionRange;
};

/// What a breaker of type S gives to an admitted caller.
template <class S>
using PermitOf = std::remove_cvref_t<decltype(*std::declval<S&>().try_acquire(0).permit)>;

/// Takes a permit handed over as P: an lvalue or an rvalue.
template <class S, class P>
concept TakesPermit = requires(S subject, P permit, std::int64_t t, Result result) {
  { subject.record(std::forward<P>(permit), t, result) } -> UseAnswer;
  { subject.ignore(std::forward<P>(permit)) } -> UseAnswer;
  { subject.drop(std::forward<P>(permit)) } -> UseAnswer;
};
/// A permit stays with its caller, who can try to use it again (O-4).
template <class S>
concept UsesAgain = TakesPermit < S,
        PermitOf<S>
& > ;

/// A breaker, however it is made.
template <class S>
concept OverlapBreaker = requires(S subject, const S& asked, std::int64_t t) {
  { subject.try_acquire(t) } -> AcquireAnswer;
  { asked.state() } -> std::convertible_to<State>;
}
&&(UsesAgain<S> || TakesPermit<S, PermitOf<S>&&>);
template <class S>
concept OverlapSubject = OverlapBreaker<S> && std::constructible_from<S, const Config&>;

template <class S>
concept HasCheck = requires(const Config& config) {
  { S::check(config) } -> std::convertible_to<std::optional<Refusal>>;
};
template <class S>
concept HasCounters = requires(const S& asked) {
  { asked.counters() } -> std::convertible_to<Counters>;
};
template <class S>
concept HasRetryAt = requires(const S& asked) {
  { asked.retry_at() } -> std::convertible_to<std::optional<std::int64_t>>;
};

/// Hands cases to a breaker, a fresh one for each.
///
/// Threads: one at a time. Cost: a reply reuses the storage of the one before it.
template <OverlapBreaker S>
class InProcess final : public engine::Subject<Traits> {
 public:
  using Make = std::function<S(const Config&)>;
  using Check = std::function<std::optional<Refusal>(const Config&)>;

  explicit InProcess(std::string name) requires OverlapSubject<S>
      : InProcess(
            std::move(name), [](const Config& config) { return S(config); }, own_check()) {}

  /// For a type that does not say by itself how it is made and checked; no `check`: no claim.
  InProcess(std::string name, Make make, Check check)
      : make_(std::move(make)), check_(std::move(check)) {
    description_.name = std::move(name);
    description_.refusal_text_binds = true;
    if (check_) description_.claims.emplace_back("refusals");
    if constexpr (HasRetryAt<S>) description_.claims.emplace_back("retry_at");
    if constexpr (HasCounters<S>) description_.claims.emplace_back("counters");
    if constexpr (!UsesAgain<S>) {
      description_.domain.limits.push_back({.name = "uses", .range = {.low = 0, .high = 1}});
    }
  }

  [[nodiscard]] const engine::Description& description() const override { return description_; }
  /// For what the type does not say: a narrower domain.
  [[nodiscard]] engine::Description& description() { return description_; }

  [[nodiscard]] bool takes(Delivery /*delivery*/) const override { return true; }

  void ask(std::span<const engine::Asked<Traits>> all, const OnReply& on_reply) override {
    for (std::size_t i = 0; i < all.size(); ++i) {
      answer(all[i].input, all[i].delivery);
      on_reply(i, reply_);
    }
  }

 private:
  using Permit = PermitOf<S>;

  /// A call from its acquire on. Without a permit it was rejected, or its permit is gone.
  struct Call {
    std::optional<Permit> permit;
    bool rejected = false;
  };
  /// What becomes of the case at a step; nothing: it goes on.
  using Stop = std::optional<std::variant<Refusal, engine::Skipped>>;

  static Check own_check() {
    if constexpr (HasCheck<S>) {
      return [](const Config& config) { return S::check(config); };
    } else {
      return {};
    }
  }

  void answer(const Case& input, Delivery delivery) {
    if (!std::holds_alternative<CaseAnswer>(reply_)) reply_ = CaseAnswer();
    std::get<CaseAnswer>(reply_).clear();
    if (const auto refusal = check_ ? check_(input.config) : std::nullopt) {
      reply_ = engine::Refused{text_of(*refusal, input)};
      return;
    }
    const Stop stop = play(input, delivery);
    if (!stop) return;
    if (const auto* refusal = std::get_if<Refusal>(&*stop)) {
      reply_ = engine::Refused{text_of(*refusal, input)};
    } else {
      reply_ = std::get<engine::Skipped>(*stop);
    }
  }

  Stop play(const Case& input, Delivery delivery) {
    S subject = make_(input.config);
    std::unordered_map<std::int64_t, Call> calls;  // Dies before the subject.
    CaseAnswer& answer = std::get<CaseAnswer>(reply_);
    const bool questioned = delivery == Delivery::questioned;
    if (questioned) answer.seen.push_back(look(subject));
    for (std::size_t i = 0; i < input.steps.size(); ++i) {
      const Step& step = input.steps[i];
      auto found = calls.find(step.call);
      const bool acquire = step.op == Operation::acquire;
      if (acquire != (found == calls.end())) {
        return Refusal{.fault = acquire ? Fault::acquired_twice : Fault::never_acquired,
                       .index = i};
      }
      if (acquire) {
        calls.emplace(step.call, acquired(subject, step.t));
      } else if (found->second.rejected) {
        take(Answer::no_permit, std::span<const Transition>());
      } else if (!found->second.permit) {
        return engine::Skipped{"a permit is gone with its first use, so there is no second"};
      } else {
        use(subject, found->second, step);
      }
      if (!questioned) continue;
      (void)look(subject);
      answer.seen.push_back(look(subject));  // The second time is what is kept.
    }
    answer.last = look(subject);
    answer.outcome.final_state = answer.last->state;
    return std::nullopt;
  }

  Call acquired(S& subject, std::int64_t t) {
    auto done = subject.try_acquire(t);
    Call call;
    if (done.permit) {
      call.permit.emplace(*std::move(done.permit));
    } else {
      call.rejected = true;
    }
    take(call.rejected ? Answer::rejected : Answer::permit, done.transitions);
    return call;
  }

  void use(S& subject, Call& call, const Step& step) {
    if constexpr (UsesAgain<S>) {
      use_as<Permit&>(subject, *call.permit, step);
    } else {
      use_as<Permit&&>(subject, *call.permit, step);
      call.permit.reset();
    }
  }

  template <class Handed>
  void use_as(S& subject, Permit& permit, const Step& step) {
    const auto told = [&] {
      if (step.op == Operation::ignore) return subject.ignore(static_cast<Handed>(permit));
      if (step.op == Operation::drop) return subject.drop(static_cast<Handed>(permit));
      return subject.record(static_cast<Handed>(permit), step.t, step.result);
    }();
    take(told.answer, told.transitions);
  }

  /// Puts what one operation was told on record.
  template <class Transitions>
  void take(Answer said, const Transitions& transitions) {
    CaseAnswer& answer = std::get<CaseAnswer>(reply_);
    Told& told = answer.steps.emplace_back(Told{.answer = said, .transitions = {}});
    answer.outcome.answers.push_back(said);
    for (const Transition& transition : transitions) {
      told.transitions.push_back(transition);
      answer.outcome.transitions.push_back(transition);
    }
  }

  [[nodiscard]] Seen look(const S& subject) const {
    Seen seen{.state = subject.state()};
    if constexpr (HasCounters<S>) seen.counters = subject.counters();
    if constexpr (HasRetryAt<S>) {
      seen.has_retry_at = true;
      seen.retry_at = subject.retry_at();
    }
    return seen;
  }

  Make make_;
  Check check_;
  engine::Description description_;
  engine::Reply<Traits> reply_ = CaseAnswer();
};

}  // namespace tripcheck::overlap
