#include <algorithm>
#include <cassert>
#include <tripcheck/cli/door.hpp>
#include <tripcheck/cli/interrupt.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/start_answer.hpp>
#include <tripcheck/properties/engine/words.hpp>
#include <tripcheck/properties/profiles.hpp>
#include <utility>

namespace tripcheck::cli {
namespace {

using engine::AnyProfile;
using engine::AnySubject;
using engine::SubjectTrouble;

constexpr std::string_view kProcess = "exec:";
constexpr std::string_view kMutant = "mutant:";

bool knows(const AnyProfile& profile, std::string_view name) {
  return profile.open(name) != nullptr;
}

Names built_in_names() {
  Names names;
  for (const AnyProfile* profile : profiles()) {
    for (const std::string_view name : profile->built_in()) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

[[noreturn]] void fail_unknown_mutant(std::string_view id) {
  std::vector<std::vector<engine::MutantInfo>> kept;  // The names point into these.
  Names names;
  for (const AnyProfile* profile : profiles()) {
    kept.push_back(profile->mutants());
    for (const auto& mutant : kept.back()) names.push_back(mutant.id);
  }
  throw UsageError("--subject: no such mutant" + did_you_mean(id, names) +
                   ": expected an id that tripcheck mutants lists, " + found(id));
}

std::vector<std::string> command_of(std::string_view line) {
  auto words = engine::split_words(line);
  if (const auto* fault = std::get_if<std::string>(&words)) {
    throw UsageError("--subject: " + std::string(kProcess) + ": " + *fault);
  }
  return std::get<std::vector<std::string>>(std::move(words));
}

SubjectTrouble nonsense(const std::string& what) {
  return {.what = "answered start with nonsense: " + what, .last_words = "", .case_document = ""};
}

}  // namespace

Names profile_names() {
  Names names;
  for (const AnyProfile* profile : profiles()) names.push_back(profile->name());
  return names;
}

const AnyProfile& profile_named(std::string_view name, std::string_view where) {
  for (const AnyProfile* profile : profiles()) {
    if (profile->name() == name) return *profile;
  }
  const Names names = profile_names();
  throw UsageError(std::string(where) + ": no such profile" + did_you_mean(name, names) +
                   ": expected " + engine::either(names) + ", " + found(name));
}

Door::Door(std::string subject) : name_(std::move(subject)) {
  const std::string_view name = name_;
  if (name.starts_with(kProcess)) {
    command_ = command_of(name.substr(kProcess.size()));
    return;
  }
  const auto all = profiles();
  if (std::any_of(all.begin(), all.end(), [&](const auto* p) { return knows(*p, name); })) return;
  if (name.starts_with(kMutant)) fail_unknown_mutant(name.substr(kMutant.size()));
  const Names names = built_in_names();
  throw UsageError("--subject: no such subject" + did_you_mean(name, names) + ": expected " +
                   listed(names) + ", mutant:ID or exec:COMMAND LINE, " + found(name));
}

std::optional<SubjectTrouble> Door::start() {
  if (!is_process()) return std::nullopt;
  engine::ProcessOptions options;
  options.command = command_;
  options.interrupted = interrupted;
  process_ = std::make_unique<engine::Process>(std::move(options));
  if (const auto failure = process_->start()) {
    return SubjectTrouble{
        .what = failure->what, .last_words = failure->last_words, .case_document = ""};
  }
  try {
    said_profiles_ = engine::read_start_answer(process_->start_answer()).profiles;
  } catch (const engine::DocumentError& error) {
    return nonsense(error.what());
  }
  const auto all = profiles();
  if (std::any_of(all.begin(), all.end(), [&](const auto* p) { return takes(*p); })) {
    return std::nullopt;
  }
  std::string said;
  for (const std::string& one : said_profiles_) said += (said.empty() ? "" : ", ") + one;
  return nonsense("profiles: expected " + engine::either(profile_names()) + ", found " +
                  (said.empty() ? "none" : said));
}

bool Door::takes(const AnyProfile& profile) const {
  if (!is_process()) return knows(profile, name_);
  return std::find(said_profiles_.begin(), said_profiles_.end(), profile.name()) !=
         said_profiles_.end();
}

const AnyProfile& Door::choose(const std::optional<std::string>& wanted) const {
  Names names;
  for (const AnyProfile* profile : profiles()) {
    if (takes(*profile)) names.push_back(profile->name());
  }
  const bool says_so = is_process() || name_.starts_with(kMutant);
  if (wanted) {
    const AnyProfile& profile = profile_named(*wanted, "--profile");
    if (takes(profile)) return profile;
    throw UsageError("--profile: expected " + engine::either(names) + ", which is what " + name_ +
                     " is for, " + found(*wanted));
  }
  if (says_so && names.size() == 1) {
    return profile_named(names.front(), "--profile");
  }
  assert(!names.empty());
  throw UsageError("--profile: missing, expected " + engine::either(names) + " for " + name_);
}

std::variant<AnySubject*, SubjectTrouble> Door::open(const AnyProfile& profile) {
  assert(takes(profile));
  auto& kept = subjects_[&profile];
  if (kept) return kept.get();
  if (!is_process()) {
    kept = profile.open(name_);
    return kept.get();
  }
  auto attached = profile.attach(*process_);
  if (const auto* fault = std::get_if<std::string>(&attached)) return nonsense(*fault);
  kept = std::get<std::unique_ptr<AnySubject>>(std::move(attached));
  return kept.get();
}

}  // namespace tripcheck::cli
