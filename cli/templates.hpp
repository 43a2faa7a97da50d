/// The files that `tripcheck init` writes: a table, made at build time of what lies in templates/.
///
/// Another profile joins by a folder templates/PROFILE/KIND and its lines in CMakeLists.txt.
///
/// Threads: constants.
#pragma once
#include <span>
#include <string_view>
#include <tripcheck/cli/words.hpp>

namespace tripcheck::cli {

struct TemplateFile {
  std::string_view profile;
  std::string_view kind;  ///< `python`, `node` or `cpp`.
  std::string_view name;  ///< In the folder that is written.
  std::string_view text;
};

[[nodiscard]] std::span<const TemplateFile> template_files();

/// Every kind that there is for some profile, each once.
[[nodiscard]] Names template_kinds();

}  // namespace tripcheck::cli
