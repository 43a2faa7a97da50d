// Strict reading of documents: the first fault in document order, with its place and what is
// allowed.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/document.hpp>
#include <vector>

namespace tripcheck::engine {
namespace {

constexpr std::array<std::string_view, 3> kWords{"red", "green", "blue"};

/// A document with each thing that can be read: {"n", "flag", "name"?, "colour"?, "list"?:
/// [{"n"}]}.
void read_sample(json::Value value, const Place& place) {
  static constexpr std::array<Key, 5> kKeys{{{.name = "n"},
                                             {.name = "flag"},
                                             {.name = "name", .required = false},
                                             {.name = "colour", .required = false},
                                             {.name = "list", .required = false}}};
  static constexpr std::array<Key, 1> kItemKeys{{{.name = "n"}}};
  const auto number = [](json::Value item, const Place& here) {
    (void)read_integer(item, here, {.low = 1, .high = 9});
  };
  read_object(value, place, kKeys, [&](std::size_t key, json::Value member, const Place& here) {
    if (key == 0) number(member, here);
    if (key == 1) (void)read_boolean(member, here);
    if (key == 2) (void)read_string(member, here);
    if (key == 3) (void)read_word(member, here, kWords);
    if (key != 4) return;
    read_array(member, here, [&](json::Value item, const Place& there) {
      read_object(item, there, kItemKeys, [&](std::size_t, json::Value each, const Place& deepest) {
        number(each, deepest);
      });
    });
  });
}

/// What is wrong with it; `fine` where nothing is.
std::string fault(std::string_view text) {
  const auto document = json::Document::parse(text);
  try {
    read_sample(document.root(), Place{});
    read_end(document);
  } catch (const DocumentError& error) {
    return error.what();
  }
  return "fine";
}

TEST(Document, WithoutAFaultIsRead) {
  EXPECT_EQ(fault(R"({"n":1,"flag":true})"), "fine");
  EXPECT_EQ(fault(R"({"list":[{"n":9},{"n":1}],"colour":"blue","name":"","flag":false,"n":9})"),
            "fine");
}

TEST(Document, NamesThePlace) {
  EXPECT_EQ(fault(R"([])"), "document: expected an object, found an array");
  EXPECT_EQ(fault(R"({"flag":1})"), "flag: expected true or false, found 1");
  EXPECT_EQ(fault(R"({"list":{}})"), "list: expected an array, found an object");
  EXPECT_EQ(fault(R"({"list":[{"n":1},3]})"), "list[1]: expected an object, found 3");
  EXPECT_EQ(fault(R"({"list":[{"n":1},{"n":0}]})"),
            "list[1].n: expected an integer between 1 and 9, found 0");
  EXPECT_EQ(fault(R"({"list":[{}]})"), "list[0].n: missing");
}

TEST(Document, PutsNamesThatAreNotBareInBrackets) {
  const Place root{};
  const Place inner = root.member("a");
  EXPECT_EQ(root.text(), "document");
  EXPECT_EQ(root.item(2).text(), "[2]");
  EXPECT_EQ(root.member("a_9").text(), "a_9");
  EXPECT_EQ(inner.item(0).text(), "a[0]");
  const Place item = inner.item(7);
  EXPECT_EQ(item.member("t").text(), "a[7].t");
  EXPECT_EQ(inner.member("9a").text(), R"(a["9a"])");
  EXPECT_EQ(inner.member("").text(), R"(a[""])");
  EXPECT_EQ(inner.member("a b").text(), R"(a["a b"])");
  EXPECT_EQ(inner.member("\"\n").text(), R"(a["\"\n"])");
  EXPECT_EQ(inner.member("\xc3\xa9").text(), R"(a["\u00e9"])");
  EXPECT_EQ(root.member("a.b").text(), R"(["a.b"])");
  EXPECT_EQ(fault(R"({"a\nb":1})").rfind(R"(["a\nb"]: unknown key)", 0), 0U);
}

TEST(Document, SaysWhatWasFound) {
  const std::string wanted = "n: expected an integer between 1 and 9, found ";
  for (const auto* text : {"null", "true", "false", "0", "10", "-9223372036854775808", "1.0", "1e2",
                           "9223372036854775808", R"("5")", R"("\u00e9")"}) {
    EXPECT_EQ(fault("{\"n\":" + std::string(text) + "}"), wanted + text);
  }
  EXPECT_EQ(fault(R"({"n":[1]})"), wanted + "an array");
  EXPECT_EQ(fault(R"({"n":{}})"), wanted + "an object");
  EXPECT_EQ(fault(R"({"n":1,"flag":true,"name":5})"), "name: expected a string, found 5");
}

TEST(Document, ListsTheWordsThatAreAllowed) {
  EXPECT_EQ(fault(R"({"colour":"pink"})"),
            R"(colour: expected "red", "green" or "blue", found "pink")");
  EXPECT_EQ(fault(R"({"colour":null})"),
            R"(colour: expected "red", "green" or "blue", found null)");
  EXPECT_EQ(fault(R"({"hue":1})"), "hue: unknown key, expected n, flag, name, colour or list");
  const std::vector<std::string_view> words{"a", "b", "c"};
  EXPECT_EQ(either(std::span(words).first(0)), "");
  EXPECT_EQ(either(std::span(words).first(1)), "a");
  EXPECT_EQ(either(std::span(words).first(2)), "a or b");
  EXPECT_EQ(either(words), "a, b or c");
}

TEST(Document, IsReportedForItsFirstFaultInOrder) {
  EXPECT_EQ(fault(R"({"n":0,"flag":0})").rfind("n: ", 0), 0U);
  EXPECT_EQ(fault(R"({"flag":0,"n":0})").rfind("flag: ", 0), 0U);
  EXPECT_EQ(fault(R"({"hue":1,"n":0})").rfind("hue: ", 0), 0U);
  EXPECT_EQ(fault(R"({"n":1,"n":0})"), "n: expected once, found again");  // Where it stands again.
  EXPECT_EQ(fault(R"({"n":0,"n":1})"), "n: expected an integer between 1 and 9, found 0");
  EXPECT_EQ(fault(R"({"list":[{"n":1,"n":2}],"hue":1})"), "list[0].n: expected once, found again");
  EXPECT_EQ(fault(R"({"n":0, ?)").rfind("n: ", 0), 0U);  // Before the syntax.
  EXPECT_EQ(fault(R"({"n":1, ?)"),
            "line 1, column 9: expected a JSON document, found not JSON here");
}

TEST(Document, IsReportedForMissingKeysLast) {
  EXPECT_EQ(fault(R"({})"), "n: missing");
  EXPECT_EQ(fault(R"({"n":1})"), "flag: missing");
  EXPECT_EQ(fault(R"({"colour":"pink"})").rfind("colour: ", 0), 0U);
  EXPECT_EQ(fault(R"({"list":[{}]})"), "list[0].n: missing");  // An inner end comes first.
  EXPECT_EQ(fault(R"({"flag":true)"),
            "line 1, column 13: expected a JSON document, found the text ends too early");
}

TEST(Document, ThatIsNoJsonIsReportedByLineAndColumn) {
  EXPECT_EQ(fault(""), "line 1, column 1: expected a JSON document, found nothing here");
  EXPECT_EQ(fault("{\"n\":1,\n \"flag\":tru}").rfind("line 2, column ", 0), 0U);
  EXPECT_EQ(fault(R"({"n":1,"flag":true} x)"),
            "line 1, column 21: expected a JSON document, found not JSON here");
  EXPECT_EQ(fault(R"({"n":)").rfind("line 1, column 6: ", 0), 0U);
  EXPECT_EQ(fault(R"({"list":[{"n":1},)").rfind("line 1, column 18: ", 0), 0U);
}

TEST(Document, ThatIsRightSoFarIsStillRefusedForTextBehindIt) {
  const auto document = json::Document::parse("{\"n\":1,\"flag\":true}{}");
  EXPECT_NO_THROW(read_sample(document.root(), Place{}));
  EXPECT_THROW(read_end(document), DocumentError);
}

/// What an error quotes of this string.
std::string shown(const std::string& text) {
  const std::string whole = fault("{\"n\":" + json::quoted(text) + "}");
  return whole.substr(whole.find("found ") + 6);
}

TEST(DocumentQuotes, AreCutAtFortyBytes) {
  EXPECT_EQ(shown(std::string(40, 'a')), '"' + std::string(40, 'a') + '"');
  EXPECT_EQ(shown(std::string(41, 'a')), '"' + std::string(40, 'a') + "\"…");
  EXPECT_EQ(shown(std::string(100'000, 'a')), '"' + std::string(40, 'a') + "\"…");
  EXPECT_EQ(Place{}.text(), "document");
  const Place root{};
  EXPECT_EQ(root.member(std::string(41, ' ')).text(), "[\"" + std::string(40, ' ') + "\"…]");
}

TEST(DocumentQuotes, AreCutBetweenCharactersOfUtf8) {
  const std::string euro = "\xe2\x82\xac";
  const std::string smile = "\xf0\x9f\x98\x80";
  for (std::size_t before = 37; before <= 40; ++before) {
    const std::string start(before, 'a');
    const std::size_t fits = before == 37 ? 1 : 0;  // Three bytes more end at the fortieth.
    EXPECT_EQ(shown(start + euro + "bbb"), '"' + start + (fits == 1 ? R"(\u20ac)" : "") + "\"…");
  }
  EXPECT_EQ(shown(std::string(36, 'a') + smile + "b"),
            '"' + std::string(36, 'a') + R"(\ud83d\ude00"…)");
  EXPECT_EQ(shown(std::string(39, 'a') + smile), '"' + std::string(39, 'a') + "\"…");
}

TEST(DocumentQuotes, OfNumbersAreCutToo) {
  const std::string wanted = "n: expected an integer between 1 and 9, found ";
  const std::string digits(40, '7');
  EXPECT_EQ(fault("{\"n\":" + digits + "}"), wanted + digits);
  EXPECT_EQ(fault("{\"n\":" + digits + "7}"), wanted + digits + "…");
}

TEST(DocumentQuotes, HoldNoControlCharacters) {
  EXPECT_EQ(shown("\x1b[31m\x07"), R"("\u001b[31m\u0007")");
}

}  // namespace
}  // namespace tripcheck::engine
