#include <array>
#include <charconv>
#include <limits>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/timed/case.hpp>

namespace tripcheck::timed {
namespace {

namespace json = engine::json;
using engine::Key;
using engine::Place;
using engine::Range;

constexpr Range kTimes{.low = std::numeric_limits<std::int64_t>::min(),
                       .high = std::numeric_limits<std::int64_t>::max()};
constexpr Range kCounts{.low = 1, .high = std::numeric_limits<std::int32_t>::max()};
constexpr Range kCooldowns{.low = 0, .high = std::numeric_limits<std::int64_t>::max()};

constexpr std::array<std::string_view, 2> kResults{"success", "failure"};
constexpr std::array<std::string_view, 3> kStates{"closed", "open", "half_open"};

/// With `before`, the event must not go back from it.
Event read_event(json::Value value, const Place& place, const Event* before) {
  constexpr std::array<Key, 2> kKeys{{{.name = "t"}, {.name = "result"}}};
  Event event;
  engine::read_object(
      value, place, kKeys, [&](std::size_t key, json::Value member, const Place& here) {
        if (key == 1) {
          event.result = static_cast<Result>(engine::read_word(member, here, kResults));
          return;
        }
        event.t = engine::read_integer(member, here, kTimes);
        if (before != nullptr && event.t < before->t) {
          engine::unexpected(
              member, here,
              "at least " + std::to_string(before->t) + ", the t of the event before it");
        }
      });
  return event;
}

/// `closed->open@12`, and nothing else.
Transition read_transition(json::Value value, const Place& place) {
  const std::string_view text = engine::read_string(value, place);
  const auto arrow = text.find("->");
  const auto at = text.find('@');
  if (arrow == std::string_view::npos || at == std::string_view::npos || at < arrow) {
    engine::unexpected(value, place, "a transition such as \"closed->open@12\"");
  }
  const auto state = [&](std::string_view word) {
    for (std::size_t i = 0; i < kStates.size(); ++i) {
      if (kStates.at(i) == word) return static_cast<State>(i);
    }
    engine::unexpected(value, place, "closed, open or half_open on either side of ->");
  };
  Transition transition{.from = state(text.substr(0, arrow)),
                        .to = state(text.substr(arrow + 2, at - arrow - 2))};
  const auto number = text.substr(at + 1);
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), transition.t);
  if (error != std::errc() || end != number.data() + number.size()) {
    engine::unexpected(value, place, "an integer behind the @");
  }
  return transition;
}

Counters read_counters(json::Value value, const Place& place) {
  constexpr std::array<Key, 2> kKeys{{{.name = "failures"}, {.name = "successes"}}};
  Counters counters;
  engine::read_object(value, place, kKeys,
                      [&](std::size_t key, json::Value member, const Place& here) {
                        (key == 0 ? counters.failures : counters.successes) =
                            engine::read_integer(member, here, kTimes);
                      });
  return counters;
}

}  // namespace

void Answer::clear() {
  outcome.final_state = State::closed;
  outcome.rejected.clear();
  outcome.transitions.clear();
  steps.clear();
  seen.clear();
  last.reset();
}

std::span<const engine::Named> numbers() {
  static const std::array<engine::Named, 4> kNumbers{
      {{.name = "t", .range = kTimes},
       {.name = "cooldown", .range = kCooldowns},
       {.name = "failure_threshold", .range = kCounts},
       {.name = "half_open_successes", .range = kCounts}}};
  return kNumbers;
}

void write(const Case& input, std::string& text) {
  text += "{\"failure_threshold\":";
  json::append_integer(text, input.config.failure_threshold);
  text += ",\"cooldown\":";
  json::append_integer(text, input.config.cooldown);
  text += ",\"half_open_successes\":";
  json::append_integer(text, input.config.half_open_successes);
  text += ",\"events\":[";
  for (const Event& event : input.events) {
    text += "{\"t\":";
    json::append_integer(text, event.t);
    text +=
        event.result == Result::success ? ",\"result\":\"success\"}," : ",\"result\":\"failure\"},";
  }
  if (!input.events.empty()) text.pop_back();
  text += "]}";
}

void read(json::Value value, Case& input, Values values) {
  constexpr std::array<Key, 4> kKeys{{{.name = "failure_threshold"},
                                      {.name = "cooldown"},
                                      {.name = "half_open_successes"},
                                      {.name = "events"}}};
  const bool any = values == Values::any;
  const Range counts = any ? kTimes : kCounts;
  const Range cooldowns = any ? kTimes : kCooldowns;
  Config& config = input.config;
  const Place root{};
  engine::read_object(
      value, root, kKeys, [&](std::size_t key, json::Value member, const Place& here) {
        if (key == 0) config.failure_threshold = engine::read_integer(member, here, counts);
        if (key == 1) config.cooldown = engine::read_integer(member, here, cooldowns);
        if (key == 2) config.half_open_successes = engine::read_integer(member, here, counts);
        if (key != 3) return;
        input.events.clear();
        input.events.reserve(member.size());
        engine::read_array(member, here, [&](json::Value item, const Place& place) {
          const Event* before = any || input.events.empty() ? nullptr : &input.events.back();
          input.events.push_back(read_event(item, place, before));
        });
      });
}

std::string text_of(const Transition& transition) {
  return std::string(name(transition.from)) + "->" + std::string(name(transition.to)) + "@" +
         std::to_string(transition.t);
}

void write(const Outcome& outcome, std::string& text) {
  text += "{\"final_state\":\"";
  text += name(outcome.final_state);
  text += "\",\"rejected\":[";
  for (const std::int64_t t : outcome.rejected) {
    json::append_integer(text, t);
    text += ',';
  }
  if (!outcome.rejected.empty()) text.pop_back();
  text += "],\"transitions\":[";
  for (const Transition& transition : outcome.transitions) {
    text += '"';
    text += name(transition.from);
    text += "->";
    text += name(transition.to);
    text += '@';
    json::append_integer(text, transition.t);
    text += "\",";
  }
  if (!outcome.transitions.empty()) text.pop_back();
  text += "]}";
}

void read_answer(json::Value value, const engine::Description& by, Answer& answer) {
  answer.clear();
  const bool retry_at = by.claim("retry_at");
  const bool counters = by.claim("counters");
  const std::array<Key, 5> keys{{{.name = "final_state"},
                                 {.name = "rejected"},
                                 {.name = "transitions"},
                                 {.name = "retry_at", .required = retry_at},
                                 {.name = "counters", .required = counters}}};
  Seen last{.has_retry_at = retry_at};
  const Place root{.key = "answer"};
  engine::read_object(
      value, root, keys, [&](std::size_t key, json::Value member, const Place& here) {
        if (key == 0) {
          answer.outcome.final_state = static_cast<State>(engine::read_word(member, here, kStates));
        } else if (key == 1) {
          engine::read_array(member, here, [&](json::Value item, const Place& place) {
            answer.outcome.rejected.push_back(engine::read_integer(item, place, kTimes));
          });
        } else if (key == 2) {
          engine::read_array(member, here, [&](json::Value item, const Place& place) {
            answer.outcome.transitions.push_back(read_transition(item, place));
          });
        } else if (key == 3 && member.kind() != json::Kind::null) {
          last.retry_at = engine::read_integer(member, here, kTimes);
        } else if (key == 4) {
          last.counters = read_counters(member, here);
        }
      });
  last.state = answer.outcome.final_state;
  if (retry_at || counters) answer.last = last;
}

std::string text_of(const Refusal& refusal, const Case& input) {
  const auto outside = [](std::string_view field, Range range, std::int64_t found) {
    return std::string(field) + ": expected an integer between " + std::to_string(range.low) +
           " and " + std::to_string(range.high) + ", found " + std::to_string(found);
  };
  switch (refusal.fault) {
    case Fault::failure_threshold:
      return outside("failure_threshold", kCounts, input.config.failure_threshold);
    case Fault::cooldown:
      return outside("cooldown", kCooldowns, input.config.cooldown);
    case Fault::half_open_successes:
      return outside("half_open_successes", kCounts, input.config.half_open_successes);
    case Fault::time_order:
      break;
  }
  const std::size_t i = refusal.index;
  return "events[" + std::to_string(i) + "].t: expected at least " +
         std::to_string(i == 0 || i > input.events.size() ? 0 : input.events[i - 1].t) +
         ", the t of the event before it, found " +
         std::to_string(i >= input.events.size() ? 0 : input.events[i].t);
}

}  // namespace tripcheck::timed
