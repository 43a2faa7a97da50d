// Question: what does one call through a breaker that threads share cost, asked and told?
//
// Every subject runs this same body, on one thread or on two that share one breaker. What a run
// came to is counted by each thread and held to its path; the breaker's state at the end too.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <tripcheck/bench/bench.hpp>
#include <tripcheck/bench/overlap/mutex_breaker.hpp>
#include <tripcheck/bench/touch.hpp>
#include <tripcheck/impl/overlap/breaker.hpp>

namespace tripcheck::bench {
namespace {

using overlap::Answer;
using overlap::Config;
using overlap::Result;
using overlap::State;

constexpr std::int64_t kForEver = std::int64_t{1} << 62;
constexpr std::int64_t kMostFailures = (std::int64_t{1} << 31) - 1;

enum class Use { success, alternating, none, ignored };
struct Path {
  std::string_view name;
  Config config;
  bool trips_before = false;
  std::int64_t t = 0;
  Use use = Use::success;
  State stays = State::closed;
};

constexpr std::array<Path, 4> kPaths{
    {{.name = "closed+success", .config = {.cooldown = kForEver}},
     {.name = "reject",
      .config = {.failure_threshold = 1, .cooldown = kForEver},
      .trips_before = true,
      .t = 1,
      .use = Use::none,
      .stays = State::open},
     {.name = "alternating",
      .config = {.failure_threshold = kMostFailures, .cooldown = kForEver},
      .use = Use::alternating},
     {.name = "half-open",
      .config = {.failure_threshold = 1, .cooldown = 1, .half_open_successes = 8},
      .trips_before = true,
      .t = 1,
      .use = Use::ignored,
      .stays = State::half_open}}};

Answer answer_of(const overlap::impl::Told& told) { return told.answer; }
Answer answer_of(Answer answer) { return answer; }

/// Returns how many calls went as the path says.
template <Use kUse, class Breaker>
std::uint64_t calls(benchmark::State& state, Breaker& breaker, std::int64_t t) {
  std::uint64_t right = 0;
  [[maybe_unused]] std::uint64_t turn = 0;
  for (auto _ : state) {
    auto asked = breaker.try_acquire(t);
    if constexpr (kUse == Use::none) {
      if (!asked.permit) ++right;
    } else if (asked.permit) {
      if constexpr (kUse == Use::ignored) {
        if (answer_of(breaker.ignore(*asked.permit)) == Answer::returned) ++right;
      } else {
        const Result result =
            kUse == Use::alternating ? static_cast<Result>(++turn & 1U) : Result::success;
        if (answer_of(breaker.record(*asked.permit, t, result)) == Answer::counted) ++right;
      }
    }
    touch(&breaker);
  }
  return right;
}

template <class Breaker>
std::uint64_t walk(benchmark::State& state, Breaker& breaker, const Path& path) {
  switch (path.use) {
    case Use::success:
      return calls<Use::success>(state, breaker, path.t);
    case Use::alternating:
      return calls<Use::alternating>(state, breaker, path.t);
    case Use::none:
      return calls<Use::none>(state, breaker, path.t);
    case Use::ignored:
      break;
  }
  return calls<Use::ignored>(state, breaker, path.t);
}

/// Where all threads of a run find their breaker, before it is there.
template <class Breaker>
Breaker& shared() {
  alignas(Breaker) static std::array<std::byte, sizeof(Breaker)> place;
  return *std::launder(reinterpret_cast<Breaker*>(place.data()));
}

template <class Breaker>
void set_up(const Path& path) {
  Breaker& breaker = *std::construct_at(&shared<Breaker>(), path.config);
  if (!path.trips_before) return;
  auto asked = breaker.try_acquire(0);
  (void)breaker.record(*asked.permit, 0, Result::failure);
  if (path.use == Use::ignored) (void)breaker.try_acquire(path.t);
}

template <class Breaker>
void shared_calls(benchmark::State& state, const Path& named, const Path& walked, bool spoil) {
  const bool first = state.thread_index() == 0;
  if (first) set_up<Breaker>(walked);  // The others wait for it where the loop begins.
  const std::uint64_t right = walk(state, shared<Breaker>(), walked);
  state.SetItemsProcessed(state.iterations());
  state.SetLabel("calls");
  const bool all = right == static_cast<std::uint64_t>(state.iterations());
  const bool stayed = shared<Breaker>().state() == named.stays;
  if ((!all || !stayed) && (first || !spoil)) off_path(state, "timed some other path");
}

template <class Breaker>
void add(const Options& options, std::size_t path, std::string_view subject) {
  const Path& walked = kPaths[path];
  const Path& named = options.spoil ? kPaths[(path + 1) % kPaths.size()] : walked;
  for (const int threads : {1, 2}) {
    std::string name = "Shared/" + std::string(walked.name);
    if (threads == 2) name += ",2 threads";
    name += "/" + std::string(subject);
    benchmark::RegisterBenchmark(name.c_str(), shared_calls<Breaker>, named, walked, options.spoil)
        ->Threads(threads)
        ->UseRealTime();
  }
}

}  // namespace

void add_shared_calls(const Options& options) {
  for (std::size_t path = 0; path < kPaths.size(); ++path) {
    add<overlap::impl::Breaker>(options, path, "impl");
    add<SharedMutexBreaker>(options, path, "mutex");
  }
}

}  // namespace tripcheck::bench
