// tripcheck verify: the whole suite against a subject.
#include <memory>
#include <string>
#include <tripcheck/cli/commands.hpp>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/cli/door.hpp>
#include <tripcheck/cli/files.hpp>
#include <tripcheck/cli/interrupt.hpp>
#include <tripcheck/cli/known_file.hpp>
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

/// The rules whose breaks are known, and are no reason to end at the first one.
std::vector<std::string> expected_rules(const KnownFile* known) {
  std::vector<std::string> rules;
  if (known == nullptr) return rules;
  for (const engine::KnownDifference& one : known->list().all) rules.push_back(one.id);
  return rules;
}

Report judge(const VerifyArguments& arguments, const AnyProfile& profile, AnySubject& subject,
             const KnownFile* known) {
  const TimeLimit limit(arguments.max_seconds);
  Progress progress;
  engine::VerifyOptions options;
  options.seed = arguments.seed;
  options.cases = arguments.cases;
  options.depth = arguments.depth;
  options.extra_states = arguments.extra_states;
  options.first_break = arguments.first_break;
  options.expected = expected_rules(known);
  options.subject = arguments.subject;
  options.interrupted = interrupted;
  options.out_of_time = [&limit] { return limit.over(); };
  options.progress = [&progress](std::uint64_t done, std::uint64_t all) {
    progress.show(done, all);
  };
  options.first_found = [&progress](const engine::FirstFound& first) {
    progress.clear();
    note(engine::text_of(first));
  };
  Report report = profile.verify(subject, options);
  report.interrupted = report.interrupted || interrupted();
  return report;
}

/// What could not be saved is said in `unsaved`: the report comes first.
Report report_on(const VerifyArguments& arguments, Door& door, const KnownFile* known,
                 std::string& unsaved) {
  if (auto trouble = door.start()) return failed_at_start(arguments, std::move(*trouble));
  const AnyProfile& profile = door.choose(arguments.profile);
  auto opened = door.open(profile);
  if (auto* trouble = std::get_if<SubjectTrouble>(&opened)) {
    return failed_at_start(arguments, std::move(*trouble));
  }
  Report report = judge(arguments, profile, *std::get<AnySubject*>(opened), known);
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
  if (arguments.junit == "-") throw UsageError("--junit: expected a file, found \"-\"");
  if (arguments.junit && arguments.junit == arguments.json) {
    throw UsageError("--junit: expected another file than --json has");
  }
  // What cannot be written is known before the run, not after it.
  const bool json_alone = arguments.json == "-";
  std::unique_ptr<OutputFile> json;
  if (arguments.json && !json_alone) json = std::make_unique<OutputFile>(*arguments.json);
  std::unique_ptr<OutputFile> junit;
  if (arguments.junit) junit = std::make_unique<OutputFile>(*arguments.junit);
  if (arguments.save) prepare_folder(*arguments.save);
  std::unique_ptr<KnownFile> known;
  if (arguments.known_differences) {
    known = std::make_unique<KnownFile>(*arguments.known_differences,
                                        arguments.fix ? KnownFile::Fix::yes : KnownFile::Fix::no);
  }
  catch_interrupts();
  std::string unsaved;
  Report report = report_on(arguments, door, known.get(), unsaved);
  if (known) report = known->applied(std::move(report));
  print(json_alone ? engine::json_of(report) : engine::text_of(report, colour()));
  if (json) json->write(engine::json_of(report));
  if (junit) junit->write(engine::junit_of(report));
  if (!unsaved.empty()) throw UsageError(unsaved);
  return engine::exit_of(report);
}

}  // namespace tripcheck::cli
