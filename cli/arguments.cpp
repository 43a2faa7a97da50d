// The one source that includes the command line library. It splits words into commands, options and
// values; what they may be, and every message, is ours.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <string_view>
#include <tripcheck/cli/arguments.hpp>
#include <tripcheck/cli/files.hpp>
#include <tripcheck/cli/templates.hpp>
#include <tripcheck/cli/time_limit.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <tripcheck/cli/version.hpp>
#include <tripcheck/cli/words.hpp>

namespace tripcheck::cli {
namespace {

constexpr const char* kSubjectHelp = "model, impl, mutant:ID or exec:COMMAND LINE";
constexpr std::uint64_t kMostCases = 1'000'000'000'000;
constexpr std::uint64_t kMostSeeds = 1'000'000;

constexpr const char* kExitCodes =
    "Exit codes: 0 kept; 1 a rule is broken; 2 the command line, a document or a file is wrong;\n"
    "3 the subject failed; 4 not enough was reached for a pass; 130 interrupted.";

/// Every value is kept as it was written: `results()` has it.
CLI::Option* add_value(CLI::App& command, const std::string& name, const std::string& type,
                       const std::string& help) {
  return command.add_option(name, help)
      ->type_name(type)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// The library's help, with the usage in our own words, since what must be there is checked here.
class Help final : public CLI::Formatter {
 public:
  Help() { column_width(22); }
  std::string make_usage(const CLI::App* app, std::string /*name*/) const override {
    const std::string& name = app->get_name();
    std::string usage = "\nUsage: tripcheck ";
    if (name == "verify") {
      usage += "verify --subject SUBJECT [--profile NAME] [OPTIONS]";
    } else if (name == "selftest") {
      usage += "selftest --subject SUBJECT [--profile NAME]";
    } else if (name == "init") {
      usage += "init python|node|cpp [DIR] [--profile NAME]";
    } else if (name == "run") {
      usage += "run PROFILE [--engine ENGINE] [--text] [FILE]";
    } else if (name == "replay") {
      usage += "replay FILE... [--subject SUBJECT]\n";
      usage += "       tripcheck replay --profile NAME --subject SUBJECT --case JSON";
    } else {
      usage += app->get_parent() == nullptr ? "COMMAND [OPTIONS]" : name + " [OPTIONS]";
    }
    return usage + "\n";
  }
};

void add_flag(CLI::App& command, const std::string& name, const std::string& help) {
  command.add_flag(name, help)->disable_flag_override();
}

CLI::App& add_command(CLI::App& app, const char* name, const char* help, const char* footer) {
  CLI::App& command = *app.add_subcommand(name, help);
  command.set_help_flag("-h,--help", "Print this");
  command.footer(footer);
  command.allow_extras();  // What is left over is named in our own words.
  return command;
}

void add_known_differences(CLI::App& command) {
  add_value(command, "--known-differences", "FILE",
            "What the subject is known to break, and why; anything else fails");
  add_flag(command, "--fix", "Write that file anew, from what this run found");
}

void add_verify(CLI::App& app) {
  CLI::App& command =
      add_command(app, "verify", "Judge a breaker by every rule of its profile", kExitCodes);
  add_value(command, "--subject", "SUBJECT", kSubjectHelp);
  add_value(command, "--profile", "NAME", "What it is; where the subject does not say so itself");
  add_flag(command, "--first-break", "End at the first broken rule");
  add_value(command, "--seed", "N", "Same seed, same cases (default 1)");
  add_value(command, "--cases", "N", "How many to draw (default: the profile's)");
  add_value(command, "--depth", "N", "Enumerate histories of N steps; 0: neither these nor words");
  add_value(command, "--extra-states", "N", "Complete up to N states more than the model has");
  add_value(command, "--max-seconds", "N", "End then, with what there is");
  add_value(command, "--save", "DIR", "Keep each counterexample there as a corpus file");
  add_value(command, "--json", "FILE", "Write the report as JSON too; -: on standard output alone");
  add_value(command, "--junit", "FILE", "Write it as JUnit's XML too, a test case a rule");
  add_known_differences(command);
}

void add_selftest(CLI::App& app) {
  CLI::App& command = add_command(
      app, "selftest", "Tell what is wrong with an adapter, check by check",
      "Exit codes: 0 all is well; 1 a check is WRONG; 2 the command line; 3 the subject failed;\n"
      "130 interrupted.");
  add_value(command, "--subject", "SUBJECT", kSubjectHelp);
  add_value(command, "--profile", "NAME", "What it is; where the subject does not say so itself");
}

void add_init(CLI::App& app) {
  CLI::App& command =
      add_command(app, "init", "Write an adapter to fill in, and say how to verify it",
                  "Files that are there are never written over. Exit codes: 0 written; 2 not.");
  add_value(command, "KIND", "", "python, node or cpp");
  add_value(command, "DIR", "", "Where to (default: the current folder)");
  add_value(command, "--profile", "NAME", "What the breaker is (default: timed)");
}

void add_run(CLI::App& app) {
  CLI::App& command = add_command(
      app, "run", "Run one document and print the answer",
      "Without FILE, or with -, the document is read from standard input.\n"
      "Exit codes: 0 answered; 2 the document is refused, the place on standard error.");
  add_value(command, "PROFILE", "", "What the document is for");
  add_value(command, "FILE", "", "The document, at most 256 MiB");
  add_value(command, "--engine", "ENGINE", "model (default) or impl");
  add_flag(command, "--text", "For people, in place of JSON; where the profile has it: expeditor");
}

void add_replay(CLI::App& app) {
  CLI::App& command =
      add_command(app, "replay", "Run corpus files, or one case, again", kExitCodes);
  command.add_option("FILE", "Corpus files; asked of model and impl without --subject")
      ->type_name("")
      ->expected(1, -1)
      ->allow_extra_args()
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_value(command, "--subject", "SUBJECT", kSubjectHelp);
  add_value(command, "--profile", "NAME", "With --case: what it is for");
  add_value(command, "--case", "JSON", "This one case (-: on standard input), by every property");
  add_known_differences(command);
}

void add_others(CLI::App& app) {
  CLI::App& rules =
      add_command(app, "rules", "List each rule, its properties, mutants and corpus cases", "");
  add_flag(rules, "--json", "As JSON");
  add_value(rules, "--corpus", "DIR", "The corpus (default: ./corpus where it is there)");
  add_command(app, "subjects", "List what can be judged, and how to add your own", "");
}

void add_mutants(CLI::App& app) {
  CLI::App& command = add_command(
      app, "mutants", "Judge the built-in faulty breakers: what kills each, and how soon",
      "Exit codes: 0 every one was killed with every seed; 1 one survived; 2 the command line;\n"
      "130 interrupted.");
  add_value(command, "--profile", "NAME", "Those of this profile alone");
  add_flag(command, "--list", "Only list them: what each does wrong, and where that was reported");
  add_value(command, "--seeds", "N", "Seeds 1 to N for each (default 1)");
  add_flag(command, "--to-the-end", "Not up to the first break: every property that sees each");
  add_value(command, "--json", "FILE", "Write the matrix as JSON too; -: on standard output alone");
}

Names command_names(const CLI::App& app) {
  static std::vector<std::string> names;
  names.clear();
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return {names.begin(), names.end()};
}

/// The options of a command, each `--name`.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_lnames().empty()) names.push_back("--" + option->get_lnames().front());
  }
  return names;
}

[[noreturn]] void fail_unknown(const CLI::App& app, const CLI::App* command,
                               const std::string& word) {
  if (command == nullptr && !word.starts_with('-')) {
    const Names names = command_names(app);
    throw UsageError("unknown command" + did_you_mean(word, names) + ": expected " + listed(names) +
                     ", " + found(word));
  }
  const auto owned = option_names(command == nullptr ? app : *command);
  const Names names(owned.begin(), owned.end());
  const std::string where = command == nullptr ? "" : command->get_name() + ": ";
  const bool is_option = word.starts_with('-');
  throw UsageError(where + (is_option ? "unknown option" : "unexpected word") +
                   (is_option ? did_you_mean(word, names) : "") + ": expected " + listed(names) +
                   ", " + found(word));
}

void refuse_extras(const CLI::App& app, const CLI::App* command) {
  for (const std::string& word : (command == nullptr ? app : *command).remaining(false)) {
    if (word != "--") fail_unknown(app, command, word);
  }
}

std::optional<std::string> value_of(const CLI::App& command, const std::string& name) {
  const auto& values = command.get_option(name)->results();
  if (values.empty()) return std::nullopt;
  if (values.size() > 1) {
    throw UsageError(name + ": expected once, found " + std::to_string(values.size()) + " times");
  }
  if (values.front().empty()) throw UsageError(name + ": expected a value, found an empty one");
  return values.front();
}

struct Limits {
  std::uint64_t low = 0;
  std::uint64_t high = std::numeric_limits<std::uint64_t>::max();
};

std::optional<std::uint64_t> number_of(const CLI::App& command, const std::string& name,
                                       Limits limits) {
  const auto text = value_of(command, name);
  if (!text) return std::nullopt;
  std::uint64_t number = 0;
  const char* end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, number);
  if (error != std::errc() || stop != end || number < limits.low || number > limits.high) {
    throw UsageError(name + ": expected an integer between " + std::to_string(limits.low) +
                     " and " + std::to_string(limits.high) + ", " + found(*text));
  }
  return number;
}

std::string subject_of(const CLI::App& command) {
  const auto subject = value_of(command, "--subject");
  if (!subject) throw UsageError(std::string("--subject: missing, expected ") + kSubjectHelp);
  return *subject;
}

/// --known-differences; `fix` says whether --fix stands beside it.
std::optional<std::string> known_differences_of(const CLI::App& command, bool& fix) {
  auto file = value_of(command, "--known-differences");
  fix = command.count("--fix") > 0;
  if (fix && !file) throw UsageError("--fix: expected beside --known-differences, found alone");
  return file;
}

VerifyArguments verify_arguments(const CLI::App& command) {
  VerifyArguments arguments;
  arguments.profile = value_of(command, "--profile");
  arguments.subject = subject_of(command);
  arguments.first_break = command.count("--first-break") > 0;
  arguments.seed = number_of(command, "--seed", {}).value_or(arguments.seed);
  arguments.cases = number_of(command, "--cases", {.low = 1, .high = kMostCases}).value_or(0);
  arguments.depth = number_of(command, "--depth", {.low = 0, .high = 9});
  arguments.extra_states = number_of(command, "--extra-states", {.low = 0, .high = 3});
  arguments.max_seconds = number_of(command, "--max-seconds", {.low = 1, .high = kMostSeconds});
  arguments.save = value_of(command, "--save");
  arguments.json = value_of(command, "--json");
  arguments.junit = value_of(command, "--junit");
  arguments.known_differences = known_differences_of(command, arguments.fix);
  if (arguments.fix && arguments.first_break) {
    throw UsageError("--fix: expected without --first-break, since it takes a full run");
  }
  return arguments;
}

SelftestArguments selftest_arguments(const CLI::App& command) {
  return {.profile = value_of(command, "--profile"), .subject = subject_of(command)};
}

InitArguments init_arguments(const CLI::App& command) {
  InitArguments arguments;
  const auto kind = value_of(command, "KIND");
  const Names kinds = template_kinds();
  if (!kind || std::find(kinds.begin(), kinds.end(), *kind) == kinds.end()) {
    throw UsageError("init: expected " + listed(kinds) + did_you_mean(kind.value_or(""), kinds) +
                     ", " + found(kind.value_or("")));
  }
  arguments.kind = *kind;
  arguments.folder = value_of(command, "DIR").value_or(arguments.folder);
  arguments.profile = value_of(command, "--profile");
  return arguments;
}

RunArguments run_arguments(const CLI::App& command) {
  RunArguments arguments;
  arguments.profile = value_of(command, "PROFILE");
  arguments.engine = value_of(command, "--engine").value_or(arguments.engine);
  arguments.text = command.count("--text") > 0;
  arguments.file = value_of(command, "FILE").value_or(arguments.file);
  return arguments;
}

ReplayArguments replay_arguments(const CLI::App& command) {
  ReplayArguments arguments;
  arguments.files = command.get_option("FILE")->results();
  arguments.profile = value_of(command, "--profile");
  arguments.subject = value_of(command, "--subject");
  arguments.one_case = value_of(command, "--case");
  arguments.known_differences = known_differences_of(command, arguments.fix);
  if (arguments.known_differences && (arguments.one_case || !arguments.subject)) {
    throw UsageError("--known-differences: expected beside corpus files and --subject");
  }
  if (arguments.one_case) {
    if (!arguments.files.empty()) {
      throw UsageError("--case: expected no file beside it, " + found(arguments.files.front()));
    }
    if (!arguments.subject) {
      throw UsageError(std::string("--subject: missing beside --case, expected ") + kSubjectHelp);
    }
  } else if (arguments.files.empty()) {
    throw UsageError(
        "replay: expected corpus files, or --profile, --subject and --case, found neither");
  } else if (arguments.profile) {
    throw UsageError(
        "--profile: expected beside --case alone, since a corpus file names its own, " +
        found(*arguments.profile));
  }
  return arguments;
}

MutantsArguments mutants_arguments(const CLI::App& command) {
  MutantsArguments arguments;
  arguments.profile = value_of(command, "--profile");
  arguments.list = command.count("--list") > 0;
  arguments.to_the_end = command.count("--to-the-end") > 0;
  const auto seeds = number_of(command, "--seeds", {.low = 1, .high = kMostSeeds});
  arguments.seeds = seeds.value_or(arguments.seeds);
  arguments.json = value_of(command, "--json");
  if (arguments.list && (arguments.to_the_end || seeds || arguments.json)) {
    throw UsageError("--list: expected beside --profile alone, since nothing is run");
  }
  return arguments;
}

Arguments arguments_of(const CLI::App& command) {
  const std::string& name = command.get_name();
  if (name == "verify") return verify_arguments(command);
  if (name == "run") return run_arguments(command);
  if (name == "replay") return replay_arguments(command);
  if (name == "selftest") return selftest_arguments(command);
  if (name == "init") return init_arguments(command);
  if (name == "rules") {
    return RulesArguments{.json = command.count("--json") > 0,
                          .corpus = value_of(command, "--corpus")};
  }
  if (name == "subjects") return SubjectsArguments{};
  return mutants_arguments(command);
}

/// What the library found wrong, which is little: an option without its value, a flag with one.
[[noreturn]] void fail_parse(const CLI::App& command, const CLI::ParseError& error) {
  const std::string_view what = error.what();
  std::string name(what.substr(0, what.find_first_of(": ")));
  if (!name.starts_with('-')) name = "--" + name;
  const CLI::Option* option = command.get_option_no_throw(name);
  if (option == nullptr) throw UsageError(std::string(what));
  if (option->get_expected_max() == 0) throw UsageError(name + ": expected no value, found one");
  throw UsageError(name + ": expected a value (" + option->get_type_name() + "), found nothing");
}

}  // namespace

Arguments read_arguments(int count, const char* const* words) {
  CLI::App app("tripcheck " + std::string(kVersion) +
               ": judges circuit breakers by the rules of their profile");
  app.name("tripcheck");
  app.set_help_flag("-h,--help", "Print this");
  app.set_version_flag("--version", "tripcheck " + std::string(kVersion), "Print the version");
  app.formatter(std::make_shared<Help>());
  app.footer(std::string("tripcheck COMMAND --help says more.\n") + kExitCodes);
  app.require_subcommand(0, 1);
  app.allow_extras();
  add_verify(app);
  add_run(app);
  add_replay(app);
  add_selftest(app);
  add_init(app);
  add_others(app);
  add_mutants(app);
  const auto chosen = [&]() -> const CLI::App* {
    const auto commands = app.get_subcommands();
    return commands.empty() ? nullptr : commands.front();
  };
  try {
    app.parse(count, words);
  } catch (const CLI::CallForHelp&) {
    return AnswerArguments{app.help()};
  } catch (const CLI::CallForVersion& version) {
    return AnswerArguments{version.what() + std::string("\n")};
  } catch (const CLI::ParseError& error) {
    fail_parse(chosen() == nullptr ? app : *chosen(), error);
  }
  refuse_extras(app, nullptr);
  if (chosen() == nullptr) {
    throw UsageError("expected a command: " + listed(command_names(app)) +
                     "; tripcheck --help says more");
  }
  refuse_extras(app, chosen());
  return arguments_of(*chosen());
}

}  // namespace tripcheck::cli
