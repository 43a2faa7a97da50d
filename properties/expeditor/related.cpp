#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <tripcheck/properties/expeditor/related.hpp>

namespace tripcheck::expeditor {
namespace {

/// Gives each name a new one, the same for the same.
class Renamer {
 public:
  explicit Renamer(Naming naming) : naming_(naming) {}

  void rename(std::string& name) {
    const auto number = std::to_string(numbers_.try_emplace(name, numbers_.size()).first->second);
    name = naming_ == Naming::odd ? "T#" + number + "()" : "U" + number + "_";
  }
  void rename(std::vector<std::string>& names) {
    for (std::string& name : names) rename(name);
  }
  void rename(Op& op) {
    std::visit(
        [&](auto& any) {
          if constexpr (requires { any.tool; }) rename(any.tool);
          if constexpr (requires { any.subtasks; }) {
            for (SubTask& task : any.subtasks) rename(task.needs);
          }
        },
        op);
  }

 private:
  Naming naming_;
  std::map<std::string, std::size_t> numbers_;
};

/// Every number behind `before` in the text, so much later.
std::string with_later_steps(std::string_view text, std::string_view before, std::int64_t by) {
  std::string later;
  while (true) {
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos) return later += text;
    later += text.substr(0, at + before.size());
    text.remove_prefix(at + before.size());
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) continue;
    later += std::to_string(number + by);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
}

void shift(std::optional<std::int64_t>& step, std::int64_t by) {
  if (step) *step += by;
}

void shift(Report& report, std::int64_t by, bool started) {
  if (started) report.step += by;
  if (report.systemic) report.systemic->since += by;
  for (ToolHealth& tool : report.tools) {
    if (tool.last_failure) tool.last_failure->step += by;
    shift(tool.last_success, by);
    shift(tool.next_probe, by);
  }
  for (FailureLine& failure : report.failures) failure.step += by;
  for (RouteTaken& route : report.routes) route.step += by;
  for (LogEntry& entry : report.log) {
    entry.step += by;
    if (!entry.text.starts_with("Circuit RE-OPENED")) continue;
    entry.text = with_later_steps(entry.text, "next probe at step ", by);
  }
}

}  // namespace

Case renamed(const Case& input, Naming naming) {
  Case other = input;
  Renamer renamer(naming);
  for (Entry& entry : other.map) {
    renamer.rename(entry.tool);
    for (Alternative& alternative : entry.alternatives) renamer.rename(alternative.tool);
    renamer.rename(entry.depends_on);
  }
  if (other.config.allowed_tools) renamer.rename(*other.config.allowed_tools);
  for (CaseOp& op : other.ops) {
    if (auto* whole = std::get_if<Op>(&op)) renamer.rename(*whole);
  }
  return other;
}

std::string with_plain_names(std::string text) {
  for (std::size_t at = text.find("T#"); at != std::string::npos; at = text.find("T#", at)) {
    const std::size_t end = text.find("()", at);
    if (end == std::string::npos) break;
    text.replace(end, 2, "_");
    text.replace(at, 2, "U");
  }
  return text;
}

bool can_shift(const Case& input) {
  return std::all_of(input.ops.begin(), input.ops.end(), [](const CaseOp& op) {
    const auto* whole = std::get_if<Op>(&op);
    if (whole == nullptr) return true;
    return std::visit(
        [](const auto& any) {
          if constexpr (requires { any.step; }) {
            return any.step >= 0 && any.step <= kLastStep - kShift;
          }
          return true;
        },
        *whole);
  });
}

Case shifted(const Case& input, std::int64_t by) {
  Case later = input;
  for (CaseOp& op : later.ops) {
    auto* whole = std::get_if<Op>(&op);
    if (whole == nullptr) continue;
    std::visit(
        [&](auto& any) {
          if constexpr (requires { any.step; }) any.step += by;
        },
        *whole);
  }
  return later;
}

Answer shifted(const Answer& answer, std::int64_t by) {
  Answer later = answer;
  bool started = false;  // A report before any step says step 0, shifted or not.
  for (Result& result : later.results) {
    if (auto* report = std::get_if<Report>(&result)) {
      shift(*report, by, started);
      continue;
    }
    const bool asks_no_step = std::holds_alternative<Route>(result) ||
                              std::holds_alternative<Labels>(result) ||
                              std::holds_alternative<OpError>(result);
    started = started || !asks_no_step;
    auto* scope = std::get_if<Scope>(&result);
    if (scope == nullptr) continue;
    for (Deferred& deferred : scope->deferred) {
      for (Blocker& blocker : deferred.blockers) {
        blocker.unblock = with_later_steps(blocker.unblock, "probe at step ", by);
      }
    }
  }
  shift(later.report, by, started);
  return later;
}

}  // namespace tripcheck::expeditor
