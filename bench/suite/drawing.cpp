// Question: how many cases does the suite draw, shrink and judge in a second of one core?
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tripcheck/bench/bench.hpp>
#include <tripcheck/properties/engine/report.hpp>
#include <tripcheck/properties/engine/shrink.hpp>
#include <tripcheck/properties/timed/judge.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <variant>
#include <vector>

namespace tripcheck::bench {
namespace {

using timed::Case;
using timed::Traits;
using Subject = engine::Subject<Traits>;

constexpr std::uint64_t kDrawSeed = 1;
constexpr std::size_t kDrawn = 1024;

Case drawn(std::uint64_t seed, std::uint64_t index) {
  engine::Draw draw(seed, index);
  return Traits::generate(draw, {});
}

/// The same cases again and again: the events so far are known beforehand.
void draw_cases(benchmark::State& state, bool spoil) {
  std::vector<std::uint64_t> events_before{0};
  for (std::size_t i = 0; i < kDrawn; ++i) {
    events_before.push_back(events_before.back() + drawn(kDrawSeed, i).events.size());
  }
  std::uint64_t cases = 0;
  std::uint64_t events = 0;
  for (auto _ : state) {
    events += drawn(spoil ? kDrawSeed + 1 : kDrawSeed, cases % kDrawn).events.size();
    ++cases;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(cases));
  state.SetLabel("cases");
  const std::uint64_t known = cases / kDrawn * events_before.back() + events_before[cases % kDrawn];
  if (events != known) off_path(state, "the seed did not give the same cases again");
}

/// Whether a breaker's answer to a case is not the model's.
class Differs {
 public:
  explicit Differs(const std::string& subject) : subject_(Traits::open(subject)) {}

  bool operator()(const Case& input) const {
    const engine::Asked<Traits> asked{.input = input};
    const auto expected = engine::ask_one(*model_, asked);
    const auto got = engine::ask_one(*subject_, asked);
    const auto* should = std::get_if<timed::Answer>(&expected);
    const auto* is = std::get_if<timed::Answer>(&got);
    if (should == nullptr || is == nullptr) return false;
    return timed::first_difference(input, *should, *is).has_value();
  }

 private:
  std::unique_ptr<Subject> model_ = Traits::open("model");
  std::unique_ptr<Subject> subject_;
};

constexpr std::uint64_t kMostRuns = 20'000;  // As in a run of the suite.
constexpr std::size_t kShrunk = 16;

constexpr std::size_t kShortest = 3;  // A trip, a probe that closes, a failure that should trip.

/// Long histories of a breaker whose later trips need a failure more.
void shrink_cases(benchmark::State& state, bool spoil) {
  const Differs differs("mutant:timed-later-trips-need-more");
  std::vector<Case> cases;
  for (std::uint64_t i = 0; cases.size() < kShrunk; ++i) {
    Case input = drawn(kDrawSeed, i);
    if (input.events.size() >= 20 && differs(input)) cases.push_back(std::move(input));
  }
  const std::uint64_t most = spoil ? 2 : kMostRuns;
  std::size_t next = 0;
  std::size_t longest = 0;
  std::uint64_t runs = 0;
  bool complete = true;
  for (auto _ : state) {
    const auto shrunk = engine::shrink<Traits>(cases[next++ % kShrunk], most, std::cref(differs));
    runs += shrunk.runs;
    complete = complete && shrunk.complete;
    longest = std::max(longest, shrunk.smallest.events.size());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(runs));
  state.SetLabel("runs");
  state.counters["runs/case"] =
      benchmark::Counter(static_cast<double>(runs), benchmark::Counter::kAvgIterations);
  if (!complete || longest > kShortest) off_path(state, "not shrunk to the shortest");
}

constexpr std::uint64_t kVerified = 256;  // Enough for the floor to be reached.

/// All of it: draw, ask, judge by every property, count what was reached.
void verify(benchmark::State& state, bool spoil) {
  const std::string name = spoil ? "mutant:timed-trips-one-late" : "impl";
  const engine::VerifyOptions options{
      .seed = kDrawSeed, .cases = kVerified, .shrink_runs = 0, .subject = name};
  std::uint64_t cases = 0;
  std::uint64_t kept = 0;
  std::uint64_t runs = 0;
  for (auto _ : state) {
    const auto subject = timed::profile().open(name);
    const engine::Report report = timed::profile().verify(*subject, options);
    for (const engine::SourceLine& source : report.sources) cases += source.cases;
    if (engine::exit_of(report) == engine::Exit::kept) ++kept;
    ++runs;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(cases));
  state.SetLabel("cases");
  if (kept != runs) off_path(state, "the implementation was not found right");
}

}  // namespace

void add_drawing(const Options& options) {
  benchmark::RegisterBenchmark("Suite/draw", draw_cases, options.spoil);
  benchmark::RegisterBenchmark("Suite/shrink", shrink_cases, options.spoil)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("Suite/verify", verify, options.spoil)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace tripcheck::bench
