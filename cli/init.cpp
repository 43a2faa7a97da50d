// tripcheck init: an adapter to fill in, and the command that verifies it.
#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <tripcheck/cli/commands.hpp>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/cli/door.hpp>
#include <tripcheck/cli/files.hpp>
#include <tripcheck/cli/templates.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/printable.hpp>
#include <vector>

namespace tripcheck::cli {
namespace {

namespace fs = std::filesystem;

std::vector<TemplateFile> chosen(const InitArguments& arguments) {
  const std::string profile = arguments.profile.value_or("timed");
  static_cast<void>(profile_named(profile, "--profile"));
  std::vector<TemplateFile> files;
  Names others;
  for (const TemplateFile& file : template_files()) {
    if (file.kind != arguments.kind) continue;
    if (file.profile == profile) files.push_back(file);
    if (std::find(others.begin(), others.end(), file.profile) == others.end()) {
      others.push_back(file.profile);
    }
  }
  if (files.empty()) {
    throw UsageError("--profile: expected " + engine::either(others) + ", for which there is a " +
                     arguments.kind + " adapter, " + found(profile));
  }
  return files;
}

/// Found before anything is written; a link that leads nowhere is there too.
void refuse_what_is_there(const fs::path& folder, const std::vector<TemplateFile>& files) {
  for (const TemplateFile& file : files) {
    const fs::path path = folder / file.name;
    std::error_code error;
    if (!fs::exists(fs::symlink_status(path, error))) continue;
    throw UsageError(path.string() +
                     ": is there already, and nothing was written; name another DIR");
  }
}

/// The lines that have what was written judged.
std::string command_for(std::string_view kind, const fs::path& folder) {
  using engine::shell_word;
  const auto exec = [&](const std::string& program, const char* file) {
    const std::string inner =
        program + " " + shell_word((folder / file).lexically_normal().string());
    return "  tripcheck selftest --subject " + shell_word("exec:" + inner) +
           "\n  tripcheck verify --subject " + shell_word("exec:" + inner) + "\n";
  };
  if (kind == "python") return exec("python3", "adapter.py");
  if (kind == "node") return exec("node", "adapter.mjs");
  const std::string source = shell_word(folder.string());
  const std::string build = shell_word((folder / "build").string());
  return "  cmake -S " + source + " -B " + build + " && cmake --build " + build +
         " && ctest --test-dir " + build + " --output-on-failure\n";
}

}  // namespace

engine::Exit run(const InitArguments& arguments) {
  const auto files = chosen(arguments);
  const fs::path folder = fs::path(arguments.folder).lexically_normal();
  refuse_what_is_there(folder, files);
  make_folder(folder.string());
  std::string text;
  for (const TemplateFile& file : files) {
    const std::string path = (folder / file.name).lexically_normal().string();
    OutputFile(path).write(file.text);
    text += "wrote " + engine::printable(path) + "\n";
  }
  text +=
      "\nIt holds a small breaker that keeps the rules, and says where to put yours. Verify "
      "it:\n\n";
  print(text + command_for(arguments.kind, folder));
  return engine::Exit::kept;
}

}  // namespace tripcheck::cli
