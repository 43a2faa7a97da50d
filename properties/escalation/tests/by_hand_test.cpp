// Handoffs cannot be made of anything but what they may hold (E-11), nor can their parts.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tripcheck/impl/escalation/breaker.hpp>
#include <tripcheck/model/escalation/breaker.hpp>
#include <type_traits>
#include <variant>
#include <vector>

namespace tripcheck::escalation {
namespace {

constexpr std::string_view kRun = "run_0123456789abcdef0123456789abcdef";
constexpr std::string_view kFlow = "workflow:org.example/review@1.0.0";
constexpr std::string_view kDigest =
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/// A draft with its own storage, right until a test changes it.
struct Parts {
  std::vector<std::string_view> actions{"review_evidence", "abort_run"};
  std::vector<std::string_view> digests{kDigest};
  std::vector<std::string_view> evidence{};
  std::string_view failure_class = "uncertainty";
  std::string_view reason_code = "low_confidence";
  std::string_view decision = "review_evidence";
  std::string_view schema = "openmed.agent.reviewer_handoff.v1";
  std::string_view issued_at = "2026-01-01T00:00:00Z";
  std::string_view expires_at = "2026-01-01T00:30:00Z";
  std::string_view run_id = kRun;
  std::string_view workflow_id = kFlow;
};

Checked<impl::Handoff> make_fast(const Parts& parts) {
  return impl::Handoff::make({.allowed_recovery_actions = parts.actions,
                              .attempted_step_digests = parts.digests,
                              .failure_class = parts.failure_class,
                              .reviewer_packet = {.evidence_references = parts.evidence,
                                                  .expires_at = parts.expires_at,
                                                  .issued_at = parts.issued_at,
                                                  .reason_code = parts.reason_code,
                                                  .requested_decision = parts.decision,
                                                  .run_id = parts.run_id,
                                                  .schema_version = parts.schema,
                                                  .workflow_id = parts.workflow_id}});
}

std::vector<std::string> strings(const std::vector<std::string_view>& views) {
  return {views.begin(), views.end()};
}

Checked<model::Handoff> make_slow(const Parts& parts) {
  return model::Handoff::make(
      {.allowed_recovery_actions = strings(parts.actions),
       .attempted_step_digests = strings(parts.digests),
       .failure_class = std::string(parts.failure_class),
       .reviewer_packet = {.evidence_references = strings(parts.evidence),
                           .expires_at = std::string(parts.expires_at),
                           .issued_at = std::string(parts.issued_at),
                           .reason_code = std::string(parts.reason_code),
                           .requested_decision = std::string(parts.decision),
                           .run_id = std::string(parts.run_id),
                           .schema_version = std::string(parts.schema),
                           .workflow_id = std::string(parts.workflow_id)}});
}

template <class T>
std::string said(const Checked<T>& checked) {
  const auto* error = std::get_if<Error>(&checked);
  return error == nullptr ? "made" : text_of(*error);
}

template <class Change>
void expect(std::string_view what, Change change) {
  Parts parts;
  change(parts);
  EXPECT_EQ(said(make_fast(parts)), what);
  EXPECT_EQ(said(make_slow(parts)), what);
}

constexpr std::string_view kDigests = "attempted_step_digests: invalid_digests";
constexpr std::string_view kActions = "allowed_recovery_actions: invalid_recovery_actions";
constexpr std::string_view kPacket = "reviewer_packet: invalid_packet";

TEST(E11ByHand, OneToThirtyTwoDigestsAreTaken) {
  expect("made", [](Parts&) {});
  expect("made", [](Parts& p) { p.digests.assign(32, kDigest); });
  expect(kDigests, [](Parts& p) { p.digests.assign(33, kDigest); });
  expect(kDigests, [](Parts& p) { p.digests.clear(); });
  expect(kDigests, [](Parts& p) { p.digests = {kDigest, "a"}; });
}

TEST(E11ByHand, OnlyTheActionsOfTheClassAreTakenInTheirOrder) {
  expect(kActions, [](Parts& p) { p.actions = {"abort_run", "review_evidence"}; });
  expect(kActions, [](Parts& p) { p.actions = {"review_evidence"}; });
  expect(kActions, [](Parts& p) { p.actions = {"review_evidence", "abort_run", "abort_run"}; });
  expect(kActions, [](Parts& p) { p.actions = {"recheck_permissions", "abort_run"}; });
}

TEST(E11ByHand, ThePacketIsThatOfTheClass) {
  expect(kPacket, [](Parts& p) { p.evidence = {"x"}; });
  expect(kPacket, [](Parts& p) { p.schema = "openmed.agent.reviewer_handoff.v2"; });
  expect(kPacket, [](Parts& p) { p.reason_code = "human_gate"; });
  expect(kPacket, [](Parts& p) { p.decision = "assess_safety"; });
  expect(kPacket, [](Parts& p) { p.expires_at = "2026-01-01T00:30:01Z"; });
  expect(kPacket, [](Parts& p) { p.failure_class = "tool_failure"; });
  expect(kPacket, [](Parts& p) { p.issued_at = p.expires_at = "9999-12-31T23:59:59Z"; });
}

TEST(E16ByHand, TheFirstFaultIsNamed) {
  expect("issued_at: invalid_timestamp", [](Parts& p) { p.issued_at = p.run_id = ""; });
  expect("run_id: invalid_identifier", [](Parts& p) { p.run_id = p.workflow_id = ""; });
  expect("run_id: wrong_identifier_kind", [](Parts& p) {
    p.run_id = "act_0123456789abcdef0123456789abcdef";
    p.failure_class = "";
  });
  expect("failure_class: unknown_failure_class", [](Parts& p) {
    p.failure_class = "Uncertainty";
    p.digests.clear();
  });
  expect(kDigests, [](Parts& p) {
    p.digests.clear();
    p.evidence = {"x"};
  });
  expect(kPacket, [](Parts& p) {
    p.evidence = {"x"};
    p.actions.clear();
  });
}

TEST(E12ByHand, AHandoffAsksAndNeverAllows) {
  static_assert(impl::Handoff::requires_human_review() && !impl::Handoff::authorizes_action());
  static_assert(model::Handoff::requires_human_review() && !model::Handoff::authorizes_action());
}

template <class... Values>
constexpr bool kNoneIsEmpty = !(std::is_default_constructible_v<Values> || ...);

TEST(E11ByHand, NoTypeHasAnInvalidValue) {
  static_assert(kNoneIsEmpty<impl::RunId, impl::WorkflowId, impl::StepDigest, impl::UtcSecond,
                             impl::Handoff>);
  static_assert(kNoneIsEmpty<model::RunId, model::WorkflowId, model::StepDigest, model::UtcSecond,
                             model::Handoff>);
  static_assert(!std::is_aggregate_v<impl::Policy> && !std::is_aggregate_v<model::Policy>);
  auto first = std::get<model::RunId>(model::RunId::parse(kRun));
  const auto second = std::move(first);
  EXPECT_EQ(first, second);  // NOLINT(bugprone-use-after-move): not even then is it empty.
}

TEST(E2Typed, AClassOutsideTheEnumerationIsUnknown) {
  const auto run = std::get<impl::RunId>(impl::RunId::parse(kRun));
  const auto flow = std::get<impl::WorkflowId>(impl::WorkflowId::parse(kFlow));
  const auto at = *impl::UtcSecond::parse("9999-12-31T23:29:59Z");
  const auto digest = impl::StepDigest::of_bytes({});
  impl::Breaker breaker(run, flow);
  EXPECT_EQ(breaker.record_failure(static_cast<FailureClass>(7), digest, at).error(),
            (Error{Code::unknown_failure_class, Field::failure_class}));
  EXPECT_FALSE(breaker.record_failure(FailureClass::permission_denial, digest, at).error());
  const auto trip = breaker.record_failure(FailureClass::permission_denial, digest, at);
  EXPECT_EQ(trip.handoff(), breaker.handoff());
  EXPECT_NE(trip.handoff(), nullptr);
}

}  // namespace
}  // namespace tripcheck::escalation
