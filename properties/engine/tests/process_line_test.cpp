// The lines of the process protocol (S-2).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/line_buffer.hpp>
#include <tripcheck/properties/engine/process_line.hpp>
#include <variant>
#include <vector>

namespace tripcheck::engine {
namespace {

/// The id that `line` answers, in digits, or what is wrong with it.
std::string read(std::string_view line) {
  const auto id = answered_id(json::Document::parse(line));
  const auto* fault = std::get_if<std::string>(&id);
  return fault != nullptr ? *fault : std::to_string(std::get<std::int64_t>(id));
}

TEST(ProcessLine, IsAnIdAndOneKindOfAnswer) {
  EXPECT_EQ(read(R"({"id":7,"answer":{}})"), "7");
  EXPECT_EQ(read(R"({"skipped":"why","id":-7})"), "-7");
  EXPECT_EQ(read("{ \"id\" : 9223372036854775807, \"error\" : \"\" }\r"), "9223372036854775807");
}

TEST(ProcessLine, SaysWhatIsWrongWithIt) {
  EXPECT_EQ(read(R"([7])"), "not an object");
  EXPECT_EQ(read(R"({"answer":{}})"), "no id");
  EXPECT_EQ(read(R"({"id":7,"id":7,"answer":{}})"), "two ids");
  EXPECT_EQ(read(R"({"id":"7","answer":{}})"), "its id is not an integer");
  EXPECT_EQ(read(R"({"id":7.0,"answer":{}})"), "its id is not an integer");
  EXPECT_EQ(read(R"({"id":9223372036854775808,"answer":{}})"), "its id is not an integer");
  EXPECT_EQ(read(R"({"id":7})"), "expected one of answer, skipped and error");
  EXPECT_EQ(read(R"({"id":7,"answer":{},"error":"x"})"),
            "expected one of answer, skipped and error");
  EXPECT_EQ(read(R"({"id":7,"answer":{},"answer":{}})"),
            "expected one of answer, skipped and error");
  EXPECT_EQ(read(R"({"id":7,"answer":[]})"), "its answer is not an object");
  EXPECT_EQ(read(R"({"id":7,"error":3})"), "its error is not a string");
  EXPECT_EQ(read(R"({"id":7,"skipped":true})"), "its skipped is not a string");
  EXPECT_EQ(read(R"({"id":7,"answer":{},"ms":3})"),
            "unknown key, expected id, answer, skipped or error");
  EXPECT_EQ(read(R"({"id":7,"answer":{}} x)").substr(0, 18), "not JSON: column 2");
  EXPECT_EQ(read("").substr(0, 8), "not JSON");
}

TEST(ProcessLine, IsShownInSixtyPrintableBytes) {
  EXPECT_EQ(nonsense("a\t\x7f\xc3\xa9`", "bad"), R"(nonsense: `a\x09\x7f\xc3\xa9`` (bad))");
  EXPECT_EQ(nonsense(std::string(60, 'x'), "bad"),
            "nonsense: `" + std::string(60, 'x') + "` (bad)");
  EXPECT_EQ(nonsense(std::string(61, 'x'), "bad"),
            "nonsense: `" + std::string(60, 'x') + "...` (bad)");
}

// Claim: whatever pieces the bytes come in, the lines that are taken out are the same.
// Method: cut a drawn text, with a long line at times, into drawn pieces; take lines after each.
RC_GTEST_PROP(LineBuffer, FindsTheSameLinesInAnyPieces, ()) {
  auto text = *rc::gen::container<std::string>(rc::gen::element('a', 'b', '\n'));
  if (*rc::gen::inRange(0, 8) == 0) {
    text.insert(*rc::gen::inRange<std::size_t>(0, text.size() + 1), 3 * LineBuffer::kRoom, 'c');
  }
  const auto expected = text.substr(0, text.rfind('\n') + 1);
  std::string taken;
  LineBuffer buffer;
  for (std::string_view rest = text; !rest.empty();) {
    const auto room = buffer.room();
    RC_ASSERT(room.size() >= LineBuffer::kRoom);
    auto size = *rc::gen::weightedOneOf<std::size_t>(
        {{3, rc::gen::inRange<std::size_t>(1, 9)}, {1, rc::gen::just(LineBuffer::kRoom)}});
    size = std::min(size, rest.size());
    std::memcpy(room.data(), rest.data(), size);
    buffer.filled(size);
    rest.remove_prefix(size);
    while (const auto line = buffer.next()) taken += std::string(*line) + '\n';
    RC_ASSERT(buffer.drained());
  }
  RC_ASSERT(taken == expected);
  RC_ASSERT(buffer.size() == text.size() - expected.size());
}

}  // namespace
}  // namespace tripcheck::engine
