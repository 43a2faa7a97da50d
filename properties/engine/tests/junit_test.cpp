// The report as JUnit's XML: what becomes of each verdict, and that it is XML whatever it holds.
#include <gtest/gtest.h>

#include <tripcheck/properties/engine/report.hpp>

namespace tripcheck::engine {
namespace {

RuleLine line(std::string rule, RuleVerdict verdict) {
  return {.rule = std::move(rule), .text = "A & B.", .verdict = verdict, .judged = 3};
}

Report run_of(std::vector<RuleLine> rules) {
  Report report;
  report.subject = "mine";
  report.profile = "toy";
  report.rules = std::move(rules);
  report.floor_judged = true;
  return report;
}

Counterexample example(std::string rule) {
  Counterexample made;
  made.rule = std::move(rule);
  made.config = "limit < 1";
  made.rows = {{.time = "0", .event = "add", .expected = "1", .got = "\"2\""}};
  return made;
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Junit, SaysWhatARunCameToByteForByte) {
  const std::string expected = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="tripcheck" tests="3" failures="0" errors="0" skipped="1" time="0">
  <testsuite name="toy" tests="3" failures="0" errors="0" skipped="1" time="0">
    <properties>
      <property name="subject" value="mine"/>
      <property name="subject_name" value=""/>
      <property name="subject_version" value=""/>
      <property name="seed" value="0"/>
      <property name="verdict" value="KEPT: 1 of 2 rules; not claimed: 1 rule (Y-2)"/>
    </properties>
    <testcase classname="tripcheck.toy" name="Y-1" time="0"/>
    <testcase classname="tripcheck.toy" name="Y-2" time="0">
      <skipped message="not claimed"/>
    </testcase>
    <testcase classname="tripcheck.toy" name="run" time="0"/>
  </testsuite>
</testsuites>
)xml";
  const Report report =
      run_of({line("Y-1", RuleVerdict::kept), line("Y-2", RuleVerdict::not_claimed)});
  EXPECT_EQ(junit_of(report), expected);
}

TEST(Junit, ABrokenRuleIsAFailureWithItsCounterexample) {
  Report report = run_of({line("Y-1", RuleVerdict::broken), line("Y-2", RuleVerdict::kept)});
  report.counterexamples = {example("Y-1"), example("Y-9")};
  const std::string text = junit_of(report);
  EXPECT_TRUE(holds(text, R"(tests="3" failures="1" errors="0" skipped="0")"));
  EXPECT_TRUE(holds(text, R"(<failure message="Y-1 is broken: A &amp; B." type="broken">)"));
  EXPECT_TRUE(holds(text, "limit &lt; 1"));
  EXPECT_TRUE(holds(text, "&quot;2&quot;  &lt;--\n"));
  EXPECT_FALSE(holds(text, "Y-9"));
}

TEST(Junit, WhatIsNoPassIsNeverGreen) {
  EXPECT_TRUE(
      holds(junit_of(run_of({line("Y-1", RuleVerdict::undecided)})), R"(type="undecided")"));
  Report report = run_of({line("Y-1", RuleVerdict::kept)});
  report.floor = {{.what = "closings", .reached = 4, .least = 5}};
  EXPECT_TRUE(holds(
      junit_of(report),
      R"(<failure message="NOT ENOUGH: floor not reached in 1 of 1 things" type="not enough"/>)"));
  report.troubles = {{.what = "hung", .last_words = "oh\x1b", .case_document = "{}"}};
  EXPECT_TRUE(holds(
      junit_of(report),
      "<error message=\"hung\" type=\"subject failed\">hung\ncase {}\noh\xef\xbf\xbd\n</error>"));
  report.interrupted = true;
  EXPECT_TRUE(holds(junit_of(report), R"(type="interrupted")"));
  EXPECT_TRUE(holds(junit_of(Report()), R"(failures="1")"));  // No rule was judged.
}

TEST(Junit, KnownDifferencesAreSkippedAndStaleOnesFail) {
  Report report = run_of({line("Y-1", RuleVerdict::expected), line("Y-2", RuleVerdict::kept)});
  report.counterexamples = {example("Y-1")};
  report.rules[0].reason = "one late";
  report.known =
      KnownReport{.file = "known.txt", .stale = {{.id = "Y-2", .line = 4, .why = "it is kept"}}};
  const std::string text = junit_of(report);
  EXPECT_TRUE(holds(text, R"(<skipped message="expected: one late"/>)"));
  EXPECT_TRUE(holds(
      text, R"(<failure message="known.txt:4: Y-2: it is kept: remove this line" type="stale"/>)"));
  EXPECT_TRUE(holds(text, R"(tests="3" failures="1" errors="0" skipped="1")"));
}

TEST(Junit, IsXmlWhateverTheTextsHold) {
  Report report = run_of({});
  report.subject = "a\tb\nc<>&\"'";
  EXPECT_TRUE(holds(junit_of(report), "value=\"a&#9;b&#10;c&lt;&gt;&amp;&quot;'\""));
  const std::string fit = "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";  // Of two, three and four bytes.
  report.subject = fit;
  EXPECT_TRUE(holds(junit_of(report), "value=\"" + fit + "\""));
  const std::string mark = "\xef\xbf\xbd";
  for (const std::string& bad :
       {std::string("\0", 1), std::string("\x08"), std::string("\r"), std::string("\x7f"),
        std::string("\xc2\x85"), std::string("\xef\xbf\xbf")}) {
    report.subject = bad;
    EXPECT_TRUE(holds(junit_of(report), "name=\"subject\" value=\"" + mark + "\"")) << bad;
  }
  // No UTF-8, a mark a byte: cut short, too long a form, a surrogate, past the last character.
  for (const std::string_view bad :
       {"\xff", "\xe2\x82", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80"}) {
    report.subject = bad;
    std::string marks;
    for (std::size_t i = 0; i < bad.size(); ++i) marks += mark;
    EXPECT_TRUE(holds(junit_of(report), "name=\"subject\" value=\"" + marks + "\"")) << bad;
  }
}

}  // namespace
}  // namespace tripcheck::engine
