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

}  // namespace

engine::Exit run(const RunArguments& arguments) {
  const std::string kind = arguments.profile.value_or("");
  const engine::AnyProfile& profile = profile_of(kind);
  const Names engines = profile.built_in();
  if (std::find(engines.begin(), engines.end(), arguments.engine) == engines.end()) {
    throw UsageError("--engine: expected " + engine::either(engines) + ", " +
                     found(arguments.engine));
  }
  engine::Said said = profile.run_as(kind, arguments.engine, read_file(arguments.file));
  if (!said.ok) throw UsageError(shown_path(arguments.file) + ": " + said.text);
  said.text += '\n';
  print(said.text);
  return engine::Exit::kept;
}

}  // namespace tripcheck::cli
