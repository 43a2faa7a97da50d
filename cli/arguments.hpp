/// The command line, read: one struct a command. What a name or a number may be is checked here as
/// far as no profile is needed for it.
///
/// Only arguments.cpp includes the command line library.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tripcheck::cli {

struct VerifyArguments {
  std::optional<std::string> profile;
  std::string subject;
  bool first_break = false;
  std::uint64_t seed = 1;
  std::uint64_t cases = 0;                       ///< 0: the profile's default.
  std::optional<std::uint64_t> depth;            ///< Of enumerated histories; 0: no words.
  std::optional<std::uint64_t> extra_states;     ///< Of the complete suite.
  std::optional<std::uint64_t> max_seconds;      ///< From 1.
  std::optional<std::string> save;               ///< A folder.
  std::optional<std::string> json;               ///< A file; `-`: standard output.
  std::optional<std::string> junit;              ///< A file.
  std::optional<std::string> known_differences;  ///< A file.
  bool fix = false;                              ///< With known_differences alone.
};

struct RunArguments {
  std::optional<std::string> profile;
  std::string engine = "model";
  bool text = false;       ///< For people, not as JSON.
  std::string file = "-";  ///< `-`: standard input.
};

/// Either files, or one case with profile and subject.
struct ReplayArguments {
  std::vector<std::string> files;
  std::optional<std::string> profile;
  std::optional<std::string> subject;
  std::optional<std::string> one_case;
  std::optional<std::string> known_differences;  ///< A file; with files and a subject alone.
  bool fix = false;                              ///< With known_differences alone.
};

struct SelftestArguments {
  std::optional<std::string> profile;
  std::string subject;
};

struct InitArguments {
  std::string kind;          ///< `python`, `node` or `cpp`.
  std::string folder = ".";  ///< Made where it is missing.
  std::optional<std::string> profile;
};

struct RulesArguments {
  bool json = false;
  std::optional<std::string> corpus;  ///< A folder; by default `corpus` where it is there.
};

struct SubjectsArguments {};

/// The matrix, or the list of what each mutant does wrong.
struct MutantsArguments {
  std::optional<std::string> profile;
  bool list = false;
  bool to_the_end = false;
  std::uint64_t seeds = 1;          ///< From 1.
  std::optional<std::string> json;  ///< A file; `-`: standard output.
};

/// `--help` or `--version`: this text is the answer.
struct AnswerArguments {
  std::string text;
};

using Arguments =
    std::variant<VerifyArguments, RunArguments, ReplayArguments, SelftestArguments, InitArguments,
                 RulesArguments, SubjectsArguments, MutantsArguments, AnswerArguments>;

/// Throws UsageError.
[[nodiscard]] Arguments read_arguments(int count, const char* const* words);

}  // namespace tripcheck::cli
