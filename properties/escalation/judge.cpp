#include <algorithm>
#include <tripcheck/model/escalation/breaker.hpp>
#include <tripcheck/properties/escalation/handoff_text.hpp>
#include <tripcheck/properties/escalation/judge.hpp>

namespace tripcheck::escalation {
namespace {

using engine::Break;
using engine::RuleId;
using Said = std::optional<std::string>;

constexpr std::string_view kOpen = "circuit_open";
constexpr std::string_view kBadTime = "now: invalid_timestamp";

std::string value_of(const Members& members, std::string_view key) {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const auto& member) { return member.first == key; });
  return found == members.end() ? std::string() : found->second;
}

/// The same text but for the order of keys.
std::string sorted(const std::string& handoff) {
  HandoffText text = HandoffText::of(handoff);
  std::sort(text.handoff.begin(), text.handoff.end());
  std::sort(text.packet.begin(), text.packet.end());
  return text.json();
}

/// Whether two attempts that counted have the same digest.
bool repeats_digests(const Run& run, const RunAnswer& expected) {
  std::vector<std::string_view> digests;
  for (std::size_t i = 0; i < run.attempts.size(); ++i) {
    if (!expected.errors[i]) digests.push_back(run.attempts[i].step_digest.text);
  }
  std::sort(digests.begin(), digests.end());
  return std::adjacent_find(digests.begin(), digests.end()) != digests.end();
}

/// The rule that a handoff speaks against which is not the one expected.
RuleId blame_handoff(const Run& run, const RunAnswer& answer, const std::string& expected,
                     const std::string& got) {
  if (sorted(expected) == sorted(got)) return "E-9";
  const HandoffText should = HandoffText::of(expected);
  const HandoffText is = HandoffText::of(got);
  const auto differs = [&](std::string_view key) {
    return value_of(should.handoff, key) != value_of(is.handoff, key);
  };
  if (differs("failure_class")) return "E-5";
  if (!differs("attempted_step_digests")) return "E-7";
  const bool fewer = value_of(is.handoff, "attempted_step_digests").size() <
                     value_of(should.handoff, "attempted_step_digests").size();
  return fewer && repeats_digests(run, answer) ? "E-16" : "E-7";
}

/// Whether one of the first attempts was refused as too late.
bool late_before(const Run& run, std::size_t step, const RunAnswer& expected) {
  for (std::size_t i = 0; i < step; ++i) {
    if (expected.errors[i] == kBadTime && is_late(run.attempts[i])) return true;
  }
  return false;
}

RuleId blame_error(const Run& run, std::size_t step, const RunAnswer& expected, const Said& got) {
  const Said& should = expected.errors[step];
  if (should == kOpen) return "E-6";
  if (got == kOpen) return late_before(run, step, expected) ? "E-8" : "E-4";
  const bool about_time = should == kBadTime || got == kBadTime;
  return about_time && is_late(run.attempts[step]) ? "E-8" : "E-2";
}

std::optional<Break> difference(const Run& run, const RunAnswer& expected, const RunAnswer& got) {
  const std::size_t end = run.attempts.size();
  if (got.errors.size() != end) {
    return Break{.rule = "E-2",
                 .step = std::min(got.errors.size(), end),
                 .note = "each attempt has one entry in the answer"};
  }
  for (std::size_t i = 0; i < end; ++i) {
    if (got.errors[i] == expected.errors[i]) continue;
    return Break{.rule = blame_error(run, i, expected, got.errors[i]), .step = i};
  }
  const bool late = late_before(run, end, expected);
  if (got.halted != expected.halted) return Break{.rule = late ? "E-8" : "E-4", .step = end};
  if (got.counts != expected.counts) return Break{.rule = late ? "E-8" : "E-3", .step = end};
  if (got.handoff == expected.handoff) return std::nullopt;
  if (!got.handoff || !expected.handoff) return Break{.rule = "E-6", .step = end};
  return Break{.rule = blame_handoff(run, expected, *expected.handoff, *got.handoff), .step = end};
}

std::optional<Break> difference(const ReadingAnswer& expected, const ReadingAnswer& got) {
  if (got.expired != expected.expired) return Break{.rule = "E-15", .step = 1};
  if (got.handoff == expected.handoff) return std::nullopt;
  const bool reordered = sorted(got.handoff) == sorted(expected.handoff);
  return Break{.rule = reordered ? "E-9" : "E-16", .step = 1};
}

/// What was seen after attempt `i`, or, for nothing, at the start.
std::optional<Break> seen_difference(const Run& run, const RunAnswer& expected,
                                     const RunAnswer& got, std::size_t at) {
  const Seen& should = expected.seen[at];
  const Seen& is = got.seen[at];
  if (is == should) return std::nullopt;
  Break broken{.rule = "E-4", .step = at == 0 ? 0 : at - 1};
  const bool was_halted = at > 0 && expected.seen[at - 1].halted;
  const bool refused = at > 0 && expected.errors[at - 1].has_value();
  if (was_halted) {
    broken.rule = "E-6";
  } else if (refused) {
    broken.rule =
        is_late(run.attempts[at - 1]) && expected.errors[at - 1] == kBadTime ? "E-8" : "E-2";
  } else if (is.counts != should.counts) {
    broken.rule = "E-3";
  } else if (is.halted == should.halted) {
    const bool both = is.handoff && should.handoff;
    broken.rule = both ? blame_handoff(run, expected, *should.handoff, *is.handoff) : "E-6";
  }
  return broken;
}

std::optional<Break> given_difference(const Run& run, const RunAnswer& expected,
                                      const RunAnswer& got, std::size_t i) {
  const Said& should = expected.given[i];
  const Said& is = got.given[i];
  if (is == should) return std::nullopt;
  Break broken{.rule = "E-6", .step = i, .note = "record_failure gave another handoff"};
  if (is && should) broken.rule = blame_handoff(run, expected, *should, *is);
  return broken;
}

}  // namespace

std::optional<FailureClass> class_of(const Attempt& attempt) {
  return model::class_of(text_of(attempt.failure_class));
}

bool is_late(const Attempt& attempt) {
  const auto now = model::UtcSecond::parse(text_of(attempt.now));
  return now && !now->half_an_hour_later();
}

RuleId rule_of_refusal(const Case& input, std::string_view error) {
  const auto says = [&](std::string_view code) { return error.ends_with(code); };
  const bool reading = std::holds_alternative<Reading>(input);
  if (says("malformed_document")) return "E-17";
  if (says("_identifier") || says("wrong_identifier_kind")) return "E-13";
  if (!reading) return says("invalid_threshold") ? "E-1" : "E-13";
  if (error == kBadTime) return "E-15";
  const bool made_by_hand =
      says("invalid_digests") || says("invalid_packet") || says("invalid_recovery_actions");
  return made_by_hand ? "E-11" : "E-16";
}

std::optional<Break> first_difference(const Case& input, const Answer& expected,
                                      const Answer& got) {
  const auto* run = std::get_if<Run>(&input);
  if (expected.index() != got.index()) {
    return Break{
        .rule = run == nullptr ? "E-16" : "E-2", .step = 0, .note = "another kind of answer"};
  }
  if (run == nullptr) {
    return difference(std::get<ReadingAnswer>(expected), std::get<ReadingAnswer>(got));
  }
  return difference(*run, std::get<RunAnswer>(expected), std::get<RunAnswer>(got));
}

std::optional<Break> first_seen_difference(const Run& run, const RunAnswer& expected,
                                           const RunAnswer& got) {
  if (got.seen.size() != expected.seen.size() || got.given.size() != expected.given.size()) {
    return std::nullopt;
  }
  for (std::size_t at = 0; at < expected.seen.size(); ++at) {
    if (at > 0) {
      if (auto broken = given_difference(run, expected, got, at - 1)) return broken;
    }
    if (auto broken = seen_difference(run, expected, got, at)) return broken;
  }
  return std::nullopt;
}

}  // namespace tripcheck::escalation
