#include <algorithm>
#include <array>
#include <limits>
#include <tripcheck/properties/engine/profile_of.hpp>
#include <tripcheck/properties/expeditor/builtin.hpp>
#include <tripcheck/properties/expeditor/judge.hpp>
#include <tripcheck/properties/expeditor/mutants.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>

namespace tripcheck::expeditor {
namespace {

using engine::Domain;
using engine::Named;
using engine::Range;

const std::array<Named, 3>& numbers() {
  constexpr Range kAll{.low = std::numeric_limits<std::int64_t>::min(),
                       .high = std::numeric_limits<std::int64_t>::max()};
  static const std::array<Named, 3> kNumbers{
      {{.name = "step", .range = {.low = 0, .high = kLastStep}},
       {.name = "time", .range = kAll},
       {.name = "id", .range = kAll}}};
  return kNumbers;
}

/// Whether the numbers of an operation lie where the subject can take them.
class Inside {
 public:
  explicit Inside(const Domain& domain)
      : step_(domain.of("step", numbers()[0].range)),
        time_(domain.of("time", numbers()[1].range)),
        id_(domain.of("id", numbers()[2].range)) {}

  bool operator()(const AskLabel& op) const {
    return time_.holds(op.task_started_at) && (!op.retrieved_at || time_.holds(*op.retrieved_at));
  }
  bool operator()(const Complete& op) const { return step(op.step) && id(op.subtask); }
  bool operator()(const Plan& op) const {
    return step(op.step) && std::all_of(op.subtasks.begin(), op.subtasks.end(),
                                        [&](const SubTask& task) { return id(task.id); });
  }
  bool operator()(const auto& op) const {
    if constexpr (requires { op.step; }) return step(op.step);
    return true;
  }

 private:
  /// A step that no rule allows is refused by whoever reads it, wherever the domain ends.
  [[nodiscard]] bool step(std::int64_t number) const {
    return step_.holds(number) || (number < 0 && step_.low == 0);
  }
  [[nodiscard]] bool id(const SubTaskId& id) const {
    const auto* number = std::get_if<std::int64_t>(&id);
    return number == nullptr || id_.holds(*number);
  }

  Range step_;
  Range time_;
  Range id_;
};

}  // namespace

std::vector<engine::Property<Traits>> Traits::properties() {
  std::vector<engine::Property<Traits>> all;
  for (auto list : {lockstep(), invariants(), log_invariants(), laws(), refusals()}) {
    for (auto& property : list) all.push_back(std::move(property));
  }
  return all;
}

void Traits::write(const Answer& answer, std::string& text) {
  Answer plain = answer;
  plain.report.recommendations.clear();
  for (Result& result : plain.results) {
    if (auto* report = std::get_if<Report>(&result)) report->recommendations.clear();
  }
  expeditor::write(plain, text);
}

std::vector<std::string_view> Traits::names() {
  std::vector<std::string_view> all;
  for (const Named& number : numbers()) all.emplace_back(number.name);
  return all;
}

Range Traits::range(std::string_view name) {
  const auto& all = numbers();
  const auto named = [&](const Named& number) { return number.name == name; };
  return std::find_if(all.begin(), all.end(), named)->range;
}

std::vector<std::string> Traits::outside(const Domain& domain) {
  std::vector<std::string> all;
  for (const Named& number : numbers()) {
    const Range range = domain.of(number.name, number.range);
    if (range.low > number.range.low) {
      all.push_back(number.name + " below " + std::to_string(range.low));
    }
    if (range.high < number.range.high) {
      all.push_back(number.name + " above " + std::to_string(range.high));
    }
  }
  return all;
}

bool Traits::inside(const Case& input, const Domain& domain) {
  if (domain.limits.empty()) return true;
  const Inside inside(domain);
  return std::all_of(input.ops.begin(), input.ops.end(), [&](const CaseOp& op) {
    const auto* whole = std::get_if<Op>(&op);
    return whole == nullptr || std::visit(inside, *whole);
  });
}

/// X-60 is checked by compiling; the text form is that of tripcheck's own documents.
bool Traits::visible(engine::RuleId rule, const engine::Subject<Traits>& subject) {
  if (rule == "X-60") return false;
  return rule != "X-51" || subject.description().reads_documents;
}

std::vector<std::string_view> Traits::built_in() { return {"impl", "model"}; }

std::unique_ptr<engine::Subject<Traits>> Traits::open(std::string_view name) {
  if (name == "model") return open_model();
  if (name == "impl") return open_impl();
  constexpr std::string_view kMutant = "mutant:";
  if (name.starts_with(kMutant)) return open_mutant(name.substr(kMutant.size()));
  return nullptr;
}

std::vector<engine::MutantInfo> Traits::mutants() {
  std::vector<engine::MutantInfo> all;
  for (const Mutant& mutant : breaker_mutants()) {
    all.push_back({.id = mutant.id,
                   .rules = mutant.rules,
                   .note = mutant.note,
                   .origin = mutant.origin,
                   .outside = mutant.outside});
  }
  for (const OuterMutant& mutant : outer_mutants()) {
    all.push_back({.id = mutant.id,
                   .rules = mutant.rules,
                   .note = mutant.note,
                   .origin = {},
                   .outside = "the fault is around the expeditor, not in it"});
  }
  return all;
}

const engine::AnyProfile& profile() {
  static const engine::ProfileOf<Traits> kProfile;
  return kProfile;
}

}  // namespace tripcheck::expeditor
