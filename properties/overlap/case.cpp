#include <array>
#include <charconv>
#include <limits>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/overlap/case.hpp>
#include <unordered_set>

namespace tripcheck::overlap {
namespace {

namespace json = engine::json;
using engine::Key;
using engine::Place;
using engine::Range;

constexpr Range kTimes{.low = std::numeric_limits<std::int64_t>::min(),
                       .high = std::numeric_limits<std::int64_t>::max()};
constexpr Range kCounts{.low = 1, .high = std::numeric_limits<std::int32_t>::max()};
constexpr Range kPlaces{.low = 1, .high = 64};
constexpr Range kSpans{.low = 0, .high = std::numeric_limits<std::int64_t>::max()};

constexpr std::array<std::string_view, 2> kResults{"success", "failure"};
constexpr std::array<std::string_view, 3> kStates{"closed", "open", "half_open"};
constexpr std::array<std::string_view, 4> kOperations{"acquire", "record", "ignore", "drop"};
constexpr std::array<std::string_view, 7> kAnswers{"permit", "rejected", "counted",  "late",
                                                   "used",   "returned", "no_permit"};

// The keys of a step; each operation has the first so many of them.
constexpr std::array<Key, 4> kStepKeys{
    {{.name = "op"}, {.name = "call"}, {.name = "t"}, {.name = "result"}}};

std::size_t keys_of(Operation op) {
  if (op == Operation::record) return 4;
  return op == Operation::acquire ? 3 : 2;
}

/// The operation of a step, wherever it stands there, if it is one.
std::optional<Operation> operation_of(json::Value step) {
  const auto word = step.find("op");
  if (!word || word->kind() != json::Kind::string) return std::nullopt;
  for (std::size_t i = 0; i < kOperations.size(); ++i) {
    if (kOperations.at(i) == word->text()) return static_cast<Operation>(i);
  }
  return std::nullopt;
}

/// Reads steps in order and knows which calls have been acquired.
class Steps {
 public:
  Steps(std::vector<Step>& steps, Values values) : steps_(steps), values_(values) {}

  void read(json::Value value, const Place& place) {
    const auto op = operation_of(value);
    const auto known = std::span(kStepKeys).first(op ? keys_of(*op) : kStepKeys.size());
    Step step;
    engine::read_object(
        value, place, known, [&](std::size_t key, json::Value member, const Place& here) {
          if (key == 0) {
            step.op = static_cast<Operation>(engine::read_word(member, here, kOperations));
          } else if (key == 1) {
            step.call = engine::read_integer(member, here, kTimes);
            if (op && values_ == Values::good) check_call(*op, step.call, member, here);
          } else if (key == 2) {
            step.t = engine::read_integer(member, here, kTimes);
          } else {
            step.result = static_cast<Result>(engine::read_word(member, here, kResults));
          }
        });
    steps_.push_back(step);
  }

 private:
  void check_call(Operation op, std::int64_t call, json::Value member, const Place& here) {
    if (op != Operation::acquire) {
      if (!acquired_.contains(call)) engine::unexpected(member, here, "a call acquired before");
    } else if (!acquired_.insert(call).second) {
      engine::unexpected(member, here, "a call not acquired before");
    }
  }

  std::vector<Step>& steps_;
  Values values_;
  std::unordered_set<std::int64_t> acquired_;
};

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

/// `"first","second"`; what `name_of` makes of each.
template <class T, class NameOf>
void write_words(const std::vector<T>& all, const NameOf& name_of, std::string& text) {
  for (const T& one : all) {
    text += '"';
    text += name_of(one);
    text += "\",";
  }
  if (!all.empty()) text.pop_back();
}

}  // namespace

void CaseAnswer::clear() {
  outcome.final_state = State::closed;
  outcome.answers.clear();
  outcome.transitions.clear();
  steps.clear();
  seen.clear();
  last.reset();
}

std::span<const engine::Named> numbers() {
  static const std::array<engine::Named, 6> kNumbers{
      {{.name = "t", .range = kTimes},
       {.name = "cooldown", .range = kSpans},
       {.name = "failure_threshold", .range = kCounts},
       {.name = "half_open_successes", .range = kPlaces},
       {.name = "trial_timeout", .range = kSpans},
       {.name = "uses", .range = kSpans}}};
  return kNumbers;
}

Range limit(const engine::Domain& domain, Number number) {
  const engine::Named& named = numbers()[number];
  return domain.of(named.name, named.range);
}

void write(const Case& input, std::string& text) {
  text += "{\"failure_threshold\":";
  json::append_integer(text, input.config.failure_threshold);
  text += ",\"cooldown\":";
  json::append_integer(text, input.config.cooldown);
  text += ",\"half_open_successes\":";
  json::append_integer(text, input.config.half_open_successes);
  if (input.config.trial_timeout) {
    text += ",\"trial_timeout\":";
    json::append_integer(text, *input.config.trial_timeout);
  }
  text += ",\"steps\":[";
  for (const Step& step : input.steps) {
    text += "{\"op\":\"";
    text += name(step.op);
    text += "\",\"call\":";
    json::append_integer(text, step.call);
    if (keys_of(step.op) > 2) {
      text += ",\"t\":";
      json::append_integer(text, step.t);
    }
    if (keys_of(step.op) > 3) {
      text += ",\"result\":\"";
      text += timed::name(step.result);
      text += '"';
    }
    text += "},";
  }
  if (!input.steps.empty()) text.pop_back();
  text += "]}";
}

void read(json::Value value, Case& input, Values values) {
  constexpr std::array<Key, 5> kKeys{{{.name = "failure_threshold"},
                                      {.name = "cooldown"},
                                      {.name = "half_open_successes"},
                                      {.name = "trial_timeout", .required = false},
                                      {.name = "steps"}}};
  const bool any = values == Values::any;
  const Range counts = any ? kTimes : kCounts;
  const Range places = any ? kTimes : kPlaces;
  const Range spans = any ? kTimes : kSpans;
  Config& config = input.config;
  config.trial_timeout.reset();
  const Place root{};
  engine::read_object(
      value, root, kKeys, [&](std::size_t key, json::Value member, const Place& here) {
        if (key == 0) config.failure_threshold = engine::read_integer(member, here, counts);
        if (key == 1) config.cooldown = engine::read_integer(member, here, spans);
        if (key == 2) config.half_open_successes = engine::read_integer(member, here, places);
        if (key == 3) config.trial_timeout = engine::read_integer(member, here, spans);
        if (key != 4) return;
        input.steps.clear();
        input.steps.reserve(member.size());
        Steps steps(input.steps, values);
        engine::read_array(member, here,
                           [&](json::Value item, const Place& place) { steps.read(item, place); });
      });
}

std::string text_of(const Transition& transition) {
  return std::string(timed::name(transition.from)) + "->" +
         std::string(timed::name(transition.to)) + "@" + std::to_string(transition.t);
}

void write(const Outcome& outcome, std::string& text) {
  text += "{\"final_state\":\"";
  text += timed::name(outcome.final_state);
  text += "\",\"answers\":[";
  write_words(
      outcome.answers, [](Answer answer) { return name(answer); }, text);
  text += "],\"transitions\":[";
  write_words(
      outcome.transitions, [](const Transition& transition) { return text_of(transition); }, text);
  text += "]}";
}

void read_answer(json::Value value, const engine::Description& by, CaseAnswer& answer) {
  answer.clear();
  const bool retry_at = by.claim("retry_at");
  const bool counters = by.claim("counters");
  const std::array<Key, 5> keys{{{.name = "final_state"},
                                 {.name = "answers"},
                                 {.name = "transitions"},
                                 {.name = "retry_at", .required = retry_at},
                                 {.name = "counters", .required = counters}}};
  Outcome& outcome = answer.outcome;
  Seen last{.has_retry_at = retry_at};
  const Place root{.key = "answer"};
  engine::read_object(
      value, root, keys, [&](std::size_t key, json::Value member, const Place& here) {
        if (key == 0) {
          outcome.final_state = static_cast<State>(engine::read_word(member, here, kStates));
        } else if (key == 1) {
          engine::read_array(member, here, [&](json::Value item, const Place& place) {
            outcome.answers.push_back(
                static_cast<Answer>(engine::read_word(item, place, kAnswers)));
          });
        } else if (key == 2) {
          engine::read_array(member, here, [&](json::Value item, const Place& place) {
            outcome.transitions.push_back(read_transition(item, place));
            outcome.transitions.back().number = outcome.transitions.size();
          });
        } else if (key == 3 && member.kind() != json::Kind::null) {
          last.retry_at = engine::read_integer(member, here, kTimes);
        } else if (key == 4) {
          last.counters = read_counters(member, here);
        }
      });
  last.state = outcome.final_state;
  if (retry_at || counters) answer.last = last;
}

std::string text_of(const Refusal& refusal, const Case& input) {
  const auto outside = [](Number number, std::int64_t found) {
    const engine::Named& named = numbers()[number];
    return named.name + ": expected an integer between " + std::to_string(named.range.low) +
           " and " + std::to_string(named.range.high) + ", found " + std::to_string(found);
  };
  const auto call = [&](std::string_view expected) {
    const std::size_t i = refusal.index;
    return "steps[" + std::to_string(i) + "].call: expected a call " + std::string(expected) +
           " before, found " + std::to_string(i < input.steps.size() ? input.steps[i].call : 0);
  };
  switch (refusal.fault) {
    case Fault::failure_threshold:
      return outside(threshold_number, input.config.failure_threshold);
    case Fault::cooldown:
      return outside(cooldown_number, input.config.cooldown);
    case Fault::half_open_successes:
      return outside(places_number, input.config.half_open_successes);
    case Fault::trial_timeout:
      return outside(timeout_number, input.config.trial_timeout.value_or(0));
    case Fault::never_acquired:
      return call("acquired");
    case Fault::acquired_twice:
      break;
  }
  return call("not acquired");
}

}  // namespace tripcheck::overlap
