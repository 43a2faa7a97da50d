/// A property: what must hold of a subject's replies to one case, and the rules that it speaks for.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/rule.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <variant>
#include <vector>

namespace tripcheck::engine {

/// A broken rule: where it shows.
struct Break {
  RuleId rule;
  std::size_t asked = 0;  ///< Which of the property's questions shows it.
  std::size_t step = 0;  ///< The first step that differs; the number of steps: the end of the case.
  std::string note{};    ///< One sentence, where the table alone would not say it.
};

/// A judge's word on one case. Undecided is never a pass.
struct Kept {};
struct Undecided {
  std::string why;
};
using Judgement = std::variant<Kept, Break, Undecided>;

/// Which cases a property speaks of: those that the model answers, or those that it refuses.
enum class Input { good, bad };

/// What a judge sees: the questions, the subject's replies, and, when it asks, the model's.
template <class P>
class Evidence {
 public:
  using Expect = std::function<const Reply<P>&(std::size_t)>;
  Evidence(const Description& by, std::span<const Asked<P>> asked,
           std::span<const Reply<P>> replies, const Expect& expect)
      : by_(by), asked_(asked), replies_(replies), expect_(expect) {}

  /// Who answered.
  [[nodiscard]] const Description& by() const { return by_; }

  [[nodiscard]] std::size_t size() const { return asked_.size(); }
  [[nodiscard]] const typename P::Case& input(std::size_t i) const { return asked_[i].input; }
  [[nodiscard]] typename P::Delivery delivery(std::size_t i) const { return asked_[i].delivery; }
  [[nodiscard]] const Reply<P>& reply(std::size_t i) const { return replies_[i]; }
  [[nodiscard]] const Reply<P>& expected(std::size_t i) const { return expect_(i); }
  /// The subject's answer, where it gave one.
  [[nodiscard]] const typename P::Answer* answer(std::size_t i) const {
    return std::get_if<typename P::Answer>(&replies_[i]);
  }

 private:
  const Description& by_;
  std::span<const Asked<P>> asked_;
  std::span<const Reply<P>> replies_;
  const Expect& expect_;
};

template <class P>
struct Property {
  std::string_view id;
  std::vector<RuleId> rules;  ///< Every rule that a break of this property can name.
  std::string_view claim;     ///< One sentence.
  Input input = Input::good;
  /// Only asked where the subject claims this (empty: always).
  std::string_view needs_claim{};
  /// The questions that this case gives rise to, a pure function of the case; none: not asked.
  /// Where it is empty, the one question is the case itself in the default delivery.
  std::function<void(const typename P::Case&, std::vector<Asked<P>>&)> questions{};
  std::function<Judgement(const Evidence<P>&)> judge;
  /// Adds to each rule's count how often this case put it to the test; without it, once each.
  std::function<void(const Evidence<P>&, std::span<std::uint64_t>)> count{};
};

}  // namespace tripcheck::engine
