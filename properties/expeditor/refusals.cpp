// Bad setups are refused with their place; documents are read strictly; the text form.
#include <algorithm>
#include <array>
#include <tripcheck/model/expeditor/check.hpp>
#include <tripcheck/properties/expeditor/judge.hpp>

namespace tripcheck::expeditor {
namespace {

using engine::Asked;
using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;
using Questions = std::vector<Asked<Traits>>;

RuleId rule_of_setup(const Case& input) { return model::check(input.config) ? "X-54" : "X-55"; }

/// `CODE: PLACE`, the part of a refusal that binds everybody. Of an entry the place is its index:
/// how a name is quoted is no rule.
std::string_view binding(std::string_view text) {
  const std::size_t code = text.find(": ");
  if (code == std::string_view::npos) return text;
  const std::string_view place = text.substr(0, text.find(": ", code + 2));
  return place.substr(0, place.find(" \"", code));
}

Judgement bad_setup_is_refused(const Evidence& evidence) {
  const RuleId rule = rule_of_setup(evidence.input(0));
  const auto* expected = std::get_if<engine::Refused>(&evidence.expected(0));
  const auto* got = std::get_if<engine::Refused>(&evidence.reply(0));
  if (got == nullptr) return Break{.rule = rule};
  if (*expected == *got) return Kept{};
  const bool binds = evidence.by().refusal_text_binds;
  if (!binds && got->text.starts_with(binding(expected->text))) return Kept{};
  return Break{.rule = rule, .note = "the refusal names another place: " + got->text};
}

void count_setups(const Evidence& evidence, std::span<std::uint64_t> counts) {
  ++counts[rule_of_setup(evidence.input(0)) == "X-54" ? 0 : 1];
}

struct DocumentFault {
  Delivery delivery;
  RuleId rule;
};
constexpr std::array<DocumentFault, 9> kFaults{{{Delivery::unknown_config_key, "X-54"},
                                                {Delivery::repeated_config_key, "X-54"},
                                                {Delivery::config_no_integer, "X-54"},
                                                {Delivery::unknown_map_key, "X-55"},
                                                {Delivery::entry_no_object, "X-55"},
                                                {Delivery::entry_without_name, "X-55"},
                                                {Delivery::op_no_object, "X-56"},
                                                {Delivery::no_ops, "X-56"},
                                                {Delivery::cut_short, "X-56"}}};

/// Each fault in its turn: one a case, so that a run has time for all of them.
void ask_document(const Case& input, Questions& asked) {
  const std::size_t turn = input.ops.size() + input.map.size();
  asked.push_back({.input = input, .delivery = kFaults.at(turn % kFaults.size()).delivery});
}

Judgement documents_are_strict(const Evidence& evidence) {
  if (evidence.expected(0) == evidence.reply(0)) return Kept{};
  const std::size_t turn = evidence.input(0).ops.size() + evidence.input(0).map.size();
  const DocumentFault& fault = kFaults.at(turn % kFaults.size());
  return Break{.rule = fault.rule,
               .step = evidence.input(0).ops.size(),
               .note = "the document was " + document(evidence.input(0), fault.delivery)};
}

void ask_text(const Case& input, Questions& asked) {
  asked.push_back({.input = input, .delivery = Delivery::plain});
  asked.push_back({.input = input, .delivery = Delivery::text});
}

/// Columns, as a plain character takes one; the generated names have none that takes more.
std::size_t characters(std::string_view line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The last of each heading must be there, and a box has straight sides: the rows end under the
/// corner, as many bytes from the rule's as their text has beyond plain characters.
std::string fault_in_text(const Answer& plain, const std::string& text) {
  const Report& report = plain.report;
  const auto lines = lines_of(text);
  const auto has = [&](std::string_view line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
  };
  for (const std::string_view heading : {"Circuit Breaker State Table:", "Routes taken:", "Log:",
                                         "Failure Budget Enforcement:", "Tool health:"}) {
    if (!has(heading)) return "there is no line " + std::string(heading);
  }
  if (report.paused && !has("FAILURE BUDGET EXHAUSTED — PAUSING")) return "the pause is not headed";
  if (!has("Failure budget: " + std::to_string(report.consumed) + " / " +
           std::to_string(report.budget) + " consumed")) {
    return "the budget is not told";
  }
  const auto table = std::find(lines.rbegin(), lines.rend(), "Circuit Breaker State Table:");
  const auto rows = static_cast<std::size_t>(lines.rend() - table);  // The first line below it.
  const std::size_t count = report.tools.size();
  if (rows + 3 + count >= lines.size()) return "the table is cut short";
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view row = lines[rows + 3 + i];
    if (!row.starts_with("| ") || !row.ends_with(" |")) return "a row of the table is broken";
    const bool plain_name = report.tools[i].tool.find("道") == std::string::npos;
    if (plain_name && characters(row) != lines[rows].size()) return "a row is not as wide";
  }
  const bool control = std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n';
  });
  return control ? "a control character is shown as it is" : "";
}

Judgement text_keeps_its_layout(const Evidence& evidence) {
  const Answer* plain = evidence.answer(0);
  const Answer* shown = evidence.answer(1);
  if (plain == nullptr) return Kept{};
  const std::size_t end = evidence.input(0).ops.size();
  if (shown == nullptr) return Break{.rule = "X-51", .asked = 1, .step = end};
  std::string fault = fault_in_text(*plain, shown->text);
  if (fault.empty()) return Kept{};
  return Break{.rule = "X-51", .asked = 0, .step = end, .note = std::move(fault)};
}

}  // namespace

std::vector<engine::Property<Traits>> refusals() {
  return {{.id = "bad-setup-is-refused",
           .rules = {"X-54", "X-55"},
           .claim = "A config or a map that the rules refuse is refused, by its place.",
           .input = engine::Input::bad,
           .needs_claim = "refusals",
           .judge = bad_setup_is_refused,
           .count = count_setups},
          {.id = "documents-are-read-strictly",
           .rules = {"X-54", "X-55", "X-56"},
           .claim = "A document with one fault is refused, with the place of that fault.",
           .questions = ask_document,
           .judge = documents_are_strict},
          {.id = "text-keeps-its-layout",
           .rules = {"X-51"},
           .claim = "The text form has its headings and its box, and shows no control characters.",
           .questions = ask_text,
           .judge = text_keeps_its_layout}};
}

}  // namespace tripcheck::expeditor
