// Documents of the expeditor: what they may hold, in which order faults are named, what comes out.
#include <gtest/gtest.h>

#include <string>
#include <tripcheck/properties/expeditor/case.hpp>
#include <tripcheck/properties/expeditor/tests/seed_map.hpp>

namespace tripcheck::expeditor {
namespace {

engine::Said run(const std::string& document) { return run_document(make_model, document); }

std::string error_of(const std::string& document) {
  const engine::Said said = run(document);
  EXPECT_FALSE(said.ok) << document;
  return said.text;
}

/// What the operations come to, without the report.
std::string results(const std::string& ops, const std::string& setup = "") {
  const engine::Said said = run("{" + setup + R"("ops":[)" + ops + "]}");
  EXPECT_TRUE(said.ok) << said.text;
  const std::size_t begin = said.text.find('[');
  return said.text.substr(begin, said.text.find(R"(,"report":)") - begin);
}

TEST(X56ExpeditorScript, EmptyScriptHasAnEmptyReport) {
  EXPECT_EQ(run(R"({"ops":[]})").text,
            R"({"results":[],"report":{"cycle":1,"step":0,"paused":false,"systemic":null,)"
            R"("budget":{"consumed":0,"budget":5},"tools":[],"failures":[],"completed":[],)"
            R"("incomplete":[],"routes":[],"log":[],"recommendations":[]}})");
}

TEST(X56ExpeditorScript, EachDecisionHasItsKeysInOrder) {
  const std::string setup = R"("config":{"failure_threshold":1,"failure_budget":2},)";
  EXPECT_EQ(
      results(R"({"op":"decide","tool":"A","step":1},)"
              R"({"op":"record","ticket":1,"step":1,"outcome":"failure"},)"
              R"({"op":"decide","tool":"A","step":2},{"op":"decide","tool":"A","step":4},)"
              R"({"op":"record","ticket":2,"step":4,"outcome":"failure"},)"
              R"({"op":"decide","tool":"A","step":5})",
              setup),
      R"([{"decision":"CALL","reason":"closed","ticket":1,"caution":false},)"
      R"({"state":"OPEN","consecutive_failures":1,"late":false,"consumed":1,"systemic":false,)"
      R"("paused":false},{"decision":"SKIP","reason":"circuit_open","route":{"grade":"SKIPPED",)"
      R"("tool":null,"method":null,"degradation":null,"note":"no tools available"}},)"
      R"({"decision":"PROBE","reason":"probe_due","ticket":2},)"
      R"({"state":"OPEN","consecutive_failures":2,"late":false,"consumed":2,"systemic":false,)"
      R"("paused":true},{"decision":"PAUSE","reason":"budget_exhausted"}])");
}

TEST(X56ExpeditorScript, FaultsOfAnOperationAreFoundInTheirOrder) {
  const std::string bad = R"({"error":"invalid_value","field":)";
  const std::string cases[][2] = {
      {R"({"op":"zap","op":"zap"})", bad + R"("op"})"},
      {R"({"step":"x","tool":1,"op":"decide"})", bad + R"("step"})"},
      {R"({"op":"decide","step":1})", bad + R"("tool"})"},
      {R"({"op":"decide","tool":"A","step":1.0})", bad + R"("step"})"},
      {R"({"op":"decide","tool":"A","step":-1})", bad + R"("step"})"},
      {R"({"op":"decide","tool":"A","step":4611686018427387905})", bad + R"("step"})"},
      {R"({"op":"decide","tool":"A","step":1,"user_available":null})",
       bad + R"("user_available"})"},
      {R"({"op":"record","ticket":true,"step":1,"outcome":"success"})", bad + R"("ticket"})"},
      {R"({"op":"record","ticket":1,"step":1,"outcome":"success","signature":""})",
       bad + R"("signature"})"},
      {R"({"op":"plan","step":1,"subtasks":[{"id":1,"title":"","requires":[]},)"
       R"({"id":1,"title":"","requires":[]}]})",
       bad + R"("subtasks"})"},
      {R"({"op":"record","ticket":1,"step":1,"outcome":"success"})",
       R"({"error":"no_call_outstanding","field":"ticket"})"},
      {R"({"op":"confirm_recovered","step":1})", R"({"error":"no_systemic_failure","field":null})"},
      {R"({"op":"route","tool":"A"})", R"({"error":"unknown_tool","field":"tool"})"},
      {R"({"op":"complete","subtask":1,"step":1})",
       R"({"error":"unknown_subtask","field":"subtask"})"}};
  for (const auto& [op, expected] : cases) EXPECT_EQ(results(op), "[" + expected + "]") << op;
  EXPECT_EQ(results(R"({"op":"begin_cycle","step":2},{"op":"record","ticket":9,"step":1,)"
                    R"("outcome":"success"})"),
            R"([{},{"error":"step_out_of_order","field":"step"}])");
}

TEST(X54ExpeditorConfig, IsRefusedWithItsField) {
  EXPECT_EQ(error_of(R"({"config":{"failure_threshold":0},"ops":[]})"),
            "invalid_config: failure_threshold: expected an integer between 1 and 1000000000, "
            "found 0");
  EXPECT_TRUE(error_of(R"({"config":{"probe_interval":true},"ops":[]})")
                  .starts_with("invalid_config: probe_interval: expected an integer"));
  EXPECT_TRUE(error_of(R"({"config":{"correlated_opens":1},"ops":[]})")
                  .starts_with("invalid_config: correlated_opens: expected 0 or"));
  EXPECT_TRUE(error_of(R"({"config":{"probe_interval":21},"ops":[]})")
                  .starts_with("invalid_config: probe_interval_cap: "));  // C-9.
  EXPECT_TRUE(
      error_of(R"({"config":{"zap":1},"ops":[]})").starts_with("invalid_config: zap: unknown key"));
  EXPECT_TRUE(error_of(R"({"config":{"mode":"full","mode":"full"},"ops":[]})")
                  .starts_with("invalid_config: mode: "));
}

TEST(X55ExpeditorMap, IsRefusedWithItsEntry) {
  const auto error = [](const std::string& map) {
    return error_of(R"({"capability_map":)" + map + R"(,"ops":[]})");
  };
  const std::string prefix = "invalid_capability_map: capability_map";
  EXPECT_TRUE(error(R"([{"tool":"A"},{"tool":"A"}])").starts_with(prefix + R"([1] "A": tool)"));
  EXPECT_TRUE(error(R"([{"tool":""}])").starts_with(prefix + "[0]: tool"));
  EXPECT_TRUE(error(R"([{"tool":"A","alternatives":[{"tool":"B"}]}])")
                  .starts_with(prefix + R"([0] "A": alternatives[0].tool)"));
  EXPECT_TRUE(error(R"([{"tool":"A","alternatives":[{"tool":"A"}]}])")
                  .ends_with(R"(expected another tool, found "A")"));
  EXPECT_TRUE(error(R"([{"tool":"A","depends_on":["B"]},{"tool":"B","depends_on":["A"]}])")
                  .starts_with(prefix + R"([0] "A": depends_on)"));
  EXPECT_TRUE(error(R"([{"tool":"A","zap":1}])").find("zap") != std::string::npos);
  EXPECT_TRUE(run(R"({"capability_map":)" + seed_map() + R"(,"ops":[]})").ok);
}

TEST(X56ExpeditorScript, TheDocumentAsAWholeComesFirst) {
  EXPECT_TRUE(error_of("[]").starts_with("malformed_document: "));
  EXPECT_TRUE(error_of(R"({"config":{"zap":1}})").starts_with("malformed_document: ops"));
  EXPECT_TRUE(error_of(R"({"config":{"zap":1},"ops":[1]})").starts_with("malformed_document: ops"));
  EXPECT_TRUE(error_of(R"({"ops":[]} x)").starts_with("malformed_document: "));
}

TEST(X50ExpeditorDocuments, AnswersAreReadAsTheyAreWritten) {
  const engine::Said said =
      run(R"({"config":{"failure_threshold":1,"failure_budget":9},"capability_map":)" + seed_map() +
          R"(,"ops":[{"op":"decide","tool":"Bash","step":1},{"op":"record","ticket":1,"step":1,)"
          R"("outcome":"failure","signature":"timeout"},{"op":"decide","tool":"Read","step":2},)"
          R"({"op":"record","ticket":2,"step":2,"outcome":"failure","signature":"timeout"},)"
          R"({"op":"plan","step":2,"subtasks":[{"id":"a","title":"t","requires":["Bash"]}]},)"
          R"({"op":"label","source":"s","task_started_at":1},{"op":"report"}]})");
  ASSERT_TRUE(said.ok) << said.text;
  EXPECT_NE(said.text.find("likely network issue"), std::string::npos);
  Answer answer;
  const auto parsed = engine::json::Document::parse(said.text);
  read_answer(parsed.root(), answer);
  std::string again;
  write(answer, again);
  EXPECT_EQ(again, said.text);
}

}  // namespace
}  // namespace tripcheck::expeditor
