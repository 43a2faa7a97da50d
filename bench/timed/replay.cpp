// Question: how many events a second does a whole stream replay at, answer included?
//
// What is timed is what the function that answers a stream does, from the events in memory to a
// list of its own of rejected times and of transitions, the release of both too. Each answer is
// held to the model's while the clock stands.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/bench/bench.hpp>
#include <tripcheck/bench/timed/mutex_breaker.hpp>
#include <tripcheck/bench/timed/streams.hpp>
#include <tripcheck/impl/timed/breaker.hpp>
#include <tripcheck/model/timed/breaker.hpp>
#include <variant>
#include <vector>

namespace tripcheck::bench {
namespace {

using timed::Config;
using timed::Event;
using timed::Outcome;

using Replay = Outcome (*)(std::span<const Event>, const Config&);

Outcome by_model(std::span<const Event> events, const Config& config) {
  return std::get<Outcome>(timed::model::run(config, events));
}

Outcome by_impl(std::span<const Event> events, const Config& config) {
  return std::get<Outcome>(timed::impl::run_circuit_breaker(events, config));
}

Outcome by_mutex(std::span<const Event> events, const Config& config) {
  MutexBreaker breaker(config);
  Outcome outcome;
  for (const Event& event : events) {
    const timed::Offer answer = breaker.offer(event);
    if (answer.admission == timed::Admission::rejected) outcome.rejected.push_back(event.t);
    for (const timed::Transition& transition : answer.transitions) {
      outcome.transitions.push_back(transition);
    }
  }
  outcome.final_state = breaker.state();
  return outcome;
}

/// Ends in failures enough to trip any of the streams, or to be rejected.
std::vector<Event> spoiled(std::vector<Event> events) {
  for (std::size_t i = events.size() - 4; i < events.size(); ++i) {
    events[i].t += 2'000;
    events[i].result = timed::Result::failure;
  }
  return events;
}

void replay(benchmark::State& state, Replay by, std::size_t kind, const Options& options) {
  const StreamKind& of = kStreamKinds.at(kind);
  const Stream& meant = stream(kind, options.events);
  const std::vector<Event> other = options.spoil ? spoiled(meant.events) : std::vector<Event>();
  const std::span<const Event> events(options.spoil ? other : meant.events);
  const std::size_t rejected = meant.expected.rejected.size() * 1000 / meant.events.size();
  bool same = true;
  for (auto _ : state) {
    const Outcome outcome = by(events, of.config);
    state.PauseTiming();
    same = same && outcome == meant.expected;
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(events.size()));
  state.SetLabel("events");
  if (!same) {
    off_path(state, "the answer is not the model's");
  } else if (rejected < of.least_rejected || rejected > of.most_rejected) {
    off_path(state, std::to_string(rejected) + " of 1000 rejected: not the stream that it names");
  }
}

}  // namespace

void add_replays(const Options& options) {
  const auto add = [&](std::size_t kind, std::string_view subject, Replay by) {
    const std::string name =
        "Replay/" + std::string(kStreamKinds.at(kind).name) + "/" + std::string(subject);
    benchmark::RegisterBenchmark(name.c_str(), replay, by, kind, options)
        ->Unit(benchmark::kMillisecond);
  };
  for (std::size_t kind = 0; kind < kStreamKinds.size(); ++kind) {
    add(kind, "impl", by_impl);
    add(kind, "model", by_model);
    add(kind, "mutex", by_mutex);
  }
}

}  // namespace tripcheck::bench
