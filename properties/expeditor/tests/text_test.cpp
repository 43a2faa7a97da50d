// The text forms of reports (X-51): layouts to the byte, and strangers' text shown as data.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/expeditor/case.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>
#include <tripcheck/properties/expeditor/tests/seed_map.hpp>

namespace tripcheck::expeditor {
namespace {

std::string text_of(const std::string& document) {
  const engine::Said said = run_document(make_model, document, Form::text);
  EXPECT_TRUE(said.ok) << said.text;
  return said.text;
}

std::string with_map(const std::string& ops, const std::string& config = "{}") {
  return R"({"config":)" + config + R"(,"capability_map":)" + seed_map() + R"(,"ops":[)" + ops +
         "]}";
}

std::string failing(const char* tool, int ticket, int step, const char* error) {
  const std::string at = R"(,"step":)" + std::to_string(step);
  return R"({"op":"decide","tool":")" + std::string(tool) + '"' + at +
         R"(},{"op":"record","ticket":)" + std::to_string(ticket) + at +
         R"(,"outcome":"failure","error":")" + error + R"("})";
}

std::string four_failures() {
  return failing("Bash", 1, 3, "permission denied") + "," +
         failing("Bash", 2, 3, "command not found") + "," +
         failing("Bash", 3, 4, "timeout after 120s") + "," +
         failing("WebSearch", 4, 5, "connection refused");
}

std::string five_subtasks() {
  return R"({"op":"plan","step":5,"subtasks":[
    {"id":1,"title":"Read configuration files","requires":["Read"]},
    {"id":2,"title":"Search for deprecated patterns","requires":["Grep"]},
    {"id":3,"title":"Run test suite","requires":["Bash"]},
    {"id":4,"title":"Update documentation","requires":["Edit"]},
    {"id":5,"title":"Deploy to staging","requires":["Bash"]}]})";
}

void has(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "missing:\n" << part << "\nin:\n" << text;
}

TEST(X51ExpeditorText, StateTableHasTheLayoutOfTheRules) {
  has(text_of(with_map("")), R"(Circuit Breaker State Table:
+------------+--------+-------------------+------------------+-----------------+
| Tool       | State  | Consecutive Fails | Last Failure     | Last Success    |
+------------+--------+-------------------+------------------+-----------------+
| Grep       | CLOSED | 0                 | —                | —               |
| Bash       | CLOSED | 0                 | —                | —               |
| Read       | CLOSED | 0                 | —                | —               |
| Write      | CLOSED | 0                 | —                | —               |
| Edit       | CLOSED | 0                 | —                | —               |
| WebSearch  | CLOSED | 0                 | —                | —               |
+------------+--------+-------------------+------------------+-----------------+

Failure budget: 0 / 5 consumed
)");
}

TEST(X51ExpeditorText, BudgetListAtFourOfFive) {
  has(text_of(with_map(four_failures())), R"(Failure Budget Enforcement:

Budget: 5 failures per cycle
Current: 4 / 5 consumed

  Failure 1: Bash — "permission denied" (step 3)
  Failure 2: Bash — "command not found" (step 3)
  Failure 3: Bash — "timeout after 120s" (step 4)
  Failure 4: WebSearch — "connection refused" (step 5)

Status: 1 failure remaining before mandatory pause

→ Next tool call proceeds with heightened caution
→ If it fails: PAUSE and generate status report
)");
}

TEST(X51ExpeditorText, ScopeReductionOfFiveSubTasks) {
  has(text_of(with_map(four_failures() + "," + five_subtasks())), R"(Scope Reduction Report:

Original scope: 5 sub-tasks
  [x] 1. Read configuration files          (Read: CLOSED)
  [x] 2. Search for deprecated patterns    (Grep: CLOSED)
  [ ] 3. Run test suite                    (Bash: OPEN — no alternative)
  [x] 4. Update documentation              (Edit: CLOSED)
  [ ] 5. Deploy to staging                 (Bash: OPEN — no alternative)

Reduced scope: 3 sub-tasks achievable
Deferred: 2 sub-tasks require Bash (circuit OPEN)

Recommendation: Complete sub-tasks 1, 2, 4 now.
Sub-tasks 3 and 5 require Bash — probe at step 7 or user: report commands that need to be run manually
)");
}

TEST(X51ExpeditorText, ExhaustionReportAtFiveOfFive) {
  const std::string ops = four_failures() + "," + five_subtasks() +
                          R"(,{"op":"complete","subtask":1,"step":6},)"
                          R"({"op":"complete","subtask":2,"step":6},)" +
                          failing("WebSearch", 5, 6, "connection refused");
  const std::string text = text_of(with_map(ops));
  has(text, R"(FAILURE BUDGET EXHAUSTED — PAUSING

Completed work:
  - Sub-task 1: Read configuration files (SUCCESS)
  - Sub-task 2: Search for deprecated patterns (SUCCESS)

Incomplete work:
  - Sub-task 3: Run test suite (DEFERRED — Bash OPEN)
  - Sub-task 4: Update documentation (NOT ATTEMPTED — paused)
  - Sub-task 5: Deploy to staging (DEFERRED — Bash OPEN)

Tool health:
  Grep: CLOSED (healthy)
  Bash: OPEN (3 consecutive failures — permission denied/command not found/timeout after 120s)
  Read: CLOSED (healthy)
  Write: CLOSED (healthy)
  Edit: CLOSED (healthy)
  WebSearch: CLOSED (2 consecutive failures — connection refused)

Failures: 5 / 5 budget consumed
)");
  has(text, "  step 4: Circuit OPENED for Bash: 3 consecutive failures\n");
  has(text, "  step 6: Budget exhausted: 5 of 5\n");
}

/// What a stranger wrote can neither end a line, nor move the cursor, nor widen the box.
TEST(X51ExpeditorText, NamesAndMessagesAreShownAsData) {
  const std::string name = R"(\u001b[31m| x\n)" + std::string(70, 'N');
  const std::string text =
      text_of(R"({"config":{"failure_threshold":1},"ops":[{"op":"decide","tool":")" + name +
              R"(","step":1},{"op":"record","ticket":1,"step":1,"outcome":"failure",)"
              R"("error":"one\ntwo\u202e\u200b\"q\\"}]})");
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("\xe2\x80\xae"), std::string::npos);
  has(text, R"("one\ntwo\u202e\u200b\"q\\" (step 1))");
  std::size_t begin = text.find("\n+--") + 1;
  const std::size_t width = text.find('\n', begin) - begin;
  for (int line = 0; line < 3; ++line) begin = text.find('\n', begin) + 1;
  const std::string row = text.substr(begin, text.find('\n', begin) - begin);
  EXPECT_TRUE(row.starts_with("| \\u001b[31m\\| x\\n")) << row;
  const auto characters = std::count_if(row.begin(), row.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
  EXPECT_EQ(static_cast<std::size_t>(characters), width) << row;
}

/// What `tripcheck run` prints does not tell which engine it was, the advice included.
void prints_the_same(const Case& input) {
  std::string document;
  write(input, document);
  const engine::Said json = Traits::run("model", document);
  EXPECT_EQ(Traits::run("impl", document).text, json.text) << document;
  const engine::Said text = Traits::run_text("model", document);
  EXPECT_EQ(Traits::run_text("impl", document).text, text.text) << document;
  EXPECT_NE(text.text, json.ok ? json.text : "") << document;
}

TEST(X51ExpeditorText, IsTheSameOfModelAndImplementation) {
  for (const Case& edge : Traits::edges()) prints_the_same(edge);
  for (std::uint64_t i = 0; i < 200; ++i) {
    engine::Draw draw(51, i);
    prints_the_same(Traits::generate(draw, engine::Domain{}));
  }
}

TEST(X51ExpeditorText, ErrorsAreNamedWhereTheyHappen) {
  has(text_of(R"({"ops":[{"op":"zap"},{"op":"route","tool":"A"}]})"),
      "ops[0]: invalid_value (op)\n\nops[1]: unknown_tool (tool)\n");
}

}  // namespace
}  // namespace tripcheck::expeditor
