// Which rule a difference speaks for.
#include <algorithm>
#include <array>
#include <tripcheck/model/expeditor/expeditor.hpp>
#include <tripcheck/properties/expeditor/judge.hpp>

namespace tripcheck::expeditor {
namespace {

using engine::Break;
using engine::RuleId;

Report without_advice(const Report& report) {
  Report plain = report;
  plain.recommendations.clear();
  return plain;
}

RuleId rule_of_error(const OpError& error) {
  switch (error.code) {
    case ErrorCode::step_out_of_order:
      return "X-35";
    case ErrorCode::no_call_outstanding:
      return "X-10";
    case ErrorCode::no_systemic_failure:
      return "X-24";
    case ErrorCode::invalid_value:
    case ErrorCode::unknown_tool:
    case ErrorCode::unknown_subtask:
      break;
  }
  return "X-56";
}

RuleId rule_of_reason(Reason reason, State before) {
  switch (reason) {
    case Reason::budget_exhausted:
      return "X-1";
    case Reason::systemic_failure:
      return "X-2";
    case Reason::not_allowed:
      return "X-3";
    case Reason::unavailable:
      return "X-4";
    case Reason::closed:
      return "X-5";
    case Reason::probe_due:
      return before == State::half_open ? "X-9" : "X-6";
    case Reason::circuit_open:
      return "X-7";
    case Reason::probe_in_flight:
      return "X-8";
  }
  return "X-5";
}

RuleId rule_of_record(const Record& told, const Recorded& expected) {
  if (expected.late) return "X-11";
  return told.outcome == Outcome::success ? "X-12" : "X-13";
}

RuleId rule_of_labels(const Labels& expected) {
  if (expected.labels.empty()) return "X-44";
  const std::string& first = expected.labels.front();
  if (first.starts_with("[STALE")) return "X-40";
  if (first.starts_with("[CACHED")) return "X-41";
  return first.starts_with("[UNVERIFIED") ? "X-42" : "X-43";
}

RuleId blame(const Route& expected, const Route& got) {
  return expected.tool != got.tool ? "X-30" : "X-31";
}

RuleId blame(const Decision& expected, const Decision& got, State before) {
  const bool same_kind = expected.action == got.action && expected.reason == got.reason;
  if (same_kind && expected.ticket != got.ticket) return "X-10";
  if (same_kind && expected.route && got.route) return blame(*expected.route, *got.route);
  return rule_of_reason(expected.reason, before);
}

RuleId blame(const Record& told, const Recorded& expected, const Recorded& got) {
  if (expected.late != got.late) return "X-11";
  const RuleId direct = rule_of_record(told, expected);
  const bool circuit =
      expected.state != got.state || expected.consecutive_failures != got.consecutive_failures;
  if (circuit) return direct;
  if (expected.systemic != got.systemic) return "X-20";
  if (expected.consumed != got.consumed) return expected.systemic ? "X-21" : "X-17";
  return "X-18";
}

RuleId blame(const Labels& expected, const Labels& got) {
  for (const std::string& label : expected.labels) {
    if (std::find(got.labels.begin(), got.labels.end(), label) != got.labels.end()) continue;
    return rule_of_labels({.labels = {label}});
  }
  return expected.labels.empty() ? "X-44" : rule_of_labels(expected);
}

RuleId rule_of_log(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, RuleId>, 7> kStarts{
      {{"Circuit OPENED", "X-14"},
       {"Circuit RE-OPENED", "X-15"},
       {"Circuit CLOSED", "X-12"},
       {"Multiple tools", "X-23"},
       {"Recovery", "X-24"},
       {"Budget exhausted", "X-18"},
       {"Cycle", "X-25"}}};
  for (const auto& [start, rule] : kStarts) {
    if (text.starts_with(start)) return rule;
  }
  return text.ends_with(" joined the systemic failure") ? "X-22" : "X-34";
}

/// Of the first line that is not the same. Where nothing but the log differs, it is the log's
/// fault.
RuleId blame_log(const Report& expected, const Report& got) {
  const auto [should, is] =
      std::mismatch(expected.log.begin(), expected.log.end(), got.log.begin(), got.log.end());
  const RuleId due = should == expected.log.end() ? "X-34" : rule_of_log(should->text);
  const RuleId said = is == got.log.end() ? "X-34" : rule_of_log(is->text);
  Report otherwise = got;
  otherwise.log = expected.log;
  if (same(expected, otherwise)) return due == said ? due : "X-34";
  return due == "X-34" ? said : due;
}

RuleId blame(const Report& expected, const Report& got) {
  if (expected.log != got.log) return blame_log(expected, got);
  if (expected.systemic != got.systemic) {
    if (!expected.systemic || !got.systemic) return "X-24";
    if (expected.systemic->cause != got.systemic->cause) return "X-23";
    return expected.systemic->members != got.systemic->members ? "X-22" : "X-21";
  }
  if (expected.failures != got.failures) return "X-17";
  return expected.consumed != got.consumed ? "X-17" : "X-50";
}

bool is_question(const CaseOp& op) {
  const auto* whole = std::get_if<Op>(&op);
  return whole != nullptr &&
         (std::holds_alternative<AskRoute>(*whole) || std::holds_alternative<Plan>(*whole) ||
          std::holds_alternative<AskLabel>(*whole) || std::holds_alternative<AskReport>(*whole));
}

/// Of the report at the end. What an operation does to the circuits and the budget shows only
/// there, and in a case that is as short as can be the last one did it; a report that lies looks
/// the same.
RuleId blame_at_end(const Case& input, const Answer& expected, const Report& got) {
  const RuleId plain = blame(expected.report, got);
  const bool stands_alone = plain != "X-50" && plain != "X-17";
  if (stands_alone || input.ops.empty()) return plain;
  const bool moved = expected.report.tools != got.tools || expected.report.step != got.step ||
                     expected.report.paused != got.paused ||
                     expected.report.failures != got.failures;
  const CaseOp& last = input.ops.back();
  if (!moved) return plain;
  if (is_question(last)) return "X-36";
  const RuleId rule = rule_of(last, expected.results.back(), states_before(input).back());
  return plain == "X-17" && (rule == "X-13" || rule == "X-11") ? plain : rule;
}

RuleId blame(const CaseOp& op, const Result& expected, const Result& got, State before) {
  const RuleId plain = rule_of(op, expected, before);
  if (const auto* error = std::get_if<OpError>(&got)) {
    return std::holds_alternative<OpError>(expected) ? plain : rule_of_error(*error);
  }
  if (expected.index() != got.index()) return plain;
  if (const auto* decision = std::get_if<Decision>(&expected)) {
    return blame(*decision, std::get<Decision>(got), before);
  }
  if (const auto* recorded = std::get_if<Recorded>(&expected)) {
    return blame(std::get<Record>(std::get<Op>(op)), *recorded, std::get<Recorded>(got));
  }
  if (const auto* route = std::get_if<Route>(&expected)) {
    return blame(*route, std::get<Route>(got));
  }
  if (const auto* scope = std::get_if<Scope>(&expected)) {
    const auto& other = std::get<Scope>(got);
    return scope->kept == other.kept && scope->deferred == other.deferred ? "X-33" : "X-32";
  }
  if (const auto* labels = std::get_if<Labels>(&expected)) {
    return blame(*labels, std::get<Labels>(got));
  }
  if (const auto* report = std::get_if<Report>(&expected)) {
    return blame(*report, std::get<Report>(got));
  }
  return plain;
}

}  // namespace

bool same(const Report& a, const Report& b) {
  return a.recommendations == b.recommendations ? a == b : without_advice(a) == without_advice(b);
}

bool same(const Result& a, const Result& b) {
  const auto* report = std::get_if<Report>(&a);
  const auto* other = std::get_if<Report>(&b);
  return report != nullptr && other != nullptr ? same(*report, *other) : a == b;
}

bool same(const Answer& a, const Answer& b) {
  return std::equal(a.results.begin(), a.results.end(), b.results.begin(), b.results.end(),
                    [](const Result& one, const Result& other) { return same(one, other); }) &&
         same(a.report, b.report);
}

RuleId rule_of(const CaseOp& op, const Result& expected, State before) {
  if (const auto* error = std::get_if<OpError>(&expected)) return rule_of_error(*error);
  if (const auto* decision = std::get_if<Decision>(&expected)) {
    return rule_of_reason(decision->reason, before);
  }
  if (const auto* recorded = std::get_if<Recorded>(&expected)) {
    return rule_of_record(std::get<Record>(std::get<Op>(op)), *recorded);
  }
  if (std::holds_alternative<Route>(expected)) return "X-31";
  if (std::holds_alternative<Scope>(expected)) return "X-32";
  if (std::holds_alternative<Report>(expected)) return "X-50";
  if (const auto* labels = std::get_if<Labels>(&expected)) return rule_of_labels(*labels);
  const Op& whole = std::get<Op>(op);
  if (std::holds_alternative<Abandon>(whole)) return "X-10";
  if (std::holds_alternative<ConfirmRecovered>(whole)) return "X-24";
  if (std::holds_alternative<BeginCycle>(whole)) return "X-25";
  return std::holds_alternative<Complete>(whole) ? "X-50" : "X-4";
}

std::vector<State> states_before(const Case& input) {
  std::vector<State> states;
  model::Run run = model::start(input.config, input.map);
  for (const CaseOp& op : input.ops) {
    State state = State::closed;
    if (const auto* whole = std::get_if<Op>(&op)) {
      if (const auto* asked = std::get_if<Decide>(whole)) {
        if (const auto place = model::place_of(run, asked->tool)) state = run.tools[*place].state;
      }
      (void)model::apply(run, *whole);
    }
    states.push_back(state);
  }
  return states;
}

std::optional<Break> first_difference(const Case& input, const Answer& expected,
                                      const Answer& got) {
  const std::size_t steps = input.ops.size();
  for (std::size_t i = 0; i < steps; ++i) {
    if (i >= got.results.size()) {
      return Break{.rule = "X-56", .step = i, .note = "there is no result for this operation"};
    }
    if (same(expected.results[i], got.results[i])) continue;
    const State before = states_before(input)[i];
    return Break{.rule = blame(input.ops[i], expected.results[i], got.results[i], before),
                 .step = i};
  }
  if (got.results.size() > steps) {
    return Break{.rule = "X-56", .step = steps, .note = "there are more results than operations"};
  }
  if (same(expected.report, got.report)) return std::nullopt;
  return Break{.rule = blame_at_end(input, expected, got.report),
               .step = steps,
               .note = "the report at the end differs"};
}

}  // namespace tripcheck::expeditor
