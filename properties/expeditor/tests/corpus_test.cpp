// Every corpus case of the expeditor profile, against model and implementation (S-51).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <tripcheck/properties/engine/corpus.hpp>
#include <tripcheck/properties/engine/json_layout.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>

namespace tripcheck::expeditor {
namespace {

namespace fs = std::filesystem;

struct Stored {
  fs::path path;
  engine::CorpusCase file;
};

std::vector<Stored> stored(const char* folder) {
  std::vector<Stored> all;
  const fs::path base = fs::path(TRIPCHECK_CORPUS_DIR) / "expeditor" / folder;
  for (const auto& entry : fs::directory_iterator(base)) {
    std::ostringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    auto read = engine::read_corpus_case(text.str());
    EXPECT_TRUE(std::holds_alternative<engine::CorpusCase>(read)) << entry.path();
    all.push_back({entry.path(), std::get<engine::CorpusCase>(std::move(read))});
  }
  return all;
}

const std::vector<Stored>& valid() {
  static const std::vector<Stored> kAll = stored("valid");
  return kAll;
}

const std::vector<Stored>& invalid() {
  static const std::vector<Stored> kAll = stored("invalid");
  return kAll;
}

void hold(const std::vector<Stored>& all) {
  for (const char* name : {"model", "impl"}) {
    const auto subject = profile().open(name);
    for (const auto& [path, file] : all) {
      const auto line = profile().replay(*subject, file.input(), file.expected());
      EXPECT_EQ(line.verdict, engine::RuleVerdict::kept)
          << path << " by " << name << "\nexpected " << line.expected << "\ngot      " << line.got;
    }
  }
}

TEST(S51ExpeditorCorpus, EveryValidCaseHoldsForModelAndImplementation) {
  EXPECT_GE(valid().size(), 60U);
  hold(valid());
}

TEST(S51ExpeditorCorpus, EveryInvalidCaseIsRefusedByBoth) {
  EXPECT_GE(invalid().size(), 40U);
  hold(invalid());
}

/// Two rules have no case: a corpus file holds no text form (X-51), and is not compiled (X-60).
TEST(S51ExpeditorCorpus, EveryRuleIsCited) {
  std::set<std::string> cited{"X-51", "X-60"};
  for (const auto* all : {&valid(), &invalid()}) {
    for (const Stored& one : *all) cited.insert(one.file.rules.begin(), one.file.rules.end());
  }
  std::set<std::string> rules;
  for (const engine::Rule& rule : Traits::rules()) rules.emplace(rule.id);
  EXPECT_EQ(cited, rules);
}

/// The answer is compared as a whole: with one other number or word in it no case holds.
TEST(S51ExpeditorCorpus, AnAlteredAnswerDoesNotHold) {
  const auto subject = profile().open("model");
  constexpr std::array<const char*, 4> kWords{R"("step":)", R"("consumed":)", R"("event":)",
                                              R"("caution":)"};
  std::size_t altered = 0;
  for (const auto& [path, file] : valid()) {
    for (const std::string_view word : kWords) {
      std::string text = engine::json::compact(file.expected());
      const std::size_t at = text.rfind(word);
      if (at == std::string::npos) continue;
      const std::size_t begin = at + word.size();
      const bool yes = text.compare(begin, 4, "true") == 0;
      const std::string_view to = yes ? "false" : word == R"("caution":)" ? "true" : "777";
      text.replace(begin, text.find_first_of(",}", begin) - begin, to);
      const auto document = engine::json::Document::parse(text);
      const auto line = profile().replay(*subject, file.input(), document.root());
      EXPECT_EQ(line.verdict, engine::RuleVerdict::broken) << path << " with another " << word;
      ++altered;
    }
  }
  EXPECT_GT(altered, 2 * valid().size());
}

/// Whether the case of some report is broken by the mutant made after it. Replayed, a bad input is
/// refused by tripcheck's own reader: so the mutant is asked the case itself.
bool breaks_a_case_of(const engine::MutantInfo& mutant) {
  const auto subject = profile().open("mutant:" + std::string(mutant.id));
  const auto told = [&](const Stored& one) {
    return !one.file.origin.empty() &&
           mutant.origin.find(one.file.origin) != std::string_view::npos;
  };
  const auto broken = [&](const Stored& one) {
    const auto line = profile().replay(*subject, one.file.input(), one.file.expected());
    return told(one) && line.verdict == engine::RuleVerdict::broken;
  };
  const auto taken = [&](const Stored& one) {
    if (!told(one)) return false;
    const std::string input = engine::json::compact(one.file.input());
    const auto report = profile().verify_case(*subject, input, {});
    const auto* judged = std::get_if<engine::Report>(&report);
    return judged != nullptr && judged->broken();
  };
  return std::any_of(valid().begin(), valid().end(), broken) ||
         std::any_of(invalid().begin(), invalid().end(), taken);
}

/// Shows that the tests above can fail: the mutant of a report breaks a case that tells of it.
TEST(S51ExpeditorCorpus, AReportedFaultBreaksTheCaseOfItsReport) {
  std::size_t reported = 0;
  for (const auto& mutant : profile().mutants()) {
    if (mutant.origin.empty()) continue;
    ++reported;
    EXPECT_TRUE(breaks_a_case_of(mutant)) << mutant.id << " breaks no case of " << mutant.origin;
  }
  EXPECT_GE(reported, 40U);
}

}  // namespace
}  // namespace tripcheck::expeditor
