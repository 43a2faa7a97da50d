// tripcheck run: one document, one answer.
#include <algorithm>
#include <tripcheck/cli/commands.hpp>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/cli/door.hpp>
#include <tripcheck/cli/files.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/profiles.hpp>

namespace tripcheck::cli {
namespace {

/// The profile that takes documents of that kind.
const engine::AnyProfile& profile_of(std::string_view kind) {
  Names kinds;
  for (const engine::AnyProfile* profile : profiles()) {
    for (const std::string_view known : profile->documents()) {
      if (known == kind) return *profile;
      kinds.push_back(known);
    }
  }
  throw UsageError("PROFILE: no such profile" + did_you_mean(kind, kinds) + ": expected " +
                   engine::either(kinds) + ", " + found(kind));
}

Names all_texts() {
  Names kinds;
  for (const engine::AnyProfile* profile : profiles()) {
    for (const std::string_view kind : profile->texts()) kinds.push_back(kind);
  }
  return kinds;
}

bool holds(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

engine::Exit run(const RunArguments& arguments) {
  const std::string kind = arguments.profile.value_or("");
  const engine::AnyProfile& profile = profile_of(kind);
  const Names engines = profile.built_in();
  if (!holds(engines, arguments.engine)) {
    throw UsageError("--engine: expected " + engine::either(engines) + ", " +
                     found(arguments.engine));
  }
  if (arguments.text && !holds(profile.texts(), kind)) {
    throw UsageError("--text: expected beside " + engine::either(all_texts()) + ", " + found(kind));
  }
  const std::string document = read_file(arguments.file);
  engine::Said said = arguments.text ? profile.run_as_text(kind, arguments.engine, document)
                                     : profile.run_as(kind, arguments.engine, document);
  if (!said.ok) throw UsageError(shown_path(arguments.file) + ": " + said.text);
  if (!arguments.text) said.text += '\n';
  print(said.text);
  return engine::Exit::kept;
}

}  // namespace tripcheck::cli
