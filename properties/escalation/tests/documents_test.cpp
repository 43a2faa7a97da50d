// The documents of the escalation breaker: as rules.md shows them, and strict (E-17).
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/escalation/case.hpp>
#include <tripcheck/properties/escalation/documents.hpp>

namespace tripcheck::escalation {
namespace {

const std::string kAnyDigest(64, 'd');
const std::string kIds =
    R"("run_id":"run_0123456789abcdef0123456789abcdef","workflow_id":"workflow:org.example/review@1.0.0")";
const std::string kAttempt = R"({"failure_class":"permission_denial","step_digest":")" +
                             kAnyDigest + R"(","now":"2026-01-01T00:00:00Z"})";
const std::string kHandoff =
    R"({"allowed_recovery_actions":["recheck_permissions","abort_run"],"attempted_step_digests":[")" +
    kAnyDigest +
    R"("],"failure_class":"permission_denial","reviewer_packet":{"evidence_references":[],)"
    R"("expires_at":"2026-01-01T00:30:00Z","issued_at":"2026-01-01T00:00:00Z","reason_code":"human_gate",)"
    R"("requested_decision":"decide_next_step",)"
    R"("run_id":"run_0123456789abcdef0123456789abcdef",)"
    R"("schema_version":"openmed.agent.reviewer_handoff.v1",)"
    R"("workflow_id":"workflow:org.example/review@1.0.0"}})";

void answers(engine::Said (*run)(std::string_view, std::string_view), const std::string& document,
             const std::string& expected) {
  for (const char* by : {"model", "impl"}) {
    const auto said = run(by, document);
    EXPECT_TRUE(said.ok) << document;
    EXPECT_EQ(said.text, expected) << by;
  }
}

void refuses(engine::Said (*run)(std::string_view, std::string_view), const std::string& document,
             std::string_view expected) {
  for (const char* by : {"model", "impl"}) {
    const auto said = run(by, document);
    EXPECT_FALSE(said.ok) << document;
    EXPECT_EQ(said.text, expected) << by << " " << document;
  }
}

std::string run_of(const std::string& policy, const std::string& attempts) {
  return "{" + kIds + policy + R"(,"attempts":[)" + attempts + "]}";
}

TEST(EscalationDocuments, ARunIsAnsweredAsInTheRules) {
  answers(
      run_document,
      run_of(R"(,"policy":{"uncertainty":3,"permission_denial":1,"tool_failure":3,"total":6})",
             kAttempt),
      R"({"halted":true,"counts":{"uncertainty":0,"permission_denial":1,"tool_failure":0,"total":1},)"
      R"("attempts":[{"error":null}],"handoff":)" +
          kHandoff + "}");
  answers(
      run_document, run_of("", ""),
      R"({"halted":false,"counts":{"uncertainty":0,"permission_denial":0,"tool_failure":0,"total":0},)"
      R"("attempts":[],"handoff":null})");
}

TEST(EscalationDocuments, AnAttemptsValuesAreItsOwnErrors) {
  answers(
      run_document,
      run_of("", R"({},{"failure_class":"uncertainty","step_digest":{"a":[null]}},)"
                 R"({"failure_class":"uncertainty","step_digest":")" +
                     kAnyDigest + R"(","now":7})"),
      R"({"halted":false,"counts":{"uncertainty":0,"permission_denial":0,"tool_failure":0,"total":0},)"
      R"("attempts":[{"error":"failure_class: unknown_failure_class"},)"
      R"({"error":"step_digest: invalid_digest"},{"error":"now: invalid_timestamp"}],"handoff":null})");
}

TEST(E17Documents, AnythingElseIsMalformedAsAWhole) {
  const std::string halted = kAttempt + "," + kAttempt;
  for (const std::string& document :
       {std::string(), std::string("[]"), std::string("null"), "{" + kIds + "}",
        run_of(R"(,"policy":null)", ""), run_of(R"(,"policy":[])", ""),
        run_of(R"(,"policy":{"Total":1})", ""), run_of(R"(,"policy":{"total":1,"total":1})", ""),
        run_of("", "7"), run_of("", halted + ",null"), run_of("", halted + R"(,{"extra":1})"),
        run_of("", halted + R"(,{"now":1,"now":1})"), run_of(R"(,"sentinel":1)", ""),
        run_of("", "") + "]", run_of("", "").substr(1), "{" + kIds + R"(,"attempts":{}})",
        std::string(R"({"handoff":{},"now":""})")}) {
    refuses(run_document, document, "malformed_document");
  }
}

TEST(E17Documents, TheWholeIsLookedAtBeforeAnyValue) {
  refuses(run_document, R"({"run_id":1,"attempts":[{"x":1}]})", "malformed_document");
  refuses(run_document, R"({"run_id":1,"attempts":[]})", "run_id: invalid_identifier");
  refuses(run_document, run_of(R"(,"policy":{"total":0})", ""), "total: invalid_threshold");
}

TEST(EscalationDocuments, AHandoffIsReadBack) {
  answers(run_handoff, R"({"now":"2026-01-01T00:29:59Z", "handoff": )" + kHandoff + "}",
          R"({"handoff":)" + kHandoff + R"(,"expired":false})");
  answers(run_handoff, R"({"handoff":)" + kHandoff + R"(,"now":"2026-01-01T00:30:00Z"})",
          R"({"handoff":)" + kHandoff + R"(,"expired":true})");
  refuses(run_handoff, R"({"handoff":)" + kHandoff + R"(,"now":"soon"})", "now: invalid_timestamp");
  refuses(run_handoff, R"({"handoff":)" + kHandoff + "}", "malformed_document");
  refuses(run_handoff, R"({"handoff":[],"now":"soon"})", "malformed_document");
  refuses(run_handoff, R"({"handoff":{},"now":"soon"})", "allowed_recovery_actions: missing_field");
}

std::string fault_of_answer(std::string_view text) {
  const auto document = engine::json::Document::parse(text);
  Answer answer;
  try {
    read_answer(document.root(), answer);
  } catch (const engine::DocumentError& error) {
    return error.what();
  }
  return "";
}

TEST(E10Documents, AnAnswerThatIsNoneIsNotRepeated) {
  const std::string counts =
      R"("counts":{"uncertainty":0,"permission_denial":0,"tool_failure":0,"total":0})";
  for (const std::string& text :
       {std::string("null"), std::string(R"({"sentinel":1})"),
        R"({"halted":"sentinel",)" + counts + R"(,"attempts":[],"handoff":null})",
        R"({"halted":true,)" + counts + R"(,"attempts":[{"error":["sentinel"]}],"handoff":null})",
        R"({"halted":true,)" + counts + R"(,"attempts":[],"handoff":"sentinel"})",
        std::string(R"({"handoff":{},"expired":"sentinel"})"),
        std::string(R"({"handoff":{},"expired":true,"sentinel":1})")}) {
    const std::string fault = fault_of_answer(text);
    EXPECT_FALSE(fault.empty()) << text;
    EXPECT_EQ(fault.find("sentinel"), std::string::npos) << fault;
  }
}

}  // namespace
}  // namespace tripcheck::escalation
