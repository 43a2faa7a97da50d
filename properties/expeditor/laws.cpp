// Metamorphic laws: how the answers to related cases hang together, whatever the model says.
#include <algorithm>
#include <tripcheck/model/expeditor/expeditor.hpp>
#include <tripcheck/properties/expeditor/judge.hpp>
#include <tripcheck/properties/expeditor/related.hpp>

namespace tripcheck::expeditor {
namespace {

using engine::Asked;
using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;
using Questions = std::vector<Asked<Traits>>;

/// The question whose reply is not the model's: the one to show. The last one where all are.
Judgement differs(const Evidence& evidence, RuleId rule, std::string note) {
  Break shown{.rule = rule, .asked = evidence.size() - 1, .note = std::move(note)};
  shown.step = evidence.input(shown.asked).ops.size();
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    const auto* expected = std::get_if<Answer>(&evidence.expected(i));
    const Answer* got = evidence.answer(i);
    if (expected == nullptr || got == nullptr) continue;
    const auto at = first_difference(evidence.input(i), *expected, *got);
    if (!at) continue;
    shown.asked = i;
    shown.step = at->step;
    break;
  }
  return shown;
}

/// Both answers, where there are both; a refusal is another property's business.
template <class Same>
Judgement over_pair(const Evidence& evidence, RuleId rule, std::string note, const Same& alike) {
  const Answer* first = evidence.answer(0);
  const Answer* second = evidence.answer(1);
  if (first == nullptr || second == nullptr) return Kept{};
  if (alike(*first, *second)) return Kept{};
  return differs(evidence, rule, std::move(note));
}

// --- Names are only names.

void ask_renamed(const Case& input, Questions& asked) {
  asked.push_back({.input = renamed(input, Naming::odd)});
  asked.push_back({.input = renamed(input, Naming::plain)});
}

Judgement names_do_not_matter(const Evidence& evidence) {
  return over_pair(evidence, "X-30", "with other names it answers otherwise",
                   [](const Answer& odd, const Answer& plain) {
                     std::string first;
                     std::string second;
                     Traits::write(odd, first);
                     Traits::write(plain, second);
                     return with_plain_names(first) == second;
                   });
}

// --- Steps are only compared.

void ask_shifted(const Case& input, Questions& asked) {
  if (!can_shift(input)) return;
  asked.push_back({.input = input});
  asked.push_back({.input = shifted(input, kShift)});
}

Judgement shifts_with_the_steps(const Evidence& evidence) {
  return over_pair(
      evidence, "X-6", "shifted, it does not answer the same, shifted",
      [](const Answer& plain, const Answer& later) { return same(shifted(plain, kShift), later); });
}

// --- A tool that nobody asks for changes nothing.

constexpr std::string_view kUnrelated = "nobody asks for this";

void ask_beside_another(const Case& input, Questions& asked) {
  asked.push_back({.input = input});
  asked.push_back({.input = input});
  asked.back().input.map.push_back({.tool = std::string(kUnrelated)});
}

void leave_out_unrelated(Report& report) {
  std::erase_if(report.tools, [](const ToolHealth& tool) { return tool.tool == kUnrelated; });
}

Judgement others_do_not_matter(const Evidence& evidence) {
  return over_pair(evidence, "X-50", "beside a tool that is not used it answers otherwise",
                   [](const Answer& alone, const Answer& beside) {
                     Answer rest = beside;
                     leave_out_unrelated(rest.report);
                     for (Result& result : rest.results) {
                       if (auto* report = std::get_if<Report>(&result))
                         leave_out_unrelated(*report);
                     }
                     return same(alone, rest);
                   });
}

// --- Questions change nothing.

void ask_questioned(const Case& input, Questions& asked) {
  asked.push_back({.input = input});
  asked.push_back({.input = input});
  std::vector<CaseOp>& ops = asked.back().input.ops;
  ops.clear();
  for (const CaseOp& op : input.ops) {
    ops.push_back(op);
    ops.emplace_back(AskReport{});
    for (const Entry& entry : input.map) ops.emplace_back(AskRoute{.tool = entry.tool});
    ops.emplace_back(AskLabel{.source = "s", .task_started_at = 1});
  }
}

Judgement questions_change_nothing(const Evidence& evidence) {
  const std::size_t stride = 3 + evidence.input(0).map.size();
  return over_pair(evidence, "X-36", "questions in between changed what comes after",
                   [&](const Answer& plain, const Answer& questioned) {
                     Answer rest{.results = {}, .report = questioned.report};
                     for (std::size_t i = 0; i < questioned.results.size(); i += stride) {
                       rest.results.push_back(questioned.results[i]);
                     }
                     return same(plain, rest);
                   });
}

// --- A report can be had at any time, and is the one of that moment.

void ask_half(const Case& input, Questions& asked) {
  const std::size_t half = input.ops.size() / 2;
  asked.push_back({.input = Traits::prefix(input, half)});
  asked.push_back({.input = input});
  auto& ops = asked.back().input.ops;
  ops.insert(ops.begin() + static_cast<std::ptrdiff_t>(half), AskReport{});
}

Judgement prefixes_give_prefixes(const Evidence& evidence) {
  const std::size_t half = evidence.input(0).ops.size();
  return over_pair(evidence, "X-52", "what comes later, or being asked, changed what was said",
                   [&](const Answer& prefix, const Answer& whole) {
                     if (whole.results.size() <= half || prefix.results.size() != half)
                       return false;
                     const auto* report = std::get_if<Report>(&whole.results[half]);
                     return report != nullptr && same(*report, prefix.report) &&
                            std::equal(prefix.results.begin(), prefix.results.end(),
                                       whole.results.begin(),
                                       [](const Result& a, const Result& b) { return same(a, b); });
                   });
}

// --- The same history twice: the same bytes, recommendations included.

void ask_twice(const Case& input, Questions& asked) {
  asked.push_back({.input = input});
  asked.push_back({.input = input});
}

Judgement equal_histories_give_equal_bytes(const Evidence& evidence) {
  return over_pair(evidence, "X-53", "the same history twice, and two answers",
                   [](const Answer& first, const Answer& second) { return first == second; });
}

// --- What is refused has no effect.

/// Which operations err is the model's to say: the law is that they might as well not be there.
std::vector<bool> errs(const Case& input) {
  std::vector<bool> all;
  model::Run run = model::start(input.config, input.map);
  for (const CaseOp& op : input.ops) {
    const auto* whole = std::get_if<Op>(&op);
    all.push_back(whole == nullptr || std::holds_alternative<OpError>(model::apply(run, *whole)));
  }
  return all;
}

void ask_without_errors(const Case& input, Questions& asked) {
  const std::vector<bool> faulty = errs(input);
  if (std::find(faulty.begin(), faulty.end(), true) == faulty.end()) return;
  asked.push_back({.input = input});
  asked.push_back({.input = input});
  auto& ops = asked.back().input.ops;
  ops.clear();
  for (std::size_t i = 0; i < faulty.size(); ++i) {
    if (!faulty[i]) ops.push_back(input.ops[i]);
  }
}

Judgement errors_change_nothing(const Evidence& evidence) {
  const std::vector<bool> faulty = errs(evidence.input(0));
  return over_pair(evidence, "X-56", "an operation that erred left something behind",
                   [&](const Answer& with, const Answer& without) {
                     Answer rest{.results = {}, .report = with.report};
                     for (std::size_t i = 0; i < faulty.size() && i < with.results.size(); ++i) {
                       if (!faulty[i]) rest.results.push_back(with.results[i]);
                     }
                     return same(rest, without);
                   });
}

}  // namespace

std::vector<engine::Property<Traits>> laws() {
  return {{.id = "names-do-not-matter",
           .rules = {"X-30"},
           .claim = "With every tool renamed the answers are the same, renamed.",
           .questions = ask_renamed,
           .judge = names_do_not_matter},
          {.id = "shifted-steps-shift-the-answer",
           .rules = {"X-6"},
           .claim = "With every step later by the same the answers are the same, later.",
           .questions = ask_shifted,
           .judge = shifts_with_the_steps},
          {.id = "an-unused-tool-changes-nothing",
           .rules = {"X-50"},
           .claim = "One more tool that nobody asks for changes no answer about the others.",
           .questions = ask_beside_another,
           .judge = others_do_not_matter},
          {.id = "questions-change-nothing",
           .rules = {"X-36"},
           .claim = "Routes, labels and reports asked in between change no other answer.",
           .questions = ask_questioned,
           .judge = questions_change_nothing},
          {.id = "a-report-is-of-its-moment",
           .rules = {"X-52"},
           .claim = "A prefix gives a prefix, and its report is the one asked there.",
           .questions = ask_half,
           .judge = prefixes_give_prefixes},
          {.id = "equal-histories-give-equal-bytes",
           .rules = {"X-53"},
           .claim = "The same case twice gives the same bytes.",
           .questions = ask_twice,
           .judge = equal_histories_give_equal_bytes},
          {.id = "errors-change-nothing",
           .rules = {"X-56"},
           .claim = "Without the operations that err the others are answered the same.",
           .questions = ask_without_errors,
           .judge = errors_change_nothing}};
}

}  // namespace tripcheck::expeditor
