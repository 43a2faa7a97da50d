#include <charconv>
#include <tripcheck/impl/escalation/breaker.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/escalation/builtin.hpp>
#include <tripcheck/properties/escalation/faulty.hpp>
#include <tripcheck/properties/escalation/handoff_text.hpp>
#include <tripcheck/properties/escalation/values.hpp>
#include <utility>

namespace tripcheck::escalation {
namespace {

using engine::json::quoted;

constexpr std::array<std::string_view, 4> kLimits{"uncertainty", "permission_denial",
                                                  "tool_failure", "total"};
constexpr std::array<std::int64_t, 4> kDefaults{3, 2, 3, 6};

template <class T>
std::optional<std::string> refusal_of(const Checked<T>& checked) {
  const auto* error = std::get_if<Error>(&checked);
  return error == nullptr ? std::nullopt : std::optional(text_of(*error));
}

Given limit_of(const Run& run, std::size_t i) { return run.policy ? run.policy->at(i) : Given(); }

}  // namespace

void set_class(Handed& handed, FailureClass failure_class) {
  handed.failure_class = failure_class;
  switch (failure_class) {
    case FailureClass::uncertainty:
      handed.reason_code = "low_confidence";
      handed.requested_decision = "review_evidence";
      handed.actions = {"review_evidence", "abort_run"};
      return;
    case FailureClass::permission_denial:
      handed.reason_code = "human_gate";
      handed.requested_decision = "decide_next_step";
      handed.actions = {"recheck_permissions", "abort_run"};
      return;
    case FailureClass::tool_failure:
      handed.reason_code = "safety_review";
      handed.requested_decision = "assess_safety";
      handed.actions = {"review_tool_failure", "abort_run"};
      return;
  }
}

std::string json_of(const Handed& handed) {
  return "{\"allowed_recovery_actions\":" + list_of(handed.actions) +
         ",\"attempted_step_digests\":" + list_of(handed.digests) +
         ",\"failure_class\":" + quoted(name(handed.failure_class)) +
         ",\"reviewer_packet\":{\"evidence_references\":" + list_of(handed.evidence) +
         ",\"expires_at\":" + quoted(handed.expires_at) +
         ",\"issued_at\":" + quoted(handed.issued_at) +
         ",\"reason_code\":" + quoted(handed.reason_code) +
         ",\"requested_decision\":" + quoted(handed.requested_decision) +
         ",\"run_id\":" + quoted(handed.run_id) + ",\"schema_version\":" + quoted(handed.schema) +
         ",\"workflow_id\":" + quoted(handed.workflow_id) + "}}";
}

std::optional<std::string> Decisions::right_run_id(const Given& given) {
  return refusal_of(impl::RunId::parse(text_of(given)));
}

std::optional<std::string> Decisions::right_workflow_id(const Given& given) {
  return refusal_of(impl::WorkflowId::parse(text_of(given)));
}

std::optional<std::int64_t> Decisions::right_limit(const Given& given, std::int64_t otherwise) {
  if (given.kind == Given::Kind::absent) return otherwise;
  if (given.kind == Given::Kind::string) return std::nullopt;
  const char* const end = given.text.data() + given.text.size();
  std::int64_t number = 0;
  const auto [at, fault] = std::from_chars(given.text.data(), end, number);
  if (fault != std::errc() || at != end || number < 1 || number > 32) return std::nullopt;
  return number;
}

std::optional<std::string> Decisions::right_check(const Decisions& decisions, const Run& run) {
  if (auto error = decisions.run_id(run.run_id)) return error;
  if (auto error = decisions.workflow_id(run.workflow_id)) return error;
  for (std::size_t i = 0; i < kLimits.size(); ++i) {
    if (!decisions.limit(limit_of(run, i), kDefaults.at(i))) {
      return std::string(kLimits.at(i)) + ": invalid_threshold";
    }
  }
  return std::nullopt;
}

std::optional<FailureClass> Decisions::right_known(const Given& given) {
  return impl::class_of(text_of(given));
}

bool Decisions::right_is_digest(const Fields& /*fields*/, const Given& given) {
  return impl::StepDigest::parse(text_of(given)).has_value();
}

bool Decisions::right_is_time(const Given& given) {
  return impl::UtcSecond::parse(text_of(given)).has_value();
}

std::optional<std::string> Decisions::right_refuse(const Decisions& decisions, Fields& fields,
                                                   const Attempt& attempt) {
  if (!decisions.known(attempt.failure_class)) return "failure_class: unknown_failure_class";
  if (!decisions.is_digest(fields, attempt.step_digest)) return "step_digest: invalid_digest";
  if (!decisions.is_time(attempt.now)) return "now: invalid_timestamp";
  return std::nullopt;
}

void Decisions::right_keep(Fields& fields, FailureClass failure_class, const Attempt& attempt) {
  fields.classes.push_back(failure_class);
  fields.digests.push_back(attempt.step_digest.text);
  fields.times.push_back(attempt.now.text);
}

void Decisions::right_count(Fields& fields, FailureClass failure_class) {
  ++fields.count(failure_class);
  ++fields.total;
}

bool Decisions::right_trips(Fields& fields, FailureClass failure_class) {
  return fields.count(failure_class) >= fields.limit(failure_class) ||
         fields.total >= fields.limits[3];
}

std::optional<std::string> Decisions::right_expiry(const std::string& now) {
  const auto at = impl::UtcSecond::parse(now);
  if (!at) return now;  // A time that only a mutant takes.
  std::string expires = seconds_after(now, 1800);
  if (expires.empty()) return std::nullopt;
  return expires;
}

void Decisions::right_take_back(Fields& fields, FailureClass failure_class) {
  --fields.count(failure_class);
  --fields.total;
  fields.classes.pop_back();
  fields.digests.pop_back();
  fields.times.pop_back();
}

std::optional<Recorded> Decisions::right_open(Fields& fields, const Attempt& /*attempt*/) {
  if (!fields.halted) return std::nullopt;
  return Recorded{.error = "circuit_open"};
}

Counts Decisions::right_counts(const Fields& fields) {
  return {.uncertainty = fields.counts[0],
          .permission_denial = fields.counts[1],
          .tool_failure = fields.counts[2],
          .total = fields.total};
}

ReadBack Decisions::read_back(Reading reading) const {
  const Reading asked = reading;
  mend(reading);
  ReadBack back = Implementation::read_handoff(reading.handoff, text_of(reading.now));
  read(asked, back);
  return back;
}

Faulty::Faulty(const Run& run, const Decisions& decisions) : decisions_(&decisions) {
  fields_.run_id = run.run_id.text;
  fields_.workflow_id = run.workflow_id.text;
  for (std::size_t i = 0; i < kLimits.size(); ++i) {
    fields_.limits.at(i) =
        decisions.limit(limit_of(run, i), kDefaults.at(i)).value_or(kDefaults.at(i));
  }
  decisions.made(fields_);
}

Recorded Faulty::refuse(const Attempt& attempt, std::string error) {
  decisions_->said(attempt, error);
  return {.error = std::move(error)};
}

Recorded Faulty::record(const Attempt& attempt) {
  if (auto open = decisions_->open(fields_, attempt)) return std::move(*open);
  if (auto error = decisions_->refuse(*decisions_, fields_, attempt)) {
    decisions_->refused(fields_, attempt);
    return refuse(attempt, std::move(*error));
  }
  const FailureClass failure_class =
      decisions_->known(attempt.failure_class).value_or(FailureClass::uncertainty);
  decisions_->keep(fields_, failure_class, attempt);
  decisions_->count(fields_, failure_class);
  if (!decisions_->trips(fields_, failure_class)) return {};
  return trip(failure_class, attempt.now.text, attempt);
}

Recorded Faulty::record_failure(std::string_view failure_class, std::string_view step_digest,
                                std::string_view now) {
  return record({.failure_class = Given::string(std::string(failure_class)),
                 .step_digest = Given::string(std::string(step_digest)),
                 .now = Given::string(std::string(now))});
}

Recorded Faulty::trip(FailureClass failure_class, const std::string& now, const Attempt& attempt) {
  const auto expires_at = decisions_->expiry(now);
  if (!expires_at) {
    decisions_->take_back(fields_, failure_class);
    return refuse(attempt, "now: invalid_timestamp");
  }
  Handed handed{.digests = fields_.digests,
                .evidence = {},
                .issued_at = now,
                .expires_at = *expires_at,
                .run_id = fields_.run_id,
                .workflow_id = fields_.workflow_id};
  set_class(handed, decisions_->trip_class(fields_, failure_class));
  decisions_->hand(fields_, handed);
  fields_.handoff = json_of(handed);
  decisions_->written(*fields_.handoff);
  fields_.halted = true;
  Recorded recorded{.error = {}, .handoff = fields_.handoff};
  decisions_->tripped(fields_, recorded);
  return recorded;
}

}  // namespace tripcheck::escalation
