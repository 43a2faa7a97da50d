// tripcheck mutants: the built-in faulty breakers, what each does wrong and where that was seen.
#include <tripcheck/cli/commands.hpp>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/properties/profiles.hpp>

namespace tripcheck::cli {

engine::Exit run(const MutantsArguments& /*arguments*/) {
  std::string text;
  for (const engine::AnyProfile* profile : profiles()) {
    const auto mutants = profile->mutants();
    for (const engine::MutantInfo& mutant : mutants) {
      std::string rules;
      for (const engine::RuleId rule : mutant.rules) {
        rules += (rules.empty() ? "" : ", ") + std::string(rule);
      }
      text += "mutant:" + std::string(mutant.id) + "  breaks " + rules + "\n";
      text += "  " + std::string(mutant.note) + "\n";
      if (!mutant.origin.empty()) text += "  reported as " + std::string(mutant.origin) + "\n";
    }
    text += "\n" + std::string(profile->name()) + ": " + std::to_string(mutants.size()) +
            " mutants; judge one with tripcheck verify --subject mutant:ID\n";
  }
  print(text);
  return engine::Exit::kept;
}

}  // namespace tripcheck::cli
