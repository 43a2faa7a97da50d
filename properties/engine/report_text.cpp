// A report as people read it: docs/command-line.md goes through it line by line.
#include <algorithm>
#include <array>
#include <tripcheck/properties/engine/printable.hpp>
#include <tripcheck/properties/engine/report.hpp>

namespace tripcheck::engine {
namespace {

constexpr std::size_t kMostRows = 40;
constexpr std::size_t kRowsBehind = 10;  // Of a long table, below the first difference.

enum class Tint { plain, good, bad, weak };

class Text {
 public:
  explicit Text(Colour colour) : colour_(colour) {}

  Text& put(std::string_view text, Tint tint = Tint::plain) {
    const bool tinted = colour_ == Colour::always && tint != Tint::plain;
    if (tinted)
      out_ += tint == Tint::good ? "\x1b[32m" : tint == Tint::bad ? "\x1b[31m" : "\x1b[33m";
    out_ += text;
    if (tinted) out_ += "\x1b[0m";
    return *this;
  }
  Text& pad(std::string_view text, std::size_t columns) {
    return spaces(columns > width(text) ? columns - width(text) : 0);
  }
  Text& spaces(std::size_t count) {
    out_.append(count, ' ');
    return *this;
  }
  /// `label` in its column, then the text; the label once for several lines.
  void labelled(std::string_view label, std::string_view text, Tint tint = Tint::plain) {
    constexpr std::size_t kLabel = 13;
    put(label, tint).pad(label, kLabel).put(text).put("\n");
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  Colour colour_;
};

Tint tint_of(RuleVerdict verdict) {
  if (verdict == RuleVerdict::kept) return Tint::good;
  return verdict == RuleVerdict::broken ? Tint::bad : Tint::weak;
}

std::string joined(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& one : all) text += (text.empty() ? "" : ", ") + printable(one);
  return text;
}

std::string number(std::uint64_t count, std::string_view one) {
  return std::to_string(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

void put_heading(Text& text, const Report& report) {
  std::string subject = printable(report.subject);
  std::string own = printable(report.subject_name);
  if (!report.subject_version.empty()) own.append(" ").append(printable(report.subject_version));
  if (!own.empty() && !subject.empty() && own != subject) subject += " (" + own + ")";
  text.labelled("subject", subject.empty() ? own : subject);
  if (report.profile.empty()) return;  // The subject did not get so far.
  text.labelled("profile", report.profile);
  text.labelled("seed", std::to_string(report.seed));
}

void put_rules(Text& text, const Report& report) {
  std::size_t names = 0;
  std::size_t counts = 0;
  for (const RuleLine& line : report.rules) {
    names = std::max(names, line.rule.size());
    counts = std::max(counts, std::to_string(line.judged).size());
  }
  if (!report.rules.empty()) text.put("\n");
  for (const RuleLine& line : report.rules) {
    const std::string verdict(line.verdict == RuleVerdict::broken ? "BROKEN" : name(line.verdict));
    const std::string judged = std::to_string(line.judged);
    text.put(verdict, tint_of(line.verdict)).pad(verdict, 13);
    text.put(line.rule).pad(line.rule, names + 2).pad(judged, counts).put(judged);
    text.put("  ").put(line.text).put("\n");
  }
}

void put_floor(Text& text, const Report& report) {
  if (!report.floor_judged) return;
  for (const FloorLine& line : report.floor) {
    if (line.holds()) continue;
    text.labelled("floor",
                  line.what + ": reached " + number(line.reached, "time") + ", at least " +
                      std::to_string(line.least) + " wanted",
                  Tint::weak);
  }
}

/// What the list of known differences says, and where it is wrong.
void put_known(Text& text, const Report& report) {
  if (!report.known) return;
  std::string_view label = "expected";
  for (const RuleLine& line : report.rules) {
    if (line.verdict != RuleVerdict::expected) continue;
    text.labelled(label, line.rule + ": " + printable(line.reason), Tint::weak);
    label = "";
  }
  const KnownReport& known = *report.known;
  const std::string file = printable(known.file);
  for (const StaleDifference& one : known.stale) {
    text.labelled("stale",
                  file + ":" + std::to_string(one.line) + ": " + one.id + ": " + one.why +
                      ": remove this line",
                  Tint::bad);
  }
  if (!known.added.empty()) text.labelled("fixed", file + ": added " + joined(known.added));
  if (!known.removed.empty()) text.labelled("fixed", file + ": removed " + joined(known.removed));
  if (!known.not_fixed.empty()) {
    text.labelled("not fixed", file + ": " + known.not_fixed, Tint::weak);
  }
}

/// What a pass rests on, and what it says nothing of.
void put_grounds(Text& text, const Report& report) {
  if (!report.rules.empty()) text.put("\n");
  std::string_view label = "rests on";
  for (const SourceLine& line : report.sources) {
    text.labelled(
        label, line.name + ": " + number(line.cases, "case") + ", " + number(line.steps, "step"));
    label = "";
  }
  label = "proved";
  for (const SourceLine& line : report.sources) {
    if (line.proof.empty()) continue;
    text.labelled(label, line.proof);
    label = "";
  }
  if (!report.claims.empty()) text.labelled("claimed", joined(report.claims));
  struct Silence {
    RuleVerdict verdict;
    std::string_view why;
  };
  constexpr std::array<Silence, 3> kSilences{
      {{RuleVerdict::not_claimed, ": the subject does not claim what they need"},
       {RuleVerdict::not_visible, ": nothing of them can be seen through this door"},
       {RuleVerdict::not_reached, ": no case came to them"}}};
  for (const Silence& silence : kSilences) {
    const auto rules = report.rules_with(silence.verdict);
    if (!rules.empty())
      text.labelled(name(silence.verdict), joined(rules) + std::string(silence.why));
  }
  if (!report.outside_domain.empty()) {
    text.labelled("left out", joined(report.outside_domain) + ": outside the subject's domain");
  }
  // Questions that an interruption left open are no news.
  if (report.skipped > 0 && !report.interrupted) {
    text.labelled("skipped", number(report.skipped, "question") +
                                 ", the first because: " + printable(report.skip_reason));
  }
  if (report.interrupted) text.labelled("cut short", "by an interruption");
  if (report.ran_out) text.labelled("cut short", "by --max-seconds");
  put_known(text, report);
  put_floor(text, report);
}

void put_trouble(Text& text, const SubjectTrouble& trouble) {
  text.put("\n").put("the subject failed", Tint::bad).put(": " + printable(trouble.what) + "\n");
  if (!trouble.case_document.empty()) text.put("  case  " + trouble.case_document + "\n");
  std::string_view words = trouble.last_words;
  if (words.empty()) return;
  text.put("  its last words on standard error:\n");
  while (!words.empty()) {
    const auto end = words.find('\n');
    text.put("  | " + printable(words.substr(0, end)) + "\n");
    words = end == std::string_view::npos ? std::string_view() : words.substr(end + 1);
  }
}

/// The rows of a counterexample, cells fit to print, the step first.
class Table {
 public:
  explicit Table(const Counterexample& example) : first_difference_(example.first_difference) {
    for (std::size_t step = 0; step < example.rows.size(); ++step) {
      const StepRow& row = example.rows[step];
      const bool is_end = step + 1 == example.rows.size();  // No step; see StepRow.
      rows_.push_back({is_end ? "" : std::to_string(step), printable(row.time),
                       printable(row.event), printable(row.expected), printable(row.got)});
    }
  }

  void put(Text& text) const {
    std::size_t begin = 0;
    std::size_t end = rows_.size();
    if (end > kMostRows) {
      end = std::min(end, std::max(kMostRows, first_difference_ + kRowsBehind));
      begin = end - kMostRows;
    }
    const auto columns = columns_of(begin, end);
    put_row(text, kHeads, columns, Tint::plain);
    put_left_out(text, begin, "before");
    for (std::size_t i = begin; i < end; ++i) {
      const bool marked = i == first_difference_;
      put_row(text, rows_[i], columns, marked ? Tint::bad : Tint::plain);
    }
    put_left_out(text, rows_.size() - end, "after");
  }

 private:
  using Cells = std::array<std::string, 5>;
  using Columns = std::array<std::size_t, 5>;
  inline static const Cells kHeads{"step", "time", "event", "expected", "got"};

  [[nodiscard]] Columns columns_of(std::size_t begin, std::size_t end) const {
    Columns columns{};
    for (std::size_t k = 0; k < columns.size(); ++k) {
      columns.at(k) = width(kHeads.at(k));
      for (std::size_t i = begin; i < end; ++i) {
        columns.at(k) = std::max(columns.at(k), width(rows_[i].at(k)));
      }
    }
    return columns;
  }

  static void put_row(Text& text, const Cells& cells, const Columns& columns, Tint got) {
    constexpr std::size_t kNumbers = 2;  // The columns that are flush right.
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const bool last = k + 1 == cells.size();
      text.spaces(2);
      if (k < kNumbers) text.pad(cells.at(k), columns.at(k));
      text.put(cells.at(k), last ? got : Tint::plain);
      if (k >= kNumbers && (!last || got == Tint::bad)) text.pad(cells.at(k), columns.at(k));
    }
    if (got == Tint::bad) text.put("  ").put("<--", Tint::bad);
    text.put("\n");
  }

  static void put_left_out(Text& text, std::size_t count, std::string_view where) {
    if (count == 0) return;
    text.put("  … " + number(count, "row") + " " + std::string(where) + " these left out\n");
  }

  std::vector<Cells> rows_;
  std::size_t first_difference_;
};

void put_steps(Text& text, const Counterexample& example) {
  if (example.interleaving.empty()) {
    Table(example).put(text);
    return;
  }
  std::string_view left = example.interleaving;
  while (!left.empty()) {
    const auto end = left.find('\n');
    text.put("  " + printable(left.substr(0, end)) + "\n");
    left = end == std::string_view::npos ? std::string_view() : left.substr(end + 1);
  }
}

void put_example(Text& text, const Counterexample& example) {
  text.put("\n").put(example.rule + " is broken", Tint::bad).put(": " + example.rule_text + "\n\n");
  text.put("  " + example.config + "\n\n");
  put_steps(text, example);
  text.put("\n");
  if (!example.note.empty()) text.put("  " + printable(example.note) + "\n");
  text.put("  property " + example.property + ": " + example.claim + "\n");
  text.put("  found as case " + std::to_string(example.case_number) + " of " + example.source +
           " (" + number(example.found_steps, "step") + "), shrunk to " +
           number(example.steps, "step") + " in " + number(example.shrink_runs, "run"));
  text.put(example.shrunk_fully ? "\n" : ", where shrinking was stopped: it may go on\n");
  if (!example.perhaps_same_as.empty()) {
    text.put("  may be the same fault as " + example.perhaps_same_as +
             ", whose break is smaller\n");
  }
  text.put("  replay it:\n  " + example.replay + "\n");
  if (!example.saved.empty()) text.put("  saved as " + printable(example.saved) + "\n");
}

}  // namespace

std::string text_of(const Counterexample& example, Colour colour) {
  Text text(colour);
  put_example(text, example);
  return text.take();
}

std::string known_text(const Report& report, Colour colour) {
  Text text(colour);
  put_known(text, report);
  return text.take();
}

std::string text_of(const Report& report, Colour colour) {
  Text text(colour);
  put_heading(text, report);
  put_rules(text, report);
  put_grounds(text, report);
  for (const Counterexample& example : report.counterexamples) {
    if (!report.expects(example.rule)) put_example(text, example);
  }
  for (const SubjectTrouble& trouble : report.troubles) put_trouble(text, trouble);
  const Exit exit = exit_of(report);
  const Tint tint = exit == Exit::kept                                     ? Tint::good
                    : exit == Exit::broken || exit == Exit::subject_failed ? Tint::bad
                                                                           : Tint::weak;
  text.put("\n").put(verdict_of(report), tint).put("\n");
  return text.take();
}

}  // namespace tripcheck::engine
