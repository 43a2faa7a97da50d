/// The expeditor profile's traits, which make it a profile for the engine, and the profile itself.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/floor.hpp>
#include <tripcheck/properties/engine/profile.hpp>
#include <tripcheck/properties/engine/property.hpp>
#include <tripcheck/properties/engine/selftest_check.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <tripcheck/properties/expeditor/case.hpp>
#include <vector>

namespace tripcheck::expeditor {

/// See engine/profile_of.hpp for what each member is for.
struct Traits {
  using Case = expeditor::Case;
  using Answer = expeditor::Answer;
  using Delivery = expeditor::Delivery;
  static constexpr std::string_view kName = "expeditor";
  static constexpr std::uint64_t kCases = 2000;

  static std::span<const engine::Rule> rules();
  static std::vector<engine::Property<Traits>> properties();
  static std::vector<engine::MutantInfo> mutants();
  static std::optional<std::size_t> shortest(std::string_view mutant);
  static std::vector<std::string_view> built_in();
  static std::unique_ptr<engine::Subject<Traits>> open(std::string_view name);

  static Case generate(engine::Draw& draw, const engine::Domain& domain);
  static Case generate_faulty(engine::Draw& draw, const engine::Domain& domain);
  static std::span<const Case> edges();
  static std::span<const engine::FloorItem> floor();
  static void cover(const Case& input, const Answer& expected, engine::Floor& floor);
  static bool reachable(std::size_t item, const engine::Domain& domain);

  static void write(const Case& input, std::string& text) { expeditor::write(input, text); }
  /// Without the recommendations, whose wording binds nobody.
  static void write(const Answer& answer, std::string& text);
  static void read(engine::json::Value value, Case& input) { expeditor::read(value, input); }
  static void read_any(engine::json::Value value, Case& input) {
    expeditor::read_any(value, input);
  }
  static void read_answer(engine::json::Value value, const engine::Description& /*by*/,
                          Answer& answer) {
    expeditor::read_answer(value, answer);
  }
  static engine::Said run(std::string_view engine, std::string_view document);
  static engine::Said run_text(std::string_view engine, std::string_view document);

  static std::size_t steps(const Case& input) { return input.ops.size(); }
  static Case prefix(const Case& input, std::size_t steps);
  static bool simpler(const Case& input, const std::function<bool(Case)>& take);
  static bool smaller(const Case& a, const Case& b);

  static std::string config_text(const Case& input);
  static bool stepwise(const Answer& /*answer*/) { return true; }
  static std::vector<engine::StepRow> rows(const Case& input, const engine::Reply<Traits>& expected,
                                           const engine::Reply<Traits>& got,
                                           std::span<const engine::Reply<Traits>> prefixes);

  static std::vector<engine::Probe<Traits>> probes();
  static void flip(Answer& answer);

  static std::vector<std::string_view> names();
  static engine::Range range(std::string_view name);
  static std::vector<std::string> outside(const engine::Domain& domain);
  static bool inside(const Case& input, const engine::Domain& domain);
  static bool visible(engine::RuleId rule, const engine::Subject<Traits>& subject);
};

/// The tool expeditor (rules X) as a profile.
[[nodiscard]] const engine::AnyProfile& profile();

}  // namespace tripcheck::expeditor
