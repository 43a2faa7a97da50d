#include <algorithm>
#include <array>
#include <tripcheck/model/expeditor/display.hpp>
#include <tripcheck/model/expeditor/run.hpp>
#include <tripcheck/model/expeditor/text.hpp>

namespace tripcheck::expeditor::model {
namespace {

constexpr std::size_t kColumns = 5;
constexpr std::size_t kWidest = 40;  // Of a cell; what is longer is cut.

using Row = std::array<std::string, kColumns>;

std::string step_or_dash(const std::optional<std::int64_t>& step) {
  return step ? "step " + std::to_string(*step) : "—";
}

Row row_of(const ToolHealth& tool) {
  std::optional<std::int64_t> failed;
  if (tool.last_failure) failed = tool.last_failure->step;
  return {shown(tool.tool, '|'), std::string(name(tool.state)),
          std::to_string(tool.consecutive_failures), step_or_dash(failed),
          step_or_dash(tool.last_success)};
}

std::string line_of(const Row& row, const std::array<std::size_t, kColumns>& widths) {
  std::string line;
  for (std::size_t i = 0; i < kColumns; ++i) line += "| " + fitted(row.at(i), widths.at(i)) + " ";
  return line + "|\n";
}

std::string plural(std::int64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string budget_line(const Report& report) {
  return std::to_string(report.consumed) + " / " + std::to_string(report.budget);
}

std::string message(const FailureLine& failure) {
  if (failure.error) return '"' + shown(*failure.error, '"') + '"';
  if (failure.signature) return shown(*failure.signature) + ", unknown error";
  return "unknown error";
}

/// Whether the failure stands for one in the budget together with others.
bool shares_its_event(const Report& report, const FailureLine& failure) {
  return std::count_if(report.failures.begin(), report.failures.end(),
                       [&](const auto& other) { return other.event == failure.event; }) > 1;
}

}  // namespace

std::string state_table(const Report& report) {
  const Row head{"Tool", "State", "Consecutive Fails", "Last Failure", "Last Success"};
  std::array<std::size_t, kColumns> widths{10, 6, 17, 16, 15};
  std::vector<Row> rows;
  for (const ToolHealth& tool : report.tools) rows.push_back(row_of(tool));
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < kColumns; ++i) {
      widths.at(i) = std::max(widths.at(i), std::min(kWidest, columns(row.at(i))));
    }
  }
  std::string rule;
  for (const std::size_t width : widths) rule += "+" + std::string(width + 2, '-');
  rule += "+\n";
  std::string text = "Circuit Breaker State Table:\n" + rule + line_of(head, widths) + rule;
  for (const Row& row : rows) text += line_of(row, widths);
  if (!rows.empty()) text += rule;
  return text + "\nFailure budget: " + budget_line(report) + " consumed\n";
}

std::string budget_list(const Report& report) {
  std::string text = "Failure Budget Enforcement:\n\nBudget: " + plural(report.budget, "failure") +
                     " per cycle\nCurrent: " + budget_line(report) + " consumed\n\n";
  std::int64_t number = 0;
  for (const FailureLine& failure : report.failures) {
    text += "  Failure " + std::to_string(++number) + ": " + shown(failure.tool) + " — " +
            message(failure) + " (step " + std::to_string(failure.step);
    if (shares_its_event(report, failure)) text += ", event " + std::to_string(failure.event);
    text += ")\n";
  }
  if (report.failures.empty()) text += "  (none)\n";
  if (report.paused) return text + "\nStatus: paused until the next cycle\n";
  const std::int64_t left = report.budget - report.consumed;
  text += "\nStatus: " + plural(left, "failure") + " remaining before mandatory pause\n";
  if (left != 1) return text;
  return text +
         "\n→ Next tool call proceeds with heightened caution\n"
         "→ If it fails: PAUSE and generate status report\n";
}

std::string route_list(const Report& report) {
  std::string text = "Routes taken:\n";
  for (const RouteTaken& route : report.routes) {
    text += "  step " + std::to_string(route.step) + ": " + shown(route.tool) + " -> " +
            std::string(name(route.grade));
    if (route.to) text += " " + shown(*route.to);
    if (route.degradation) text += " (" + shown(*route.degradation) + ")";
    text += "\n";
  }
  return report.routes.empty() ? text + "  (none)\n" : text;
}

std::string log_list(const Report& report) {
  std::string text = "Log:\n";
  for (const LogEntry& entry : report.log) {
    text += "  step " + std::to_string(entry.step) + ": " + shown(entry.text) + "\n";
  }
  return report.log.empty() ? text + "  (none)\n" : text;
}

std::string whole_report(const Report& report, std::span<const SubTask> subtasks) {
  return status_report(report, subtasks) + "\n" + state_table(report) + "\n" + budget_list(report) +
         "\n" + route_list(report) + "\n" + log_list(report);
}

}  // namespace tripcheck::expeditor::model
