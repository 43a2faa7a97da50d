// tripcheck subjects: what can be judged.
#include <array>
#include <tripcheck/cli/commands.hpp>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/properties/profiles.hpp>

namespace tripcheck::cli {
namespace {

struct Described {
  std::string_view name;
  std::string_view what;
};
constexpr std::array<Described, 2> kDescribed{
    {{"model", "the rules as plain code; what every other subject is compared with"},
     {"impl", "the optimized implementation, held to the same rules"}}};

std::string_view description_of(std::string_view name) {
  for (const Described& one : kDescribed) {
    if (one.name == name) return one.what;
  }
  return "built in";
}

std::string row(std::string_view name, std::string_view what) {
  constexpr std::size_t kColumn = 14;
  std::string text = "  " + std::string(name);
  text.append(text.size() < kColumn ? kColumn - text.size() : 1, ' ');
  return text + std::string(what) + "\n";
}

constexpr std::string_view kProcesses =
    R"(A program, any profile:
  exec:COMMAND LINE

The command line is split into words as a shell would split them, and run without a shell. The
program reads JSON lines on standard input and answers each with one line on standard output:

  {"tripcheck":1,"op":"start"}       {"tripcheck":1,"name":"mine","version":"1","profiles":["timed"]}
  {"id":1,"profile":"timed","case":{…}}      {"id":1,"answer":{…}}

A case is the document that tripcheck run PROFILE takes, an answer what it prints; each case is for a
fresh breaker. Answers must be flushed. Instead of "answer" there may be "skipped" or "error", each
with a reason. The start answer may say "claims" and "domain".

  tripcheck verify --subject 'exec:python3 my_breaker.py'
)";

}  // namespace

engine::Exit run(const SubjectsArguments& /*arguments*/) {
  std::string text;
  for (const engine::AnyProfile* profile : profiles()) {
    text += "Built in, --profile " + std::string(profile->name()) + ":\n";
    for (const std::string_view name : profile->built_in()) text += row(name, description_of(name));
    const auto mutants = profile->mutants();
    text +=
        row("mutant:ID", "a breaker with one deliberate fault: " + std::to_string(mutants.size()) +
                             " of them, listed by tripcheck mutants");
    text += "\n";
  }
  print(text + std::string(kProcesses));
  return engine::Exit::kept;
}

}  // namespace tripcheck::cli
