// Text from outside, made fit to print and fit for a shell.
#include <gtest/gtest.h>

#include <tripcheck/properties/engine/printable.hpp>

namespace tripcheck::engine {
namespace {

TEST(Printable, LeavesTextAsItIs) {
  EXPECT_EQ(printable("plain \\ text"), "plain \\ text");
  EXPECT_EQ(printable("é … 漢 \xf0\x9f\x98\x80"), "é … 漢 \xf0\x9f\x98\x80");
  EXPECT_EQ(width("é …"), 3U);
}

TEST(Printable, EscapesControlCharacters) {
  EXPECT_EQ(printable(std::string_view("\0\n\t\r\x1b\x7f", 6)), "\\x00\\n\\t\\x0d\\x1b\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");  // U+009B steers terminals as ESC [ does.
  EXPECT_EQ(printable("\xc2\xa0"), "\xc2\xa0");
}

TEST(Printable, EscapesWhatSteersText) {
  EXPECT_EQ(printable("a\u202eb"), "a\\xe2\\x80\\xaeb");  // What follows would be read backwards.
  EXPECT_EQ(printable("\u200b\u2028\u2066"), "\\xe2\\x80\\x8b\\xe2\\x80\\xa8\\xe2\\x81\\xa6");
  EXPECT_EQ(printable("\ufeff"), "\\xef\\xbb\\xbf");
  EXPECT_EQ(printable("\u200a\u2010\u2027\u202f\u2070"), "\u200a\u2010\u2027\u202f\u2070");
}

TEST(Printable, EscapesWhatIsNotUtf8) {
  EXPECT_EQ(printable("\xff"
                      "a"),
            "\\xffa");
  EXPECT_EQ(printable("\xc3"), "\\xc3");                             // Cut short.
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                    // Overlong.
  EXPECT_EQ(printable("\xe0\x9f\xbf"), "\\xe0\\x9f\\xbf");           // Overlong.
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // Half of a pair.
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // Past the last character.
}

TEST(ShellWord, IsQuotedWhereAShellWouldSeeMoreThanText) {
  EXPECT_EQ(shell_word("mutant:timed-x"), "mutant:timed-x");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("$x"), "'$x'");
  EXPECT_EQ(shell_word("it's"), R"('it'\''s')");
}

}  // namespace
}  // namespace tripcheck::engine
