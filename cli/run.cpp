// tripcheck run: one document, one answer.
#include <algorithm>
#include <tripcheck/cli/commands.hpp>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/cli/door.hpp>
#include <tripcheck/cli/files.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <tripcheck/properties/engine/document.hpp>

namespace tripcheck::cli {

engine::Exit run(const RunArguments& arguments) {
  const engine::AnyProfile& profile = profile_named(arguments.profile.value_or(""), "PROFILE");
  const Names engines = profile.built_in();
  if (std::find(engines.begin(), engines.end(), arguments.engine) == engines.end()) {
    throw UsageError("--engine: expected " + engine::either(engines) + ", " +
                     found(arguments.engine));
  }
  engine::Said said = profile.run(arguments.engine, read_file(arguments.file));
  if (!said.ok) throw UsageError(shown_path(arguments.file) + ": " + said.text);
  said.text += '\n';
  print(said.text);
  return engine::Exit::kept;
}

}  // namespace tripcheck::cli
