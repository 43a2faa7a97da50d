// Every corpus case of the escalation profile, against model and implementation (S-51).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <tripcheck/properties/engine/corpus.hpp>
#include <tripcheck/properties/engine/json_layout.hpp>
#include <tripcheck/properties/escalation/profile.hpp>

namespace tripcheck::escalation {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files(const char* folder) {
  std::vector<fs::path> all;
  for (const auto& entry :
       fs::directory_iterator(fs::path(TRIPCHECK_CORPUS_DIR) / "escalation" / folder)) {
    all.push_back(entry.path());
  }
  return all;
}

engine::CorpusCase stored(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  auto read = engine::read_corpus_case(text.str());
  EXPECT_TRUE(std::holds_alternative<engine::CorpusCase>(read)) << path;
  return std::get<engine::CorpusCase>(std::move(read));
}

void hold(const std::vector<fs::path>& paths) {
  for (const fs::path& path : paths) {
    const auto file = stored(path);
    for (const char* name : {"model", "impl"}) {
      const auto subject = profile().open(name);
      const auto line = profile().replay(*subject, file.input(), file.expected());
      EXPECT_EQ(line.verdict, engine::RuleVerdict::kept)
          << path << " by " << name << "\nexpected " << line.expected << "\ngot      " << line.got;
    }
  }
}

TEST(S51EscalationCorpus, EveryValidCaseHoldsForModelAndImplementation) {
  const auto all = files("valid");
  EXPECT_GE(all.size(), 30U);
  hold(all);
}

TEST(S51EscalationCorpus, EveryInvalidCaseIsRefusedByBoth) {
  const auto all = files("invalid");
  EXPECT_GE(all.size(), 30U);
  hold(all);
}

/// Whether the case of some report, in the folder, is broken by the mutant made after it. Replayed,
/// a bad input is refused by tripcheck's own reader: so the mutant is asked the case itself.
bool breaks_a_case_of(const engine::MutantInfo& mutant, const char* folder) {
  const auto subject = profile().open("mutant:" + std::string(mutant.id));
  for (const fs::path& path : files(folder)) {
    const auto file = stored(path);
    if (file.origin.empty() || mutant.origin.find(file.origin) == std::string_view::npos) continue;
    const auto report = profile().verify_case(*subject, engine::json::compact(file.input()), {});
    const auto* judged = std::get_if<engine::Report>(&report);
    if (judged != nullptr && judged->broken()) return true;
  }
  return false;
}

/// Shows that the tests above can fail: the mutant of a report breaks a case that tells of it.
TEST(S51EscalationCorpus, AReportedFaultBreaksTheCaseOfItsReport) {
  std::size_t reported = 0;
  for (const auto& mutant : profile().mutants()) {
    if (mutant.origin.empty()) continue;
    ++reported;
    EXPECT_TRUE(breaks_a_case_of(mutant, "valid") || breaks_a_case_of(mutant, "invalid"))
        << mutant.id << " breaks no case of " << mutant.origin;
  }
  EXPECT_GE(reported, 18U);
}

}  // namespace
}  // namespace tripcheck::escalation
