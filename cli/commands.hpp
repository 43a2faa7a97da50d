/// The commands, a source file each. All throw UsageError.
#pragma once
#include <tripcheck/cli/arguments.hpp>
#include <tripcheck/properties/engine/report.hpp>

namespace tripcheck::cli {

engine::Exit run(const VerifyArguments& arguments);
engine::Exit run(const RunArguments& arguments);
engine::Exit run(const ReplayArguments& arguments);
engine::Exit run(const SelftestArguments& arguments);
engine::Exit run(const InitArguments& arguments);
engine::Exit run(const RulesArguments& arguments);
engine::Exit run(const SubjectsArguments& arguments);
engine::Exit run(const MutantsArguments& arguments);
engine::Exit run(const AnswerArguments& arguments);

}  // namespace tripcheck::cli
