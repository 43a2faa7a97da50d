#include <algorithm>
#include <tripcheck/model/escalation/breaker.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/escalation/case.hpp>
#include <tripcheck/properties/escalation/shape.hpp>

namespace tripcheck::escalation {
namespace {

namespace json = engine::json;
using engine::Place;

Given given(json::Value value) {
  if (value.kind() == json::Kind::string) return Given::string(std::string(value.text()));
  std::string text;
  append_json(text, value);
  return Given::json(std::move(text));
}

Given given(const Slot& slot) { return slot ? given(*slot) : Given(); }

Run run_of(const RunShape& shape) {
  Run run{.run_id = given(shape.run_id), .workflow_id = given(shape.workflow_id)};
  if (shape.policy) {
    run.policy.emplace();
    for (std::size_t i = 0; i < run.policy->size(); ++i) {
      run.policy->at(i) = given(shape.policy->at(i));
    }
  }
  run.attempts.reserve(shape.attempts.size());
  for (const json::Value attempt : shape.attempts.items()) {
    const AttemptShape slots = attempt_shape(attempt);
    run.attempts.push_back({.failure_class = given(slots.failure_class),
                            .step_digest = given(slots.step_digest),
                            .now = given(slots.now)});
  }
  return run;
}

Reading reading_of(const ReadingShape& shape) {
  Reading reading{.handoff = {}, .now = given(shape.now)};
  append_json(reading.handoff, shape.handoff);
  return reading;
}

/// The values of a document whose shape is right, judged by the model.
void judge(const RunShape& shape) {
  const auto made = model::start(text_or_empty(shape.run_id), text_or_empty(shape.workflow_id),
                                 limits_of(shape.policy));
  if (const auto* error = std::get_if<Error>(&made)) refuse(*error);
}

void judge(const ReadingShape& shape) {
  const auto handoff = model::read_handoff(model_json(shape.handoff));
  if (const auto* error = std::get_if<Error>(&handoff)) refuse(*error);
  const auto expired = model::expired(std::get<model::Handoff>(handoff), text_or_empty(shape.now));
  if (const auto* error = std::get_if<Error>(&expired)) refuse(*error);
}

void write_member(std::string& text, Field field, const Given& given) {
  if (given.kind == Given::Kind::absent) return;
  if (text.back() != '{') text += ',';
  text += '"';
  text += name(field);
  text += "\":";
  if (given.kind == Given::Kind::string) {
    json::append_quoted(text, given.text);
  } else {
    text += given.text;
  }
}

void write_run(const Run& run, std::string& text) {
  constexpr std::array<Field, 4> kLimits{Field::uncertainty, Field::permission_denial,
                                         Field::tool_failure, Field::total};
  text += '{';
  write_member(text, Field::run_id, run.run_id);
  write_member(text, Field::workflow_id, run.workflow_id);
  if (text.back() != '{') text += ',';
  if (run.policy) {
    text += "\"policy\":{";
    for (std::size_t i = 0; i < kLimits.size(); ++i) {
      write_member(text, kLimits.at(i), run.policy->at(i));
    }
    text += "},";
  }
  text += "\"attempts\":[";
  for (const Attempt& attempt : run.attempts) {
    text += '{';
    write_member(text, Field::failure_class, attempt.failure_class);
    write_member(text, Field::step_digest, attempt.step_digest);
    write_member(text, Field::now, attempt.now);
    text += "},";
  }
  if (!run.attempts.empty()) text.pop_back();
  text += "]}";
}

// What follows reads answers. A stranger may have put into one what it was told, so that nothing
// found there is ever repeated (E-10), not even a key.

[[noreturn]] void nonsense(const Place& place, std::string_view expected) {
  engine::fail(place, "expected " + std::string(expected));
}

/// What stands behind these keys, which must all be there, once, and no other.
template <std::size_t N>
std::array<Slot, N> members(json::Value value, const Place& place,
                            const std::array<std::string_view, N>& keys) {
  const auto slots = slots_of(value, keys);
  const auto missing = [](const Slot& slot) { return !slot; };
  if (!slots || std::any_of(slots->begin(), slots->end(), missing)) {
    std::string expected = "an object with exactly these keys:";
    for (const std::string_view key : keys) (expected += ' ') += key;
    nonsense(place, expected);
  }
  return *slots;
}

bool read_flag(const Slot& slot, const Place& place) {
  if (slot->kind() != json::Kind::boolean) nonsense(place, "true or false");
  return slot->boolean();
}

std::string read_handoff(const Slot& slot, const Place& place, std::string_view expected) {
  if (slot->kind() != json::Kind::object) nonsense(place, expected);
  std::string text;
  append_json(text, *slot);
  return text;
}

std::int64_t read_count(const Slot& slot, const Place& place) {
  if (slot->kind() != json::Kind::integer) nonsense(place, "an integer");
  return slot->integer();
}

Counts read_counts(json::Value value, const Place& place) {
  constexpr std::array<std::string_view, 4> kKeys{"uncertainty", "permission_denial",
                                                  "tool_failure", "total"};
  const auto slots = members(value, place, kKeys);
  return {.uncertainty = read_count(slots[0], place.member(kKeys[0])),
          .permission_denial = read_count(slots[1], place.member(kKeys[1])),
          .tool_failure = read_count(slots[2], place.member(kKeys[2])),
          .total = read_count(slots[3], place.member(kKeys[3]))};
}

std::optional<std::string> read_error(json::Value value, const Place& place) {
  constexpr std::array<std::string_view, 1> kKeys{"error"};
  const auto [error] = members(value, place, kKeys);
  if (error->kind() == json::Kind::null) return std::nullopt;
  if (error->kind() != json::Kind::string) nonsense(place.member(kKeys[0]), "a string or null");
  return std::string(error->text());
}

RunAnswer read_run_answer(json::Value value, const Place& root) {
  constexpr std::array<std::string_view, 4> kKeys{"halted", "counts", "attempts", "handoff"};
  const auto [halted, counts, attempts, handoff] = members(value, root, kKeys);
  RunAnswer answer;
  answer.halted = read_flag(halted, root.member(kKeys[0]));
  answer.counts = read_counts(*counts, root.member(kKeys[1]));
  const Place list = root.member(kKeys[2]);
  if (attempts->kind() != json::Kind::array) nonsense(list, "an array");
  for (const json::Value attempt : attempts->items()) {
    answer.errors.push_back(read_error(attempt, list.item(answer.errors.size())));
  }
  if (handoff->kind() != json::Kind::null) {
    answer.handoff = read_handoff(handoff, root.member(kKeys[3]), "an object or null");
  }
  return answer;
}

ReadingAnswer read_reading_answer(json::Value value, const Place& root) {
  constexpr std::array<std::string_view, 2> kKeys{"handoff", "expired"};
  const auto [handoff, expired] = members(value, root, kKeys);
  return {.handoff = read_handoff(handoff, root.member(kKeys[0]), "an object"),
          .expired = read_flag(expired, root.member(kKeys[1]))};
}

}  // namespace

bool same_said(const Answer& a, const Answer& b) {
  const auto* run = std::get_if<RunAnswer>(&a);
  const auto* other = std::get_if<RunAnswer>(&b);
  if (run != nullptr && other != nullptr) return run->says(*other);
  const auto* reading = std::get_if<ReadingAnswer>(&a);
  return reading != nullptr && b.index() == a.index() && *reading == std::get<ReadingAnswer>(b);
}

void write(const Case& input, std::string& text) {
  if (const auto* run = std::get_if<Run>(&input)) return write_run(*run, text);
  const auto& reading = std::get<Reading>(input);
  text += "{\"handoff\":";
  text += reading.handoff;
  write_member(text, Field::now, reading.now);
  text += '}';
}

void read_any(json::Value value, Case& input) {
  if (value.find(name(Field::handoff))) {
    input = reading_of(reading_shape(value));
  } else {
    input = run_of(run_shape(value));
  }
}

void read(json::Value value, Case& input) {
  if (value.find(name(Field::handoff))) {
    judge(reading_shape(value));
  } else {
    judge(run_shape(value));
  }
  read_any(value, input);
}

void write(const Answer& answer, std::string& text) {
  const auto* run = std::get_if<RunAnswer>(&answer);
  if (run == nullptr) {
    const auto& reading = std::get<ReadingAnswer>(answer);
    return write_reading(text, reading.handoff, reading.expired);
  }
  begin_outcome(text, run->halted, run->counts);
  for (const auto& error : run->errors) add_attempt(text, error);
  end_outcome(text, run->handoff);
}

void read_answer(json::Value value, Answer& answer) {
  const Place root{.key = "answer"};
  if (value.find("expired")) {
    answer = read_reading_answer(value, root);
  } else {
    answer = read_run_answer(value, root);
  }
}

}  // namespace tripcheck::escalation
