/// Runs the whole suite of the toy profile against a subject, and finds things in its report.
///
/// Cost: a run takes some 10 ms.
#pragma once
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/profile.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/engine/tests/toy.hpp>
#include <variant>
#include <vector>

namespace tripcheck::engine {

inline std::ostream& operator<<(std::ostream& out, RuleVerdict verdict) {
  return out << name(verdict);
}
inline std::ostream& operator<<(std::ostream& out, Exit exit) { return out << name(exit); }

}  // namespace tripcheck::engine

namespace tripcheck::engine::toy {

/// As `tripcheck verify` would run it; seed 5, the default number of cases.
[[nodiscard]] VerifyOptions options();
[[nodiscard]] Report verify(Counter& subject, const VerifyOptions& chosen = options());
/// One case, as `tripcheck replay --case` would run it.
[[nodiscard]] std::variant<Report, std::string> verify_case(Counter& subject,
                                                            std::string_view document);
[[nodiscard]] const AnyProfile& profile();

/// These name the missing rule in an exception where there is none.
[[nodiscard]] RuleLine line(const Report& report, std::string_view rule);
[[nodiscard]] RuleVerdict verdict(const Report& report, std::string_view rule);
[[nodiscard]] Counterexample counterexample(const Report& report, std::string_view rule);
/// The broken rules in the order of the report.
[[nodiscard]] std::vector<std::string> broken_rules(const Report& report);

[[nodiscard]] std::string document(const Case& input);

/// A subject that refuses as it should and else adds as `fold` says, from `start`.
template <class Fold>
Counter counter(std::int64_t start, const Fold& fold) {
  return Counter([=](const Asked& asked) -> Reply {
    Reply reply = right(asked);
    if (std::holds_alternative<Answer>(reply)) reply = run(asked.input, start, fold);
    return reply;
  });
}

/// The right way to add.
[[nodiscard]] std::int64_t model_fold(std::int64_t total, std::int64_t number, std::int64_t limit);
/// Lets a number through that passes the limit by one.
[[nodiscard]] std::int64_t one_too_many(std::int64_t total, std::int64_t number,
                                        std::int64_t limit);

}  // namespace tripcheck::engine::toy
