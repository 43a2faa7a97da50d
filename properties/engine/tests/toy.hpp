/// The toy profile: a counter that never passes a limit.
///
/// A case is a limit and numbers to add in turn; the answer is the total after each. The engine is
/// tested with it alone, which shows that the engine knows no profile.
/// Limits:  the totals stay within int64 as long as limits and numbers are below 2^60.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/floor.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/profile.hpp>
#include <tripcheck/properties/engine/property.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/engine/rule.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <utility>
#include <vector>

namespace tripcheck::engine::toy {

struct Case {
  std::int64_t limit = 0;
  std::vector<std::int64_t> adds;  ///< One below zero is bad input (Y-4).
  bool operator==(const Case&) const = default;
};

struct Answer {
  std::int64_t total = 0;            ///< At the end.
  std::vector<std::int64_t> totals;  ///< After each number, where the door shows it.
  bool operator==(const Answer&) const = default;
};

enum class Delivery : std::uint8_t {
  plain,
  looked_at,  ///< The total is asked for after each number (Y-6).
};

inline constexpr Range kAdds{.low = 0, .high = 9};
inline constexpr Range kLimits{.low = 0, .high = 20};
inline constexpr Range kAnything{.low = std::numeric_limits<std::int64_t>::min(),
                                 .high = std::numeric_limits<std::int64_t>::max()};

/// See engine/profile_of.hpp for what each member is for.
struct Toy {
  using Case = toy::Case;
  using Answer = toy::Answer;
  using Delivery = toy::Delivery;
  static constexpr std::string_view kName = "toy";
  static constexpr std::uint64_t kCases = 600;

  static std::span<const Rule> rules();
  static std::vector<Property<Toy>> properties();
  static std::vector<MutantInfo> mutants() { return {}; }
  static std::vector<std::string_view> built_in() { return {"model"}; }
  static std::unique_ptr<Subject<Toy>> open(std::string_view name);

  static Case generate(Draw& draw, const Domain& domain);
  static Case generate_faulty(Draw& draw, const Domain& domain);

  static std::span<const FloorItem> floor();
  static void cover(const Case& input, const Answer& expected, Floor& floor);
  static bool reachable(std::size_t item, const Domain& domain);

  static void write(const Case& input, std::string& text);
  static void write(const Answer& answer, std::string& text);
  static void read(json::Value value, Case& input);
  static void read_any(json::Value value, Case& input);
  static void read_answer(json::Value value, const Description& by, Answer& answer);
  static Said run(std::string_view engine, std::string_view document);

  static std::size_t steps(const Case& input) { return input.adds.size(); }
  static Case prefix(const Case& input, std::size_t steps);
  static bool smaller(const Case& a, const Case& b);
  static bool simpler(const Case& input, const std::function<bool(Case)>& take);

  static std::string config_text(const Case& input) {
    return "limit " + std::to_string(input.limit);
  }
  static bool stepwise(const Answer& answer) { return !answer.totals.empty(); }
  static std::vector<StepRow> rows(const Case& input, const engine::Reply<Toy>& expected,
                                   const engine::Reply<Toy>& got,
                                   std::span<const engine::Reply<Toy>> prefixes);

  static std::vector<std::string_view> names() { return {"limit", "add"}; }
  static Range range(std::string_view /*name*/) {
    return {.low = std::numeric_limits<std::int64_t>::min(),
            .high = std::numeric_limits<std::int64_t>::max()};
  }
  static std::vector<std::string> outside(const Domain& domain);
  static bool inside(const Case& input, const Domain& domain);
  static bool visible(RuleId rule, const Subject<Toy>& subject);
};

using Reply = engine::Reply<Toy>;
using Asked = engine::Asked<Toy>;
using Evidence = engine::Evidence<Toy>;

/// Adds as `fold(total, number, limit)` says.
template <class Fold>
Answer run(const Case& input, std::int64_t start, const Fold& fold) {
  Answer answer{.total = start, .totals = {}};
  for (const std::int64_t number : input.adds) {
    answer.total = fold(answer.total, number, input.limit);
    answer.totals.push_back(answer.total);
  }
  return answer;
}

/// The model: the meaning of Y-1, Y-2 and Y-4.
[[nodiscard]] Reply right(const Asked& asked);

/// A subject that is one function, and notes everything that it was asked.
class Counter final : public Subject<Toy> {
 public:
  using Answering = std::function<Reply(const Asked&)>;
  explicit Counter(Answering answering) : answering_(std::move(answering)) {
    by.name = "counter";
    by.version = "7";
    by.claims = {"refusals"};
  }

  Description by;                  ///< To be set before the first question.
  bool can_be_looked_at = true;    ///< Whether it takes Delivery::looked_at.
  bool answers_backwards = false;  ///< Calls back for the last question first.
  std::vector<Asked> log;          ///< All that was asked.

  [[nodiscard]] const Description& description() const override { return by; }
  [[nodiscard]] bool takes(Delivery delivery) const override {
    return delivery == Delivery::plain || can_be_looked_at;
  }
  void ask(std::span<const Asked> all, const OnReply& on_reply) override {
    for (std::size_t n = 0; n < all.size(); ++n) {
      const std::size_t i = answers_backwards ? all.size() - 1 - n : n;
      log.push_back(all[i]);
      on_reply(i, answering_(all[i]));
    }
  }

 private:
  Answering answering_;
};

}  // namespace tripcheck::engine::toy
