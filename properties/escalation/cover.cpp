// The floor of the escalation profile: what a run of generated cases must reach, and how often
// (S-21).
#include <algorithm>
#include <array>
#include <tripcheck/model/escalation/breaker.hpp>
#include <tripcheck/properties/escalation/judge.hpp>
#include <tripcheck/properties/escalation/subject.hpp>

namespace tripcheck::escalation {
namespace {

enum Item : std::size_t {
  no_attempt,
  counted_only,
  trips_by_class,
  trips_by_total,
  trips_by_both,
  of_uncertainty,
  of_permission_denial,
  of_tool_failure,
  first_attempt_trips,
  history_of_31,
  history_of_32,
  one_before_a_limit,
  attempts_behind_the_trip,
  bad_class,
  bad_digest,
  bad_time,
  two_faults,
  fault_behind_the_trip,
  late_refused,
  late_counted,
  trip_behind_a_late_one,
  repeated_digest,
  default_policy,
  limit_of_32,
  trip_in_the_last_half_hour,
  trip_in_february_or_december,
  read_before_expiry,
  read_at_expiry,
  read_after_expiry,
  read_of_32,
  item_count,
};

constexpr std::array<engine::FloorItem, item_count> kFloor{{
    {"runs without an attempt", 10},
    {"runs that end before a trip", 50},
    {"trips by a class's limit alone", 150},
    {"trips by the total alone", 50},
    {"trips by both limits at one attempt", 10},
    {"trips of uncertainty", 50},
    {"trips of permission_denial", 50},
    {"trips of tool_failure", 50},
    {"trips at the first attempt", 30},
    {"histories of 31 digests", 5},
    {"histories of 32 digests", 10},
    {"runs that end one attempt before a limit", 15},
    {"attempts behind the trip", 300},
    {"attempts of an unknown class", 200},
    {"attempts with a bad digest", 200},
    {"attempts at a bad time", 200},
    {"attempts with two faults", 100},
    {"attempts with a fault behind the trip", 50},
    {"attempts refused since their handoff would expire too late", 50},
    {"attempts counted that late", 100},
    {"trips behind one refused as too late", 15},
    {"digests that come again and count", 200},
    {"runs with the default policy", 20},
    {"runs with a limit of 32", 100},
    {"trips in the last minute of which a handoff can be issued", 2},
    {"trips in February or December", 20},
    {"handoffs read back before they expire", 40},
    {"handoffs read back at the instant of expiry", 20},
    {"handoffs read back after it", 40},
    {"handoffs of 32 digests read back", 10},
}};

bool is_default(const Limits& limits) { return limits == Limits{}; }

bool has_32(const Limits& limits) {
  return limits.uncertainty == 32 || limits.permission_denial == 32 || limits.tool_failure == 32 ||
         limits.total == 32;
}

std::int64_t of_class(const Counts& counts, FailureClass failure_class) {
  if (failure_class == FailureClass::uncertainty) return counts.uncertainty;
  if (failure_class == FailureClass::permission_denial) return counts.permission_denial;
  return counts.tool_failure;
}

std::int64_t of_class(const Limits& limits, FailureClass failure_class) {
  if (failure_class == FailureClass::uncertainty) return limits.uncertainty;
  if (failure_class == FailureClass::permission_denial) return limits.permission_denial;
  return limits.tool_failure;
}

/// How many of the three values are none.
int faults(const Attempt& attempt) {
  int found = 0;
  if (!class_of(attempt)) ++found;
  if (!model::StepDigest::parse(text_of(attempt.step_digest))) ++found;
  if (!model::UtcSecond::parse(text_of(attempt.now))) ++found;
  return found;
}

void cover_trip(const Limits& limits, const RunAnswer& answer, const Attempt& last,
                bool late_before, engine::Floor& floor) {
  const FailureClass failure_class = *class_of(last);
  const bool by_class = of_class(answer.counts, failure_class) >= of_class(limits, failure_class);
  const bool by_total = answer.counts.total >= limits.total;
  floor.count(by_class && by_total ? trips_by_both : (by_class ? trips_by_class : trips_by_total));
  floor.count(of_uncertainty + static_cast<std::size_t>(failure_class));
  if (answer.counts.total == 1) floor.count(first_attempt_trips);
  if (answer.counts.total == 31) floor.count(history_of_31);
  if (answer.counts.total == 32) floor.count(history_of_32);
  if (late_before) floor.count(trip_behind_a_late_one);
  const std::string_view now = last.now.text;
  if (now.starts_with("9999-12-31T23:29")) floor.count(trip_in_the_last_half_hour);
  const std::string_view month = now.substr(5, 2);
  if (month == "02" || month == "12") floor.count(trip_in_february_or_december);
}

void cover_attempt(const Attempt& attempt, const std::optional<std::string>& error,
                   engine::Floor& floor) {
  const int wrong = faults(attempt);
  if (error == "circuit_open") {
    floor.count(attempts_behind_the_trip);
    if (wrong > 0) floor.count(fault_behind_the_trip);
    return;
  }
  if (wrong > 1) floor.count(two_faults);
  if (error == "failure_class: unknown_failure_class") floor.count(bad_class);
  if (error == "step_digest: invalid_digest") floor.count(bad_digest);
  if (error == "now: invalid_timestamp") floor.count(is_late(attempt) ? late_refused : bad_time);
  if (!error && is_late(attempt)) floor.count(late_counted);
}

void cover_end(const Limits& limits, const RunAnswer& answer, engine::Floor& floor) {
  if (answer.halted) return;
  floor.count(answer.counts.total > 0 ? counted_only : no_attempt);
  const Counts& counts = answer.counts;
  const bool one_left = counts.uncertainty + 1 == limits.uncertainty ||
                        counts.permission_denial + 1 == limits.permission_denial ||
                        counts.tool_failure + 1 == limits.tool_failure ||
                        counts.total + 1 == limits.total;
  if (one_left && counts.total > 0) floor.count(one_before_a_limit);
}

void cover_run(const Run& run, const RunAnswer& answer, engine::Floor& floor) {
  const Limits limits = limits_of(run);
  if (is_default(limits)) floor.count(default_policy);
  if (has_32(limits)) floor.count(limit_of_32);
  std::vector<std::string_view> digests;
  const Attempt* last = nullptr;
  bool late_before = false;
  for (std::size_t i = 0; i < run.attempts.size(); ++i) {
    const auto& error = answer.errors[i];
    cover_attempt(run.attempts[i], error, floor);
    if (error && *error != "circuit_open" && is_late(run.attempts[i]) &&
        faults(run.attempts[i]) == 0) {
      late_before = true;
    }
    if (error) continue;
    last = &run.attempts[i];
    const std::string_view digest = last->step_digest.text;
    if (std::find(digests.begin(), digests.end(), digest) != digests.end()) {
      floor.count(repeated_digest);
    }
    digests.push_back(digest);
  }
  cover_end(limits, answer, floor);
  if (answer.halted) cover_trip(limits, answer, *last, late_before, floor);
}

void cover_reading(const Reading& reading, const ReadingAnswer& answer, engine::Floor& floor) {
  const auto document = engine::json::Document::parse(answer.handoff);
  const std::string_view expires =
      document.root().find("reviewer_packet")->find("expires_at")->text();
  const bool at_once = reading.now.text == expires;
  floor.count(at_once ? read_at_expiry : (answer.expired ? read_after_expiry : read_before_expiry));
  if (document.root().find("attempted_step_digests")->size() == 32) floor.count(read_of_32);
}

}  // namespace

std::span<const engine::FloorItem> Traits::floor() { return kFloor; }

void Traits::cover(const Case& input, const Answer& expected, engine::Floor& floor) {
  if (const auto* run = std::get_if<Run>(&input)) {
    cover_run(*run, std::get<RunAnswer>(expected), floor);
  } else {
    cover_reading(std::get<Reading>(input), std::get<ReadingAnswer>(expected), floor);
  }
}

bool Traits::reachable(std::size_t item, const engine::Domain& domain) {
  const bool reads = domain.of(kReadings, range(kReadings)).high > 0;
  return reads || (item != read_before_expiry && item != read_at_expiry &&
                   item != read_after_expiry && item != read_of_32);
}

}  // namespace tripcheck::escalation
