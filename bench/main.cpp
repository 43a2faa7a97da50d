// The benchmarks as one program: all floors and all subjects in one run, so that ratios hold.
//
// A second thread sleeps all the while: in a process that never had one, glibc leaves the lock
// prefix out and a mutex looks several times too fast. Exit codes: 0 all went as it should; 1 a
// benchmark left its path (with --spoil: one did not); 2 the command line is wrong.
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <tripcheck/bench/options.hpp>
#include <tripcheck/bench/results.hpp>
#include <variant>
#include <vector>

namespace tripcheck::bench {
namespace {

std::atomic<std::size_t> off_path_calls = 0;

/// Sleeps until it is told to stop.
void sleep_until_stopped(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any waker;
  std::unique_lock lock(mutex);
  waker.wait(lock, stop, [] { return false; });
}

/// Hands the library its flags, whose text it goes on using; false where it does not know one.
bool initialize(std::vector<std::string>& words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  auto count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  return !benchmark::ReportUnrecognizedArguments(count, arguments.data());
}

void add_all(const Options& options) {
  add_floors(options);
  add_decisions(options);
  add_shared_calls(options);
  add_replays(options);
  add_handoffs(options);
  add_expedited_calls(options);
  add_expedited_runs(options);
  add_lockstep(options);
  add_drawing(options);
  add_pipes(options);
}

int complain(const std::string& what, int code) {
  std::fprintf(stderr, "tripcheck_bench: %s\n", what.c_str());
  return code;
}

/// Nothing to do where there is no file.
bool keep(const std::string& file, const std::string& text) {
  if (file.empty()) return true;
  std::ofstream out(file);
  out << text << std::flush;
  if (!out) (void)complain(file + ": cannot be written", 2);
  return out.good();
}

int run(const Options& options) {
  Results results;
  const std::size_t ran = benchmark::RunSpecifiedBenchmarks(&results);
  if (ran == 0) return complain("no benchmark has such a name", 2);
  if (options.spoil) {
    if (off_path_calls == ran) return 0;
    return complain("of " + std::to_string(ran) + " spoiled benchmarks, " +
                        std::to_string(off_path_calls) + " said so",
                    1);
  }
  if (off_path_calls > 0) return complain("a benchmark left its path; no results", 1);
  const auto medians = results.medians();
  if (!keep(options.results, json_of(medians, options))) return 2;
  return keep(options.tables, tables_of(medians)) ? 0 : 2;
}

}  // namespace

void off_path(benchmark::State& state, const std::string& why) {
  ++off_path_calls;
  state.SkipWithError(why.c_str());
}

}  // namespace tripcheck::bench

int main(int argc, char** argv) {
  using namespace tripcheck::bench;
  std::vector<std::string> words(argv, argv + argc);
  const auto options = take_options(words);
  if (const auto* fault = std::get_if<std::string>(&options)) return complain(*fault, 2);
  if (!initialize(words)) return 2;
  const std::jthread sleeper(sleep_until_stopped);
  add_all(std::get<Options>(options));
  return run(std::get<Options>(options));
}
