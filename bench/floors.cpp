// Question: what does the least that any breaker must do cost on this machine, in this run?
//
// A closed path cannot be faster than a load and a branch on it, a lock-free write not faster than
// an uncontended compare-exchange, a replay not faster than a copy of its times.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <tripcheck/bench/bench.hpp>
#include <tripcheck/bench/touch.hpp>
#include <vector>

namespace tripcheck::bench {
namespace {

template <std::size_t kLoads>
void load_and_branch(benchmark::State& state, bool spoil) {
  static std::array<std::atomic<std::uint64_t>, kLoads> words{};
  words.back().store(spoil ? 1 : 0);
  std::uint64_t branched = 0;
  for (auto _ : state) {
    for (const auto& word : words) {
      if (word.load(std::memory_order_relaxed) != 0) ++branched;
    }
    touch(words.data());
  }
  state.SetItemsProcessed(state.iterations());
  state.SetLabel("turns");
  if (branched != 0) off_path(state, "took the other branch");
}

void compare_exchange(benchmark::State& state, bool spoil) {
  static std::atomic<std::uint64_t> word{0};
  word.store(spoil ? 1 : 0);
  std::uint64_t seen = 0;
  for (auto _ : state) {
    std::uint64_t expected = seen;
    if (word.compare_exchange_strong(expected, seen + 1, std::memory_order_relaxed)) ++seen;
  }
  state.SetItemsProcessed(state.iterations());
  state.SetLabel("exchanges");
  if (seen != static_cast<std::uint64_t>(state.iterations())) off_path(state, "an exchange failed");
}

/// A word that all threads of a run share, on a line of its own.
struct alignas(64) SharedWord {
  std::atomic<std::uint64_t> word{0};
};

/// What threads that write one word cost each other.
void shared_add(benchmark::State& state, bool spoil) {
  static SharedWord shared;
  std::uint64_t went_back = spoil ? 1 : 0;
  std::uint64_t last = 0;
  for (auto _ : state) {
    const std::uint64_t seen = shared.word.fetch_add(1, std::memory_order_relaxed) + 1;
    if (seen <= last) ++went_back;
    last = seen;
  }
  state.SetItemsProcessed(state.iterations());
  state.SetLabel("additions");
  if (went_back != 0 && (state.thread_index() == 0 || !spoil)) off_path(state, "it went back");
}

/// … by a compare-exchange that is tried until it succeeds.
void shared_loop(benchmark::State& state, bool spoil) {
  static SharedWord shared;
  std::uint64_t went_back = spoil ? 1 : 0;
  std::uint64_t last = 0;
  for (auto _ : state) {
    std::uint64_t seen = shared.word.load(std::memory_order_acquire);
    while (!shared.word.compare_exchange_strong(seen, seen + 1)) continue;
    if (seen + 1 <= last) ++went_back;
    last = seen + 1;
  }
  state.SetItemsProcessed(state.iterations());
  state.SetLabel("exchanges");
  if (went_back != 0 && (state.thread_index() == 0 || !spoil)) off_path(state, "it went back");
}

std::vector<std::int64_t> times(std::size_t events) {
  std::vector<std::int64_t> all(events);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

void count_times(benchmark::State& state, std::size_t times_each) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(times_each));
  state.SetLabel("t");
}

void copy_times(benchmark::State& state, const Options& options) {
  const std::vector<std::int64_t> from = times(options.events);
  std::vector<std::int64_t> to(from.size());
  const std::size_t bytes = (from.size() - (options.spoil ? 1 : 0)) * sizeof(std::int64_t);
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), bytes);
    touch(to.data());
  }
  count_times(state, from.size());
  if (to != from) off_path(state, "not a copy");
}

/// As what answers with a list of its own must: the pages of a new list cost more than the copy.
void copy_times_into_new_memory(benchmark::State& state, const Options& options) {
  const std::vector<std::int64_t> from = times(options.events);
  bool whole = true;
  for (auto _ : state) {
    const std::vector<std::int64_t> to(from.begin(), from.end() - (options.spoil ? 1 : 0));
    touch(to.data());
    whole = whole && to.size() == from.size();
  }
  count_times(state, from.size());
  if (!whole) off_path(state, "not a copy");
}

}  // namespace

void add_floors(const Options& options) {
  const bool spoil = options.spoil;
  benchmark::RegisterBenchmark("Floor/load+branch", load_and_branch<1>, spoil);
  benchmark::RegisterBenchmark("Floor/2x(load+branch)", load_and_branch<2>, spoil);
  benchmark::RegisterBenchmark("Floor/compare-exchange", compare_exchange, spoil);
  for (const int threads : {1, 2}) {
    const std::string on = threads == 2 ? ",2 threads" : "";
    benchmark::RegisterBenchmark(("Floor/fetch-add" + on).c_str(), shared_add, spoil)
        ->Threads(threads)
        ->UseRealTime();
    benchmark::RegisterBenchmark(("Floor/compare-exchange-loop" + on).c_str(), shared_loop, spoil)
        ->Threads(threads)
        ->UseRealTime();
  }
  benchmark::RegisterBenchmark("Floor/copy-t", copy_times, options)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("Floor/copy-t-to-new-memory", copy_times_into_new_memory, options)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace tripcheck::bench
