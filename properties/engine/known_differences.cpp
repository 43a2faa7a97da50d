#include <algorithm>
#include <cassert>
#include <optional>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/known_differences.hpp>
#include <tripcheck/properties/engine/printable.hpp>
#include <utility>

namespace tripcheck::engine {
namespace {

constexpr std::size_t kMostEvents = 8;  // Of a history, in a reason.

bool is_comment(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos || line.front() == '#';
}

bool is_id_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

bool is_case_of(std::string_view id, const std::vector<std::string_view>& profiles) {
  return std::any_of(profiles.begin(), profiles.end(), [&](std::string_view profile) {
    if (!id.starts_with(profile)) return false;
    std::string_view rest = id.substr(profile.size());
    if (rest.starts_with("/valid/")) {
      rest.remove_prefix(std::string_view("/valid/").size());
    } else if (rest.starts_with("/invalid/")) {
      rest.remove_prefix(std::string_view("/invalid/").size());
    } else {
      return false;
    }
    return !rest.empty() && std::all_of(rest.begin(), rest.end(), is_id_character);
  });
}

std::string found(std::string_view text) { return ", found " + json::quoted(text); }

/// What is wrong with one line, as far as it alone shows it.
std::optional<std::string> fault_of(const KnownDifference& read, const KnownNames& names) {
  if (std::find(names.rules.begin(), names.rules.end(), read.id) == names.rules.end() &&
      !is_case_of(read.id, names.profiles)) {
    return "expected a rule, such as " + std::string(names.rules.front()) +
           ", or a corpus case, such as " + std::string(names.profiles.front()) +
           "/valid/some-name" + found(read.id);
  }
  if (read.reason.find_first_not_of(" \t") == std::string::npos) {
    return "expected a space and the reason behind " + read.id + ", found nothing";
  }
  return std::nullopt;
}

std::optional<std::string> order_fault(const KnownDifference& before, const KnownDifference& read) {
  if (before.id == read.id) {
    return "expected " + read.id + " once, found again: it is in line " +
           std::to_string(before.line);
  }
  if (before.id > read.id) {
    return "expected the lines sorted by their bytes, found " + read.id + " behind " + before.id;
  }
  return std::nullopt;
}

/// Whether each rule of the run was put to the test as far as it goes.
bool complete(const Report& report) {
  return report.floor_judged && !report.interrupted && !report.ran_out;
}

/// Why a listed rule is stale; empty where it is not.
std::string stale_why(const RuleLine& line) {
  switch (line.verdict) {
    case RuleVerdict::kept:
      return "it is kept";
    case RuleVerdict::not_reached:
    case RuleVerdict::not_claimed:
    case RuleVerdict::not_visible:
      return "it was never tried (" + std::string(name(line.verdict)) + ")";
    case RuleVerdict::broken:
    case RuleVerdict::expected:
    case RuleVerdict::undecided:
      break;
  }
  return "";
}

auto place_of(std::vector<KnownDifference>& all, std::string_view id) {
  return std::lower_bound(
      all.begin(), all.end(), id,
      [](const KnownDifference& one, std::string_view it) { return one.id < it; });
}

}  // namespace

const KnownDifference* KnownDifferences::find(std::string_view id) const {
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const KnownDifference& one) { return one.id == id; });
  return at == all.end() ? nullptr : &*at;
}

bool is_case_id(std::string_view id) { return id.find('/') != std::string_view::npos; }

std::variant<KnownDifferences, std::string> read_known_differences(std::string_view text,
                                                                   const KnownNames& names) {
  KnownDifferences known;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (is_comment(line)) {
      known.below.emplace_back(line);
      continue;
    }
    const auto space = line.find(' ');
    KnownDifference read{.id = std::string(line.substr(0, space)), .reason = {}, .line = number};
    if (space != std::string_view::npos) read.reason = line.substr(space + 1);
    auto fault = fault_of(read, names);
    if (!fault && !known.all.empty()) fault = order_fault(known.all.back(), read);
    if (fault) return "line " + std::to_string(number) + ": " + *fault;
    read.above = std::exchange(known.below, {});
    known.all.push_back(std::move(read));
  }
  return known;
}

std::string text_of(const KnownDifferences& known) {
  std::string text;
  const auto put = [&text](const std::vector<std::string>& lines) {
    for (const std::string& line : lines) text.append(line).append("\n");
  };
  for (const KnownDifference& one : known.all) {
    put(one.above);
    text.append(one.id).append(" ").append(one.reason).append("\n");
  }
  put(known.below);
  return text;
}

void add(KnownDifferences& known, KnownDifference difference) {
  const auto at = place_of(known.all, difference.id);
  // What stands at the top of a file speaks of the whole of it.
  if (at == known.all.begin() && at != known.all.end()) std::swap(difference.above, at->above);
  if (known.all.empty()) std::swap(difference.above, known.below);
  known.all.insert(at, std::move(difference));
}

void remove(KnownDifferences& known, std::string_view id) {
  const auto at = place_of(known.all, id);
  if (at == known.all.end() || at->id != id) return;
  auto& behind = at + 1 == known.all.end() ? known.below : (at + 1)->above;
  behind.insert(behind.begin(), at->above.begin(), at->above.end());
  known.all.erase(at);
}

Report with_known(Report report, const KnownDifferences& known) {
  report.known.emplace();
  for (RuleLine& line : report.rules) {
    const KnownDifference* listed = known.find(line.rule);
    if (listed == nullptr) continue;
    line.reason = listed->reason;
    if (line.verdict == RuleVerdict::broken) line.verdict = RuleVerdict::expected;
    const std::string why = complete(report) ? stale_why(line) : "";
    if (!why.empty()) {
      report.known->stale.push_back({.id = line.rule, .line = listed->line, .why = why});
    }
  }
  return report;
}

bool may_fix(const Report& report) {
  return complete(report) && report.troubles.empty() && report.floor_holds();
}

KnownDifferences fixed(KnownDifferences known, const Report& report) {
  assert(may_fix(report));
  for (const RuleLine& line : report.rules) {
    const bool listed = known.find(line.rule) != nullptr;
    if (listed && !stale_why(line).empty()) remove(known, line.rule);
    if (listed || line.verdict != RuleVerdict::broken) continue;
    for (const Counterexample& example : report.counterexamples) {
      if (example.rule != line.rule) continue;
      add(known, {.id = line.rule, .reason = reason_of(example)});
      break;
    }
  }
  return known;
}

std::string reason_of(const Counterexample& example) {
  std::string history;
  const std::size_t last = std::min(example.first_difference + 1, example.rows.size());
  const std::size_t first = last > kMostEvents ? last - kMostEvents : 0;
  for (std::size_t i = first; i < last; ++i) {
    const StepRow& row = example.rows[i];
    history += i > first ? ", " : first > 0 ? "… " : "";
    if (!row.time.empty()) history.append(row.time).append(" ");
    history += row.event;
  }
  std::string difference = example.note;
  if (example.first_difference < example.rows.size()) {
    const StepRow& row = example.rows[example.first_difference];
    difference = "expected " + row.expected + ", got " + row.got;
  }
  std::string text;
  for (const std::string& part : {example.config, history, difference}) {
    if (!part.empty()) text += (text.empty() ? "" : ": ") + part;
  }
  return text.empty() ? "broken" : printable(text);
}

}  // namespace tripcheck::engine
