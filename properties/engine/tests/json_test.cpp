// JSON text as a strict reader must see it: nothing lost, nothing taken for what it is not.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ostream>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/json.hpp>
#include <utility>
#include <vector>

namespace tripcheck::engine::json {
namespace {

using namespace std::string_view_literals;

/// A value as a tree that we own; numbers as they are written.
struct Tree {
  Kind kind = Kind::null;
  std::string text{};  // Of a string or a number; `true` or `false`.
  std::vector<std::pair<std::string, Tree>> children{};  // Keys are empty in an array.
  bool operator==(const Tree&) const = default;
};

Tree tree_of(Value value) {
  Tree tree{.kind = value.kind()};
  if (tree.kind == Kind::boolean) tree.text = value.boolean() ? "true" : "false";
  if (tree.kind == Kind::integer) tree.text = std::to_string(value.integer());
  if (tree.kind == Kind::string || tree.kind == Kind::number) tree.text = value.text();
  for (const Value item : value.items()) tree.children.emplace_back("", tree_of(item));
  for (const auto [key, member] : value.members()) tree.children.emplace_back(key, tree_of(member));
  return tree;
}

Tree tree_of(std::string_view text) { return tree_of(Document::parse(text).root()); }

void write(const Tree& tree, std::string_view blank, std::string& out) {
  out += blank;
  if (tree.kind == Kind::null) out += "null";
  if (tree.kind == Kind::string) append_quoted(out, tree.text);
  if (tree.kind != Kind::string) out += tree.text;
  if (tree.kind == Kind::array || tree.kind == Kind::object) {
    out += tree.kind == Kind::array ? '[' : '{';
    for (std::size_t i = 0; i < tree.children.size(); ++i) {
      if (i > 0) out += ',';
      if (tree.kind == Kind::object) {
        out += blank;
        append_quoted(out, tree.children[i].first);
        out += ':';
      }
      write(tree.children[i].second, blank, out);
    }
    out += tree.kind == Kind::array ? ']' : '}';
  }
  out += blank;
}

/// For messages; a broken value shows as nothing.
std::ostream& operator<<(std::ostream& out, const Tree& tree) {
  std::string text;
  write(tree, "", text);
  return out << text;
}

/// UTF-8 of any characters but surrogates.
rc::Gen<std::string> text_gen() {
  const auto character = rc::gen::map(
      rc::gen::oneOf(rc::gen::inRange(0U, 0x80U), rc::gen::inRange(0U, 0x800U),
                     rc::gen::inRange(0xE000U, 0x10000U), rc::gen::inRange(0x10000U, 0x110000U)),
      [](std::uint32_t c) {
        const auto tail = [c](unsigned shift) {
          return static_cast<char>(0x80U | (c >> shift & 63U));
        };
        if (c < 0x80) return std::string{static_cast<char>(c)};
        if (c < 0x800) return std::string{static_cast<char>(0xC0U | c >> 6U), tail(0)};
        if (c < 0x10000) return std::string{static_cast<char>(0xE0U | c >> 12U), tail(6), tail(0)};
        return std::string{static_cast<char>(0xF0U | c >> 18U), tail(12), tail(6), tail(0)};
      });
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(character), [](const auto& all) {
    std::string text;
    for (const std::string& each : all) text += each;
    return text;
  });
}

Tree draw_scalar() {
  switch (*rc::gen::inRange(0, 5)) {
    case 0:
      return {.kind = Kind::null};
    case 1:
      return {.kind = Kind::boolean, .text = *rc::gen::element<std::string>("true", "false")};
    case 2:
      return {.kind = Kind::integer, .text = std::to_string(*rc::gen::arbitrary<std::int64_t>())};
    case 3:
      return {.kind = Kind::number,
              .text = *rc::gen::element<std::string>("1.0", "1e2", "-0.5E+3", "9223372036854775808",
                                                     "-9223372036854775809", "1e-400")};
    default:
      return {.kind = Kind::string, .text = *text_gen()};
  }
}

/// Any tree; keys may repeat.
Tree draw_tree(int depth) {
  const int kind = depth == 0 ? 0 : *rc::gen::inRange(0, 4);
  if (kind < 2) return draw_scalar();
  Tree tree{.kind = kind == 2 ? Kind::array : Kind::object};
  const int size = *rc::gen::inRange(0, 5);
  for (int i = 0; i < size; ++i) {
    std::string key =
        kind == 2 ? "" : *rc::gen::oneOf(rc::gen::element<std::string>("a", "b"), text_gen());
    tree.children.emplace_back(std::move(key), draw_tree(depth - 1));
  }
  return tree;
}

bool has_broken(const Tree& tree) {
  return tree.kind == Kind::broken ||
         std::any_of(tree.children.begin(), tree.children.end(),
                     [](const auto& child) { return has_broken(child.second); });
}
bool has_broken(Value value) { return has_broken(tree_of(value)); }

// Claim: what is written comes back: values, order, repeated keys, the text of numbers, any string.
// Method: draw a tree, write it with a drawn blank around each token, read it.
RC_GTEST_PROP(Json, ComesBackAsItWasWritten, ()) {
  const Tree tree = draw_tree(4);
  std::string text;
  write(tree, *rc::gen::element<std::string>("", " ", "\n", "\t\r\n "), text);
  const Document document = Document::parse(text);
  RC_ASSERT(!document.syntax_error());
  RC_ASSERT(tree_of(document.root()) == tree);
  RC_ASSERT(document.root().size() == tree.children.size());
}

// Claim: a text that is cut anywhere has a broken value where it ends, and says so.
// Method: write a drawn container, cut it at every byte, and look for the broken value.
RC_GTEST_PROP(Json, CutAnywhereHasABrokenValueThere, ()) {
  Tree tree{.kind = Kind::array};
  tree.children.emplace_back("", draw_tree(3));
  std::string text;
  write(tree, "", text);
  for (std::size_t size = 0; size < text.size(); ++size) {
    const Document document = Document::parse(std::string_view(text).substr(0, size));
    RC_ASSERT(document.syntax_error().has_value());
    RC_ASSERT(has_broken(document.root()));
  }
}

// Claim: no bytes crash the reader; what is no error can be walked and has no broken value.
// Method: texts of the bytes that mean something to JSON, and of some that never do.
RC_GTEST_PROP(Json, OfAnyBytesIsReadOrRefused, ()) {
  const auto byte =
      rc::gen::element('[', ']', '{', '}', '"', ':', ',', '\\', 'u', 'd', '8', '0', '-', '.', 'e',
                       't', 'n', ' ', '\n', '\0', '\xc3', '\xa9', '\xff', '\xed');
  const auto text = *rc::gen::container<std::string>(byte);
  const Document document = Document::parse(text);
  if (!document.syntax_error()) RC_ASSERT(!has_broken(document.root()));
  (void)tree_of(document.root());
}

// Claim: any bytes can be quoted, as ASCII that is a JSON string; UTF-8 reads as it was.
// Method: quote drawn bytes, and a drawn UTF-8 text.
RC_GTEST_PROP(Json, QuotesAnyText, ()) {
  const auto bytes = *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  const std::string out = json::quoted(bytes);
  RC_ASSERT(std::all_of(out.begin(), out.end(), [](char c) { return c >= 0x20 && c < 0x7F; }));
  RC_ASSERT(tree_of(out).kind == Kind::string);
  const auto text = *text_gen();
  RC_ASSERT(tree_of(json::quoted(text)).text == text);
}

TEST(Json, QuotesWhatIsNoUtf8AsAReplacement) {
  EXPECT_EQ(json::quoted("a\"\\\n\x01\x7f"), R"("a\"\\\n\u0001\u007f")");
  EXPECT_EQ(json::quoted("\xc3\xa9 \xf0\x9f\x98\x80"), R"("\u00e9 \ud83d\ude00")");
  EXPECT_EQ(json::quoted("\xff\xff|\xc3"), R"("\ufffd\ufffd|\ufffd")");
  EXPECT_EQ(json::quoted("\xed\xa0\x80").find("\\ud"),
            std::string::npos);  // A surrogate is no character.
}

TEST(Json, AppendsIntegersOfAnySize) {
  std::string out = "x";
  append_integer(out, std::numeric_limits<std::int64_t>::min());
  append_integer(out, std::numeric_limits<std::int64_t>::max());
  append_integer(out, 0);
  EXPECT_EQ(out, "x-922337203685477580892233720368547758070");
}

TEST(Json, ShowsRepeatedKeysEachAndFindsTheFirst) {
  const Document document = Document::parse(R"({"a":1,"b":2,"a":3})");
  EXPECT_EQ(document.root().size(), 3U);
  EXPECT_EQ(tree_of(document.root()).children.at(2).first, "a");
  EXPECT_EQ(document.root().find("a")->integer(), 1);
  EXPECT_FALSE(document.root().find("c"));
  EXPECT_FALSE(document.root().find("b")->find("a"));  // Of no object.
}

TEST(Json, KeepsTextsOnBothSidesOfEightBytes) {
  for (std::size_t size = 0; size < 20; ++size) {
    const std::string text(size, 'x');
    const Tree same{.kind = Kind::object,
                    .children = {{text, {.kind = Kind::string, .text = text}}}};
    std::string out;
    write(same, "", out);
    EXPECT_EQ(tree_of(out), same);
  }
}

TEST(Json, TakesForIntegersTheIntegersOfInt64Alone) {
  for (const auto* text : {"0", "1", "-1", "9223372036854775807", "-9223372036854775808"}) {
    EXPECT_EQ(tree_of(text), (Tree{.kind = Kind::integer, .text = text}));
  }
  EXPECT_EQ(tree_of("-0"), (Tree{.kind = Kind::integer, .text = "0"}));
  for (const auto* text :
       {"1.0", "1e2", "1E2", "-0.0", "9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "1e-999"}) {
    EXPECT_EQ(tree_of(text), (Tree{.kind = Kind::number, .text = text}));
  }
  for (const auto* text :
       {"01", "+1", "1.", ".1", "1e", "-", "0x1", "NaN", "Infinity", "--1", "1_0"}) {
    EXPECT_TRUE(Document::parse(text).syntax_error()) << text;
  }
}

TEST(Json, TakesANumberPastADoubleForANumber) {
  const std::string long_one(400, '9');
  for (const std::string& text : {std::string("1e999"), std::string("-1E400"), long_one}) {
    EXPECT_EQ(tree_of("[" + text + "]").children.at(0).second,
              (Tree{.kind = Kind::number, .text = text}));
  }
}

TEST(Json, TakesWordsInSmallLettersAlone) {
  EXPECT_EQ(tree_of("null").kind, Kind::null);
  EXPECT_TRUE(Document::parse("true").root().boolean());
  EXPECT_FALSE(Document::parse("false").root().boolean());
  for (const auto* text : {"True", "NULL", "nul", "truee", "undefined", "'a'", "a"}) {
    EXPECT_TRUE(Document::parse(text).syntax_error()) << text;
  }
}

TEST(Json, TakesNothingThatIsNotJson) {
  for (const auto text :
       {"[1,]"sv, "{\"a\":1,}"sv, "[1 2]"sv, "{\"a\" 1}"sv, "{a:1}"sv, "[1]//x"sv, "/**/1"sv,
        "\"a\nb\""sv, "\"\\x\""sv, "\"\\u12\""sv, "[,1]"sv, "{,}"sv, "]"sv, "[}"sv, "\f1"sv, "1;"sv,
        "[\xef\xbb\xbf]"sv, "\"\t\""sv, "[1\0]"sv}) {
    EXPECT_TRUE(Document::parse(text).syntax_error()) << json::quoted(text);
  }
}

TEST(Json, TakesNothingBehindAZeroByte) {
  for (const auto text : {"1\0"sv, "{}\0 x"sv, "{}\0{}"sv, "\0"sv, "[1]\n\0"sv}) {
    EXPECT_TRUE(Document::parse(text).syntax_error()) << json::quoted(text);
  }
}

TEST(Json, RefusesWhatIsNoUtf8) {
  for (const auto* text :
       {"\xff", "\x80", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"}) {
    EXPECT_TRUE(Document::parse("\"" + std::string(text) + "\"").syntax_error())
        << json::quoted(text);
    EXPECT_TRUE(Document::parse("{\"" + std::string(text) + "\":1}").syntax_error())
        << json::quoted(text);
  }
  for (const auto* text : {R"("\ud800")", R"("\udc00")", R"("\ud800\ud800")", R"("\ud800x")"}) {
    EXPECT_TRUE(Document::parse(text).syntax_error()) << text;
  }
  EXPECT_EQ(tree_of(R"("\ud83d\ude00\u0000")").text, "\xf0\x9f\x98\x80\0"sv);
}

/// `LINE:COLUMN WHAT`, or nothing.
std::string json_fault(std::string_view text) {
  const auto error = Document::parse(text).syntax_error();
  if (!error) return "";
  return std::to_string(error->line) + ":" + std::to_string(error->column) + " " + error->what;
}

TEST(Json, SaysWhereItStops) {
  EXPECT_EQ(json_fault(""), "1:1 nothing here");
  EXPECT_EQ(json_fault(" \n "), "2:2 nothing here");
  EXPECT_EQ(json_fault("\xef\xbb\xbf{}"), "1:1 a byte order mark");
  EXPECT_EQ(json_fault("[1,\n2"), "2:2 the text ends too early");
  EXPECT_EQ(json_fault("[1,\n ]"), "2:2 not JSON here");
  EXPECT_EQ(json_fault("{\"a\":?}"), "1:6 not JSON here");
  EXPECT_EQ(json_fault("{} x"), "1:4 not JSON here");
  EXPECT_EQ(json_fault("{}\n\n]"), "3:1 not JSON here");
  EXPECT_EQ(json_fault("[\"secret\xff\"]").find("secret"), std::string::npos);
}

TEST(Json, LeavesAWholeValueReadableWhereMoreTextFollows) {
  const Document document = Document::parse("{\"a\":[1]} {\"b\":2}");
  EXPECT_TRUE(document.syntax_error());
  EXPECT_FALSE(has_broken(document.root()));
  EXPECT_EQ(document.root().find("a")->size(), 1U);
}

TEST(Json, PutsTheBrokenValueWhereReadingStopped) {
  const Document after_key = Document::parse(R"({"a":[1,{"b":2,"c")");
  const Tree inner = tree_of(after_key.root()).children.at(0).second.children.at(1).second;
  ASSERT_EQ(inner.children.size(), 2U);
  EXPECT_EQ(inner.children[1], (std::pair<std::string, Tree>("c", {.kind = Kind::broken})));
  const Tree before_key = tree_of(R"({"a":1,})");
  ASSERT_EQ(before_key.children.size(), 2U);
  EXPECT_EQ(before_key.children[1], (std::pair<std::string, Tree>("", {.kind = Kind::broken})));
  const Tree in_array = tree_of("[[1],[2,x");
  EXPECT_EQ(in_array.children.at(1).second.children.at(1).second.kind, Kind::broken);
  EXPECT_EQ(tree_of("?").kind, Kind::broken);
}

std::string nested(std::size_t depth, std::string_view open, std::string_view close) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += open;
  for (std::size_t i = 0; i < depth; ++i) text += close;
  return text;
}

TEST(JsonDepth, OfSixtyFourIsReadAndOfSixtyFiveRefused) {
  static_assert(kMaxDepth == 64);
  EXPECT_EQ(json_fault(nested(64, "[", "]")), "");
  EXPECT_EQ(json_fault(nested(65, "[", "]")), "1:65 nested deeper than 64 levels");
  EXPECT_EQ(json_fault("{\"[\\\"[\":" + nested(63, "[", "]") + "}"), "");
  EXPECT_EQ(json_fault("{\"[\\\"[\":" + nested(64, "[", "]") + "}"),
            "1:72 nested deeper than 64 levels");
  EXPECT_EQ(json_fault(nested(64, "{\"\":[", "]}")), "1:161 nested deeper than 64 levels");
  EXPECT_TRUE(has_broken(Document::parse(nested(65, "[", "]")).root()));
}

TEST(JsonDepth, OfMillionsDoesNotCrash) {
  EXPECT_EQ(json_fault(std::string(5'000'000, '[')), "1:65 nested deeper than 64 levels");
}

TEST(JsonDepth, CountsWhatIsOpenNotWhatWas) {
  std::string text = "[";
  for (int i = 0; i < 200; ++i) text += "[{}],";
  EXPECT_EQ(json_fault(text + "[]]"), "");
  EXPECT_EQ(json_fault("[[],{}," + nested(64, "[", "]") + "]"),
            "1:71 nested deeper than 64 levels");
}

}  // namespace
}  // namespace tripcheck::engine::json
