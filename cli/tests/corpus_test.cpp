// Corpus files as they are written, and read again. What a wrong one says: corpus_files.bash.
#include <gtest/gtest.h>

#include <tripcheck/properties/engine/corpus.hpp>
#include <tripcheck/properties/engine/json_layout.hpp>

namespace tripcheck::engine {
namespace {

constexpr NewCorpusCase kMade{.profile = "timed",
                              .rule = "T-3",
                              .since = "0.1.0",
                              .note = "A \"story\".",
                              .input = R"({"limit":1,"events":[{"t":1},{"t":-2}]})",
                              .expected = R"({"rejected":[]})",
                              .error = ""};

TEST(CorpusFile, IsLaidOutAndReadBackAsWritten) {
  const std::string text = text_of(kMade);
  EXPECT_EQ(text, R"({
  "id": "timed/valid/t-3-419d0dcb84ee665c",
  "profile": "timed",
  "rules": ["T-3"],
  "since": "0.1.0",
  "note": "A \"story\".",
  "input": {
    "limit": 1,
    "events": [
      {"t": 1},
      {"t": -2}
    ]
  },
  "expected": {
    "rejected": []
  }
}
)");
  const auto read = read_corpus_case(text);
  const auto* file = std::get_if<CorpusCase>(&read);
  ASSERT_NE(file, nullptr) << std::get<std::string>(read);
  EXPECT_EQ(file->id, id_of(kMade));
  EXPECT_EQ(file->note, kMade.note);
  EXPECT_EQ(file->rules, std::vector<std::string>{"T-3"});
  EXPECT_EQ(json::compact(file->input()), kMade.input);
  EXPECT_EQ(json::compact(file->expected()), kMade.expected);
}

TEST(CorpusFile, OfARefusedInputIsAnInvalidCase) {
  NewCorpusCase made = kMade;
  made.error = "limit: too small";
  EXPECT_EQ(id_of(made), "timed/invalid/t-3-419d0dcb84ee665c");
  const auto read = read_corpus_case(text_of(made));
  const auto* file = std::get_if<CorpusCase>(&read);
  ASSERT_NE(file, nullptr) << std::get<std::string>(read);
  EXPECT_EQ(file->expected().find("error")->text(), made.error);
}

TEST(CorpusId, DiffersWhereTheInputDoes) {
  NewCorpusCase made = kMade;
  made.input = R"({"limit":2,"events":[]})";
  EXPECT_NE(id_of(made), id_of(kMade));
  made = kMade;
  made.note = "Another one.";
  EXPECT_EQ(id_of(made), id_of(kMade));
}

TEST(CorpusId, IsWhatThePathSaysBehindItsLastCorpusFolder) {
  EXPECT_EQ(id_of_path("corpus/timed/valid/a.json"), "timed/valid/a");
  EXPECT_EQ(id_of_path("../corpus/x/corpus/timed/valid/a.json"), "timed/valid/a");
  EXPECT_EQ(id_of_path("my-corpus/timed/valid/a.json"), std::nullopt);
  EXPECT_EQ(id_of_path("corpus/my-corpus/a.json"), "my-corpus/a");
  EXPECT_EQ(id_of_path("timed/valid/a.json"), std::nullopt);
}

TEST(Layout, KeepsTheDigitsOfEveryNumber) {
  constexpr std::string_view kNumbers =
      "[1.0,1e2,-0,18446744073709551616,0.1,-9223372036854775808]";
  const auto document = json::Document::parse(kNumbers);
  EXPECT_EQ(json::compact(document.root()),
            "[1.0,1e2,0,18446744073709551616,0.1,-9223372036854775808]");
  EXPECT_EQ(json::laid_out("[[1, {}], []]"), "[\n  [1, {}],\n  []\n]\n");
}

TEST(Layout, LeavesTextThatIsNoJsonAsItIs) { EXPECT_EQ(json::laid_out("[1,"), "[1,\n"); }

}  // namespace
}  // namespace tripcheck::engine
