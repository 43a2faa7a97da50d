// Question: what does an escalation breaker cost, from an attempt to a handoff that is read back?
//
// The floor is the least that any of them must do for an attempt: to see that 64 characters are hex
// digits, eight at a time. Attempts that do not trip come 31 to a breaker, and the new breaker
// that then takes its place is part of what is timed. Texts lie where the compiler must take them
// to be changed by somebody else. No clock is read.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tripcheck/bench/bench.hpp>
#include <tripcheck/bench/touch.hpp>
#include <tripcheck/impl/escalation/breaker.hpp>
#include <tripcheck/model/escalation/breaker.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::bench {
namespace {

namespace impl = escalation::impl;
namespace model = escalation::model;
using escalation::Limits;

constexpr std::string_view kRun = "run_0123456789abcdef0123456789abcdef";
constexpr std::string_view kFlow = "workflow:org.example/review@1.0.0";
constexpr std::string_view kNow = "2026-01-01T00:00:00Z";
constexpr std::size_t kMost = 32;
constexpr std::size_t kRow = kMost - 1;  // Attempts of one breaker that do not trip.
constexpr std::array<std::string_view, 3> kClasses{"uncertainty", "permission_denial",
                                                   "tool_failure"};

/// Of 32 attempts; where spoiled, each has a capital in it.
std::vector<std::string> digests(bool spoil) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < kMost; ++i) {
    std::string digest(64, 'a');
    for (std::size_t k = 0; k < 64; ++k) {
      digest[k] = "0123456789abcdef"[(i * 7 + k * 5 + i * k) % 16];
    }
    if (spoil) digest[i] = 'A';
    all.push_back(std::move(digest));
  }
  return all;
}

Limits all_of(std::int64_t limit) {
  return {.uncertainty = limit, .permission_denial = limit, .tool_failure = limit, .total = limit};
}

impl::Breaker fresh(std::int64_t limit) {
  return std::get<impl::Breaker>(impl::Breaker::start(kRun, kFlow, all_of(limit)));
}

void count(benchmark::State& state, std::uint64_t items, const char* label) {
  state.SetItemsProcessed(static_cast<std::int64_t>(items));
  state.SetLabel(label);
}

void hex_digits(benchmark::State& state, bool spoil) {
  const auto texts = digests(spoil);
  std::uint64_t seen = 0;
  std::uint64_t right = 0;
  for (auto _ : state) {
    const char* const text = texts[seen++ % kMost].data();
    touch(text);
    std::uint64_t faults = 0;
    for (std::size_t i = 0; i < 64; i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, text + i, 8);
      (void)impl::detail::hex_values(word, faults);
    }
    right += (faults & impl::detail::each(0xf0)) == 0 ? 1 : 0;
  }
  count(state, seen, "digests");
  if (right != seen) off_path(state, "a digest is none");
}

void record(benchmark::State& state, bool spoil) {
  const auto texts = digests(spoil);
  const impl::Breaker before = fresh(kMost);
  impl::Breaker breaker = before;
  std::uint64_t told = 0;
  std::uint64_t counted = 0;
  for (auto _ : state) {
    const std::size_t i = told++ % kRow;
    if (i == 0) breaker = before;
    touch(texts[i].data());
    const auto recorded = breaker.record_failure(kClasses[i % 3], texts[i], kNow);
    counted += recorded.error() || recorded.handoff() != nullptr ? 0 : 1;
    touch(&breaker);
  }
  count(state, told, "attempts");
  if (counted != told) off_path(state, "an attempt did not just count");
}

void record_by_model(benchmark::State& state, bool spoil) {
  const auto texts = digests(spoil);
  const auto before = std::get<model::Breaker>(model::start(kRun, kFlow, all_of(kMost)));
  model::Breaker breaker = before;
  std::uint64_t told = 0;
  std::uint64_t counted = 0;
  for (auto _ : state) {
    const std::size_t i = told++ % kRow;
    if (i == 0) breaker = before;
    auto step = model::record_failure(std::move(breaker), kClasses[i % 3], texts[i], kNow);
    breaker = std::move(step.next);
    counted += std::holds_alternative<std::monostate>(step.answer) ? 1 : 0;
    touch(&breaker);
  }
  count(state, told, "attempts");
  if (counted != told) off_path(state, "an attempt did not just count");
}

/// The first attempt trips.
void trip(benchmark::State& state, bool spoil, bool written) {
  const auto texts = digests(spoil);
  const impl::Breaker before = fresh(1);
  std::uint64_t trips = 0;
  std::uint64_t told = 0;
  std::size_t bytes = 0;
  for (auto _ : state) {
    impl::Breaker breaker = before;
    const auto recorded = breaker.record_failure(kClasses[1], texts[told++ % kMost], kNow);
    touch(&breaker);
    if (recorded.handoff() == nullptr) continue;
    ++trips;
    if (written) bytes += recorded.handoff()->to_json().size();
  }
  count(state, told, "trips");
  if (trips != told || (written && bytes % trips != 0)) off_path(state, "an attempt did not trip");
}

/// 32 attempts, of which the last trips; and all of the handoff as JSON.
void whole_run(benchmark::State& state, bool spoil) {
  const auto texts = digests(spoil);
  const impl::Breaker before = fresh(kMost);
  std::uint64_t runs = 0;
  std::uint64_t handed = 0;
  for (auto _ : state) {
    impl::Breaker breaker = before;
    for (std::size_t i = 0; i < kMost; ++i) {
      (void)breaker.record_failure(kClasses[i % 3], texts[i], kNow);
    }
    touch(&breaker);
    ++runs;
    if (breaker.halted() && breaker.handoff()->to_json().size() > kMost * 64) ++handed;
  }
  count(state, runs, "runs");
  if (handed != runs) off_path(state, "a run was not handed over");
}

std::string handoff_of(std::size_t attempts) {
  const auto texts = digests(false);
  impl::Breaker breaker = fresh(static_cast<std::int64_t>(attempts));
  for (std::size_t i = 0; i < attempts; ++i) {
    (void)breaker.record_failure(kClasses[2], texts[i], kNow);
  }
  return breaker.handoff()->to_json();
}

void read_back(benchmark::State& state, bool spoil, std::size_t attempts) {
  std::string json = handoff_of(attempts);
  if (spoil) json.back() = ']';
  std::uint64_t read = 0;
  std::uint64_t right = 0;
  for (auto _ : state) {
    touch(json.data());
    const auto handoff = impl::Handoff::from_json(json);
    ++read;
    const auto* made = std::get_if<impl::Handoff>(&handoff);
    right += made != nullptr && made->size() == attempts ? 1 : 0;
  }
  count(state, read, "handoffs");
  if (right != read) off_path(state, "a handoff was not read");
}

}  // namespace

void add_handoffs(const Options& options) {
  const bool spoil = options.spoil;
  benchmark::RegisterBenchmark("Escalate/hex64", hex_digits, spoil);
  benchmark::RegisterBenchmark("Escalate/record", record, spoil);
  benchmark::RegisterBenchmark("Escalate/record,model", record_by_model, spoil);
  benchmark::RegisterBenchmark("Escalate/trip", trip, spoil, false);
  benchmark::RegisterBenchmark("Escalate/trip+to_json", trip, spoil, true);
  benchmark::RegisterBenchmark("Escalate/32-attempts+to_json", whole_run, spoil);
  benchmark::RegisterBenchmark("Escalate/from_json,1", read_back, spoil, std::size_t{1});
  benchmark::RegisterBenchmark("Escalate/from_json,32", read_back, spoil, kMost);
}

}  // namespace tripcheck::bench
