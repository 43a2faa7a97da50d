// Question: what does one offered event cost, on each path that a breaker has?
//
// Every subject runs this same body. The breaker lives in memory that the compiler cannot see into
// from one event to the next, as a member of a client does; the events come back to back, so what
// one costs is bounded by what it must wait for from the one before. The answer is looked at: the
// calls rejected and the transitions made are counted, and must be those of the path. Time passes
// by numbers; no clock is read.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tripcheck/bench/bench.hpp>
#include <tripcheck/bench/timed/mutex_breaker.hpp>
#include <tripcheck/bench/timed/subjects.hpp>
#include <tripcheck/bench/touch.hpp>
#include <tripcheck/impl/timed/breaker.hpp>

namespace tripcheck::bench {
namespace {

using timed::Admission;
using timed::Config;
using timed::Event;
using timed::Result;

static_assert(static_cast<int>(Admission::executed) == 0);
static_assert(static_cast<int>(Admission::rejected) == 1);

/// Sums, so that looking at an answer costs two additions and no branch.
struct Counts {
  std::uint64_t rejected = 0;  // One that is refused would count double; none is.
  std::uint64_t transitions = 0;

  void add(const timed::Offer& answer) noexcept {
    rejected += static_cast<std::uint64_t>(answer.admission);
    transitions += answer.transitions.size();
  }
  bool operator==(const Counts&) const = default;
};

/// Two events by turns, for ever, and what each of the two comes to.
struct Path {
  std::string_view name;
  Config config;
  std::size_t failures_before = 0;  // Offered first, to get there.
  std::array<Result, 2> results{};
  std::array<Counts, 2> comes_to{};

  [[nodiscard]] Counts after(std::uint64_t events) const noexcept {
    const std::uint64_t first = (events + 1) / 2;
    const std::uint64_t second = events / 2;
    return {.rejected = first * comes_to[0].rejected + second * comes_to[1].rejected,
            .transitions = first * comes_to[0].transitions + second * comes_to[1].transitions};
  }
};

constexpr std::int64_t kForEver = std::int64_t{1} << 62;

constexpr std::array<Path, 3> kPaths{
    {{.name = "closed+success",
      .config = {.failure_threshold = 1, .cooldown = kForEver},
      .results = {Result::success, Result::success}},
     {.name = "reject",
      .config = {.failure_threshold = 1, .cooldown = kForEver},
      .failures_before = 1,
      .results = {Result::success, Result::failure},
      .comes_to = {{{.rejected = 1}, {.rejected = 1}}}},
     {.name = "trip,probe",  // A failure trips; the success behind it is the probe that closes.
      .config = {.failure_threshold = 1, .cooldown = 1},
      .results = {Result::failure, Result::success},
      .comes_to = {{{.transitions = 1}, {.transitions = 2}}}}}};

template <class Breaker>
void decide(benchmark::State& state, const Path& named, const Path& walked) {
  Breaker breaker(walked.config);
  const Event failure{.t = 0, .result = Result::failure};
  for (std::size_t i = 0; i < walked.failures_before; ++i) (void)breaker.offer(failure);
  const std::array<Result, 2> results = walked.results;
  touch(results.data());
  Counts counts;
  std::uint64_t offered = 0;
  for (auto _ : state) {
    const Result result = results[offered++ % 2];
    counts.add(breaker.offer({.t = static_cast<std::int64_t>(offered), .result = result}));
    touch(&breaker);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(offered));
  state.SetLabel("events");
  if (counts != named.after(offered)) off_path(state, "timed some other path");
}

template <class Breaker>
void add(const Options& options, std::size_t path, std::string_view subject) {
  const Path& walked = kPaths[path];
  const Path& named = options.spoil ? kPaths[(path + 1) % kPaths.size()] : walked;
  const std::string name = "Decide/" + std::string(walked.name) + "/" + std::string(subject);
  benchmark::RegisterBenchmark(name.c_str(), decide<Breaker>, named, walked);
}

}  // namespace

void add_decisions(const Options& options) {
  for (std::size_t path = 0; path < kPaths.size(); ++path) {
    if (path == 0) add<NoBreaker>(options, path, "none");
    add<timed::impl::Breaker>(options, path, "impl");
    add<Called<timed::impl::Breaker>>(options, path, "impl,called");
    add<ModelBreaker>(options, path, "model");
    add<MutexBreaker>(options, path, "mutex");
  }
}

}  // namespace tripcheck::bench
