// tripcheck mutants: the built-in faulty breakers on trial, or the list of what each does wrong.
#include <algorithm>
#include <memory>
#include <string>
#include <tripcheck/cli/commands.hpp>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/cli/door.hpp>
#include <tripcheck/cli/files.hpp>
#include <tripcheck/cli/interrupt.hpp>
#include <tripcheck/cli/time_limit.hpp>
#include <tripcheck/properties/engine/matrix.hpp>
#include <tripcheck/properties/profiles.hpp>
#include <vector>

namespace tripcheck::cli {
namespace {

using Profiles = std::vector<const engine::AnyProfile*>;

std::string list_of(const Profiles& chosen) {
  std::string text;
  for (const engine::AnyProfile* profile : chosen) {
    const auto mutants = profile->mutants();
    for (const engine::MutantInfo& mutant : mutants) {
      std::string rules;
      for (const engine::RuleId rule : mutant.rules) {
        if (!rules.empty()) rules += ", ";
        rules += rule;
      }
      text.append("mutant:").append(mutant.id).append("  breaks ").append(rules).append("\n");
      text.append("  ").append(mutant.note).append("\n");
      if (!mutant.origin.empty()) text.append("  reported as ").append(mutant.origin).append("\n");
    }
    text.append("\n").append(profile->name()).append(": ").append(std::to_string(mutants.size()));
    text += " mutants; judge one with tripcheck verify --subject mutant:ID\n";
  }
  return text;
}

engine::Matrix matrix_of(const engine::AnyProfile& profile, const MutantsArguments& arguments) {
  Progress progress;
  engine::MatrixOptions options;
  options.seeds = arguments.seeds;
  options.to_the_end = arguments.to_the_end;
  options.clock = microseconds_now;
  options.interrupted = interrupted;
  options.progress = [&progress](std::uint64_t done, std::uint64_t all) {
    progress.show(done, all);
  };
  return engine::matrix_of(profile, options);
}

/// The worst of all: exit codes of a matrix are in this order.
engine::Exit exit_of(const std::vector<engine::Matrix>& matrices) {
  engine::Exit worst = engine::Exit::kept;
  for (const engine::Matrix& matrix : matrices) {
    worst = std::max(worst, engine::exit_of(matrix));
  }
  return worst;
}

}  // namespace

engine::Exit run(const MutantsArguments& arguments) {
  Profiles chosen;
  if (arguments.profile) {
    chosen.push_back(&profile_named(*arguments.profile, "--profile"));
  } else {
    for (const engine::AnyProfile* profile : profiles()) chosen.push_back(profile);
  }
  if (arguments.list) {
    print(list_of(chosen));
    return engine::Exit::kept;
  }
  const bool json_alone = arguments.json == "-";
  std::unique_ptr<OutputFile> json;
  if (arguments.json && !json_alone) json = std::make_unique<OutputFile>(*arguments.json);
  catch_interrupts();
  std::vector<engine::Matrix> matrices;
  for (const engine::AnyProfile* profile : chosen) {
    matrices.push_back(matrix_of(*profile, arguments));
    if (!json_alone) print((matrices.size() > 1 ? "\n" : "") + engine::text_of(matrices.back()));
    if (matrices.back().interrupted) break;
  }
  if (json_alone) print(engine::json_of(matrices));
  if (json) json->write(engine::json_of(matrices));
  return exit_of(matrices);
}

}  // namespace tripcheck::cli
