// A matrix of mutants as people read it.
#include <algorithm>
#include <array>
#include <map>
#include <tripcheck/properties/engine/matrix.hpp>
#include <utility>

namespace tripcheck::engine {
namespace {

constexpr std::size_t kColumns = 9;
using Cells = std::array<std::string, kColumns>;
constexpr std::size_t kFirstNumber = 4;  // From here on, columns are numbers: to the right.

const Cells kHeading{"mutant", "breaks", "killed by", "source",  "cases",
                     "ms",     "found",  "shrunk",    "shortest"};

/// Of an even number, the lower one in the middle, so that it is one that was there.
std::uint64_t median(std::vector<std::uint64_t> numbers) {
  if (numbers.empty()) return 0;
  std::sort(numbers.begin(), numbers.end());
  return numbers[(numbers.size() - 1) / 2];
}

/// `2`, or `2-5` where not all are the same.
std::string range(const std::vector<std::uint64_t>& numbers) {
  if (numbers.empty()) return "-";
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  std::string text = std::to_string(*least);
  if (*least != *most) text += "-" + std::to_string(*most);
  return text;
}

/// The most frequent one, and how many others there were.
std::string most_frequent(const std::vector<std::string>& words) {
  std::map<std::string_view, std::size_t> counts;
  for (const std::string& word : words) ++counts[word];
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == counts.end()) return "-";
  std::string text(most->first);
  if (counts.size() > 1) text += " +" + std::to_string(counts.size() - 1);
  return text;
}

std::string in_milliseconds(std::uint64_t microseconds) {
  const std::uint64_t tenths = (microseconds + 50) / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

Cells cells_of(const MatrixRow& row) {
  std::vector<std::string> killers;
  std::vector<std::string> sources;
  std::vector<std::uint64_t> cases;
  std::vector<std::uint64_t> times;
  std::vector<std::uint64_t> found;
  std::vector<std::uint64_t> shrunk;
  for (const MutantRun& run : row.runs) {
    if (!run.killer) continue;
    killers.push_back(run.killer->property);
    sources.push_back(run.killer->source);
    cases.push_back(run.killer->cases);
    if (run.microseconds) times.push_back(*run.microseconds);
    found.push_back(run.found_steps);
    shrunk.push_back(run.shrunk);
  }
  std::string rules;
  for (const RuleId rule : row.mutant.rules) {
    if (!rules.empty()) rules += ' ';
    rules += rule;
  }
  return {std::string(row.mutant.id),
          std::move(rules),
          killers.empty() ? "SURVIVED" : most_frequent(killers),
          most_frequent(sources),
          cases.empty() ? "-" : std::to_string(median(cases)),
          times.empty() ? "-" : in_milliseconds(median(times)),
          found.empty() ? "-" : std::to_string(median(found)),
          range(shrunk),
          row.shortest ? std::to_string(*row.shortest) : "-"};
}

/// Columns as wide as they need; one that nobody fills is left out.
void append_table(std::string& text, const std::vector<Cells>& table) {
  std::array<std::size_t, kColumns> widths{};
  std::array<bool, kColumns> filled{};
  for (std::size_t line = 0; line < table.size(); ++line) {
    for (std::size_t i = 0; i < kColumns; ++i) {
      widths[i] = std::max(widths[i], table[line][i].size());
      filled[i] = filled[i] || (line > 0 && table[line][i] != "-");
    }
  }
  for (const Cells& cells : table) {
    std::string line;
    for (std::size_t i = 0; i < kColumns; ++i) {
      if (!filled[i]) continue;
      if (i > 0) line += "  ";
      const std::string gap(widths[i] - cells[i].size(), ' ');
      line += i < kFirstNumber ? cells[i] + gap : gap + cells[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
}

/// What no shortest history can be told of, by reason.
void append_outside(std::string& text, const Matrix& matrix) {
  std::map<std::string_view, std::vector<std::string_view>> by_reason;
  for (const MatrixRow& row : matrix.rows) {
    if (!row.mutant.outside.empty()) by_reason[row.mutant.outside].push_back(row.mutant.id);
  }
  if (by_reason.empty()) return;
  text += "\nwithout a shortest history, since the space that is searched does not hold one:\n";
  for (const auto& [reason, ids] : by_reason) {
    text.append("  ").append(reason).append("\n");
    for (const std::string_view id : ids) text.append("    ").append(id).append("\n");
  }
}

/// What each property sees, where every mutant was met with the whole budget too.
void append_properties(std::string& text, const Matrix& matrix) {
  std::map<std::string_view, std::vector<std::string_view>> by_property;
  for (const MatrixRow& row : matrix.rows) {
    for (const MutantRun& run : row.runs) {
      for (const BrokenProperty& broken : run.seen_by) {
        auto& ids = by_property[broken.property];
        if (ids.empty() || ids.back() != row.mutant.id) ids.push_back(row.mutant.id);
      }
    }
  }
  text += "\nwhat each property sees within the whole budget, with any of the seeds:\n";
  for (const auto& [property, ids] : by_property) {
    text.append("  ").append(property).append(": ").append(std::to_string(ids.size()));
    text += ids.size() == 1 ? " mutant\n" : " mutants\n";
    for (const std::string_view id : ids) text.append("    ").append(id).append("\n");
  }
}

std::string verdict(const Matrix& matrix) {
  std::string survivors;
  std::size_t count = 0;
  for (const MatrixRow& row : matrix.rows) {
    if (!row.survived_any()) continue;
    const auto lives = std::count_if(row.runs.begin(), row.runs.end(),
                                     [](const MutantRun& run) { return !run.killer; });
    if (count++ > 0) survivors += ", ";
    survivors.append(row.mutant.id).append(" ").append(std::to_string(lives)).append(" of ");
    survivors += std::to_string(row.runs.size());
  }
  if (matrix.interrupted) return "INTERRUPTED";
  if (count > 0) return "SURVIVED: " + survivors + (matrix.seeds == 1 ? " seed" : " seeds");
  return "KILLED: all " + std::to_string(matrix.rows.size()) + ", with every seed";
}

}  // namespace

std::string text_of(const Matrix& matrix) {
  std::string text(matrix.profile);
  text += ": each mutant with ";
  text += matrix.seeds == 1 ? "seed 1" : "seeds 1 to " + std::to_string(matrix.seeds);
  text += ", up to its first break\n\n";
  std::vector<Cells> table{kHeading};
  for (const MatrixRow& row : matrix.rows) table.push_back(cells_of(row));
  append_table(text, table);
  append_outside(text, matrix);
  if (matrix.to_the_end) append_properties(text, matrix);
  text.append("\n").append(verdict(matrix)).append("\n");
  return text;
}

}  // namespace tripcheck::engine
