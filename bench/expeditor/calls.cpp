// Question: what does the expeditor cost before a tool call, and after it, for so many tools?
//
// Musts: `decide` at most 3 and `record` at most 8 times an uncontended compare-exchange for 16
// tools, and as much for 64 as for 4. A decision leaves a ticket, a skip a line of the log and a
// failure one more in the list, so what is timed alone comes in batches, and is undone while the
// watch stands still; `decide+record` undoes itself. Tools take turns that look drawn.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tripcheck/bench/bench.hpp>
#include <tripcheck/bench/expeditor/setup.hpp>
#include <tripcheck/bench/touch.hpp>
#include <variant>
#include <vector>

namespace tripcheck::bench::expediting {
namespace {

using expeditor::Recorded;
using expeditor::State;
using expeditor::impl::Fault;
using Answer = std::variant<Recorded, Fault>;

constexpr std::int64_t kStep = 1;

void count(benchmark::State& state, const char* label) {
  state.SetItemsProcessed(state.iterations());
  state.SetLabel(label);
}

bool all(const benchmark::State& state, std::uint64_t right) {
  return right == static_cast<std::uint64_t>(state.iterations());
}

/// A closed circuit is called: a ticket each.
void decide(benchmark::State& state, std::size_t tools, bool spoil) {
  Config config = lenient();
  if (spoil) config.allowed_tools.emplace();
  Expeditor expeditor = fresh(config, tools);
  const std::vector<ToolNumber> order = order_of(tools);
  std::vector<std::int64_t> tickets(kBatch);
  std::uint64_t called = 0;
  while (state.KeepRunningBatch(kBatch)) {
    for (std::size_t i = 0; i < kBatch; ++i) {
      tickets[i] = ticket_of(expeditor.decide(order[i], kStep));
      called += tickets[i] != 0 ? 1 : 0;
      touch(&expeditor);
    }
    state.PauseTiming();
    for (const std::int64_t ticket : tickets) {
      (void)expeditor.record(ticket, kStep, Outcome::success);
    }
    state.ResumeTiming();
  }
  count(state, "decisions");
  if (!all(state, called)) off_path(state, "a decision was no CALL");
}

/// An open circuit is skipped, its route looked for and a line logged each; every other tool is
/// open, so that some have an alternative.
void skip(benchmark::State& state, std::size_t tools, bool spoil) {
  Config config = lenient();
  config.failure_threshold = spoil ? 2 : 1;
  config.probe_interval = config.probe_interval_cap = config.chain_backoff_cap = kNever;
  Expeditor before = fresh(config, tools);
  for (ToolNumber tool = 0; tool < tools; tool += 2) {
    (void)before.record(ticket_of(before.decide(tool, kStep)), kStep, Outcome::failure, kRefused);
  }
  Expeditor expeditor = before;
  std::vector<ToolNumber> order = order_of(tools);
  for (ToolNumber& tool : order) tool -= tool % 2;
  std::uint64_t skipped = 0;
  while (state.KeepRunningBatch(kBatch)) {
    for (const ToolNumber tool : order) {
      const auto answer = expeditor.decide(tool, kStep);
      const auto* choice = std::get_if<Choice>(&answer);
      skipped += choice != nullptr && choice->reason == expeditor::Reason::circuit_open ? 1 : 0;
      touch(&expeditor);
    }
    state.PauseTiming();
    expeditor = before;
    state.ResumeTiming();
  }
  count(state, "decisions");
  if (!all(state, skipped)) off_path(state, "a circuit was not open");
}

/// Closed before and after.
void record(benchmark::State& state, std::size_t tools, Outcome outcome, bool spoil) {
  Config config = lenient();
  if (spoil) config.failure_threshold = 1;
  const Outcome told = spoil ? Outcome::failure : outcome;
  const auto message = told == Outcome::failure ? kRefused : expeditor::impl::Message{};
  const Expeditor before = fresh(config, tools);
  Expeditor expeditor = before;
  const std::vector<ToolNumber> order = order_of(tools);
  std::vector<std::int64_t> tickets(kBatch);
  std::uint64_t counted = 0;
  while (state.KeepRunningBatch(kBatch)) {
    state.PauseTiming();
    expeditor = before;
    for (std::size_t i = 0; i < kBatch; ++i) {
      tickets[i] = ticket_of(expeditor.decide(order[i], kStep));
    }
    state.ResumeTiming();
    for (const std::int64_t ticket : tickets) {
      const Answer answer = expeditor.record(ticket, kStep, told, message);
      const auto* recorded = std::get_if<Recorded>(&answer);
      counted += recorded != nullptr && recorded->state == State::closed &&
                         (recorded->consecutive_failures > 0) == (outcome == Outcome::failure)
                     ? 1
                     : 0;
      touch(&expeditor);
    }
  }
  count(state, "outcomes");
  if (!all(state, counted)) off_path(state, "an outcome did not just count");
}

/// A call that succeeds, for ever.
void decide_and_record(benchmark::State& state, std::size_t tools, bool spoil) {
  Expeditor expeditor = fresh(lenient(), tools);
  const std::vector<ToolNumber> order = order_of(tools);
  std::uint64_t turn = 0;
  std::uint64_t right = 0;
  for (auto _ : state) {
    const std::int64_t ticket = ticket_of(expeditor.decide(order[turn++ % kBatch], kStep));
    const Answer answer = expeditor.record(ticket + (spoil ? 1 : 0), kStep, Outcome::success);
    right += answer.index() == 0 ? 1 : 0;
    touch(&expeditor);
  }
  count(state, "calls");
  if (!all(state, right)) off_path(state, "a call was not taken");
}

/// … by the tool's name, as operations.
void apply_both(benchmark::State& state, std::size_t tools, bool spoil) {
  Expeditor expeditor = fresh(lenient(), tools);
  const CapabilityMap map = map_of(tools);
  std::vector<expeditor::Op> decisions;
  for (const ToolNumber tool : order_of(tools)) {
    decisions.emplace_back(expeditor::Decide{.tool = map[tool].tool, .step = kStep});
  }
  expeditor::Op recorded = expeditor::Record{.step = kStep};
  std::uint64_t turn = 0;
  std::uint64_t right = 0;
  for (auto _ : state) {
    const auto decided = expeditor.apply(decisions[turn++ % kBatch]);
    const auto* decision = std::get_if<expeditor::Decision>(&decided);
    std::get<expeditor::Record>(recorded).ticket =
        decision == nullptr ? 0 : decision->ticket.value_or(0) + (spoil ? 1 : 0);
    const auto answer = expeditor.apply(recorded);
    right += std::holds_alternative<Recorded>(answer) ? 1 : 0;
    touch(&expeditor);
  }
  count(state, "calls");
  if (!all(state, right)) off_path(state, "a call was not taken");
}

}  // namespace
}  // namespace tripcheck::bench::expediting

namespace tripcheck::bench {

void add_expedited_calls(const Options& options) {
  namespace here = expediting;
  for (const std::size_t tools : here::kTools) {
    const auto add = [&](const std::string& row, auto body, auto... more) {
      const std::string name = here::name_of(row, tools);
      benchmark::RegisterBenchmark(name.c_str(), body, tools, more..., options.spoil);
    };
    add("decide", here::decide);
    add("decide,skip", here::skip);
    add("record,success", here::record, here::Outcome::success);
    add("record,failure", here::record, here::Outcome::failure);
    add("decide+record", here::decide_and_record);
    add("decide+record,apply", here::apply_both);
  }
}

}  // namespace tripcheck::bench
