// The list of escalation mutants, and each of them as a subject.
#include <algorithm>
#include <string>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/escalation/builtin.hpp>
#include <tripcheck/properties/escalation/mutants.hpp>
#include <tripcheck/properties/escalation/subject.hpp>
#include <utility>

namespace tripcheck::escalation {
namespace {

namespace json = engine::json;

using Opened = std::unique_ptr<engine::Subject<Traits>>;
using ReadText = std::variant<Case, engine::Refused>;

/// Whether the text is JSON at all.
bool is_json(std::string_view text) { return !json::Document::parse(text).syntax_error(); }

/// The first text that begins so inside the quotes of a key that nobody knows.
bool has_stranger(std::string_view text) {
  return text.find("\"token=hunter2\":") != std::string_view::npos;
}

/// Whether a key of the document itself comes twice.
bool repeats(std::string_view text) {
  const auto document = json::Document::parse(text);
  for (const auto [key, value] : document.root().members()) {
    int times = 0;
    for (const auto [other, unused] : document.root().members()) times += other == key ? 1 : 0;
    if (times > 1) return true;
  }
  return false;
}

ReadText passes_over_unknown_keys(std::string_view text, const Case& meant) {
  if (is_json(text) && has_stranger(text)) return meant;
  return read_strictly(text, meant);
}

ReadText passes_over_repeated_keys(std::string_view text, const Case& meant) {
  if (is_json(text) && repeats(text)) return meant;
  return read_strictly(text, meant);
}

ReadText takes_null_for_a_policy(std::string_view text, const Case& meant) {
  if (is_json(text) && text.find("\"policy\":null") != std::string_view::npos) return meant;
  return read_strictly(text, meant);
}

ReadText takes_missing_attempts(std::string_view text, const Case& meant) {
  const auto document = json::Document::parse(text);
  const bool missing = document.root().kind() == json::Kind::object &&
                       !document.root().find("attempts") && !document.root().find("handoff") &&
                       !document.root().find("now");
  return missing ? ReadText(meant) : read_strictly(text, meant);
}

/// What stands behind the last good attempt is not looked at.
ReadText stops_at_a_bad_attempt(std::string_view text, const Case& meant) {
  auto read = read_strictly(text, meant);
  const bool late = text.ends_with(",null]}") || text.ends_with(",7]}");
  return std::holds_alternative<engine::Refused>(read) && late ? ReadText(meant) : read;
}

ReadText takes_cut_text(std::string_view text, const Case& meant) {
  return is_json(text) ? read_strictly(text, meant) : ReadText(meant);
}

ReadText says_what_is_wrong(std::string_view text, const Case& meant) {
  auto read = read_strictly(text, meant);
  if (auto* refused = std::get_if<engine::Refused>(&read)) refused->text += ": unreadable";
  return read;
}

ReadText quotes_the_document(std::string_view text, const Case& meant) {
  auto read = read_strictly(text, meant);
  auto* refused = std::get_if<engine::Refused>(&read);
  if (refused != nullptr && has_stranger(text)) refused->text += ": " + std::string(text);
  return read;
}

ReadText refuses_escaped_keys(std::string_view text, const Case& meant) {
  if (text.find("\\u0072un_id") != std::string_view::npos)
    return engine::Refused{"malformed_document"};
  return read_strictly(text, meant);
}

struct DocumentEntry {
  DocumentMutant mutant;
  Read read;
};

const std::vector<DocumentEntry>& document_entries() {
  static const std::vector<DocumentEntry> kEntries{
      {{"escalation-reader-takes-unknown-keys", {"E-17"}, "Unknown keys are passed over."},
       passes_over_unknown_keys},
      {{"escalation-reader-takes-repeated-keys", {"E-17"}, "Of a repeated key only one is seen."},
       passes_over_repeated_keys},
      {{"escalation-reader-takes-null-for-a-policy",
        {"E-17"},
        "A policy that is null is the default."},
       takes_null_for_a_policy},
      {{"escalation-reader-takes-missing-attempts",
        {"E-17"},
        "Attempts that are not there are none."},
       takes_missing_attempts},
      {{"escalation-reader-skips-what-is-no-attempt", {"E-17"}, "What is no attempt is left out."},
       stops_at_a_bad_attempt},
      {{"escalation-reader-takes-cut-text",
        {"E-17"},
        "Text that ends early, or goes on, is taken."},
       takes_cut_text},
      {{"escalation-reader-says-more", {"E-17"}, "malformed_document is followed by more words."},
       says_what_is_wrong},
      {{"escalation-reader-quotes-the-document",
        {"E-10", "E-17"},
        "The error quotes the document."},
       quotes_the_document},
      {{"escalation-reader-compares-keys-unread",
        {"E-17"},
        "A key with an escape in it is unknown."},
       refuses_escaped_keys},
  };
  return kEntries;
}

Opened open_faulty(std::string name, const Decisions& decisions, Read read) {
  Maker<Faulty> maker{
      .make = [&decisions](const Run& run) { return Faulty(run, decisions); },
      .check = [&decisions](const Run& run) { return decisions.check(decisions, run); },
      .read = [&decisions](const Reading& reading) { return decisions.read_back(reading); }};
  return with_documents(std::make_unique<InProcess<Faulty>>(std::move(name), std::move(maker)),
                        read);
}

const Decisions& right() {
  static const Decisions kRight;
  return kRight;
}

}  // namespace

std::span<const Mutant> breaker_mutants() {
  static const std::vector<Mutant> kMutants = [] {
    std::vector<Mutant> all;
    for (auto family : {value_mutants(), count_mutants(), trip_mutants(), handoff_mutants(),
                        start_mutants(), expiry_mutants(), reading_mutants()}) {
      for (Mutant& mutant : family) all.push_back(std::move(mutant));
    }
    return all;
  }();
  return kMutants;
}

std::span<const DocumentMutant> document_mutants() {
  static const std::vector<DocumentMutant> kMutants = [] {
    std::vector<DocumentMutant> all;
    for (const DocumentEntry& entry : document_entries()) all.push_back(entry.mutant);
    return all;
  }();
  return kMutants;
}

std::unique_ptr<engine::Subject<Traits>> open_mutant(std::string_view id) {
  const std::string name = "mutant:" + std::string(id);
  for (const Mutant& mutant : breaker_mutants()) {
    if (mutant.id == id) return open_faulty(name, mutant.decisions, read_strictly);
  }
  for (const DocumentEntry& entry : document_entries()) {
    if (entry.mutant.id == id) return open_faulty(name, right(), entry.read);
  }
  return nullptr;
}

}  // namespace tripcheck::escalation
