/// What all benchmarks of one run share: the options, and each one's verdict on itself.
///
/// Threads: all of it on the main thread; the program's other thread sleeps.
#pragma once
#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>

namespace tripcheck::bench {

struct Options {
  std::size_t events = std::size_t{1} << 24;  ///< Of each replayed stream; from 2^12.
  /// Hands every benchmark something that is off its path: each of them must say so.
  bool spoil = false;
  std::string results;  ///< File for the medians as JSON; empty: none.
  std::string tables;   ///< File for the medians as Markdown; empty: none.
  std::string commit = "unknown";
  std::string command = "tripcheck_bench";
};

/// Ends a benchmark whose run was not on the path that it names, or whose answers were wrong: the
/// run gives no number and the program fails. Called once a run, after the loop or before it.
void off_path(benchmark::State& state, const std::string& why);

// Each family says which benchmarks it has. The options outlive the run.
void add_floors(const Options& options);
void add_decisions(const Options& options);
void add_shared_calls(const Options& options);
void add_handoffs(const Options& options);
void add_expedited_calls(const Options& options);
void add_expedited_runs(const Options& options);
void add_replays(const Options& options);
void add_lockstep(const Options& options);
void add_drawing(const Options& options);
void add_pipes(const Options& options);

}  // namespace tripcheck::bench
