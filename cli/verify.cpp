// tripcheck verify: the whole suite against a subject.
#include <memory>
#include <string>
#include <tripcheck/cli/commands.hpp>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/cli/door.hpp>
#include <tripcheck/cli/files.hpp>
#include <tripcheck/cli/interrupt.hpp>
#include <tripcheck/cli/saving.hpp>
#include <tripcheck/cli/time_limit.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <utility>

namespace tripcheck::cli {
namespace {

using engine::AnyProfile;
using engine::AnySubject;
using engine::Report;
using engine::SubjectTrouble;

/// The report where the subject did not get as far as a case.
Report failed_at_start(const VerifyArguments& arguments, SubjectTrouble trouble) {
  Report report;
  report.subject = arguments.subject;
  report.profile = arguments.profile.value_or("");
  report.seed = arguments.seed;
  report.interrupted = interrupted();
  if (!report.interrupted) report.troubles.push_back(std::move(trouble));
  return report;
}

Report judge(const VerifyArguments& arguments, const AnyProfile& profile, AnySubject& subject) {
  const TimeLimit limit(arguments.max_seconds);
  Progress progress;
  engine::VerifyOptions options;
  options.seed = arguments.seed;
  options.cases = arguments.cases;
  options.first_break = arguments.first_break;
  options.subject = arguments.subject;
  options.interrupted = interrupted;
  options.out_of_time = [&limit] { return limit.over(); };
  options.progress = [&progress](std::uint64_t done, std::uint64_t all) {
    progress.show(done, all);
  };
  Report report = profile.verify(subject, options);
  report.interrupted = report.interrupted || interrupted();
  return report;
}

/// What could not be saved is said in `unsaved`: the report comes first.
Report report_on(const VerifyArguments& arguments, Door& door, std::string& unsaved) {
  if (auto trouble = door.start()) return failed_at_start(arguments, std::move(*trouble));
  const AnyProfile& profile = door.choose(arguments.profile);
  auto opened = door.open(profile);
  if (auto* trouble = std::get_if<SubjectTrouble>(&opened)) {
    return failed_at_start(arguments, std::move(*trouble));
  }
  Report report = judge(arguments, profile, *std::get<AnySubject*>(opened));
  if (arguments.save) {
    try {
      save(report, profile, *arguments.save);
    } catch (const UsageError& error) {
      unsaved = error.what();
    }
  }
  return report;
}

}  // namespace

engine::Exit run(const VerifyArguments& arguments) {
  Door door(arguments.subject);
  if (arguments.profile) static_cast<void>(profile_named(*arguments.profile, "--profile"));
  // What cannot be written is known before the run, not after it.
  const bool json_alone = arguments.json == "-";
  std::unique_ptr<OutputFile> json;
  if (arguments.json && !json_alone) json = std::make_unique<OutputFile>(*arguments.json);
  if (arguments.save) prepare_folder(*arguments.save);
  catch_interrupts();
  std::string unsaved;
  const Report report = report_on(arguments, door, unsaved);
  print(json_alone ? engine::json_of(report) : engine::text_of(report, colour()));
  if (json) json->write(engine::json_of(report));
  if (!unsaved.empty()) throw UsageError(unsaved);
  return engine::exit_of(report);
}

}  // namespace tripcheck::cli
