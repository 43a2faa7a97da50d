// tripcheck selftest: what is wrong with an adapter, check by check.
#include <algorithm>
#include <string>
#include <tripcheck/cli/commands.hpp>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/cli/door.hpp>
#include <tripcheck/cli/interrupt.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <tripcheck/properties/engine/printable.hpp>
#include <tripcheck/properties/engine/selftest_remedy.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::cli {
namespace {

using engine::AnyProfile;
using engine::AnySubject;
using engine::printable;
using engine::SelftestCheck;
using engine::SubjectTrouble;
using Verdict = SelftestCheck::Verdict;

constexpr std::string_view kStart = "start answer";
constexpr std::size_t kMostCase = 1000;  // Bytes of a case that are shown.

SelftestCheck failed_to_start(const SubjectTrouble& trouble) {
  SelftestCheck check{
      .name = std::string(kStart), .verdict = Verdict::wrong, .found = trouble.what};
  check.remedy =
      "answer {\"tripcheck\":1,\"op\":\"start\"} with one line, flushed at once: "
      "{\"tripcheck\":1,\"name\":…,\"version\":…,\"profiles\":[…]}, and claims and domain where "
      "they apply: docs/protocol.md";
  check.last_words = trouble.last_words;
  check.subject_failed = true;
  return check;
}

std::string joined(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& one : all) text += (text.empty() ? "" : ", ") + one;
  return text;
}

/// What the subject says of itself, for its author to read again.
SelftestCheck started(const engine::Description& by) {
  std::string domain;
  for (const engine::Named& limit : by.domain.limits) {
    domain += (domain.empty() ? "" : ", ") + limit.name + " " + std::to_string(limit.range.low) +
              " … " + std::to_string(limit.range.high);
  }
  return {.name = std::string(kStart),
          .found = by.name + (by.version.empty() ? "" : " " + by.version) + "; claims " +
                   (by.claims.empty() ? "nothing" : joined(by.claims)) + "; takes " +
                   (domain.empty() ? "everything" : domain)};
}

std::vector<SelftestCheck> checks_of(const SelftestArguments& arguments, Door& door,
                                     std::string& profile_name) {
  if (const auto trouble = door.start()) return {failed_to_start(*trouble)};
  const AnyProfile& profile = door.choose(arguments.profile);
  profile_name = profile.name();
  const auto opened = door.open(profile);
  if (const auto* trouble = std::get_if<SubjectTrouble>(&opened)) {
    return {failed_to_start(*trouble)};
  }
  AnySubject& subject = *std::get<AnySubject*>(opened);
  std::vector<SelftestCheck> all{started(subject.description())};
  for (SelftestCheck& check : profile.selftest(subject, interrupted)) {
    all.push_back(std::move(check));
  }
  return all;
}

/// A check, its sentence beside it and the rest below.
std::string text_of(const SelftestCheck& check, std::size_t names) {
  const std::string_view verdict = check.verdict == Verdict::ok      ? "ok"
                                   : check.verdict == Verdict::wrong ? "WRONG"
                                                                     : "not tried";
  std::string text(verdict);
  constexpr std::size_t kVerdict = 11;
  text.append(kVerdict - text.size(), ' ').append(check.name);
  text.append(names + 2 - check.name.size(), ' ').append(printable(check.found)).append("\n");
  if (check.verdict != Verdict::wrong) return text;
  text.append("  do    ").append(printable(check.remedy)).append("\n");
  if (!check.case_document.empty()) {
    const bool whole = check.case_document.size() <= kMostCase;
    text.append("  case  ").append(printable(check.case_document.substr(0, kMostCase)));
    text.append(whole ? "\n" : " …\n");
  }
  std::string_view words = check.last_words;
  if (!words.empty()) text += "  its last words on standard error:\n";
  while (!words.empty()) {
    const auto end = words.find('\n');
    text.append("  | ").append(printable(words.substr(0, end))).append("\n");
    words = end == std::string_view::npos ? std::string_view() : words.substr(end + 1);
  }
  return text;
}

/// The last line: `SELFTEST: 15 ok` …
std::string verdict_of(const std::vector<SelftestCheck>& all) {
  std::vector<std::string> wrong;
  std::size_t ok = 0;
  std::size_t not_tried = 0;
  for (const SelftestCheck& check : all) {
    if (check.verdict == Verdict::wrong) wrong.push_back(check.name);
    ok += check.verdict == Verdict::ok ? 1U : 0U;
    not_tried += check.verdict == Verdict::not_tried ? 1U : 0U;
  }
  std::string text = interrupted() ? "INTERRUPTED: " : "SELFTEST: ";
  if (!wrong.empty()) text += std::to_string(wrong.size()) + " WRONG (" + joined(wrong) + "), ";
  text += std::to_string(ok) + " ok";
  if (not_tried > 0) text += ", " + std::to_string(not_tried) + " not tried";
  return text + "\n";
}

engine::Exit exit_of(const std::vector<SelftestCheck>& all) {
  if (interrupted()) return engine::Exit::interrupted;
  const auto failed = [](const SelftestCheck& check) { return check.subject_failed; };
  if (std::any_of(all.begin(), all.end(), failed)) return engine::Exit::subject_failed;
  const auto wrong = [](const SelftestCheck& check) { return check.verdict == Verdict::wrong; };
  return std::any_of(all.begin(), all.end(), wrong) ? engine::Exit::broken : engine::Exit::kept;
}

}  // namespace

engine::Exit run(const SelftestArguments& arguments) {
  Door door(arguments.subject);
  if (arguments.profile) static_cast<void>(profile_named(*arguments.profile, "--profile"));
  catch_interrupts();
  std::string profile;
  const auto all = checks_of(arguments, door, profile);
  std::string text = "subject    " + printable(arguments.subject) + "\n";
  if (!profile.empty()) text += "profile    " + profile + "\n";
  text += "\n";
  std::size_t names = 0;
  for (const SelftestCheck& check : all) names = std::max(names, check.name.size());
  for (const SelftestCheck& check : all) text += text_of(check, names);
  if (exit_of(all) == engine::Exit::broken) {
    text +=
        "\nA breaker that breaks rules can be WRONG in a well-made adapter too: tripcheck verify "
        "says "
        "more.\n";
  }
  print(text + "\n" + verdict_of(all));
  return exit_of(all);
}

}  // namespace tripcheck::cli
