#include <filesystem>
#include <string_view>
#include <system_error>
#include <tripcheck/cli/door.hpp>
#include <tripcheck/cli/known_file.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <tripcheck/properties/profiles.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::cli {
namespace {

using engine::KnownDifference;
using engine::KnownDifferences;
using engine::Report;

engine::KnownNames all_names() {
  engine::KnownNames names{.rules = {}, .profiles = profile_names()};
  for (const engine::AnyProfile* profile : profiles()) {
    for (const engine::Rule& rule : profile->rules()) names.rules.push_back(rule.id);
  }
  return names;
}

std::vector<std::string> missing_from(const KnownDifferences& list, const KnownDifferences& other) {
  std::vector<std::string> ids;
  for (const KnownDifference& one : other.all) {
    if (list.find(one.id) == nullptr) ids.push_back(one.id);
  }
  return ids;
}

std::string hindrance_of(const Report& report) {
  if (report.interrupted) return "the run was interrupted";
  if (!report.troubles.empty()) return "the subject failed";
  if (report.ran_out) return "the time was over";
  return "the floor was not reached";
}

}  // namespace

KnownFile::KnownFile(std::string path, Fix fix) : path_(std::move(path)) {
  std::error_code error;
  const bool is_new = fix == Fix::yes && !std::filesystem::exists(path_, error) && !error;
  auto read = engine::read_known_differences(is_new ? "" : read_file(path_), all_names());
  if (const auto* fault = std::get_if<std::string>(&read)) {
    throw UsageError(shown_path(path_) + ": " + *fault);
  }
  known_ = std::get<KnownDifferences>(std::move(read));
  if (fix == Fix::yes) output_ = std::make_unique<OutputFile>(path_);
}

Report KnownFile::applied(Report report, std::string hindrance) {
  if (hindrance.empty() && !engine::may_fix(report)) hindrance = hindrance_of(report);
  if (output_ && hindrance.empty()) return fixed_by(std::move(report));
  Report told = engine::with_known(std::move(report), known_);
  told.known->file = path_;
  if (output_) told.known->not_fixed = hindrance;
  return told;
}

Report KnownFile::fixed_by(Report report) {
  const KnownDifferences before = known_;
  known_ = engine::fixed(before, report);
  Report told = engine::with_known(std::move(report), known_);
  told.known->file = path_;
  told.known->added = missing_from(before, known_);
  told.known->removed = missing_from(known_, before);
  output_->write(engine::text_of(known_));
  return told;
}

}  // namespace tripcheck::cli
