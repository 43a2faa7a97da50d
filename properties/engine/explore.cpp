#include <algorithm>
#include <tripcheck/properties/engine/explore.hpp>
#include <utility>

namespace tripcheck::engine {
namespace {

std::size_t by_default(std::span<const std::size_t> enabled, std::optional<std::size_t> current) {
  return current.value_or(enabled.front());
}

bool contains(std::span<const std::size_t> all, std::size_t one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

std::size_t Follow::operator()(std::span<const std::size_t> enabled,
                               std::optional<std::size_t> current) {
  if (next_ < schedule_.size()) {
    const auto wanted = static_cast<std::size_t>(schedule_[next_++] - '1');
    if (contains(enabled, wanted)) return wanted;
  }
  return by_default(enabled, current);
}

Scheduler::Choose Exhaustive::choose() {
  return [this, step = std::size_t{0}](std::span<const std::size_t> enabled,
                                       std::optional<std::size_t> current) mutable {
    const std::size_t at = step++;
    return at < prefix_.size() ? prefix_[at] : by_default(enabled, current);
  };
}

bool Exhaustive::advance(const ScheduledRun& run) {
  std::vector<std::size_t> before;  // Pre-emptions before each choice.
  std::size_t so_far = 0;
  for (const Choice& choice : run.choices) {
    before.push_back(so_far);
    if (choice.preempts()) ++so_far;
  }
  // Alternatives of a choice come in rising order, the default before all others.
  for (std::size_t i = run.choices.size(); i-- > 0;) {
    const Choice& choice = run.choices[i];
    const std::size_t first = by_default(choice.enabled, choice.current);
    if (choice.current && before[i] == most_) continue;  // Whoever else it is would pre-empt.
    for (const std::size_t other : choice.enabled) {
      if (other == first || (choice.chosen != first && other <= choice.chosen)) continue;
      prefix_.clear();
      for (std::size_t k = 0; k < i; ++k) prefix_.push_back(run.choices[k].chosen);
      prefix_.push_back(other);
      return true;
    }
  }
  return false;
}

Scheduler::Choose drawn_choices(Draw& draw, std::size_t preemptions, std::size_t length) {
  std::vector<std::size_t> moments;
  for (std::size_t i = 0; i < preemptions; ++i) moments.push_back(draw.below(length));
  return [&draw, moments = std::move(moments), step = std::size_t{0}](
             std::span<const std::size_t> enabled, std::optional<std::size_t> current) mutable {
    const bool switches_now = contains(moments, step++);
    if (current && !switches_now) return *current;
    return enabled[draw.below(enabled.size())];
  };
}

Scheduler::Choose parked(std::size_t thread, std::size_t steps) {
  return [thread, left = steps](std::span<const std::size_t> enabled,
                                std::optional<std::size_t> current) mutable {
    if (left > 0 && contains(enabled, thread)) {
      --left;
      return thread;
    }
    if (current && *current != thread) return *current;
    for (const std::size_t one : enabled) {
      if (one != thread) return one;
    }
    return thread;
  };
}

bool simpler_schedule(const Schedule& schedule, const std::function<bool(Schedule)>& take) {
  for (std::size_t size = schedule.size(); size > 0; size /= 2) {  // What is cut is by default.
    if (take(schedule.substr(0, schedule.size() - size))) return true;
  }
  for (std::size_t i = 1; i < schedule.size(); ++i) {
    if (schedule[i] == schedule[i - 1]) continue;
    Schedule later = schedule;  // One step more of the thread before the switch.
    later[i] = schedule[i - 1];
    if (take(std::move(later))) return true;
  }
  return false;
}

std::size_t switches(const Schedule& schedule) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < schedule.size(); ++i) count += schedule[i] != schedule[i - 1] ? 1 : 0;
  return count;
}

}  // namespace tripcheck::engine
