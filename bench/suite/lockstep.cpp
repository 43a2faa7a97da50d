// Question: how fast does the engine hold one breaker to another, in process, on one core?
//
// The cases are drawn before. Then, batch by batch as in a run of the suite: the model answers, the
// implementation answers, the replies are kept, and every answer of every step is compared. The
// two halves are timed by themselves too; what is left is the comparison.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tripcheck/bench/bench.hpp>
#include <tripcheck/properties/timed/judge.hpp>
#include <tripcheck/properties/timed/profile.hpp>
#include <variant>
#include <vector>

namespace tripcheck::bench {
namespace {

using timed::Traits;
using Asked = engine::Asked<Traits>;
using Reply = engine::Reply<Traits>;
using Subject = engine::Subject<Traits>;

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kBatch = 256;  // As the engine's.
constexpr std::size_t kBatches = 16;

std::vector<Asked> drawn_cases() {
  std::vector<Asked> cases;
  for (std::uint64_t i = 0; i < kBatch * kBatches; ++i) {
    engine::Draw draw(kSeed, i);
    cases.push_back({.input = Traits::generate(draw, {})});
  }
  return cases;
}

std::size_t events_of(std::span<const Asked> cases) {
  std::size_t events = 0;
  for (const Asked& asked : cases) events += asked.input.events.size();
  return events;
}

/// The cases, by turns a batch of them, and what has become of them.
class Batches {
 public:
  std::span<const Asked> next() {
    batch_ = (batch_ + 1) % kBatches;
    events_ += events_in_[batch_];
    return batch(batch_);
  }
  /// Of all that `next` gave.
  [[nodiscard]] std::size_t events() const { return events_; }

 private:
  [[nodiscard]] std::span<const Asked> batch(std::size_t i) const {
    return std::span(cases_).subspan(kBatch * i, kBatch);
  }
  [[nodiscard]] std::vector<std::size_t> count() const {
    std::vector<std::size_t> counts;
    for (std::size_t i = 0; i < kBatches; ++i) counts.push_back(events_of(batch(i)));
    return counts;
  }

  std::vector<Asked> cases_ = drawn_cases();
  std::vector<std::size_t> events_in_ = count();
  std::size_t batch_ = 0;
  std::size_t events_ = 0;
};

void ask(Subject& whom, std::span<const Asked> asked, std::vector<Reply>& kept) {
  whom.ask(asked, [&](std::size_t i, const Reply& reply) { kept[i] = reply; });
}

bool same(const timed::Case& input, const Reply& expected, const Reply& reply) {
  const auto* should = std::get_if<timed::Answer>(&expected);
  const auto* is = std::get_if<timed::Answer>(&reply);
  if (should == nullptr || is == nullptr) return false;
  return !timed::first_difference(input, *should, *is);
}

std::size_t differing(std::span<const Asked> asked, const std::vector<Reply>& expected,
                      const std::vector<Reply>& replies) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!same(asked[i].input, expected[i], replies[i])) ++count;
  }
  return count;
}

std::unique_ptr<Subject> open_subject(bool spoil) {
  return Traits::open(spoil ? "mutant:timed-trips-one-late" : "impl");
}

void done(benchmark::State& state, const Batches& batches) {
  state.SetItemsProcessed(static_cast<std::int64_t>(batches.events()));
  state.SetLabel("events");
}

void lockstep(benchmark::State& state, bool spoil) {
  const auto model = Traits::open("model");
  const auto subject = open_subject(spoil);
  std::vector<Reply> expected(kBatch);
  std::vector<Reply> replies(kBatch);
  Batches batches;
  std::size_t different = 0;
  for (auto _ : state) {
    const auto asked = batches.next();
    ask(*model, asked, expected);
    ask(*subject, asked, replies);
    different += differing(asked, expected, replies);
  }
  done(state, batches);
  if (different != 0) off_path(state, std::to_string(different) + " replies differ");
}

/// One half of it: whose replies are the other's is looked at for the last batch.
void answer(benchmark::State& state, const char* name, bool spoil) {
  const auto subject = spoil ? open_subject(true) : Traits::open(name);
  std::vector<Reply> replies(kBatch);
  Batches batches;
  std::span<const Asked> asked;
  for (auto _ : state) {
    asked = batches.next();
    ask(*subject, asked, replies);
  }
  done(state, batches);
  std::vector<Reply> expected(kBatch);
  ask(*Traits::open("model"), asked, expected);
  if (differing(asked, expected, replies) != 0) off_path(state, "the last replies differ");
}

}  // namespace

void add_lockstep(const Options& options) {
  benchmark::RegisterBenchmark("Suite/lock-step", lockstep, options.spoil);
  benchmark::RegisterBenchmark("Suite/answers,impl", answer, "impl", options.spoil);
  benchmark::RegisterBenchmark("Suite/answers,model", answer, "model", options.spoil);
}

}  // namespace tripcheck::bench
