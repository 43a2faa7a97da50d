// The list of known differences: what it may hold, what it makes of a report, how it is mended.
#include <gtest/gtest.h>

#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/known_differences.hpp>

namespace tripcheck::engine {
namespace {

const KnownNames kNames{.rules = {"Y-1", "Y-10", "Y-2", "Y-3"}, .profiles = {"toy"}};

/// The fault, or `none`.
std::string list_fault(std::string_view text) {
  const auto read = read_known_differences(text, kNames);
  const auto* said = std::get_if<std::string>(&read);
  return said == nullptr ? "none" : *said;
}

KnownDifferences list(std::string_view text) {
  return std::get<KnownDifferences>(read_known_differences(text, kNames));
}

RuleLine line_of(std::string rule, RuleVerdict verdict) {
  return {.rule = std::move(rule), .text = "A rule.", .verdict = verdict, .judged = 3};
}

Counterexample example_of(std::string rule) {
  Counterexample made;
  made.rule = std::move(rule);
  made.config = "limit 1";
  made.rows = {{.time = "0", .event = "add 1", .expected = "1", .got = "1"},
               {.time = "5", .event = "add 2", .expected = "1", .got = "3"},
               {.time = "", .event = "end", .expected = "1", .got = "3"}};
  made.first_difference = 1;
  return made;
}

/// Y-1 kept, Y-2 broken, Y-3 not claimed; a full run.
Report full_run() {
  Report report;
  report.profile = "toy";
  report.rules = {line_of("Y-1", RuleVerdict::kept), line_of("Y-2", RuleVerdict::broken),
                  line_of("Y-3", RuleVerdict::not_claimed)};
  report.counterexamples = {example_of("Y-2")};
  report.floor_judged = true;
  return report;
}

std::vector<std::string> stale(const Report& report) {
  std::vector<std::string> all;
  for (const StaleDifference& one : report.known->stale) {
    all.push_back(std::to_string(one.line) + " " + one.id + " " + one.why);
  }
  return all;
}

using Texts = std::vector<std::string>;

TEST(KnownList, IsReadAndWrittenAlike) {
  const std::string text =
      "# Top.\n\nY-1 one\n  \nY-10 ten,  with spaces \n# In between.\nY-2 two\ntoy/invalid/a-1 "
      "x\n# End.\n";
  EXPECT_EQ(text_of(list(text)), text);
  EXPECT_EQ(list(text).find("Y-10")->reason, "ten,  with spaces ");
  EXPECT_EQ(list(text).find("Y-10")->line, 5U);
  EXPECT_EQ(list(text).find("Y-3"), nullptr);
  EXPECT_EQ(text_of(list("Y-1 one\r\nY-2 two")), "Y-1 one\nY-2 two\n");
  EXPECT_EQ(text_of(list("")), "");
}

TEST(KnownList, IsSortedByItsBytesAndHoldsEachIdOnce) {
  EXPECT_EQ(list_fault("# x\nY-2 a\nY-1 b\n"),
            "line 3: expected the lines sorted by their bytes, found Y-1 behind Y-2");
  EXPECT_EQ(list_fault("Y-2 a\nY-10 b\n"),
            "line 2: expected the lines sorted by their bytes, found Y-10 behind Y-2");
  EXPECT_EQ(list_fault("Y-1 a\n\nY-1 b\n"),
            "line 3: expected Y-1 once, found again: it is in line 1");
}

TEST(KnownList, HasAReasonForEachLine) {
  for (const char* text : {"Y-1", "Y-1 ", "Y-1  \t"}) {
    EXPECT_EQ(list_fault(text),
              "line 1: expected a space and the reason behind Y-1, found nothing");
  }
}

TEST(KnownList, NamesRulesAndCasesThatThereMayBe) {
  const std::string expected =
      "line 1: expected a rule, such as Y-1, or a corpus case, such as toy/valid/some-name, found ";
  for (const char* const each : {"Y-9", "y-1", "toy", "toy/valid/", "toy/other/a", "toy/valid/A",
                                 "toy/valid/a/b", "other/valid/a", "toy/valid/a.json"}) {
    const std::string id(each);
    EXPECT_EQ(list_fault(id + " a"), expected + json::quoted(id));
  }
  EXPECT_EQ(list_fault("Y-1\ta b"), expected + R"("Y-1\ta")");
  EXPECT_EQ(list_fault(" Y-1 a"), expected + "\"\"");
}

TEST(KnownReport, ListedAndBrokenIsExpected) {
  const Report told = with_known(full_run(), list("Y-2 it adds too much\n"));
  EXPECT_EQ(told.rules[1].verdict, RuleVerdict::expected);
  EXPECT_EQ(told.rules[1].reason, "it adds too much");
  EXPECT_TRUE(stale(told).empty());
  EXPECT_FALSE(told.broken());
  EXPECT_EQ(exit_of(told), Exit::kept);
  EXPECT_EQ(verdict_of(told),
            "KEPT: 1 of 3 rules; expected: 1 rule (Y-2); not claimed: 1 rule (Y-3)");
  EXPECT_EQ(text_of(told, Colour::never).find("is broken"), std::string::npos);
}

TEST(KnownReport, BrokenAndUnlistedFails) {
  const Report told = with_known(full_run(), list("toy/valid/a no rule\n"));
  EXPECT_EQ(told.rules[1].verdict, RuleVerdict::broken);
  EXPECT_EQ(exit_of(told), Exit::broken);
  EXPECT_EQ(verdict_of(told), "BROKEN: 1 rule (Y-2)");
}

TEST(KnownReport, ListedAndKeptOrNeverTriedFails) {
  const Report told = with_known(full_run(), list("Y-1 a\nY-2 b\n#\nY-3 c\n"));
  EXPECT_EQ(stale(told), (Texts{"1 Y-1 it is kept", "4 Y-3 it was never tried (not claimed)"}));
  EXPECT_TRUE(told.broken());
  EXPECT_EQ(exit_of(told), Exit::broken);
  EXPECT_EQ(verdict_of(told),
            "BROKEN: known differences to remove: Y-1, Y-3; expected: 1 rule (Y-2)");
  EXPECT_NE(text_of(told, Colour::never).find(":1: Y-1: it is kept: remove this line\n"),
            std::string::npos);
}

TEST(KnownReport, ARunThatWasCutShortMakesNothingStale) {
  for (int how = 0; how < 3; ++how) {
    Report run = full_run();
    if (how == 0) run.floor_judged = false;
    if (how == 1) run.interrupted = true;
    if (how == 2) run.ran_out = true;
    EXPECT_FALSE(may_fix(run)) << how;
    const Report told = with_known(run, list("Y-1 a\nY-2 b\n"));
    EXPECT_TRUE(stale(told).empty()) << how;
    EXPECT_EQ(told.rules[1].verdict, RuleVerdict::expected) << how;
  }
}

TEST(KnownFix, NeedsASubjectThatLastedAndAFloorThatWasReached) {
  EXPECT_TRUE(may_fix(full_run()));
  Report run = full_run();
  run.troubles = {{.what = "hung", .last_words = "", .case_document = ""}};
  EXPECT_FALSE(may_fix(run));
  run = full_run();
  run.floor = {{.what = "closings", .reached = 4, .least = 5}};
  EXPECT_FALSE(may_fix(run));
}

TEST(KnownFix, KeepsReasonsAddsWhatIsNewAndTakesOutWhatIsStale) {
  const auto known =
      list("# Top.\nY-1 was broken once\n# Of ten.\nY-10 other profile\nY-3 c\n# End.\n");
  EXPECT_EQ(text_of(fixed(known, full_run())),
            "# Top.\n# Of ten.\nY-10 other profile\n"
            "Y-2 limit 1: 0 add 1, 5 add 2: expected 1, got 3\n# End.\n");
  const auto right = list("Y-2 my words\n");
  EXPECT_EQ(text_of(fixed(right, full_run())), "Y-2 my words\n");
  const Report again = with_known(full_run(), fixed(known, full_run()));
  EXPECT_EQ(exit_of(again), Exit::kept);
}

TEST(KnownFix, LeavesTheHeadingAtTheTop) {
  auto known = list("# Top.\nY-10 a\n");
  add(known, {.id = "Y-1", .reason = "b"});
  EXPECT_EQ(text_of(known), "# Top.\nY-1 b\nY-10 a\n");
  known = list("# Top.\n");
  add(known, {.id = "Y-2", .reason = "c"});
  EXPECT_EQ(text_of(known), "# Top.\nY-2 c\n");
  remove(known, "Y-2");
  remove(known, "Y-3");  // Not there.
  EXPECT_EQ(text_of(known), "# Top.\n");
}

TEST(KnownFix, WritesWhatCanBeReadAgain) {
  Report run = full_run();
  run.counterexamples[0].rows[1].got = "a\nb\x1b";
  const std::string text = text_of(fixed({}, run));
  EXPECT_EQ(list_fault(text), "none");
  EXPECT_EQ(text, "Y-2 limit 1: 0 add 1, 5 add 2: expected 1, got a\\nb\\x1b\n");
}

TEST(KnownReason, IsShortForALongHistoryAndNeverEmpty) {
  Counterexample made = example_of("Y-2");
  made.rows.clear();
  for (int i = 0; i < 20; ++i) made.rows.push_back({std::to_string(i), "e", "x", "y"});
  made.first_difference = 10;
  EXPECT_EQ(reason_of(made),
            "limit 1: … 3 e, 4 e, 5 e, 6 e, 7 e, 8 e, 9 e, 10 e: expected x, got y");
  made.rows.clear();
  made.note = "a law";
  EXPECT_EQ(reason_of(made), "limit 1: a law");
  EXPECT_EQ(reason_of({}), "broken");
}

}  // namespace
}  // namespace tripcheck::engine
