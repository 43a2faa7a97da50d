// A report as programs read it: docs/command-line.md lists the keys.
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/json_layout.hpp>
#include <tripcheck/properties/engine/report.hpp>

namespace tripcheck::engine {
namespace {

/// An object under way; its members come in the order of the calls.
class Object {
 public:
  explicit Object(std::string& out) : out_(out) { out_ += '{'; }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  ~Object() { out_ += '}'; }

  void text(std::string_view key, std::string_view value) {
    begin(key);
    json::append_quoted(out_, value);
  }
  void text_or_null(std::string_view key, std::string_view value) {
    value.empty() ? raw(key, "null") : text(key, value);
  }
  void count(std::string_view key, std::uint64_t value) { raw(key, std::to_string(value)); }
  void flag(std::string_view key, bool value) { raw(key, value ? "true" : "false"); }
  /// JSON as it is; `null` where it is empty.
  void raw(std::string_view key, std::string_view value) {
    begin(key);
    out_ += value.empty() ? "null" : value;
  }
  template <class Items, class Write>
  void list(std::string_view key, const Items& items, const Write& write) {
    begin(key);
    out_ += '[';
    bool first = true;
    for (const auto& item : items) {
      if (!first) out_ += ',';
      first = false;
      write(item);
    }
    out_ += ']';
  }
  void texts(std::string_view key, const std::vector<std::string>& all) {
    list(key, all, [this](const std::string& one) { json::append_quoted(out_, one); });
  }

 private:
  void begin(std::string_view key) {
    if (!first_) out_ += ',';
    first_ = false;
    json::append_quoted(out_, key);
    out_ += ':';
  }
  std::string& out_;
  bool first_ = true;
};

void write(std::string& out, const StepRow& row) {
  Object object(out);
  object.text("time", row.time);
  object.text("event", row.event);
  object.text("expected", row.expected);
  object.text("got", row.got);
}

void write(std::string& out, const RuleLine& line) {
  Object object(out);
  object.text("rule", line.rule);
  object.text("text", line.text);
  object.text("verdict", name(line.verdict));
  object.count("judged", line.judged);
  object.texts("properties", line.properties);
}

void write(std::string& out, const Counterexample& example) {
  Object object(out);
  object.text("rule", example.rule);
  object.text("rule_text", example.rule_text);
  object.text("property", example.property);
  object.text("claim", example.claim);
  object.text("note", example.note);
  object.text("source", example.source);
  object.count("case_number", example.case_number);
  object.text("config", example.config);
  object.list("rows", example.rows, [&out](const StepRow& row) { write(out, row); });
  object.count("first_difference", example.first_difference);
  object.count("steps", example.steps);
  object.raw("case", example.case_document);
  object.count("found_steps", example.found_steps);
  object.raw("found_case", example.found_document);
  object.count("shrink_runs", example.shrink_runs);
  object.flag("shrunk_fully", example.shrunk_fully);
  object.text_or_null("perhaps_same_as", example.perhaps_same_as);
  object.text("replay", example.replay);
  object.text_or_null("saved", example.saved);
}

void write(std::string& out, const SubjectTrouble& trouble) {
  Object object(out);
  object.text("what", trouble.what);
  object.text("last_words", trouble.last_words);
  object.raw("case", trouble.case_document);
}

void write(std::string& out, const SourceLine& line) {
  Object object(out);
  object.text("name", line.name);
  object.count("cases", line.cases);
  object.count("steps", line.steps);
}

void write(std::string& out, const FloorLine& line) {
  Object object(out);
  object.text("what", line.what);
  object.count("reached", line.reached);
  object.count("least", line.least);
}

void write(std::string& out, const Report& report) {
  Object object(out);
  const auto each = [&out](const auto& item) { write(out, item); };
  object.text("verdict", name(exit_of(report)));
  object.text("verdict_text", verdict_of(report));
  object.count("exit_code", static_cast<std::uint64_t>(exit_of(report)));
  object.text("subject", report.subject);
  object.text("subject_name", report.subject_name);
  object.text("subject_version", report.subject_version);
  object.text("profile", report.profile);
  object.count("seed", report.seed);
  object.list("sources", report.sources, each);
  object.list("rules", report.rules, each);
  object.list("counterexamples", report.counterexamples, each);
  object.list("troubles", report.troubles, each);
  object.count("skipped", report.skipped);
  object.text_or_null("skip_reason", report.skip_reason);
  object.texts("claims", report.claims);
  object.texts("outside_domain", report.outside_domain);
  object.list("floor", report.floor, each);
  object.flag("floor_judged", report.floor_judged);
  object.flag("interrupted", report.interrupted);
  object.flag("ran_out", report.ran_out);
}

}  // namespace

std::string json_of(const Report& report) {
  std::string out;
  write(out, report);
  return json::laid_out(out);
}

}  // namespace tripcheck::engine
