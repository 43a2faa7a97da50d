#include <algorithm>
#include <filesystem>
#include <system_error>
#include <tripcheck/cli/door.hpp>
#include <tripcheck/cli/files.hpp>
#include <tripcheck/cli/stored_case.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <utility>

namespace tripcheck::cli {
namespace {

void check_rules(const StoredCase& stored, const std::string& path) {
  const auto known = stored.profile->rules();
  for (const std::string& rule : stored.file.rules) {
    const bool is_known = std::any_of(known.begin(), known.end(),
                                      [&](const engine::Rule& one) { return one.id == rule; });
    // The suite's own rules are no profile's.
    if (is_known || rule.starts_with("S-")) continue;
    throw UsageError(path + ": rules: expected rules of " + stored.file.profile + ", " +
                     found(rule));
  }
}

}  // namespace

StoredCase read_stored_case(const std::string& path) {
  auto read = engine::read_corpus_case(read_file(path));
  if (const auto* fault = std::get_if<std::string>(&read)) {
    throw UsageError(shown_path(path) + ": " + *fault);
  }
  StoredCase stored{.file = std::get<engine::CorpusCase>(std::move(read))};
  stored.profile = &profile_named(stored.file.profile, shown_path(path) + ": profile");
  const auto asked_for = engine::id_of_path(path);
  if (asked_for && *asked_for != stored.file.id) {
    throw UsageError(path + ": id: expected \"" + *asked_for + "\", as the path says, " +
                     found(stored.file.id));
  }
  check_rules(stored, path);
  return stored;
}

std::vector<std::string> corpus_files(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  std::error_code error;
  // The files of a corpus are in folders; what lies beside these describes it.
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    const bool is_case = at->path().extension() == ".json" && at.depth() > 0;
    if (is_case && at->is_regular_file(error)) paths.push_back(at->path().string());
  }
  if (error) throw UsageError("--corpus: " + folder + ": " + error.message());
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace tripcheck::cli
