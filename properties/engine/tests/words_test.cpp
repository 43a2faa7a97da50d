// The words of a command line (`exec:` subjects are split by them).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <tripcheck/properties/engine/words.hpp>
#include <variant>
#include <vector>

namespace tripcheck::engine {
namespace {

using Words = std::vector<std::string>;

Words words(const std::string& text) {
  const auto split = split_words(text);
  const auto* found = std::get_if<Words>(&split);
  return found != nullptr ? *found : Words{"error: " + std::get<std::string>(split)};
}

std::string fault(const std::string& text) {
  const auto split = split_words(text);
  const auto* found = std::get_if<std::string>(&split);
  return found != nullptr ? *found : "no fault";
}

TEST(Words, ArePartedByBlanks) {
  EXPECT_EQ(words("node  adapter.mjs\t--fast\n"), (Words{"node", "adapter.mjs", "--fast"}));
}

TEST(Words, AreJoinedByQuotes) {
  EXPECT_EQ(words(R"(a 'b c' "d e")"), (Words{"a", "b c", "d e"}));
  EXPECT_EQ(words(R"(a'b 'c" d")"), (Words{"ab c d"}));
  EXPECT_EQ(words(R"(a '' "")"), (Words{"a", "", ""}));
}

TEST(Words, TakeABackslashAsAShellDoes) {
  EXPECT_EQ(words(R"(a\ b \' \\)"), (Words{"a b", "'", "\\"}));
  EXPECT_EQ(words(R"("\"\\\$\`\n")"), (Words{R"("\$`\n)"}));
  EXPECT_EQ(words(R"('\')"), (Words{"\\"}));
  EXPECT_EQ(words("a\\\nb \\\n c \"d\\\ne\""), (Words{"ab", "c", "de"}));
}

TEST(Words, AreNotExpanded) {
  EXPECT_EQ(words("a $HOME ~ *.c | b > c; # d"),
            (Words{"a", "$HOME", "~", "*.c", "|", "b", ">", "c;", "#", "d"}));
}

TEST(Words, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(fault("a 'b"), "unfinished single quote at byte 3");
  EXPECT_EQ(fault("a b\"c\\\""), "unfinished double quote at byte 4");
  EXPECT_EQ(fault("a\\"), "unfinished backslash at byte 2");
  EXPECT_EQ(fault(""), "the command is empty");
  EXPECT_EQ(fault(" \n\t"), "the command is empty");
  EXPECT_EQ(fault("'' a"), "the first word of the command is empty");
  EXPECT_EQ(fault(std::string("a\0b", 3)), "a zero byte in the command");
}

/// `word` in one of the ways to quote it.
std::string quote(const std::string& word, int way) {
  std::string text;
  if (way == 0) {
    for (const char c : word) text += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
    return "'" + text + "'";
  }
  for (const char c : word) {
    const bool special = way == 1 ? std::string("\"\\$`").find(c) != std::string::npos : c != '\n';
    if (special) text += '\\';
    text += way == 2 && c == '\n' ? std::string("'\n'") : std::string(1, c);
  }
  if (way == 1) return "\"" + text + "\"";
  return word.empty() ? "''" : text;
}

rc::Gen<std::string> word_text() {
  return rc::gen::container<std::string>(
      rc::gen::element('a', 'n', '\'', '"', '\\', ' ', '\n', '$', '`', '\t', '\xe9'));
}

// Claim: whatever words there are, quoted in any way they come back as they were.
// Method: quote each word of a drawn list in a drawn way, join them by blanks, split.
RC_GTEST_PROP(Words, ComeBackAsTheyWereQuoted, ()) {
  auto list = *rc::gen::nonEmpty(rc::gen::container<Words>(word_text()));
  list.front() = "p" + list.front();
  std::string line;
  for (const auto& word : list) {
    const int way = *rc::gen::inRange(0, 3);
    line += quote(word, way) + *rc::gen::element<std::string>(" ", "\t ", "\n");
  }
  RC_ASSERT(words(line) == list);
}

// Claim: any text is either words, the first of them not empty, or a fault in one line.
// Method: split texts made of the characters that mean something.
RC_GTEST_PROP(Words, AreFoundOrRefusedInAnyText, ()) {
  const auto split = split_words(*word_text());
  if (const auto* found = std::get_if<Words>(&split)) {
    RC_ASSERT(!found->empty());
    RC_ASSERT(!found->front().empty());
  } else {
    RC_ASSERT(!std::get<std::string>(split).empty());
    RC_ASSERT(std::get<std::string>(split).find('\n') == std::string::npos);
  }
  RC_TAG(split.index() == 0 ? "words" : "refused");
}

}  // namespace
}  // namespace tripcheck::engine
