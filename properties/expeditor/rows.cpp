// An expeditor counterexample as people read it (S-41).
#include <algorithm>
#include <tripcheck/properties/engine/printable.hpp>
#include <tripcheck/properties/expeditor/judge.hpp>
#include <utility>

namespace tripcheck::expeditor {
namespace {

using engine::Reply;
using engine::StepRow;

constexpr std::string_view kNothing = "-";
constexpr std::size_t kWidest = 110;

std::optional<std::int64_t> step_of(const CaseOp& op) {
  const auto* whole = std::get_if<Op>(&op);
  if (whole == nullptr) return std::nullopt;
  return std::visit(
      [](const auto& any) -> std::optional<std::int64_t> {
        if constexpr (requires { any.step; }) return any.step;
        return std::nullopt;
      },
      *whole);
}

std::string text_of(const std::optional<std::string>& word) { return word ? " " + *word : ""; }

std::string words(const Decide& op) {
  return "decide " + op.tool + (op.user_available ? "" : ", user away");
}
std::string words(const Record& op) {
  return "record " + std::to_string(op.ticket) + " " + std::string(name(op.outcome)) +
         text_of(op.signature);
}
std::string words(const Abandon& op) { return "abandon " + std::to_string(op.ticket); }
std::string words(const Availability& op) {
  return "availability " + op.tool + " " + std::string(name(op.score));
}
std::string words(const ConfirmRecovered& /*op*/) { return "confirm_recovered"; }
std::string words(const BeginCycle& /*op*/) { return "begin_cycle"; }
std::string words(const AskReport& /*op*/) { return "report"; }
std::string words(const AskRoute& op) {
  return "route " + op.tool + (op.user_available ? "" : ", user away");
}
std::string words(const auto& op) {  // Those that have too much to tell: as in the document.
  Case alone;
  alone.ops.emplace_back(std::in_place_type<Op>, op);
  std::string text;
  write(alone, text);
  const std::size_t begin = text.find("[{\"op\":") + 7;
  return text.substr(begin, text.size() - begin - 3);
}

std::string text_of(const CaseOp& op) {
  if (const auto* faulty = std::get_if<FaultyOp>(&op)) return engine::printable(faulty->text);
  return engine::printable(
      std::visit([](const auto& any) { return words(any); }, std::get<Op>(op)));
}

std::string text_of(const Recorded& recorded) {
  return std::string(name(recorded.state)) + ", " + std::to_string(recorded.consecutive_failures) +
         " in a row" + (recorded.late ? ", late" : "") + ", consumed " +
         std::to_string(recorded.consumed) + (recorded.systemic ? ", systemic" : "") +
         (recorded.paused ? ", paused" : "");
}

std::string text_of(const Decision& decision) {
  std::string text(name(decision.action));
  text += " " + std::string(name(decision.reason));
  if (decision.ticket) text += ", ticket " + std::to_string(*decision.ticket);
  if (decision.caution) text += ", caution";
  if (!decision.route) return text;
  text += " -> " + std::string(name(decision.route->grade)) + text_of(decision.route->tool);
  return decision.route->note.empty() ? text : text + " (" + decision.route->note + ")";
}

std::string text_of(const Result& result) {
  std::string text;
  if (const auto* decision = std::get_if<Decision>(&result)) {
    text = text_of(*decision);
  } else if (const auto* recorded = std::get_if<Recorded>(&result)) {
    text = text_of(*recorded);
  } else if (const auto* error = std::get_if<OpError>(&result)) {
    text = "error " + std::string(name(error->code)) + text_of(error->field);
  } else {
    expeditor::write(result, text);
  }
  return engine::printable(text);
}

std::string text_of(const Report& report) {
  std::string text;
  expeditor::write(report, text);
  return engine::printable(text);
}

/// Long texts that differ: from shortly before the place where they do.
void cut(std::string& expected, std::string& got) {
  if (expected.size() <= kWidest && got.size() <= kWidest) return;
  const auto at = std::mismatch(expected.begin(), expected.end(), got.begin(), got.end()).first -
                  expected.begin();
  constexpr std::ptrdiff_t kBefore = 40;
  for (std::string* text : {&expected, &got}) {
    std::size_t begin =
        at > kBefore && expected != got ? static_cast<std::size_t>(at - kBefore) : 0;
    while (begin > 0 && begin < text->size() &&
           (static_cast<unsigned char>((*text)[begin]) & 0xC0U) == 0x80U) {
      --begin;
    }
    std::size_t end = std::min(begin + kWidest, text->size());
    while (end < text->size() && (static_cast<unsigned char>((*text)[end]) & 0xC0U) == 0x80U) --end;
    const std::string middle = begin < end ? text->substr(begin, end - begin) : "";
    *text = (begin > 0 ? "…" : "") + middle + (end < text->size() ? "…" : "");
  }
}

std::string other_text(const Reply<Traits>& reply) {
  if (const auto* refused = std::get_if<engine::Refused>(&reply)) return "error: " + refused->text;
  if (const auto* failed = std::get_if<engine::Failed>(&reply)) return "failed: " + failed->what;
  if (const auto* skipped = std::get_if<engine::Skipped>(&reply)) {
    return "skipped: " + skipped->reason;
  }
  return "an answer";
}

/// Recommendations are left out: their wording binds nobody.
Report plain(Report report) {
  report.recommendations.clear();
  return report;
}

}  // namespace

std::string Traits::config_text(const Case& input) {
  std::string text;
  expeditor::write(Case{.config = input.config, .map = input.map, .ops = {}}, text);
  text.erase(text.rfind("\"ops\":[]}"));
  if (text.back() == ',') text.pop_back();
  return text == "{" ? "the default config, no map" : engine::printable(text.substr(1));
}

std::vector<StepRow> Traits::rows(const Case& input, const Reply<Traits>& expected,
                                  const Reply<Traits>& got,
                                  std::span<const Reply<Traits>> /*prefixes*/) {
  std::vector<StepRow> all;
  const auto* should = std::get_if<Answer>(&expected);
  const auto* is = std::get_if<Answer>(&got);
  const auto result = [](const Answer* answer, std::size_t i) {
    if (answer == nullptr || i >= answer->results.size()) return std::string(kNothing);
    const auto* report = std::get_if<Report>(&answer->results[i]);
    return report != nullptr ? text_of(plain(*report)) : text_of(answer->results[i]);
  };
  for (std::size_t i = 0; i < input.ops.size(); ++i) {
    const auto step = step_of(input.ops[i]);
    StepRow row{.time = step ? std::to_string(*step) : "",
                .event = text_of(input.ops[i]),
                .expected = result(should, i),
                .got = result(is, i)};
    if (should == nullptr) row.got = row.expected;  // Refused as a whole: the end row says it.
    cut(row.expected, row.got);
    all.push_back(std::move(row));
  }
  StepRow end{.time = "", .event = "end", .expected = other_text(expected), .got = other_text(got)};
  if (should != nullptr && is != nullptr) {
    end.expected = text_of(plain(should->report));
    end.got = text_of(plain(is->report));
    cut(end.expected, end.got);
  }
  all.push_back(std::move(end));
  return all;
}

}  // namespace tripcheck::expeditor
