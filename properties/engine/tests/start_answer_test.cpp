// What a process says of itself at the start, read strictly.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/process.hpp>
#include <tripcheck/properties/engine/start_answer.hpp>
#include <tripcheck/properties/engine/tests/toy_run.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::engine {
namespace {

StartAnswer read(std::string_view text) { return read_start_answer(json::Document::parse(text)); }

/// What is wrong with it; `fine` where nothing is.
std::string start_fault(std::string_view text) {
  try {
    (void)read(text);
  } catch (const DocumentError& error) {
    return error.what();
  }
  return "fine";
}

/// As above, of a right answer with this behind its last key.
std::string fault_with(const std::string& more) {
  return start_fault(R"({"tripcheck":1,"name":"x","profiles":["toy"],)" + more + "}");
}

TEST(S2StartAnswer, IsReadInFull) {
  const StartAnswer start = read(
      R"({"tripcheck":1,"name":"mine","version":"1.2","profiles":["timed","overlap"],)"
      R"("claims":["refusals","counters"],"domain":{"t":[-9223372036854775808,9],"cooldown":[1,1]}})");
  EXPECT_EQ(start.description.name, "mine");
  EXPECT_EQ(start.description.version, "1.2");
  EXPECT_EQ(start.profiles, (std::vector<std::string>{"timed", "overlap"}));
  EXPECT_TRUE(start.description.claim("refusals"));
  EXPECT_TRUE(start.description.claim("counters"));
  EXPECT_FALSE(start.description.claim("retry_at"));
  EXPECT_EQ(start.description.domain.limits,
            (std::vector<Named>{{.name = "t", .range = {.low = INT64_MIN, .high = 9}},
                                {.name = "cooldown", .range = {.low = 1, .high = 1}}}));
}

TEST(S2StartAnswer, ClaimsNothingAndIsLimitedNowhereUnlessItSaysSo) {
  const StartAnswer start = read(R"({"name":"x","profiles":[],"tripcheck":1})");
  EXPECT_EQ(start.description.version, "");
  EXPECT_TRUE(start.description.claims.empty());
  EXPECT_TRUE(start.description.domain.limits.empty());
  EXPECT_FALSE(start.description.refusal_text_binds);
  EXPECT_FALSE(start.description.reads_documents);
}

TEST(S2StartAnswer, HasItsRequiredKeys) {
  EXPECT_EQ(start_fault(R"({})"), "tripcheck: missing");
  EXPECT_EQ(start_fault(R"({"tripcheck":1,"profiles":[]})"), "name: missing");
  EXPECT_EQ(start_fault(R"({"tripcheck":1,"name":"x"})"), "profiles: missing");
}

TEST(S2StartAnswer, HasNoOtherKeysAndNoneTwice) {
  EXPECT_EQ(fault_with(R"("clams":[])"),
            "clams: unknown key, expected tripcheck, name, version, profiles, claims or domain");
  EXPECT_EQ(fault_with(R"("name":"y")"), "name: expected once, found again");
}

TEST(S2StartAnswer, IsOfTheOneVersion) {
  for (const auto* version : {"2", "0", "1.0", "\"1\"", "true"}) {
    EXPECT_EQ(
        start_fault(R"({"tripcheck":)" + std::string(version) + R"(,"name":"x","profiles":[]})"),
        "tripcheck: expected an integer between 1 and 1, found " + std::string(version));
  }
}

TEST(S2StartAnswer, HasTextsAndListsOfTexts) {
  EXPECT_EQ(start_fault(R"({"tripcheck":1,"name":7})"), "name: expected a string, found 7");
  EXPECT_EQ(fault_with(R"("version":1)"), "version: expected a string, found 1");
  EXPECT_EQ(start_fault(R"({"profiles":"timed"})"), "profiles: expected an array, found \"timed\"");
  EXPECT_EQ(start_fault(R"({"profiles":["timed",null]})"),
            "profiles[1]: expected a string, found null");
}

TEST(S2StartAnswer, ClaimsWhatAProfileKnows) {
  const std::string allowed = R"(expected "refusals", "retry_at" or "counters", found )";
  EXPECT_EQ(fault_with(R"("claims":["refusals","counter"])"),
            "claims[1]: " + allowed + "\"counter\"");
  EXPECT_EQ(fault_with(R"("claims":[1])"), "claims[0]: " + allowed + "1");
  EXPECT_EQ(fault_with(R"("claims":{"refusals":true})"),
            "claims: expected an array, found an object");
}

TEST(S2StartAnswer, HasADomainOfPairsWithTheLowerEndFirst) {
  EXPECT_EQ(fault_with(R"("domain":[])"), "domain: expected an object, found an array");
  EXPECT_EQ(fault_with(R"("domain":{"t":5})"), "domain.t: expected an array, found 5");
  EXPECT_EQ(fault_with(R"("domain":{"t":[]})"), "domain.t: expected two integers, found 0");
  EXPECT_EQ(fault_with(R"("domain":{"t":[1]})"), "domain.t: expected two integers, found 1");
  EXPECT_EQ(fault_with(R"("domain":{"t":[1,2,3]})"), "domain.t: expected two integers, found 3");
  EXPECT_EQ(fault_with(R"("domain":{"t":[2,1]})"), "domain.t: expected the lower end first");
  EXPECT_EQ(fault_with(R"("domain":{"t":[1,1]})"), "fine");
  EXPECT_EQ(fault_with(R"("domain":{"a b":[1,2.0]})")
                .rfind(R"(domain["a b"][1]: expected an integer)", 0),
            0U);
  EXPECT_EQ(fault_with(R"("domain":{"t":[1,9223372036854775808]})").rfind("domain.t[1]: ", 0), 0U);
}

TEST(S2StartAnswer, LimitsEachNumberOnce) {
  EXPECT_EQ(fault_with(R"("domain":{"t":[1,2],"t":[3,4]})"),
            "domain.t: expected once, found again");
}

TEST(S2StartAnswer, IsOneWholeDocument) {
  EXPECT_EQ(
      start_fault(R"({"tripcheck":1,"name":"x","profiles":["a"]} {})").rfind("line 1, column ", 0),
      0U);
  EXPECT_EQ(
      start_fault(R"({"tripcheck":1,"name":"x","domain":{"t":[1,)").rfind("line 1, column ", 0),
      0U);
  EXPECT_EQ(start_fault(R"([1])"), "document: expected an object, found an array");
}

/// What a profile says to a process with this domain; `fine` where it takes it.
std::string attached(const std::string& domain) {
  ProcessOptions options;
  options.command = {"/bin/sh", "-c",
                     R"(printf '%s\n' '{"tripcheck":1,"name":"x","profiles":["toy"],"domain":)" +
                         domain + R"(}'; exec cat >/dev/null)"};
  Process process(std::move(options));
  if (const auto failure = process.start()) return failure->what;
  const auto subject = toy::profile().attach(process);
  return subject.index() == 0 ? "fine" : std::get<std::string>(subject);
}

TEST(S2StartAnswer, LimitsNumbersThatTheProfileHas) {
  EXPECT_EQ(attached(R"({"limit":[0,9]})"), "fine");
  EXPECT_EQ(attached(R"({"wait":[0,9]})"), "domain.wait: unknown name, expected limit or add");
}

}  // namespace
}  // namespace tripcheck::engine
