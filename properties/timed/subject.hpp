/// The first door: any C++ type that satisfies `TimedSubject` is a subject, in process.
///
/// Needed: construct from a Config; `offer(event)`; `state()`. What else is there is a claim, and
/// is checked:
///
///   static check(config)           an optional Refusal that names the field at fault; with it,
///   `offer`
///                                  answers `refused` where `t` goes back: the claim `refusals`
///                                  (T-10, T-11)
///   counters()                     the claim `counters` (T-8)
///   retry_at()                     the claim `retry_at` (T-17)
///   feed(span of events, outcome)  a whole piece at once (T-13)
///   copying                        a copy is a breaker of its own (T-13, T-18)
///
/// A static `domain()`, an engine::Domain, says what of the inputs the type can take at all: cases
/// are drawn inside it. `{.limits = {{.name = "half_open_successes", .range = {.low = 1, .high =
/// 1}}}}`.
#pragma once
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tripcheck/model/timed/config.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <type_traits>
#include <utility>
#include <variant>

namespace tripcheck::timed {

/// A breaker, however it is made.
template <class S>
concept TimedBreaker = requires(S subject, const S& asked, const Event& event) {
  { subject.offer(event) } -> std::convertible_to<Offer>;
  { asked.state() } -> std::convertible_to<State>;
};
template <class S>
concept TimedSubject = TimedBreaker<S> && std::constructible_from<S, const Config&>;

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
/// The index is that of the event that goes back, counted from the start of the stream.
template <class S>
concept HasFeed = requires(S subject, std::span<const Event> piece, Outcome& outcome) {
  { subject.feed(piece, outcome) } -> std::convertible_to<std::optional<Refusal>>;
};

template <class S>
concept HasDomain = requires {
  { S::domain() } -> std::convertible_to<engine::Domain>;
};

/// Hands cases to a breaker, a fresh one for each.
///
/// Threads: one at a time. Cost: a reply reuses the storage of the one before it.
template <TimedBreaker S>
class InProcess final : public engine::Subject<Traits> {
 public:
  using Make = std::function<S(const Config&)>;
  using Check = std::function<std::optional<Refusal>(const Config&)>;

  explicit InProcess(std::string name) requires TimedSubject<S>
      : InProcess(
            std::move(name), [](const Config& config) { return S(config); }, own_check()) {}

  /// For a type that does not say by itself how it is made and checked; no `check`: no claim.
  InProcess(std::string name, Make make, Check check)
      : make_(std::move(make)), check_(std::move(check)) {
    description_.name = std::move(name);
    description_.refusal_text_binds = true;
    if (check_) description_.claims.emplace_back("refusals");
    if constexpr (HasDomain<S>) description_.domain = S::domain();
    if constexpr (HasRetryAt<S>) description_.claims.emplace_back("retry_at");
    if constexpr (HasCounters<S>) description_.claims.emplace_back("counters");
  }

  [[nodiscard]] const engine::Description& description() const override { return description_; }
  /// For what the type does not say: a narrower domain.
  [[nodiscard]] engine::Description& description() { return description_; }

  [[nodiscard]] bool takes(Delivery delivery) const override {
    if (delivery == Delivery::copied) return std::is_copy_constructible_v<S>;
    if (delivery == Delivery::pieces) return HasFeed<S>;
    if (delivery == Delivery::past_refusals) return static_cast<bool>(check_);
    return !is_document(delivery);
  }

  void ask(std::span<const engine::Asked<Traits>> all, const OnReply& on_reply) override {
    for (std::size_t i = 0; i < all.size(); ++i) {
      answer(all[i].input, all[i].delivery);
      on_reply(i, reply_);
    }
  }

 private:
  void answer(const Case& input, Delivery delivery) {
    if (!std::holds_alternative<Answer>(reply_)) reply_ = Answer();
    std::get<Answer>(reply_).clear();
    if (const auto refusal = check_ ? check_(input.config) : std::nullopt) {
      reply_ = engine::Refused{text_of(*refusal, input)};
      return;
    }
    S subject = make_(input.config);
    std::optional<Refusal> refusal;
    switch (delivery) {
      case Delivery::plain:
        refusal = plain(subject, input);
        break;
      case Delivery::questioned:
      case Delivery::past_refusals:
        refusal = questioned(subject, input, delivery == Delivery::past_refusals);
        break;
      case Delivery::pieces:
        if constexpr (HasFeed<S>) refusal = pieces(subject, input);
        break;
      case Delivery::copied:
        if constexpr (std::is_copy_constructible_v<S>) refusal = copied(subject, input);
        break;
      case Delivery::paired:
        refusal = paired(subject, input);
        break;
      default:  // Documents: not through this door.
        reply_ = engine::Skipped{"takes no documents"};
        return;
    }
    if (refusal) reply_ = engine::Refused{text_of(*refusal, input)};
  }

  static Check own_check() {
    if constexpr (HasCheck<S>) {
      return [](const Config& config) { return S::check(config); };
    } else {
      return {};
    }
  }

  /// Puts one answer on record; false where it is a refusal.
  bool take(const Event& event, const Offer& offer) {
    Answer& answer = std::get<Answer>(reply_);
    answer.steps.push_back(offer);
    if (offer.admission == Admission::rejected) answer.outcome.rejected.push_back(event.t);
    for (const Transition& transition : offer.transitions) {
      answer.outcome.transitions.push_back(transition);
    }
    return offer.admission != Admission::refused;
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

  /// Without a question to the subject itself, where it can be copied.
  [[nodiscard]] std::optional<Seen> look_at_copy(const S& subject) const {
    if constexpr (std::is_copy_constructible_v<S>) {
      const S copy(subject);
      return look(copy);
    } else {
      return std::nullopt;
    }
  }

  std::optional<Refusal> end(const S& subject) {
    if (!std::holds_alternative<Answer>(reply_)) return std::nullopt;
    Answer& answer = std::get<Answer>(reply_);
    answer.last = look(subject);
    answer.outcome.final_state = answer.last->state;
    return std::nullopt;
  }

  std::optional<Refusal> plain(S& subject, const Case& input) {
    for (std::size_t i = 0; i < input.events.size(); ++i) {
      if (!take(input.events[i], subject.offer(input.events[i]))) return Refusal{.index = i};
    }
    return end(subject);
  }

  std::optional<Refusal> questioned(S& subject, const Case& input, bool past_refusals) {
    auto& seen = std::get<Answer>(reply_).seen;
    seen.push_back(look(subject));
    for (std::size_t i = 0; i < input.events.size(); ++i) {
      const bool taken = take(input.events[i], subject.offer(input.events[i]));
      if (!taken && !past_refusals) return Refusal{.index = i};
      (void)look(subject);
      seen.push_back(look(subject));  // The second time is what is kept.
    }
    return end(subject);
  }

  std::optional<Refusal> pieces(S& subject, const Case& input) {
    const std::span<const Event> events(input.events);
    Answer& answer = std::get<Answer>(reply_);
    for (std::size_t first = 0, length = 0; first <= events.size(); first += length++) {
      const auto piece = events.subspan(first, std::min(length, events.size() - first));
      const auto before = look_at_copy(subject);
      const std::size_t listed = answer.outcome.rejected.size() + answer.outcome.transitions.size();
      const std::optional<Refusal> refusal = subject.feed(piece, answer.outcome);
      if (!refusal) continue;
      const bool same =
          look_at_copy(subject) == before &&
          listed == answer.outcome.rejected.size() + answer.outcome.transitions.size();
      if (same && takes_good_part(subject, piece, *refusal, first)) return refusal;
      reply_ = engine::Refused{"a refused piece left something behind"};
      return std::nullopt;
    }
    return end(subject);
  }

  /// Whether the piece's own beginning is still taken after the piece was refused: no clock was
  /// moved.
  static bool takes_good_part(S& subject, std::span<const Event> piece, const Refusal& refusal,
                              std::size_t first) {
    if (refusal.index < first || refusal.index - first >= piece.size()) return true;
    Outcome aside;
    return !subject.feed(piece.first(refusal.index - first), aside);
  }

  std::optional<Refusal> copied(S& subject, const Case& input) {
    S current(subject);
    for (std::size_t i = 0; i < input.events.size(); ++i) {
      S next(current);
      if (!take(input.events[i], next.offer(input.events[i]))) return Refusal{.index = i};
      (void)current.offer(astray(input.events[i]));
      std::destroy_at(&current);
      std::construct_at(&current, next);
    }
    return end(current);
  }

  std::optional<Refusal> paired(S& subject, const Case& input) {
    S other = make_(input.config);
    for (std::size_t i = 0; i < input.events.size(); ++i) {
      (void)other.offer(astray(input.events[i]));
      if (!take(input.events[i], subject.offer(input.events[i]))) return Refusal{.index = i};
    }
    return end(subject);
  }

  /// What another breaker lives through meanwhile.
  static Event astray(const Event& event) {
    return {.t = event.t,
            .result = event.result == Result::success ? Result::failure : Result::success};
  }

  Make make_;
  Check check_;
  engine::Description description_;
  engine::Reply<Traits> reply_ = Answer();
};

}  // namespace tripcheck::timed
