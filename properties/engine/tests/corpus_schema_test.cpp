// The corpus is held to its schema, and the schema to files that are almost right (S-50).
//
// TRIPCHECK_CORPUS_DIR is the folder, from the build.
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/tests/schema.hpp>
#include <vector>

namespace tripcheck::engine {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = TRIPCHECK_CORPUS_DIR;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

const json::Document& schema() {
  static const json::Document the_schema = json::Document::parse(text_of(kCorpus / "schema.json"));
  return the_schema;
}

/// Every case file, in no order.
std::vector<fs::path> case_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(kCorpus)) {
    if (entry.is_regular_file() && entry.path().parent_path() != kCorpus) files.push_back(entry);
  }
  return files;
}

/// Why the text is no case; `fits` where it is one.
std::string fit(std::string_view text) {
  const auto document = json::Document::parse(text);
  if (document.syntax_error()) return "no JSON: " + document.syntax_error()->what;
  return misfit(schema().root(), document.root()).value_or("fits");
}

TEST(S50CorpusSchema, IsJsonOfKeywordsThatTheTestKnows) {
  EXPECT_FALSE(schema().syntax_error());
  EXPECT_EQ(schema_fault(schema().root()), std::nullopt);
}

TEST(S50CorpusFiles, AllFitTheSchema) {
  for (const fs::path& path : case_files()) EXPECT_EQ(fit(text_of(path)), "fits") << path;
}

TEST(S50CorpusFiles, AreNamedAsTheirIds) {
  for (const fs::path& path : case_files()) {
    ASSERT_EQ(path.extension(), ".json") << path;
    const auto document = json::Document::parse(text_of(path));
    const auto id = document.root().find("id");
    ASSERT_TRUE(id.has_value() && id->kind() == json::Kind::string) << path;
    EXPECT_EQ(id->text(), fs::relative(path, kCorpus).replace_extension().generic_string());
  }
}

TEST(S50CorpusFiles, AreOfBothKindsAndMany) {
  std::size_t valid = 0;
  std::size_t invalid = 0;
  for (const fs::path& path : case_files()) {
    valid += path.parent_path().filename() == "valid" ? 1U : 0U;
    invalid += path.parent_path().filename() == "invalid" ? 1U : 0U;
  }
  EXPECT_GE(valid, 50U);
  EXPECT_GE(invalid, 25U);
  EXPECT_EQ(valid + invalid, case_files().size());
}

/// One change to a file, and the place that must be named for it.
struct Altered {
  std::string_view from;
  std::string_view to;
  std::string place;
};

/// The text with the change, which must be possible in one place alone.
std::string apply(std::string text, const Altered& altered) {
  const std::size_t at = text.find(altered.from);
  EXPECT_NE(at, std::string::npos) << altered.from;
  EXPECT_EQ(text.find(altered.from, at + 1), std::string::npos) << altered.from;
  return at == std::string::npos ? text : text.replace(at, altered.from.size(), altered.to);
}

void expect_misfits(const fs::path& file, const std::vector<Altered>& all) {
  const std::string text = text_of(kCorpus / file);
  ASSERT_EQ(fit(text), "fits");
  for (const Altered& altered : all) {
    const std::string why = fit(apply(text, altered));
    EXPECT_EQ(why.substr(0, why.find(": ")), altered.place) << altered.to << " gives: " << why;
  }
}

TEST(S50CorpusSchema, RefusesAlteredHeadings) {
  expect_misfits("timed/valid/opens-and-rejects.json",
                 {{R"("id": )", R"("ID": )", "id"},
                  {R"("id": "timed/valid/)", R"("id": "timed/)", "id"},
                  {R"("id": "timed/)", R"("id": "overlap/)", "id"},
                  {"opens-and-rejects", "Opens", "id"},
                  {"opens-and-rejects", "opens--and", "id"},
                  {R"("profile": "timed",)", "", "profile"},
                  {R"("profile": "timed")", R"("profile": "timer")", "profile"},
                  {R"(["T-3", "T-4"])", "[]", "rules"},
                  {R"("T-4"])", R"("T4"])", "rules[1]"},
                  {R"("T-4"])", R"("Q-4"])", "rules[1]"},
                  {R"("0.1.0")", R"("0.1")", "since"},
                  {R"("0.1.0")", R"(0.1)", "since"},
                  {R"("note": ")", R"("notes": ")", "note"},
                  {R"("since": )", R"("origin": "nobody", "since": )", "origin"},
                  {R"("since": )", R"("until": "1.0.0", "since": )", "until"}});
}

TEST(S50CorpusSchema, RefusesAlteredInputsAndAnswers) {
  expect_misfits(
      "timed/valid/opens-and-rejects.json",
      {{R"("failure_threshold": 2)", R"("failure_threshold": 0)", "input.failure_threshold"},
       {R"("failure_threshold": 2)", R"("failure_threshold": 2147483648)",
        "input.failure_threshold"},
       {R"("cooldown": 10)", R"("cooldown": -1)", "input.cooldown"},
       {R"("cooldown": 10)", R"("cooldown": 10.0)", "input.cooldown"},
       {R"("cooldown": 10,)", "", "input.cooldown"},
       {R"("cooldown": 10)", R"("cooldown": 10, "trial_timeout": 1)", "input.trial_timeout"},
       {R"({"t": 3, "result": "failure"})", R"({"t": 3})", "input.events[2].result"},
       {R"("t": 4)", R"("t": "4")", "input.events[3].t"},
       {R"("t": 4)", R"("t": 9223372036854775808)", "input.events[3].t"},
       {R"("success")", R"("ok")", "input.events[3].result"},
       {R"("final_state": "open")", R"("final_state": "half-open")", "expected.final_state"},
       {R"([3, 4])", R"([3, "4"])", "expected.rejected[1]"},
       {R"("rejected": [3, 4],)", "", "expected.rejected"},
       {R"(closed->open@2)", R"(closed->half_open@2)", "expected.transitions[0]"},
       {R"(closed->open@2)", R"(closed->open@02)", "expected.transitions[0]"},
       {R"(closed->open@2)", R"(closed->open@-0)", "expected.transitions[0]"},
       {R"("final_state": "open",)", R"("error": "x", "final_state": "open",)", "expected.error"}});
}

TEST(S50CorpusSchema, RefusesAlteredRunsAndHandoffs) {
  const std::string packet = "expected.handoff.reviewer_packet.";
  expect_misfits(
      "escalation/valid/z091.json",
      {{R"("run_id": "run_0123456789abcdef0123456789abcdef",
    "workflow_id")",
        R"("run_id": "run_1", "workflow_id")", "input.run_id"},
       {R"({"uncertainty": 3,)", R"({"uncertainty": 33,)", "input.policy.uncertainty"},
       {R"("total": 6})", R"("total": 6, "all": 1})", "input.policy.all"},
       {R"("attempts": [{"error": null}, {"error": null}])",
        R"("attempts": [{"error": null}, {"error": "denied"}])", "expected.attempts[1].error"},
       {R"("halted": true)", R"("halted": 1)", "expected.halted"},
       {R"("evidence_references": [])", R"("evidence_references": ["x"])",
        packet + "evidence_references[0]"},
       {R"("reason_code": "human_gate")", R"("reason_code": "other")", packet + "reason_code"},
       {R"(handoff.v1")", R"(handoff.v2")", packet + "schema_version"}});
  expect_misfits("escalation/valid/z180.json",
                 {{R"("expired": true)", R"("expired": null)", "expected.expired"},
                  {R"("now": "2026-01-01T00:30:00Z")", R"("now": "soon")", "input.now"}});
}

/// Where a result fits none of its kinds as well as another, the first kind is named: a decision.
TEST(S50CorpusSchema, RefusesAlteredScripts) {
  const std::string entry = "input.capability_map[0].alternatives[0].";
  expect_misfits(
      "expeditor/valid/z149.json",
      {{R"("failure_threshold": 1)", R"("failure_threshold": 0)", "input.config.failure_threshold"},
       {R"("failure_threshold": 1)", R"("threshold": 1)", "input.config.threshold"},
       {R"("severity": "low")", R"("severity": "medium")", entry + "severity"},
       {R"("ops": [)", R"("ops": [1, )", "input.ops[0]"},
       {R"("caution": false)", R"("caution": null)", "expected.results[0].caution"},
       {R"("late": false)", R"("late": 0)", "expected.results[1].decision"},
       {R"("reason": "circuit_open")", R"("reason": "closed")", "expected.results[2].ticket"},
       {R"("note": "")", R"("note": null)", "expected.results[2].route.note"},
       {R"("cycle": 1)", R"("cycle": 0)", "expected.report.cycle"},
       {R"("next_probe": 4)", R"("next_probe": 4.0)", "expected.report.tools[0].next_probe"},
       {R"("signature": null, "event")", R"("signature": "", "event")",
        "expected.report.failures[0].signature"},
       {R"("recommendations": [])", R"("recommendations": ["x"])",
        "expected.report.recommendations[0]"}});
  expect_misfits("expeditor/valid/z154.json",
                 {{R"("cause": "Multiple)", R"("cause": "Many)", "expected.report.systemic.cause"},
                  {R"(["A", "B"])", R"(["A"])", "expected.report.systemic.members"}});
  expect_misfits(
      "expeditor/valid/z148a.json",
      {{R"("state": "OPEN", "unblock")", R"("state": "CLOSED", "unblock")",
        "expected.results[6].deferred[0].blockers[0].state"},
       {R"("DEFERRED — A OPEN")", R"("LATER — A OPEN")", "expected.report.incomplete[0].reason"}});
  expect_misfits("expeditor/valid/z183.json",
                 {{R"("[STALE)", R"("[OLD)", "expected.results[0].labels[0]"}});
  expect_misfits("expeditor/valid/route-of-a-tool-without-an-entry.json",
                 {{R"("unknown_tool")", R"("no_tool")", "expected.results[0].decision"}});
}

TEST(S50CorpusSchema, RefusesAlteredRefusals) {
  expect_misfits("timed/invalid/time-true.json",
                 {{R"("error": )", R"("fault": )", "expected.error"},
                  {R"("error": ")", R"("final_state": "open", "error": ")", "expected.final_state"},
                  {R"("expected": {)", R"("expected": {"error": "", "x": {)", "no JSON"},
                  {R"("id": "timed/invalid/)", R"("id": "timed/valid/)", "input.events[1].t"}});
  std::string text = text_of(kCorpus / "timed/invalid/time-true.json");
  const std::size_t start = text.find(R"("error": ")") + 9;
  text.replace(start, text.find('\n', start) - start, R"("")");
  EXPECT_EQ(fit(text), "expected.error: too short");
}

}  // namespace
}  // namespace tripcheck::engine
