// The small JSON Schema validator that the corpus is held to: each keyword takes and refuses.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/tests/schema.hpp>

namespace tripcheck::engine {
namespace {

/// Why the value does not fit the schema; `fits` where it does.
std::string fit(std::string_view schema_text, std::string_view value_text) {
  const auto schema = json::Document::parse(schema_text);
  const auto value = json::Document::parse(value_text);
  EXPECT_FALSE(schema.syntax_error()) << schema_text;
  EXPECT_FALSE(value.syntax_error()) << value_text;
  EXPECT_EQ(schema_fault(schema.root()), std::nullopt);
  return misfit(schema.root(), value.root()).value_or("fits");
}

std::string fault(std::string_view schema_text) {
  const auto schema = json::Document::parse(schema_text);
  EXPECT_FALSE(schema.syntax_error()) << schema_text;
  return schema_fault(schema.root()).value_or("known");
}

TEST(Schema, TakesOrRefusesEverythingWhereItIsABoolean) {
  EXPECT_EQ(fit("{}", "[null]"), "fits");
  EXPECT_EQ(fit("true", "1"), "fits");
  EXPECT_EQ(fit("false", "1"), "document: not allowed");
}

TEST(Schema, HoldsToTheType) {
  EXPECT_EQ(fit(R"({"type":"null"})", "null"), "fits");
  EXPECT_EQ(fit(R"({"type":"boolean"})", "false"), "fits");
  EXPECT_EQ(fit(R"({"type":"integer"})", "-3"), "fits");
  EXPECT_EQ(fit(R"({"type":"number"})", "-3"), "fits");
  EXPECT_EQ(fit(R"({"type":"number"})", "1.5"), "fits");
  EXPECT_EQ(fit(R"({"type":"string"})", R"("")"), "fits");
  EXPECT_EQ(fit(R"({"type":"array"})", "[]"), "fits");
  EXPECT_EQ(fit(R"({"type":"object"})", "{}"), "fits");
  EXPECT_EQ(fit(R"({"type":"integer"})", "1.0"), "document: expected an integer");
  EXPECT_EQ(fit(R"({"type":"integer"})", "9223372036854775808"), "document: expected an integer");
  EXPECT_EQ(fit(R"({"type":"string"})", "1"), "document: expected a string");
  EXPECT_EQ(fit(R"({"type":"object"})", "[]"), "document: expected an object");
  EXPECT_EQ(fit(R"({"type":"array"})", "{}"), "document: expected an array");
  EXPECT_EQ(fit(R"({"type":"null"})", "false"), "document: expected a null");
  EXPECT_EQ(fit(R"({"type":"boolean"})", "null"), "document: expected a boolean");
  EXPECT_EQ(fit(R"({"type":"number"})", R"("1")"), "document: expected a number");
}

TEST(Schema, HoldsToConstAndEnumByKindAndValue) {
  EXPECT_EQ(fit(R"({"const":"a"})", R"("a")"), "fits");
  EXPECT_NE(fit(R"({"const":"a"})", R"("b")"), "fits");
  EXPECT_NE(fit(R"({"const":"1"})", "1"), "fits");
  EXPECT_NE(fit(R"({"const":1})", "true"), "fits");
  EXPECT_NE(fit(R"({"const":true})", "false"), "fits");
  EXPECT_EQ(fit(R"({"const":null})", "null"), "fits");
  EXPECT_EQ(fit(R"({"enum":["a",2,false]})", "2"), "fits");
  EXPECT_EQ(fit(R"({"enum":["a",2,false]})", "false"), "fits");
  EXPECT_NE(fit(R"({"enum":["a",2,false]})", "3"), "fits");
  EXPECT_NE(fit(R"({"enum":["a"]})", R"(["a"])"), "fits");
  EXPECT_NE(fit(R"({"enum":[]})", "1"), "fits");
}

TEST(Schema, SearchesThePatternInStringsAlone) {
  EXPECT_EQ(fit(R"({"pattern":"b+"})", R"("abbc")"), "fits");
  EXPECT_EQ(fit(R"({"pattern":"^b+$"})", R"("abbc")"), "document: does not match ^b+$");
  EXPECT_EQ(fit(R"({"pattern":"^b+$"})", "5"), "fits");
  EXPECT_NE(fit(R"({"pattern":"^(a|b)$"})", R"("a\n")"), "fits");  // `$` is the end of the text.
}

TEST(Schema, HoldsNumbersToTheirLimitsInclusive) {
  constexpr std::string_view kLimits = R"({"minimum":-2,"maximum":9223372036854775807})";
  EXPECT_EQ(fit(kLimits, "-2"), "fits");
  EXPECT_EQ(fit(kLimits, "9223372036854775807"), "fits");
  EXPECT_EQ(fit(kLimits, "-3"), "document: past the minimum");
  EXPECT_EQ(fit(R"({"maximum":4})", "5"), "document: past the maximum");
  EXPECT_EQ(fit(R"({"maximum":4})", "4"), "fits");
  EXPECT_NE(fit(kLimits, "9223372036854775808"), "fits");
  EXPECT_EQ(fit(kLimits, R"("-3")"), "fits");
}

TEST(Schema, CountsTheCharactersOfAString) {
  EXPECT_EQ(fit(R"({"minLength":2})", R"("ab")"), "fits");
  EXPECT_EQ(fit(R"({"minLength":2})", R"("a")"), "document: too short");
  EXPECT_EQ(fit(R"({"minLength":2})", "\"\xf0\x9f\x98\x80\""), "document: too short");
  EXPECT_EQ(fit(R"({"minLength":2})", "[]"), "fits");
}

TEST(Schema, HoldsObjectsToTheirMembers) {
  constexpr std::string_view kSchema =
      R"({"required":["a"],"properties":{"a":{"type":"integer"},"b":{}},"additionalProperties":false})";
  EXPECT_EQ(fit(kSchema, R"({"a":1})"), "fits");
  EXPECT_EQ(fit(kSchema, R"({"b":[],"a":1})"), "fits");
  EXPECT_EQ(fit(kSchema, R"({"b":1})"), "a: missing");
  EXPECT_EQ(fit(kSchema, R"({"a":"1"})"), "a: expected an integer");
  EXPECT_EQ(fit(kSchema, R"({"a":1,"c":1})"), "c: not allowed");
  EXPECT_EQ(fit(kSchema, R"({"a":1,"a":"1"})"), "a: expected an integer");  // The second one too.
  EXPECT_EQ(fit(kSchema, "[]"), "fits");                                    // Speaks of objects.
  EXPECT_EQ(fit(R"({"additionalProperties":{"type":"null"}})", R"({"x":1})"), "x: expected a null");
}

TEST(Schema, HoldsArraysToTheirItems) {
  EXPECT_EQ(fit(R"({"items":{"type":"integer"}})", "[1,2]"), "fits");
  EXPECT_EQ(fit(R"({"items":{"type":"integer"}})", "[]"), "fits");
  EXPECT_EQ(fit(R"({"items":{"type":"integer"}})", R"([1,"2"])"), "[1]: expected an integer");
  EXPECT_EQ(fit(R"({"minItems":1})", "[]"), "document: too few items");
  EXPECT_EQ(fit(R"({"minItems":1})", "[0]"), "fits");
  EXPECT_EQ(fit(R"({"minItems":1})", "{}"), "fits");
}

TEST(Schema, TakesOneWayOfAnyOfAndTellsTheOneThatGetsDeepest) {
  constexpr std::string_view kSchema =
      R"({"anyOf":[{"type":"integer"},{"properties":{"a":{"properties":{"b":{"type":"null"}}}},)"
      R"("type":"object"},{"type":"string"}]})";
  EXPECT_EQ(fit(kSchema, "1"), "fits");
  EXPECT_EQ(fit(kSchema, R"("1")"), "fits");
  EXPECT_EQ(fit(kSchema, "null"), "document: expected an integer");
  EXPECT_EQ(fit(kSchema, R"({"a":{"b":1}})"), "a.b: expected a null");
}

TEST(Schema, AsksThenOnlyWhereIfFits) {
  constexpr std::string_view kSchema = R"({"if":{"type":"integer"},"then":{"minimum":5}})";
  EXPECT_EQ(fit(kSchema, "5"), "fits");
  EXPECT_EQ(fit(kSchema, "4"), "document: past the minimum");
  EXPECT_EQ(fit(kSchema, R"("4")"), "fits");
}

TEST(Schema, FollowsReferencesBesideOtherKeywords) {
  constexpr std::string_view kSchema =
      R"({"$defs":{"list":{"type":"array","items":{"$ref":"#/$defs/list"}}},)"
      R"("$ref":"#/$defs/list","minItems":1})";
  EXPECT_EQ(fit(kSchema, "[[],[[]]]"), "fits");
  EXPECT_EQ(fit(kSchema, "[[],[[1]]]"), "[1][0][0]: expected an array");
  EXPECT_EQ(fit(kSchema, "[]"), "document: too few items");
}

TEST(Schema, RefusesAReferenceThatComesBackToItself) {
  constexpr std::string_view kSchema =
      R"({"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"$ref":"#/$defs/a"})";
  EXPECT_THROW((void)fit(kSchema, "1"), std::logic_error);
}

TEST(Schema, FitsNoBrokenValue) {
  const auto schema = json::Document::parse(R"({"items":{"type":"integer"}})");
  const auto value = json::Document::parse("[1,");
  EXPECT_EQ(misfit(schema.root(), value.root()), "[1]: expected an integer");
}

TEST(SchemaFault, IsAnyKeywordThatIsNotKnown) {
  EXPECT_EQ(fault(R"({"multipleOf":2})"), "multipleOf: unknown keyword");
  EXPECT_EQ(fault(R"({"properties":{"a":{"maxLength":2}}})"),
            "properties.a.maxLength: unknown keyword");
  for (const auto* inside :
       {R"({"items":{"x":1}})", R"({"anyOf":[{"x":1}]})", R"({"$defs":{"d":{"x":1}}})",
        R"({"if":{"x":1},"then":{}})", R"({"if":{},"then":{"x":1}})",
        R"({"additionalProperties":{"x":1}})"}) {
    EXPECT_NE(fault(inside).find("x: unknown keyword"), std::string::npos) << inside;
  }
  EXPECT_EQ(fault(R"({"properties":{"x":true}})"), "known");  // A name is no keyword.
}

TEST(SchemaFault, IsAKeywordOfAnotherForm) {
  for (const auto* text : {R"({"type":"float"})",
                           R"({"type":["null","string"]})",
                           R"({"const":[]})",
                           R"({"enum":1})",
                           R"({"enum":[{}]})",
                           R"({"pattern":"("})",
                           R"({"pattern":1})",
                           R"({"required":"a"})",
                           R"({"required":[1]})",
                           R"({"minItems":-1})",
                           R"({"minLength":1.0})",
                           R"({"minimum":"1"})",
                           R"({"maximum":9223372036854775808})",
                           R"({"items":[]})",
                           R"({"items":null})",
                           R"({"anyOf":[]})",
                           R"({"anyOf":{}})",
                           R"({"properties":[]})",
                           R"({"$defs":1})",
                           R"({"if":true})",
                           R"({"then":true})",
                           R"({"$ref":"#/$defs/none"})",
                           R"({"$ref":"#"})",
                           R"({"$ref":1})",
                           "[]",
                           "1"}) {
    EXPECT_NE(fault(text), "known") << text;
  }
}

}  // namespace
}  // namespace tripcheck::engine
