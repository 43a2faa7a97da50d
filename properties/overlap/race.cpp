#include <algorithm>
#include <charconv>
#include <sstream>
#include <tripcheck/properties/overlap/case.hpp>
#include <tripcheck/properties/overlap/race.hpp>

namespace tripcheck::overlap {
namespace {

/// Reads `word` from its front on.
class Word {
 public:
  explicit Word(std::string_view word) : rest_(word) {}
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  template <class Number>
  bool take_number(Number& number) {
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc()) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return true;
  }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

std::optional<RaceStep> read_step(std::string_view text) {
  Word word(text);
  RaceStep step;
  if (word.take('?')) {
    step.act = Act::state;
  } else if (word.take('a')) {
    if (!word.take_number(step.call) || !word.take('@') || !word.take_number(step.t)) return {};
  } else if (word.take('k') && word.take_number(step.call)) {
    if (word.take('x')) {
      step.act = Act::ignore;
    } else if (word.take('d')) {
      step.act = Act::drop;
    } else {
      step.act = Act::record;
      step.result = word.take('-') ? Result::failure : Result::success;
      if (step.result == Result::success && !word.take('+')) return {};
      if (!word.take('@') || !word.take_number(step.t)) return {};
    }
  } else {
    return {};
  }
  return word.at_end() ? std::optional(step) : std::nullopt;
}

bool read_config(std::string_view text, Config& config) {
  Word word(text);
  const auto field = [&](char name, std::int64_t& value) {
    return word.take(name) && word.take_number(value);
  };
  if (!field('F', config.failure_threshold) || !word.take(' ') || !field('C', config.cooldown) ||
      !word.take(' ') || !field('H', config.half_open_successes)) {
    return false;
  }
  if (word.take(' ') && !field('T', config.trial_timeout.emplace())) return false;
  return word.at_end() && !model::check(config);
}

void add(std::string& text, std::uint64_t number) {
  text += std::to_string(number);
  text += ' ';
}

}  // namespace

std::size_t steps(const Race& race) {
  std::size_t all = race.before.size();
  for (const auto& thread : race.threads) all += thread.size();
  return all;
}

std::size_t calls(const Race& race) {
  std::size_t most = 0;
  const auto look = [&](const std::vector<RaceStep>& all) {
    for (const RaceStep& step : all) most = std::max(most, step.call);
  };
  look(race.before);
  for (const auto& thread : race.threads) look(thread);
  return most;
}

std::string text_of(const RaceStep& step) {
  if (step.act == Act::state) return "?";
  const std::string call = std::to_string(step.call);
  const std::string at = "@" + std::to_string(step.t);
  if (step.act == Act::acquire) return "a" + call + at;
  if (step.act == Act::ignore) return "k" + call + "x";
  if (step.act == Act::drop) return "k" + call + "d";
  return "k" + call + (step.result == Result::success ? "+" : "-") + at;
}

std::string text_of(const Race& race, const engine::Schedule& schedule) {
  const Config& config = race.config;
  std::string text = "F" + std::to_string(config.failure_threshold) + " C" +
                     std::to_string(config.cooldown) + " H" +
                     std::to_string(config.half_open_successes);
  if (config.trial_timeout) text += " T" + std::to_string(*config.trial_timeout);
  text += ":";
  for (const RaceStep& step : race.before) text += " " + text_of(step);
  for (const auto& thread : race.threads) {
    text += " |";
    for (const RaceStep& step : thread) text += " " + text_of(step);
  }
  if (!schedule.empty()) text += " ; " + schedule;
  return text;
}

std::optional<RaceText> read_race(std::string_view text) {
  const auto colon = text.find(':');
  RaceText read;
  if (colon == std::string_view::npos || !read_config(text.substr(0, colon), read.race.config)) {
    return std::nullopt;
  }
  std::istringstream words{std::string(text.substr(colon + 1))};
  for (std::string word; words >> word;) {
    if (word == "|") {
      read.race.threads.emplace_back();
    } else if (word == ";") {
      words >> read.schedule;
    } else if (const auto step = read_step(word)) {
      (read.race.threads.empty() ? read.race.before : read.race.threads.back()).push_back(*step);
    } else {
      return std::nullopt;
    }
  }
  return is_sound(read.race) ? std::optional(std::move(read)) : std::nullopt;
}

bool is_sound(const Race& race) {
  constexpr std::size_t kMostCalls = 60;  // So that a history has no more than 64 operations.
  if (calls(race) > kMostCalls || steps(race) > kMostCalls || race.threads.size() > 8) return false;
  constexpr std::size_t kNobody = ~std::size_t{0};
  std::vector<std::size_t> owner(calls(race) + 1, kNobody);  // 0: acquired before.
  const auto takes = [&](const RaceStep& step, std::size_t thread) {
    if (step.act == Act::state) return true;
    if (step.call == 0) return false;
    std::size_t& whose = owner[step.call];
    if (step.act == Act::acquire) return std::exchange(whose, thread) == kNobody;
    if (whose == 0) whose = thread;  // From now on it is this one's.
    return whose == thread;
  };
  bool sound = true;
  for (const RaceStep& step : race.before) sound = takes(step, 0) && sound;
  for (std::size_t i = 0; i < race.threads.size(); ++i) {
    for (const RaceStep& step : race.threads[i]) sound = takes(step, i + 1) && sound;
  }
  return sound;
}

std::string answer_text(const Happened& happened) {
  if (happened.step.act == Act::state) return std::string(timed::name(happened.state));
  std::string text(name(happened.answer));
  for (const Transition& transition : happened.transitions) {
    text += ", " + text_of(transition) + " #" + std::to_string(transition.number);
  }
  return text;
}

bool Atomically::apply(State& state, const Happened& happened) const {
  const RaceStep& step = happened.step;
  if (step.act == Act::state) return model::state(state.breaker) == happened.state;
  Fate& fate = state.calls[step.call - 1];
  const auto agrees = [&](Answer answer, const std::optional<Transition>& transition) {
    const auto& told = happened.transitions;
    return answer == happened.answer && told.size() == (transition ? 1U : 0U) &&
           (told.empty() || told.front() == transition);
  };
  if (step.act == Act::acquire) {
    auto done = model::acquire(config, std::move(state.breaker), step.t);
    state.breaker = std::move(done.next);
    fate.kind = done.permit ? Fate::Kind::held : Fate::Kind::rejected;
    if (done.permit) fate.permit = *done.permit;
    return agrees(done.permit ? Answer::permit : Answer::rejected, done.transition);
  }
  if (fate.kind != Fate::Kind::held) return agrees(Answer::no_permit, {});
  const auto take = [&](model::Used done) {
    state.breaker = std::move(done.next);
    fate.permit = done.permit;
    return agrees(done.answer, done.transition);
  };
  if (step.act == Act::record) {
    return take(model::record(config, std::move(state.breaker), fate.permit, step.t, step.result));
  }
  if (step.act == Act::ignore) return take(model::ignore(std::move(state.breaker), fate.permit));
  return take(model::drop(std::move(state.breaker), fate.permit));
}

void Atomically::key(const State& state, std::string& text) {
  const model::Breaker& breaker = state.breaker;
  add(text, breaker.now.index());
  add(text, breaker.generation);
  add(text, static_cast<std::uint64_t>(breaker.changed_at));
  if (const auto* closed = std::get_if<model::Closed>(&breaker.now)) {
    add(text, static_cast<std::uint64_t>(closed->failures));
  } else if (const auto* window = std::get_if<model::HalfOpen>(&breaker.now)) {
    add(text, static_cast<std::uint64_t>(window->successes));
    add(text, window->given);
    for (const model::Place& place : window->places) add(text, place.number);
  }
  text += '/';
  for (const Fate& fate : state.calls) {
    add(text, static_cast<std::uint64_t>(fate.kind));
    if (fate.kind != Fate::Kind::held) continue;
    add(text, fate.permit.generation);
    add(text, fate.permit.number);
    add(text, fate.permit.used ? 1 : 0);
  }
}

engine::Linearization explain(const Race& race, const History& history, std::uint64_t most_states) {
  const Atomically spec{.config = race.config};
  return engine::linearize(spec, Atomically::start(calls(race)),
                           std::span<const engine::Recorded<Happened>>(history), most_states);
}

}  // namespace tripcheck::overlap
