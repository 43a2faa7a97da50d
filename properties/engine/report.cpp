#include <algorithm>
#include <tripcheck/properties/engine/printable.hpp>
#include <tripcheck/properties/engine/report.hpp>

namespace tripcheck::engine {
namespace {

/// `2 rules (T-3, T-7)`.
std::string counted(const std::vector<std::string>& rules) {
  std::string text = std::to_string(rules.size()) + (rules.size() == 1 ? " rule (" : " rules (");
  for (std::size_t i = 0; i < rules.size(); ++i) text += (i == 0 ? "" : ", ") + rules[i];
  return text + ")";
}

/// `KEPT: 17 of 19 rules; not claimed: 2 rules (T-10, T-11)`.
std::string kept_text(const Report& report) {
  std::string text = "KEPT: " + std::to_string(report.rules_with(RuleVerdict::kept).size()) +
                     " of " + std::to_string(report.rules.size()) + " rules";
  for (const RuleVerdict other : {RuleVerdict::expected, RuleVerdict::not_claimed,
                                  RuleVerdict::not_visible, RuleVerdict::not_reached}) {
    const auto rules = report.rules_with(other);
    if (!rules.empty()) text += "; " + std::string(name(other)) + ": " + counted(rules);
  }
  return text;
}

/// `2 rules (T-3, T-7); known differences to remove: T-5; expected: 1 rule (T-4)`.
std::string broken_text(const Report& report) {
  std::string text;
  const auto part = [&text](const std::string& words) {
    text += (text.empty() ? "" : "; ") + words;
  };
  const auto broken = report.rules_with(RuleVerdict::broken);
  if (!broken.empty()) part(counted(broken));
  if (report.known && !report.known->stale.empty()) {
    std::string ids;
    for (const StaleDifference& one : report.known->stale) {
      ids += (ids.empty() ? "" : ", ") + one.id;
    }
    part("known differences to remove: " + ids);
  }
  const auto expected = report.rules_with(RuleVerdict::expected);
  if (!expected.empty()) part("expected: " + counted(expected));
  return text;
}

}  // namespace

std::vector<std::string> Report::rules_with(RuleVerdict verdict) const {
  std::vector<std::string> all;
  for (const RuleLine& line : rules) {
    if (line.verdict == verdict) all.push_back(line.rule);
  }
  return all;
}

bool Report::expects(std::string_view rule) const {
  return std::any_of(rules.begin(), rules.end(), [&](const RuleLine& line) {
    return line.rule == rule && line.verdict == RuleVerdict::expected;
  });
}

bool Report::broken() const {
  const bool stale = known && !known->stale.empty();
  return stale || std::any_of(counterexamples.begin(), counterexamples.end(),
                              [&](const Counterexample& one) { return !expects(one.rule); });
}

bool Report::floor_holds() const {
  return std::all_of(floor.begin(), floor.end(),
                     [](const FloorLine& line) { return line.holds(); });
}

bool Report::undecided() const { return !rules_with(RuleVerdict::undecided).empty(); }

std::vector<std::string> lacks(const Report& report) {
  std::vector<std::string> all;
  const auto unreached = report.rules_with(RuleVerdict::not_reached);
  const auto undecided = report.rules_with(RuleVerdict::undecided);
  const auto floor = std::count_if(report.floor.begin(), report.floor.end(),
                                   [](const FloorLine& line) { return !line.holds(); });
  if (report.rules_with(RuleVerdict::kept).empty() &&
      report.rules_with(RuleVerdict::expected).empty()) {
    all.emplace_back("no rule was judged");
  }
  if (report.ran_out && !report.floor_judged) {
    all.emplace_back("the time was over before the floor could be judged");
  }
  if (report.floor_judged && floor > 0) {
    all.push_back("floor not reached in " + std::to_string(floor) + " of " +
                  std::to_string(report.floor.size()) + " things");
  }
  // Where the subject takes a part of all input only, a rule may lie outside that part.
  if (report.floor_judged && report.outside_domain.empty() && !unreached.empty()) {
    all.push_back("no case reached " + counted(unreached));
  }
  if (!undecided.empty()) all.push_back("undecided: " + counted(undecided));
  return all;
}

Exit exit_of(const Report& report) {
  if (report.interrupted) return Exit::interrupted;
  if (!report.troubles.empty()) return Exit::subject_failed;
  if (report.broken()) return Exit::broken;
  return lacks(report).empty() ? Exit::kept : Exit::not_enough;
}

std::string verdict_of(const Report& report) {
  const std::string broken = report.broken() ? "; broken: " + broken_text(report) : std::string();
  switch (exit_of(report)) {
    case Exit::interrupted:
      return "INTERRUPTED: this is what there was so far" + broken;
    case Exit::subject_failed:
      return "SUBJECT FAILED: " + printable(report.troubles.front().what) + broken;
    case Exit::broken:
      return "BROKEN: " + broken_text(report);
    case Exit::not_enough: {
      std::string text = "NOT ENOUGH: ";
      const auto all = lacks(report);
      for (std::size_t i = 0; i < all.size(); ++i) text += (i == 0 ? "" : "; ") + all[i];
      return text;
    }
    case Exit::kept:
    case Exit::usage:
      break;
  }
  return kept_text(report);
}

std::string replay_line(std::string_view profile, std::string_view subject,
                        std::string_view case_document) {
  return "tripcheck replay --profile " + shell_word(profile) + " --subject " + shell_word(subject) +
         " --case " + shell_word(case_document);
}

std::string_view name(RuleVerdict verdict) {
  switch (verdict) {
    case RuleVerdict::kept:
      return "kept";
    case RuleVerdict::broken:
      return "broken";
    case RuleVerdict::undecided:
      return "undecided";
    case RuleVerdict::not_reached:
      return "not reached";
    case RuleVerdict::not_claimed:
      return "not claimed";
    case RuleVerdict::not_visible:
      return "not visible";
    case RuleVerdict::expected:
      return "expected";
  }
  return "?";
}

std::string_view name(Exit exit) {
  switch (exit) {
    case Exit::kept:
      return "kept";
    case Exit::broken:
      return "broken";
    case Exit::usage:
      return "usage";
    case Exit::subject_failed:
      return "subject failed";
    case Exit::not_enough:
      return "not enough";
    case Exit::interrupted:
      return "interrupted";
  }
  return "?";
}

}  // namespace tripcheck::engine
