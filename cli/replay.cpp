// tripcheck replay: corpus files against any subject, or one case by every property.
#include <algorithm>
#include <memory>
#include <tripcheck/cli/commands.hpp>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/cli/door.hpp>
#include <tripcheck/cli/files.hpp>
#include <tripcheck/cli/interrupt.hpp>
#include <tripcheck/cli/known_file.hpp>
#include <tripcheck/cli/stored_case.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <tripcheck/properties/engine/corpus.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/printable.hpp>
#include <tripcheck/properties/profiles.hpp>

namespace tripcheck::cli {
namespace {

using engine::AnyProfile;
using engine::AnySubject;
using engine::Exit;
using engine::ReplayLine;
using engine::RuleVerdict;
using engine::SubjectTrouble;

constexpr std::size_t kShown = 2000;  // Bytes of an answer.
constexpr std::size_t kReason = 150;  // Of an answer in the list of known differences.

std::string shortened(std::string_view text) {
  if (text.size() <= kShown) return engine::printable(text);
  return engine::printable(text.substr(0, kShown)) + "… (" + std::to_string(text.size()) +
         " bytes)";
}

/// Runs files through subjects and keeps count.
class Replay {
 public:
  explicit Replay(const ReplayArguments& arguments) {
    if (arguments.known_differences) {
      known_ = std::make_unique<KnownFile>(
          *arguments.known_differences, arguments.fix ? KnownFile::Fix::yes : KnownFile::Fix::no);
    }
    if (arguments.subject) {
      doors_.push_back(std::make_unique<Door>(*arguments.subject));
    } else {
      for (const AnyProfile* profile : profiles()) {
        for (const std::string_view name : profile->built_in()) add_built_in(name);
      }
    }
  }

  /// What hinders all files alike, or nothing.
  std::optional<SubjectTrouble> start() {
    for (const auto& door : doors_) {
      if (auto trouble = door->start()) return trouble;
    }
    return std::nullopt;
  }

  /// Throws UsageError for a file that is none of a corpus.
  void run_file(const std::string& path) {
    const StoredCase stored = read_stored_case(path);
    ++files_;
    bool taken = false;
    for (const auto& door : doors_) {
      if (interrupted()) return;
      if (!door->takes(*stored.profile)) continue;
      taken = true;
      ask(*door, stored, path);
    }
    if (taken) return;
    ++not_asked_;
    tell(stored.file.id, {.verdict = RuleVerdict::not_visible, .expected = {}, .got = {}});
  }

  /// What the list of known differences makes of all that was replayed. To be called once, at the
  /// end.
  void judge_known() {
    if (!known_) return;
    std::string hindrance;
    if (bad_files_) hindrance = "a file could not be read";
    if (failed_ > 0) hindrance = "the subject failed";
    for (const engine::KnownDifference& one : known_->list().all) {
      if (!engine::is_case_id(one.id) || has_told(one.id)) continue;
      told_.rules.push_back(
          {.rule = one.id, .text = {}, .verdict = RuleVerdict::not_reached, .judged = 0});
      hindrance = "not every case on it was replayed";
    }
    told_.interrupted = interrupted();
    told_.floor_judged = true;  // There is none.
    told_ = known_->applied(std::move(told_), hindrance);
    print(engine::known_text(told_, colour()));
  }

  void note_bad_file() { bad_files_ = true; }

  /// The last line.
  [[nodiscard]] std::string count() const {
    const auto number = [](std::uint64_t n) { return std::to_string(n); };
    std::string text = number(files_) + (files_ == 1 ? " case, " : " cases, ") +
                       number(kept_ + broken_) + " answers: " + number(kept_) + " kept, " +
                       number(broken_) + " broken";
    const auto expected = told_.rules_with(RuleVerdict::expected).size();
    if (expected > 0) text += ", " + number(expected) + " of them expected";
    if (failed_ > 0) text += "; the subject failed " + number(failed_) + " times";
    if (not_asked_ > 0) text += "; " + number(not_asked_) + " outside what the subject takes";
    if (interrupted()) text += "; interrupted";
    return text + "\n";
  }

  [[nodiscard]] Exit exit() const {
    if (interrupted()) return Exit::interrupted;
    if (bad_files_) return Exit::usage;
    if (failed_ > 0) return Exit::subject_failed;
    if (known_ ? told_.broken() : broken_ > 0) return Exit::broken;
    return kept_ + told_.rules_with(RuleVerdict::expected).size() > 0 ? Exit::kept
                                                                      : Exit::not_enough;
  }

 private:
  void add_built_in(std::string_view name) {
    const auto same = [&](const auto& door) { return door->name() == name; };
    if (std::none_of(doors_.begin(), doors_.end(), same)) {
      doors_.push_back(std::make_unique<Door>(std::string(name)));
    }
  }

  void ask(Door& door, const StoredCase& stored, const std::string& path) {
    auto opened = door.open(*stored.profile);
    ReplayLine line;
    if (auto* trouble = std::get_if<SubjectTrouble>(&opened)) {
      line.trouble = std::move(*trouble);
    } else {
      try {
        line = stored.profile->replay(*std::get<AnySubject*>(opened), stored.file.input(),
                                      stored.file.expected());
      } catch (const engine::DocumentError& error) {
        throw UsageError(path + ": expected: " + error.what());
      }
    }
    if (interrupted()) return;  // What came last may have been cut short.
    tell(stored.file.id, line);
    show(line, stored.file, door.name());
  }

  [[nodiscard]] bool has_told(const std::string& id) const {
    return std::any_of(told_.rules.begin(), told_.rules.end(),
                       [&](const engine::RuleLine& line) { return line.rule == id; });
  }

  /// Puts a case on record as a rule, since to the list of known differences it is one.
  void tell(const std::string& id, const ReplayLine& line) {
    if (!known_ || line.trouble || has_told(id)) return;
    told_.rules.push_back({.rule = id, .text = {}, .verdict = line.verdict, .judged = 1});
    if (line.verdict != RuleVerdict::broken) return;
    engine::Counterexample example;
    example.rule = id;
    example.rows = {{.time = {},
                     .event = {},
                     .expected = line.expected.substr(0, kReason),
                     .got = line.got.substr(0, kReason)}};
    told_.counterexamples.push_back(std::move(example));
  }

  void show(const ReplayLine& line, const engine::CorpusCase& file, const std::string& subject) {
    const bool broken = line.verdict == RuleVerdict::broken;
    const bool known = known_ && known_->list().find(file.id) != nullptr;
    if (line.trouble) {
      ++failed_;
    } else if (broken) {
      ++broken_;
    } else {
      ++(line.verdict == RuleVerdict::kept ? kept_ : not_asked_);
    }
    if (!line.trouble && (!broken || known)) return;
    std::string rules;
    for (const std::string& rule : file.rules) rules += (rules.empty() ? "" : ", ") + rule;
    std::string text = (line.trouble ? "failed  " : "BROKEN  ") + file.id + "  (" + rules + ")  " +
                       engine::printable(subject) + "\n";
    if (line.trouble) {
      text += "  " + engine::printable(line.trouble->what) + "\n";
    } else {
      text += "  expected  " + shortened(line.expected) + "\n";
      text += "  got       " + shortened(line.got) + "\n";
    }
    print(text);
  }

  std::vector<std::unique_ptr<Door>> doors_;
  std::unique_ptr<KnownFile> known_;
  engine::Report told_;  // A rule a case; for known_.
  std::uint64_t files_ = 0;
  std::uint64_t kept_ = 0;
  std::uint64_t broken_ = 0;
  std::uint64_t failed_ = 0;
  std::uint64_t not_asked_ = 0;
  bool bad_files_ = false;
};

Exit failed_to_start(const std::string& subject, const SubjectTrouble& trouble) {
  if (interrupted()) return Exit::interrupted;
  engine::Report report;
  report.subject = subject;
  report.troubles.push_back(trouble);
  print(engine::text_of(report, colour()));
  return engine::exit_of(report);
}

Exit replay_files(const ReplayArguments& arguments) {
  Replay replay(arguments);
  if (const auto trouble = replay.start()) {
    return failed_to_start(arguments.subject.value_or(""), *trouble);
  }
  for (const std::string& path : arguments.files) {
    if (interrupted()) break;
    try {
      replay.run_file(path);
    } catch (const UsageError& error) {
      complain(error.what());  // And on to the next: each file stands for itself.
      replay.note_bad_file();
    }
  }
  replay.judge_known();
  print(replay.count());
  return replay.exit();
}

Exit replay_case(const ReplayArguments& arguments) {
  Door door(*arguments.subject);
  if (arguments.profile) static_cast<void>(profile_named(*arguments.profile, "--profile"));
  if (const auto trouble = door.start()) return failed_to_start(door.name(), *trouble);
  const AnyProfile& profile = door.choose(arguments.profile);
  auto opened = door.open(profile);
  if (const auto* trouble = std::get_if<SubjectTrouble>(&opened)) {
    return failed_to_start(door.name(), *trouble);
  }
  engine::VerifyOptions options;
  options.subject = door.name();
  options.interrupted = interrupted;
  const bool is_piped = *arguments.one_case == "-";
  const std::string document = is_piped ? read_file("-") : *arguments.one_case;
  auto judged = profile.verify_case(*std::get<AnySubject*>(opened), document, options);
  if (const auto* fault = std::get_if<std::string>(&judged)) {
    throw UsageError((is_piped ? shown_path("-") : "--case") + ": " + *fault);
  }
  auto report = std::get<engine::Report>(std::move(judged));
  report.floor_judged = false;  // One case reaches what it reaches.
  report.interrupted = report.interrupted || interrupted();
  print(engine::text_of(report, colour()));
  return engine::exit_of(report);
}

}  // namespace

Exit run(const ReplayArguments& arguments) {
  catch_interrupts();
  return arguments.one_case ? replay_case(arguments) : replay_files(arguments);
}

}  // namespace tripcheck::cli
