// Question: how many cases of 20 events a second go through the process door and back, judged?
//
// Each case is written as a document, goes out, is answered, and its answer is read and compared
// with the model's, which was worked out before. Both processes run meanwhile, so the time is that
// of the wall. The subject is started, and asked until it is warm, before the clock runs.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <tripcheck/bench/bench.hpp>
#include <tripcheck/properties/engine/process.hpp>
#include <tripcheck/properties/timed/judge.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::bench {
namespace {

using timed::Answer;
using timed::Traits;
using Asked = engine::Asked<Traits>;
using Reply = engine::Reply<Traits>;
using Subject = engine::Subject<Traits>;
using Command = std::vector<std::string>;

constexpr std::uint64_t kPipeSeed = 1;
constexpr std::size_t kCases = 256;  // Asked at once, as the engine does.
constexpr std::size_t kEvents = 20;
constexpr std::size_t kWarmUps = 30;  // Then JavaScript is compiled.

/// What a JavaScript number holds exactly; the same for all, so that all are asked the same.
engine::Domain domain() {
  constexpr std::int64_t kMost = (std::int64_t{1} << 53) - 1;
  return {.limits = {{.name = "t", .range = {.low = -kMost, .high = kMost}},
                     {.name = "cooldown", .range = {.low = 0, .high = kMost}}}};
}

enum class Calls { any, successes };

std::vector<Asked> drawn_cases(std::uint64_t seed, Calls calls) {
  std::vector<Asked> cases;
  for (std::uint64_t i = 0; cases.size() < kCases; ++i) {
    engine::Draw draw(seed, i);
    timed::Case input = Traits::generate(draw, domain());
    if (input.events.size() < kEvents) continue;
    input.events.resize(kEvents);
    if (calls == Calls::successes) {
      for (timed::Event& event : input.events) event.result = timed::Result::success;
    }
    cases.push_back({.input = std::move(input)});
  }
  return cases;
}

std::vector<Answer> model_answers(const std::vector<Asked>& cases) {
  std::vector<Answer> answers(cases.size());
  Traits::open("model")->ask(
      cases, [&](std::size_t i, const Reply& reply) { answers[i] = std::get<Answer>(reply); });
  return answers;
}

/// How many of the cases are answered as the model does.
std::size_t right_answers(Subject& subject, const std::vector<Asked>& asked,
                          const std::vector<Answer>& expected) {
  std::size_t right = 0;
  subject.ask(asked, [&](std::size_t i, const Reply& reply) {
    const auto* answer = std::get_if<Answer>(&reply);
    if (answer == nullptr) return;
    if (!timed::first_difference(asked[i].input, expected[i], *answer)) ++right;
  });
  return right;
}

void ask_through_pipe(benchmark::State& state, const Command& command, Calls calls, bool spoil) {
  const std::vector<Asked> cases = drawn_cases(kPipeSeed, calls);
  const std::vector<Answer> expected =
      model_answers(spoil ? drawn_cases(kPipeSeed + 1, Calls::any) : cases);
  engine::ProcessOptions options;
  options.command = command;
  engine::Process process(std::move(options));
  if (const auto failure = process.start()) {
    off_path(state, failure->what + "\n" + failure->last_words);
    return;
  }
  auto attached = timed::profile().attach(process);
  if (const auto* fault = std::get_if<std::string>(&attached)) {
    off_path(state, *fault);
    return;
  }
  auto& subject = dynamic_cast<Subject&>(*std::get<0>(attached));
  std::size_t right = 0;
  std::size_t asked = 0;
  for (; asked < kWarmUps * cases.size(); asked += cases.size()) {
    right += right_answers(subject, cases, expected);
  }
  for (auto _ : state) {
    right += right_answers(subject, cases, expected);
    asked += cases.size();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(cases.size()));
  state.SetLabel("cases");
  if (right != asked) off_path(state, std::to_string(asked - right) + " answers are wrong");
}

bool on_the_path(std::string_view program) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::size_t end = folders.find(':');
    const std::string file = std::string(folders.substr(0, end)) + "/" + std::string(program);
    if (::access(file.c_str(), X_OK) == 0) return true;
    folders.remove_prefix(end == std::string_view::npos ? folders.size() : end + 1);
  }
  return false;
}

}  // namespace

void add_pipes(const Options& options) {
  const auto add = [&](const char* name, const Command& command, Calls calls = Calls::any) {
    benchmark::RegisterBenchmark(name, ask_through_pipe, command, calls, options.spoil)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  };
  add("Pipe/constant", {TRIPCHECK_BENCH_PIPE_SUBJECT, "--constant"}, Calls::successes);
  add("Pipe/C++", {TRIPCHECK_BENCH_PIPE_SUBJECT});
  if (on_the_path("node")) {
    add("Pipe/JavaScript", {"node", TRIPCHECK_ADAPTERS_DIR "/node/plain.mjs"});
  } else {
    std::fputs("Pipe/JavaScript is left out: no node on the PATH\n", stderr);
  }
}

}  // namespace tripcheck::bench
