// Every corpus case of the overlap profile, against model and implementation (S-51).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <tripcheck/properties/engine/corpus.hpp>
#include <tripcheck/properties/overlap/profile.hpp>

namespace tripcheck::overlap {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files(const char* folder) {
  std::vector<fs::path> all;
  for (const auto& entry :
       fs::directory_iterator(fs::path(TRIPCHECK_CORPUS_DIR) / "overlap" / folder)) {
    all.push_back(entry.path());
  }
  return all;
}

std::string contents(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void holds(const fs::path& path, std::string_view subject_name) {
  const auto read = engine::read_corpus_case(contents(path));
  ASSERT_TRUE(std::holds_alternative<engine::CorpusCase>(read)) << path;
  const auto& stored = std::get<engine::CorpusCase>(read);
  const auto subject = profile().open(subject_name);
  const auto line = profile().replay(*subject, stored.input(), stored.expected());
  EXPECT_EQ(line.verdict, engine::RuleVerdict::kept)
      << path << " by " << subject_name << "\nexpected " << line.expected << "\ngot      "
      << line.got;
}

TEST(S51OverlapCorpus, EveryValidCaseHoldsForModelAndImplementation) {
  const auto all = files("valid");
  EXPECT_GE(all.size(), 40U);
  for (const fs::path& path : all) {
    holds(path, "model");
    holds(path, "impl");
  }
}

TEST(S51OverlapCorpus, EveryInvalidCaseIsRefusedByBoth) {
  const auto all = files("invalid");
  EXPECT_GE(all.size(), 12U);
  for (const fs::path& path : all) {
    holds(path, "model");
    holds(path, "impl");
  }
}

/// Shows that the two tests above can fail: a mutant that lets a crowd in must not hold.
TEST(S51OverlapCorpus, AFaultyBreakerDoesNotHold) {
  const auto subject = profile().open("mutant:overlap-half-open-lets-a-crowd-in");
  std::size_t broken = 0;
  for (const fs::path& path : files("valid")) {
    const auto read = engine::read_corpus_case(contents(path));
    const auto& stored = std::get<engine::CorpusCase>(read);
    const auto line = profile().replay(*subject, stored.input(), stored.expected());
    if (line.verdict == engine::RuleVerdict::broken) ++broken;
  }
  EXPECT_GT(broken, 8U);
}

}  // namespace
}  // namespace tripcheck::overlap
