// JSON of strangers, broken at the level of bytes: the implementation's own reader says of each
// text what the model says of what the suite's reader makes of it (E-16).
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <tripcheck/impl/escalation/handoff.hpp>
#include <tripcheck/model/escalation/handoff.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/escalation/edges.hpp>
#include <tripcheck/properties/escalation/shape.hpp>
#include <variant>
#include <vector>

namespace tripcheck::escalation {
namespace {

using engine::Draw;

/// What may stand where it should not, or where it may: escapes, bytes that are no UTF-8, numbers.
constexpr std::array<std::string_view, 36> kPieces{R"(\u0061)",
                                                   R"(\ud83d\ude00)",
                                                   R"(\ud83d)",
                                                   R"(\udc00)",
                                                   R"(\uD83D\u0041)",
                                                   R"(\u00e9)",
                                                   R"(\u000)",
                                                   R"(\n)",
                                                   R"(\x)",
                                                   R"(\")",
                                                   R"(\/)",
                                                   R"(\\)",
                                                   "\t",
                                                   "\x01",
                                                   " ",
                                                   "\r\n",
                                                   "[[[[",
                                                   "]",
                                                   "{\"a\":",
                                                   "}",
                                                   ",",
                                                   ":",
                                                   "1.5e+3",
                                                   "1e400",
                                                   "-1E-999",
                                                   "-",
                                                   "01",
                                                   "-0",
                                                   "1.",
                                                   "nul",
                                                   "true",
                                                   "\"",
                                                   "\xed\xa0\x80",
                                                   "\xc0\xaf",
                                                   "\xf4\x90\x80\x80",
                                                   "\xf0\x9f\x98\x80"};

std::string broken(Draw& draw, const std::vector<Reading>& readings) {
  std::string text = readings[draw.below(readings.size())].handoff;
  for (std::uint64_t left = draw.below(4); left > 0; --left) {
    const auto at = static_cast<std::size_t>(draw.below(text.size() + 1));
    const auto kind = draw.below(4);
    const auto any = static_cast<char>(draw.below(256));
    if (kind < 2) {
      text.insert(at, kPieces.at(draw.below(kPieces.size())));
    } else if (kind == 2 && at < text.size()) {
      text.erase(at, 1 + draw.below(3));
    } else if (at < text.size()) {
      text[at] = any;
    }
  }
  return text;
}

std::string expected_of(const std::string& text) {
  const auto document = engine::json::Document::parse(text);
  if (document.syntax_error()) return "malformed_document";
  const auto handoff = model::read_handoff(model_json(document.root()));
  const auto* error = std::get_if<Error>(&handoff);
  return error != nullptr ? text_of(*error) : model::to_json(std::get<model::Handoff>(handoff));
}

std::string got_of(const std::string& text) {
  const auto handoff = impl::Handoff::from_json(text);
  const auto* error = std::get_if<Error>(&handoff);
  return error != nullptr ? text_of(*error) : std::get<impl::Handoff>(handoff).to_json();
}

TEST(E16Strangers, TextsBrokenByteByByteAreReadAsByTheModel) {
  const auto readings = edge_readings();
  std::size_t good = 0;
  std::size_t malformed = 0;
  for (std::uint64_t i = 0; i < 40'000; ++i) {
    Draw draw(21, i);
    const std::string text = broken(draw, readings);
    const std::string expected = expected_of(text);
    ASSERT_EQ(got_of(text), expected) << text;
    if (expected.starts_with('{')) ++good;
    if (expected == "malformed_document") ++malformed;
  }
  EXPECT_GT(good, 300U);
  EXPECT_GT(malformed, 3000U);
}

TEST(E16Strangers, NestingIsReadTo64Levels) {
  for (const std::size_t levels : {62U, 63U, 64U, 65U, 100'000U}) {
    const std::string text = "{\"x\":" + std::string(levels, '[') + std::string(levels, ']') + "}";
    EXPECT_EQ(got_of(text), expected_of(text)) << levels;
    EXPECT_EQ(got_of(text), levels < 64 ? "handoff: unknown_field" : "malformed_document");
  }
}

TEST(E16Strangers, WhatIsNoObjectIsMalformed) {
  for (const char* text :
       {"", " ", "null", "[]", "\"x\"", "7", "{", "{}x", "{} {}", "\xef\xbb\xbf{}"}) {
    EXPECT_EQ(got_of(text), "malformed_document") << text;
    EXPECT_EQ(expected_of(text), "malformed_document") << text;
  }
}

}  // namespace
}  // namespace tripcheck::escalation
