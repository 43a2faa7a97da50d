// The report in words: what each exit code stands on, and what a table shows.
#include <gtest/gtest.h>

#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/report.hpp>

namespace tripcheck::engine {
namespace {

RuleLine line(std::string rule, RuleVerdict verdict) {
  return {.rule = std::move(rule), .text = "A rule.", .verdict = verdict, .judged = 3};
}

/// A run in which all went well.
Report kept() {
  Report report;
  report.subject = "exec:it's mine";
  report.subject_name = "mine";
  report.profile = "toy";
  report.seed = 18446744073709551615U;
  report.sources = {{.name = "generated", .cases = 1, .steps = 2}};
  report.rules = {line("T-1", RuleVerdict::kept), line("T-2", RuleVerdict::kept)};
  report.floor = {{.what = "closings", .reached = 5, .least = 5}};
  report.floor_judged = true;
  return report;
}

Counterexample example(std::size_t rows) {
  Counterexample made;
  made.rule = "T-2";
  made.config = "limit 1";
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string number = std::to_string(i);
    made.rows.push_back(
        {.time = number, .event = "event-" + number, .expected = "yes", .got = "yes"});
  }
  made.case_document = R"({"limit":1})";
  made.found_document = made.case_document;
  return made;
}

Report broken() {
  Report report = kept();
  report.rules[1].verdict = RuleVerdict::broken;
  report.counterexamples = {example(1)};
  return report;
}

bool shows(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(ExitCode, IsKeptWhereEveryRuleIsAndTheFloorHolds) {
  EXPECT_EQ(exit_of(kept()), Exit::kept);
  EXPECT_EQ(verdict_of(kept()), "KEPT: 2 of 2 rules");
}

TEST(ExitCode, IsNotEnoughBelowTheFloor) {
  Report report = kept();
  report.floor[0].reached = 4;
  EXPECT_EQ(exit_of(report), Exit::not_enough);
  EXPECT_EQ(verdict_of(report), "NOT ENOUGH: floor not reached in 1 of 1 things");
  EXPECT_TRUE(shows(text_of(report, Colour::never),
                    "floor        closings: reached 4 times, at least 5 wanted\n"));
  report.floor_judged = false;  // As for a single case.
  EXPECT_EQ(exit_of(report), Exit::kept);
}

TEST(ExitCode, IsNotEnoughWhereARuleIsUndecidedOrNeverReached) {
  Report report = kept();
  report.rules[1].verdict = RuleVerdict::undecided;
  EXPECT_EQ(verdict_of(report), "NOT ENOUGH: undecided: 1 rule (T-2)");
  report.rules[1].verdict = RuleVerdict::not_reached;
  EXPECT_EQ(verdict_of(report), "NOT ENOUGH: no case reached 1 rule (T-2)");
  report.outside_domain = {"t below 0"};  // Then it may be out of the subject's reach.
  EXPECT_EQ(verdict_of(report), "KEPT: 1 of 2 rules; not reached: 1 rule (T-2)");
}

TEST(ExitCode, IsNotEnoughWhereNoRuleWasJudged) {
  Report report = kept();
  for (RuleLine& rule : report.rules) rule.verdict = RuleVerdict::not_claimed;
  report.floor_judged = false;
  EXPECT_EQ(verdict_of(report), "NOT ENOUGH: no rule was judged");
}

TEST(ExitCode, IsNotEnoughWhereTheTimeWasOverTooSoon) {
  Report report = kept();
  report.ran_out = true;
  EXPECT_EQ(exit_of(report), Exit::kept);  // The floor was judged all the same.
  report.floor_judged = false;
  EXPECT_EQ(exit_of(report), Exit::not_enough);
}

TEST(ExitCode, TakesTheGravestOfSeveral) {
  Report report = broken();
  report.floor[0].reached = 0;
  EXPECT_EQ(exit_of(report), Exit::broken);
  EXPECT_EQ(verdict_of(report), "BROKEN: 1 rule (T-2)");
  report.troubles = {{.what = "hung\n", .last_words = "", .case_document = ""}};
  EXPECT_EQ(exit_of(report), Exit::subject_failed);
  EXPECT_EQ(verdict_of(report), "SUBJECT FAILED: hung\\n; broken: 1 rule (T-2)");
  report.interrupted = true;
  EXPECT_EQ(exit_of(report), Exit::interrupted);
  EXPECT_EQ(verdict_of(report), "INTERRUPTED: this is what there was so far; broken: 1 rule (T-2)");
}

TEST(ReplayLine, QuotesWhatAShellWouldSplit) {
  EXPECT_EQ(replay_line("toy", "exec:it's mine", R"({"limit":1})"),
            R"(tripcheck replay --profile toy --subject 'exec:it'\''s mine' --case '{"limit":1}')");
}

TEST(Table, MarksTheFirstDifferenceAndNothingElse) {
  Counterexample made = example(2);
  made.rows[1].got = "no";
  made.rows.push_back({.time = "", .event = "end", .expected = "open", .got = "closed"});
  made.first_difference = 1;
  EXPECT_TRUE(shows(text_of(made, Colour::never),
                    "  step  time  event    expected  got\n"
                    "     0     0  event-0  yes       yes\n"
                    "     1     1  event-1  yes       no      <--\n"
                    "              end      open      closed\n"));
  EXPECT_TRUE(shows(text_of(made, Colour::always), "\x1b[31mno\x1b[0m      \x1b[31m<--\x1b[0m\n"));
}

/// Where the rows that are shown begin and end.
std::pair<std::size_t, std::size_t> window(std::size_t rows, std::size_t first_difference) {
  Counterexample made = example(rows);
  made.first_difference = first_difference;
  const std::string text = text_of(made, Colour::never);
  std::size_t begin = rows;
  std::size_t end = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    if (!shows(text, "  event-" + std::to_string(i) + "  ")) continue;
    begin = std::min(begin, i);
    end = i + 1;
  }
  const auto left_out = [&](std::size_t count, std::string_view where) {
    const std::string said =
        "… " + std::to_string(count) + " rows " + std::string(where) + " these left out\n";
    EXPECT_EQ(shows(text, said), count > 0) << rows << " rows, " << first_difference;
  };
  left_out(begin, "before");
  left_out(rows - end, "after");
  return {begin, end};
}

TEST(Table, OfManyRowsShowsFortyAroundTheFirstDifference) {
  using Window = std::pair<std::size_t, std::size_t>;
  EXPECT_EQ(window(40, 3), (Window{0, 40}));
  EXPECT_EQ(window(1000, 3), (Window{0, 40}));
  EXPECT_EQ(window(1000, 500), (Window{470, 510}));
  EXPECT_EQ(window(1000, 999), (Window{960, 1000}));
  EXPECT_EQ(window(1000, 1000), (Window{960, 1000}));  // The end of the case.
}

TEST(Text, LetsNothingSteerTheTerminal) {
  Report report = broken();
  report.subject_name = "\x1b[2J";
  report.skipped = 1;
  report.skip_reason = "\r";
  report.troubles = {{.what = "\x1b", .last_words = "a\n\x9b b\n", .case_document = "{}"}};
  report.counterexamples[0].rows[0].got = "\a";
  report.counterexamples[0].note = "\x7f";
  const std::string text = text_of(report, Colour::never);
  for (const char c : text) {
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << static_cast<int>(c);
  }
  EXPECT_FALSE(shows(text, "\x7f"));
  EXPECT_TRUE(shows(text, "  | a\n  | \\x9b b\n"));
}

TEST(Json, IsOneObjectWhateverTheTextsHold) {
  Report report = broken();
  report.subject_name = "\"\\\x1b\xff";
  report.troubles = {{.what = "hung", .last_words = "", .case_document = ""}};
  const auto document = json::Document::parse(json_of(report));
  ASSERT_FALSE(document.syntax_error());
  EXPECT_EQ(document.root().find("seed")->text(), "18446744073709551615");
  EXPECT_EQ(document.root().find("verdict")->text(), "subject failed");
  const auto counterexamples = *document.root().find("counterexamples");
  ASSERT_EQ(counterexamples.size(), 1U);
  const auto made = *counterexamples.items().begin();
  EXPECT_EQ(made.find("case")->find("limit")->integer(), 1);
  EXPECT_EQ(made.find("saved")->kind(), json::Kind::null);
}

}  // namespace
}  // namespace tripcheck::engine
