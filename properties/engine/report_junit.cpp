// A report as CI servers read it: docs/command-line.md says what becomes of each verdict.
#include <cstdint>
#include <tripcheck/properties/engine/report.hpp>
#include <utility>

namespace tripcheck::engine {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD.

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  ///< 0: no UTF-8 stands there.
};

/// How long a character is that begins so; 0: none does.
std::size_t length_by(unsigned lead) {
  if (lead < 0x80U) return 1;
  if (lead < 0xC2U || lead > 0xF4U) return 0;
  if (lead < 0xE0U) return 2;
  return lead < 0xF0U ? 3 : 4;
}

/// Whether a character is written as short as it can be, and is one.
bool is_character(Character found) {
  const bool too_long =
      (found.bytes == 3 && found.code < 0x800U) || (found.bytes == 4 && found.code < 0x10000U);
  const bool surrogate = found.code >= 0xD800U && found.code <= 0xDFFFU;
  return !too_long && !surrogate && found.code <= 0x10FFFFU;
}

/// The first character of a text that is not empty.
Character first_of(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t bytes = length_by(byte(0));
  if (bytes == 0 || bytes > text.size()) return {};
  if (bytes == 1) return {byte(0), 1};
  std::uint32_t code = byte(0) & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  const Character found{code, bytes};
  return is_character(found) ? found : Character();
}

/// What XML 1.0 cannot hold, and what would steer a terminal.
bool is_fit(std::uint32_t code) {
  if (code == '\t' || code == '\n') return true;
  return code >= 0x20U && !(code >= 0x7FU && code < 0xA0U) && code != 0xFFFEU && code != 0xFFFFU;
}

void append_escaped(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const Character next = first_of(text);
    if (next.bytes == 0 || !is_fit(next.code)) {
      out += kReplacement;
    } else if (next.code == '&') {
      out += "&amp;";
    } else if (next.code == '<') {
      out += "&lt;";
    } else if (next.code == '>') {
      out += "&gt;";
    } else if (next.code == '"') {
      out += "&quot;";
    } else if (next.code == '\n' || next.code == '\t') {  // Else an attribute makes it a space.
      out += next.code == '\n' ? "&#10;" : "&#9;";
    } else {
      out += text.substr(0, next.bytes);
    }
    text.remove_prefix(next.bytes == 0 ? 1 : next.bytes);
  }
}

/// In an element a line may end as it does.
void append_lines(std::string& out, std::string_view text) {
  for (;;) {
    const auto end = text.find('\n');
    append_escaped(out, text.substr(0, end));
    if (end == std::string_view::npos) return;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

/// What became of one test case; `passed` says nothing more.
struct Result {
  enum class Kind : std::uint8_t { passed, failure, error, skipped };
  Kind kind = Kind::passed;
  std::string type{};
  std::string message{};
  std::string text{};
};

struct TestCase {
  std::string name;
  Result result;
};

Result failure(std::string type, std::string message, std::string text = {}) {
  return {Result::Kind::failure, std::move(type), std::move(message), std::move(text)};
}
Result error(std::string type, std::string message, std::string text = {}) {
  return {Result::Kind::error, std::move(type), std::move(message), std::move(text)};
}
Result skipped(std::string message) { return {Result::Kind::skipped, {}, std::move(message), {}}; }

Result broken(const Report& report, const RuleLine& line) {
  std::string text;
  for (const Counterexample& example : report.counterexamples) {
    if (example.rule == line.rule) text += text_of(example, Colour::never);
  }
  return failure("broken", line.rule + " is broken: " + line.text, std::move(text));
}

Result result_of(const Report& report, const RuleLine& line) {
  if (report.known) {
    for (const StaleDifference& stale : report.known->stale) {
      if (stale.id != line.rule) continue;
      return failure("stale", report.known->file + ":" + std::to_string(stale.line) + ": " +
                                  stale.id + ": " + stale.why + ": remove this line");
    }
  }
  switch (line.verdict) {
    case RuleVerdict::kept:
      return {};
    case RuleVerdict::broken:
      return broken(report, line);
    case RuleVerdict::undecided:
      return failure("undecided", line.rule + " could not be decided: " + line.text);
    case RuleVerdict::expected:
      return skipped("expected: " + line.reason);
    case RuleVerdict::not_reached:
    case RuleVerdict::not_claimed:
    case RuleVerdict::not_visible:
      break;
  }
  return skipped(std::string(name(line.verdict)));
}

/// The run as a whole: whether the subject lasted, and whether enough was reached for a pass.
Result result_of_run(const Report& report) {
  if (report.interrupted) return error("interrupted", verdict_of(report));
  if (!report.troubles.empty()) {
    std::string text;
    for (const SubjectTrouble& trouble : report.troubles) {
      text += trouble.what + "\n";
      if (!trouble.case_document.empty()) text += "case " + trouble.case_document + "\n";
      if (!trouble.last_words.empty()) text += trouble.last_words + "\n";
    }
    return error("subject failed", report.troubles.front().what, std::move(text));
  }
  if (exit_of(report) == Exit::not_enough) return failure("not enough", verdict_of(report));
  return {};
}

class Xml {
 public:
  Xml& raw(std::string_view text) {
    out_ += text;
    return *this;
  }
  Xml& attribute(std::string_view key, std::string_view value) {
    out_.append(" ").append(key).append("=\"");
    append_escaped(out_, value);
    out_ += '"';
    return *this;
  }
  Xml& text(std::string_view text) {
    append_lines(out_, text);
    return *this;
  }
  Xml& property(std::string_view name, std::string_view value) {
    return raw("      <property").attribute("name", name).attribute("value", value).raw("/>\n");
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

void put_counts(Xml& xml, const std::vector<TestCase>& cases) {
  const auto count = [&](Result::Kind kind) {
    std::size_t number = 0;
    for (const TestCase& one : cases) number += one.result.kind == kind ? 1U : 0U;
    return std::to_string(number);
  };
  xml.attribute("tests", std::to_string(cases.size()))
      .attribute("failures", count(Result::Kind::failure))
      .attribute("errors", count(Result::Kind::error))
      .attribute("skipped", count(Result::Kind::skipped))
      .attribute("time", "0");
}

void put_case(Xml& xml, const TestCase& one, std::string_view suite) {
  xml.raw("    <testcase").attribute("classname", "tripcheck." + std::string(suite));
  xml.attribute("name", one.name).attribute("time", "0");
  const Result& result = one.result;
  if (result.kind == Result::Kind::passed) {
    xml.raw("/>\n");
    return;
  }
  const std::string_view element = result.kind == Result::Kind::failure ? "failure"
                                   : result.kind == Result::Kind::error ? "error"
                                                                        : "skipped";
  xml.raw(">\n      <").raw(element).attribute("message", result.message);
  if (!result.type.empty()) xml.attribute("type", result.type);
  if (result.text.empty()) {
    xml.raw("/>\n");
  } else {
    xml.raw(">").text(result.text).raw("</").raw(element).raw(">\n");
  }
  xml.raw("    </testcase>\n");
}

}  // namespace

std::string junit_of(const Report& report) {
  std::vector<TestCase> cases;
  for (const RuleLine& line : report.rules) cases.push_back({line.rule, result_of(report, line)});
  cases.push_back({"run", result_of_run(report)});
  const std::string suite = report.profile.empty() ? "unknown" : report.profile;
  Xml xml;
  xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites").attribute("name", "tripcheck");
  put_counts(xml, cases);
  xml.raw(">\n  <testsuite").attribute("name", suite);
  put_counts(xml, cases);
  xml.raw(">\n    <properties>\n");
  xml.property("subject", report.subject).property("subject_name", report.subject_name);
  xml.property("subject_version", report.subject_version);
  xml.property("seed", std::to_string(report.seed)).property("verdict", verdict_of(report));
  xml.raw("    </properties>\n");
  for (const TestCase& one : cases) put_case(xml, one, suite);
  return xml.raw("  </testsuite>\n</testsuites>\n").take();
}

}  // namespace tripcheck::engine
