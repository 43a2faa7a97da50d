// A report as programs read it: docs/command-line.md lists the keys.
#include <tripcheck/properties/engine/json_layout.hpp>
#include <tripcheck/properties/engine/json_object.hpp>
#include <tripcheck/properties/engine/report.hpp>

namespace tripcheck::engine {
namespace {

using json::Object;

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
  object.text_or_null("reason", line.reason);
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
  if (!example.interleaving.empty()) object.text("interleaving", example.interleaving);
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
  object.text_or_null("proof", line.proof);
}

void write(std::string& out, const FloorLine& line) {
  Object object(out);
  object.text("what", line.what);
  object.count("reached", line.reached);
  object.count("least", line.least);
}

void write(std::string& out, const StaleDifference& stale) {
  Object object(out);
  object.text("id", stale.id);
  object.count("line", stale.line);
  object.text("why", stale.why);
}

void write(std::string& out, const KnownReport& known) {
  Object object(out);
  object.text("file", known.file);
  object.list("stale", known.stale, [&out](const StaleDifference& one) { write(out, one); });
  object.texts("added", known.added);
  object.texts("removed", known.removed);
  object.text_or_null("not_fixed", known.not_fixed);
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
  std::string known;
  if (report.known) write(known, *report.known);
  object.raw("known_differences", known);
}

}  // namespace

std::string json_of(const Report& report) {
  std::string out;
  write(out, report);
  return json::laid_out(out);
}

}  // namespace tripcheck::engine
