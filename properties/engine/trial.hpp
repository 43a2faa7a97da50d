/// A subject on trial: asks it and the model the questions of a property, and has them judged.
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <tripcheck/properties/engine/property.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::engine {

template <class P>
class Trial {
 public:
  using Case = typename P::Case;

  /// Both are used as long as this lives.
  Trial(Subject<P>& model, Subject<P>& subject)
      : model_(model), subject_(subject), properties_(P::properties()) {}

  [[nodiscard]] const std::vector<Property<P>>& properties() const { return properties_; }
  [[nodiscard]] Subject<P>& model() const { return model_; }
  [[nodiscard]] Subject<P>& subject() const { return subject_; }
  [[nodiscard]] const Description& by() const { return subject_.description(); }

  [[nodiscard]] bool claimed(const Property<P>& property) const {
    return property.needs_claim.empty() || by().claim(property.needs_claim);
  }
  /// Whether the property speaks of a case that the model answers so.
  [[nodiscard]] bool applies(const Property<P>& property, const Reply<P>& expected) const {
    const bool bad = std::holds_alternative<Refused>(expected);
    return claimed(property) && bad == (property.input == Input::bad);
  }

  void ask(std::span<const Asked<P>> asked, std::span<Reply<P>> replies) const {
    for (Reply<P>& reply : replies) reply = Skipped{"interrupted"};
    subject_.ask(asked, [&](std::size_t i, const Reply<P>& reply) { replies[i] = reply; });
  }

  /// Leaves out the whole case where any of its questions is outside what the subject takes.
  void add_questions(const Property<P>& property, const Case& input,
                     std::vector<Asked<P>>& asked) const {
    const std::size_t before = asked.size();
    if (property.questions) {
      property.questions(input, asked);
    } else {
      asked.push_back({.input = input});
    }
    for (std::size_t i = before; i < asked.size(); ++i) {
      if (!subject_.takes(asked[i].delivery) || !P::inside(asked[i].input, by().domain)) {
        asked.resize(before);
        return;
      }
    }
  }

  /// Calls `judge(evidence)`; the model is asked where the evidence is.
  template <class Judge>
  auto with_evidence(std::span<const Asked<P>> asked, std::span<const Reply<P>> replies,
                     const Judge& judge) const {
    std::vector<std::optional<Reply<P>>> expected(asked.size());
    const typename Evidence<P>::Expect expect = [&](std::size_t i) -> const Reply<P>& {
      if (!expected[i]) expected[i] = ask_one(model_, asked[i]);
      return *expected[i];
    };
    return judge(Evidence<P>(by(), asked, replies, expect));
  }

  /// One property on one case, for shrinking: a reply that cannot be judged breaks nothing.
  [[nodiscard]] std::optional<Break> breaks(std::size_t p, const Case& input) const {
    const Property<P>& property = properties_[p];
    if (!P::inside(input, by().domain)) return std::nullopt;
    if (!applies(property, ask_one(model_, Asked<P>{.input = input}))) return std::nullopt;
    std::vector<Asked<P>> asked;
    add_questions(property, input, asked);
    if (asked.empty()) return std::nullopt;
    std::vector<Reply<P>> replies(asked.size());
    ask(asked, replies);
    for (const Reply<P>& reply : replies) {
      if (std::holds_alternative<Failed>(reply) || std::holds_alternative<Skipped>(reply)) {
        return std::nullopt;
      }
    }
    const auto judgement = with_evidence(asked, replies, property.judge);
    const auto* broken = std::get_if<Break>(&judgement);
    return broken == nullptr ? std::nullopt : std::optional(*broken);
  }

  /// The first property, of all, that the case breaks; `first` is looked at before the others.
  [[nodiscard]] std::optional<std::size_t> any_broken(std::size_t first, const Case& input) const {
    if (breaks(first, input)) return first;
    for (std::size_t p = 0; p < properties_.size(); ++p) {
      if (p != first && breaks(p, input)) return p;
    }
    return std::nullopt;
  }

  /// The first broken one of the properties that need no questions of their own: one asking for
  /// all.
  [[nodiscard]] std::optional<std::size_t> first_broken(const Case& input) const {
    if (!P::inside(input, by().domain)) return std::nullopt;
    const Asked<P> asked{.input = input};
    const Reply<P> expected = ask_one(model_, asked);
    const auto judges = [&](const Property<P>& property) {
      return !property.questions && applies(property, expected);
    };
    // Nobody is asked what none would judge: bad input is for those alone who claim to refuse it.
    if (std::none_of(properties_.begin(), properties_.end(), judges)) return std::nullopt;
    const Reply<P> reply = ask_one(subject_, asked);
    if (std::holds_alternative<Failed>(reply) || std::holds_alternative<Skipped>(reply)) {
      return std::nullopt;
    }
    const typename Evidence<P>::Expect expect = [&](std::size_t) -> const Reply<P>& {
      return expected;
    };
    const Evidence<P> evidence(by(), std::span(&asked, 1), std::span(&reply, 1), expect);
    for (std::size_t p = 0; p < properties_.size(); ++p) {
      if (!judges(properties_[p])) continue;
      if (std::holds_alternative<Break>(properties_[p].judge(evidence))) return p;
    }
    return std::nullopt;
  }

 private:
  Subject<P>& model_;
  Subject<P>& subject_;
  std::vector<Property<P>> properties_;
};

}  // namespace tripcheck::engine
