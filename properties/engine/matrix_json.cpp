// A matrix of mutants as programs read it: docs/command-line.md lists the keys.
#include <tripcheck/properties/engine/json_layout.hpp>
#include <tripcheck/properties/engine/json_object.hpp>
#include <tripcheck/properties/engine/matrix.hpp>

namespace tripcheck::engine {
namespace {

using json::Object;

void count_or_null(Object& object, std::string_view key, std::optional<std::uint64_t> count) {
  object.raw(key, count ? std::to_string(*count) : "null");
}

void write(std::string& out, const BrokenProperty& broken) {
  Object object(out);
  object.text("property", broken.property);
  object.text("source", broken.source);
  object.count("cases", broken.cases);
}

void write(std::string& out, const MutantRun& run) {
  Object object(out);
  object.count("seed", run.seed);
  object.flag("killed", run.killer.has_value());
  object.text_or_null("property", run.killer ? run.killer->property : "");
  object.text_or_null("source", run.killer ? run.killer->source : "");
  count_or_null(object, "cases", run.killer ? std::optional(run.killer->cases) : std::nullopt);
  count_or_null(object, "microseconds", run.microseconds);
  object.text_or_null("rule", run.rule);
  object.count("found_steps", run.found_steps);
  object.count("shrunk_steps", run.shrunk);
  object.list("seen_by", run.seen_by, [&out](const BrokenProperty& one) { write(out, one); });
}

void write(std::string& out, const MatrixRow& row) {
  Object object(out);
  object.text("id", row.mutant.id);
  object.list("rules", row.mutant.rules, [&out](RuleId rule) { json::append_quoted(out, rule); });
  object.text("note", row.mutant.note);
  object.text_or_null("origin", row.mutant.origin);
  count_or_null(object, "shortest_steps", row.shortest);
  object.text_or_null("outside", row.mutant.outside);
  object.list("runs", row.runs, [&out](const MutantRun& run) { write(out, run); });
}

void write(std::string& out, const Matrix& matrix) {
  Object object(out);
  object.text("profile", matrix.profile);
  object.count("seeds", matrix.seeds);
  object.flag("to_the_end", matrix.to_the_end);
  object.flag("interrupted", matrix.interrupted);
  object.list("mutants", matrix.rows, [&out](const MatrixRow& row) { write(out, row); });
}

}  // namespace

std::string json_of(const std::vector<Matrix>& matrices) {
  std::string out;
  {
    Object object(out);
    object.list("profiles", matrices, [&out](const Matrix& matrix) { write(out, matrix); });
  }
  return json::laid_out(out);
}

}  // namespace tripcheck::engine
