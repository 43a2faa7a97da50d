#include <algorithm>
#include <cassert>
#include <tripcheck/properties/engine/scheduler.hpp>
#include <utility>

namespace tripcheck::engine {
namespace {

thread_local Scheduler* running_scheduler = nullptr;
thread_local bool in_body = false;  // Else it is a set-up or a question between the steps.

}  // namespace

Schedule ScheduledRun::schedule() const {
  Schedule text;
  for (const Choice& choice : choices) text += static_cast<char>('1' + choice.chosen);
  return text;
}

ScheduledRun Scheduler::run(std::span<const std::function<void()>> bodies, const Choose& choose) {
  assert(bodies.size() <= fibers_.count());
  run_ = {};
  moment_ = 0;
  threads_.assign(bodies.size(), {});
  running_scheduler = this;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    fibers_.start(i, bodies[i]);
  }
  std::optional<std::size_t> last;
  for (std::vector<std::size_t> able = enabled(); !able.empty(); able = enabled()) {
    if (run_.choices.size() == kMostSteps) {
      run_.endless = true;
      break;
    }
    const bool goes_on = last && std::find(able.begin(), able.end(), *last) != able.end();
    const auto current = goes_on ? last : std::nullopt;
    const std::size_t chosen = choose(able, current);
    run_.choices.push_back({.chosen = chosen, .enabled = std::move(able), .current = current});
    step(chosen);
    last = chosen;
  }
  see_off();
  running_scheduler = nullptr;
  return std::move(run_);
}

std::vector<std::size_t> Scheduler::enabled() const {
  std::vector<std::size_t> able;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const Thread& thread = threads_[i];
    const bool waits = thread.waits_for != nullptr && *thread.waits_for;
    if (!thread.ended && !waits) able.push_back(i);
  }
  return able;
}

void Scheduler::step(std::size_t thread) {
  running_ = thread;
  in_body = true;
  threads_[thread].ended = fibers_.resume(thread);
  in_body = false;
}

void Scheduler::see_off() {
  seeing_off_ = true;
  const auto halfway = [&] {
    return std::any_of(threads_.begin(), threads_.end(),
                       [](const auto& one) { return !one.ended; });
  };
  run_.stuck = halfway() && !run_.endless;
  for (std::size_t round = 0; halfway() && round < kMostSteps; ++round) {
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (!threads_[i].ended) step(i);
    }
  }
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (!threads_[i].ended) fibers_.leave(i);
  }
  seeing_off_ = false;
}

void Scheduler::stop(std::string_view what, const bool* held) {
  const std::size_t self = running_;
  threads_[self].waits_for = held;
  fibers_.yield();
  threads_[self].waits_for = nullptr;
  if (!seeing_off_) run_.accesses.push_back({.thread = self, .what = what, .moment = ++moment_});
}

void Scheduler::point(std::string_view what) {
  if (running_scheduler != nullptr && in_body) running_scheduler->stop(what, nullptr);
}

void Scheduler::wait_while(const bool& held, std::string_view what) {
  if (running_scheduler != nullptr && in_body) running_scheduler->stop(what, &held);
}

std::uint64_t Scheduler::now() {
  return running_scheduler == nullptr ? 0 : ++running_scheduler->moment_;
}

}  // namespace tripcheck::engine
