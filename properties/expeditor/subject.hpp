/// The first door: any C++ type that satisfies `ExpeditorSubject` is a subject, in process.
///
/// Needed: construct from a Config and a CapabilityMap; `apply(op)`, which answers a Result; and
/// `report()`. What else is there is a claim, and is checked:
///
///   static check(config, map)      an optional Refusal: the claim `refusals`
///
/// A static `domain()`, an engine::Domain, says what of the numbers the type can take at all:
/// `step`, `time` (of labels) and `id` (of sub-tasks that are numbers).
#pragma once
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tripcheck/model/expeditor/config.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <tripcheck/properties/expeditor/only_data.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>
#include <utility>
#include <variant>

namespace tripcheck::expeditor {

/// An expeditor, however it is made.
template <class S>
concept Expedites = requires(S subject, const S& asked, const Op& op) {
  { subject.apply(op) } -> std::convertible_to<Result>;
  { asked.report() } -> std::convertible_to<Report>;
};
template <class S>
concept ExpeditorSubject =
    Expedites<S> && std::constructible_from<S, const Config&, const CapabilityMap&>;

template <class S>
concept HasCheck = requires(const Config& config, const CapabilityMap& map) {
  { S::check(config, map) } -> std::convertible_to<std::optional<Refusal>>;
};
template <class S>
concept HasDomain = requires {
  { S::domain() } -> std::convertible_to<engine::Domain>;
};

/// Hands cases to an expeditor, a fresh one for each. Operations that only a document can hold are
/// answered here.
///
/// Threads: one at a time.
template <Expedites S>
class InProcess final : public engine::Subject<Traits> {
 public:
  using Make = std::function<S(const Config&, const CapabilityMap&)>;
  using Check = std::function<std::optional<Refusal>(const Config&, const CapabilityMap&)>;

  explicit InProcess(std::string name) requires ExpeditorSubject<S>
      : InProcess(
            std::move(name),
            [](const Config& config, const CapabilityMap& map) { return S(config, map); },
            own_check()) {}

  /// For a type that does not say by itself how it is made and checked; no `check`: no claim.
  InProcess(std::string name, Make make, Check check)
      : make_(std::move(make)), check_(std::move(check)) {
    description_.name = std::move(name);
    description_.refusal_text_binds = true;
    if (check_) description_.claims.emplace_back("refusals");
    if constexpr (HasDomain<S>) description_.domain = S::domain();
  }

  [[nodiscard]] const engine::Description& description() const override { return description_; }
  /// For what the type does not say: a narrower domain.
  [[nodiscard]] engine::Description& description() { return description_; }

  [[nodiscard]] bool takes(Delivery delivery) const override { return delivery == Delivery::plain; }

  void ask(std::span<const engine::Asked<Traits>> all, const OnReply& on_reply) override {
    for (std::size_t i = 0; i < all.size(); ++i) on_reply(i, reply_to(all[i].input));
  }

 private:
  static Check own_check() {
    if constexpr (HasCheck<S>) {
      return [](const Config& config, const CapabilityMap& map) { return S::check(config, map); };
    } else {
      return {};
    }
  }

  engine::Reply<Traits> reply_to(const Case& input) const {
    if (const auto refusal = check_ ? check_(input.config, input.map) : std::nullopt) {
      return engine::Refused{text_of(*refusal, input)};
    }
    S subject = make_(input.config, input.map);
    Answer answer;
    answer.results.reserve(input.ops.size());
    for (const CaseOp& op : input.ops) {
      if (const auto* whole = std::get_if<Op>(&op)) {
        answer.results.push_back(subject.apply(*whole));
      } else {
        answer.results.push_back(
            OpError{.code = ErrorCode::invalid_value, .field = std::get<FaultyOp>(op).field});
      }
    }
    answer.report = std::as_const(subject).report();
    return answer;
  }

  Make make_;
  Check check_;
  engine::Description description_;
};

}  // namespace tripcheck::expeditor
