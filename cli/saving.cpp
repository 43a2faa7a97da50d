#include <filesystem>
#include <tripcheck/cli/files.hpp>
#include <tripcheck/cli/saving.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <tripcheck/cli/version.hpp>
#include <tripcheck/properties/engine/corpus.hpp>
#include <tripcheck/properties/engine/json_layout.hpp>
#include <tripcheck/properties/engine/printable.hpp>

namespace tripcheck::cli {
namespace {

namespace fs = std::filesystem;
namespace json = engine::json;

void make_folder_to_save(const fs::path& folder) {
  try {
    make_folder(folder.string());
  } catch (const UsageError& error) {
    throw UsageError(std::string("--save: ") + error.what());
  }
}

/// Whether the file holds this very case, whatever its note says.
bool holds(const std::string& path, std::string_view id, std::string_view input) {
  const auto there = engine::read_corpus_case(read_file(path));
  const auto* found = std::get_if<engine::CorpusCase>(&there);
  return found != nullptr && found->id == id && json::compact(found->input()) == input;
}

std::string note_of(const engine::Report& report, const engine::Counterexample& example) {
  const std::string who = report.subject_name.empty() ? "a subject" : report.subject_name;
  std::string note =
      "Found by tripcheck verify: " + who + " breaks " + example.rule + ". " + example.rule_text;
  if (!example.note.empty()) note += " Seen there: " + example.note + ".";
  return note;
}

std::string save_one(const engine::Report& report, const engine::Counterexample& example,
                     const engine::AnyProfile& profile, const fs::path& folder) {
  const std::string input = json::compact(json::Document::parse(example.case_document).root());
  const std::string note = note_of(report, example);
  const engine::Said expected = profile.run("model", example.case_document);
  engine::NewCorpusCase made{.profile = report.profile,
                             .rule = example.rule,
                             .since = kVersion,
                             .note = note,
                             .input = input,
                             .expected = {},
                             .error = {}};
  (expected.ok ? made.expected : made.error) = expected.text;
  const std::string id = engine::id_of(made);
  const fs::path path = folder / (id + ".json");
  make_folder_to_save(path.parent_path());
  if (fs::exists(path)) {
    if (holds(path.string(), id, input)) return path.string();
    throw UsageError("--save: " + path.string() + ": is there and holds something else");
  }
  OutputFile(path.string()).write(engine::text_of(made));
  return path.string();
}

}  // namespace

void prepare_folder(const std::string& folder) {
  make_folder_to_save(folder);
  // Opened and taken away again: only that shows whether it works.
  const OutputFile probe((fs::path(folder) / ".tripcheck").string());
}

void save(engine::Report& report, const engine::AnyProfile& profile, const std::string& folder) {
  for (engine::Counterexample& example : report.counterexamples) {
    if (!example.interleaving.empty()) continue;  // Its replay line keeps it; a corpus file cannot.
    example.saved = save_one(report, example, profile, folder);
  }
}

}  // namespace tripcheck::cli
