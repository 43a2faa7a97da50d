#include <algorithm>
#include <limits>
#include <tripcheck/properties/overlap/walk.hpp>

namespace tripcheck::overlap {
namespace {

using engine::Draw;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLongestRun = 300;
constexpr std::size_t kLooked = 48;  // How far back it looks for a call to use.

}  // namespace

Walk::Mix Walk::draw_mix(Draw& draw) {
  Mix mix;
  mix.failures = draw.pick<std::uint64_t>({0, 1, 2, 4, 4, 5, 6, 7, 8});
  mix.acquires = draw.pick<std::uint64_t>({4, 5, 6, 7, 8, 9, 11});
  mix.given_back = draw.pick<std::uint64_t>({0, 0, 2, 2, 4, 8});
  mix.overlap = draw.chance(9, 10);
  mix.planned_runs = draw.chance(3, 4);
  mix.edges = draw.chance(7, 8);
  mix.gaps = draw.chance(1, 2);
  mix.goes_back = draw.chance(5, 8);
  mix.second_uses = draw.chance(3, 8);
  mix.without_permit = draw.chance(3, 8);
  mix.late_uses = draw.chance(3, 4);
  return mix;
}

Walk::Walk(Draw& draw, const Config& config, Limits limits)
    : draw_(draw),
      config_(config),
      limits_(limits),
      mix_(draw_mix(draw)),
      playback_(config),
      now_(limits.start) {
  if (draw.chance(7, 8)) return;
  label_base_ = draw.word();  // Labels mean nothing, and may be any integer.
  label_stride_ = draw.word() | 1;
}

Step Walk::next() {
  const auto call = pick_any();
  const Step step = call ? use(*call) : acquire();
  playback_.take(step);
  return step;
}

Walk::Kind Walk::kind_of(const Call& call) const {
  const model::Permit* permit = playback_.permit(call.label);
  if (permit == nullptr) return Kind::rejected;
  if (permit->used) return Kind::used;
  return permit->generation == playback_.breaker().generation ? Kind::live : Kind::stale;
}

std::optional<std::size_t> Walk::pick(Kind kind) {
  const std::size_t looked = std::min(calls_.size(), kLooked);
  if (looked == 0) return std::nullopt;
  // From anywhere among the last ones, or the newest first, in one direction.
  const std::size_t first = draw_.chance(1, 2) ? draw_.below(looked) : 0;
  for (std::size_t i = 0; i < looked; ++i) {
    const std::size_t at = calls_.size() - 1 - (first + i) % looked;
    if (calls_[at].uses < limits_.uses && kind_of(calls_[at]) == kind) return at;
  }
  return std::nullopt;
}

/// The call to use next; nothing: a new one is to be acquired.
std::optional<std::size_t> Walk::pick_any() {
  if (!mix_.overlap) {
    const bool pending = !calls_.empty() && kind_of(calls_.back()) == Kind::live;
    const bool usable = pending && calls_.back().uses < limits_.uses;
    return usable ? std::optional(calls_.size() - 1) : std::nullopt;
  }
  if (draw_.below(16) < mix_.acquires) return std::nullopt;
  const auto kind = draw_.below(16);
  if (kind < 2 && mix_.second_uses) return pick(Kind::used);
  if (kind == 2 && mix_.without_permit) return pick(Kind::rejected);
  if (kind < 6 && mix_.late_uses) {
    if (const auto stale = pick(Kind::stale)) return stale;
  }
  return pick(Kind::live);
}

Step Walk::acquire() {
  const std::uint64_t n = calls_.size();
  const auto label = static_cast<std::int64_t>(label_base_ + n * label_stride_);
  calls_.push_back({.label = label});
  return {.op = Operation::acquire, .call = label, .t = time(nullptr)};
}

Step Walk::use(std::size_t call) {
  ++calls_[call].uses;
  Step step{.op = Operation::record, .call = calls_[call].label};
  const model::Permit* permit = playback_.permit(step.call);
  if (!mix_.overlap) {
    step.t = permit->admitted_at;
    step.result = result();
    return step;
  }
  if (draw_.below(16) < mix_.given_back) {
    step.op = draw_.pick({Operation::ignore, Operation::drop});
    return step;
  }
  step.t = time(permit);
  step.result = result();
  return step;
}

std::int64_t Walk::later(std::uint64_t wait) const {
  return plus(now_, static_cast<std::int64_t>(std::min<std::uint64_t>(wait, kMost)));
}

std::int64_t Walk::earlier(std::uint64_t wait) const {
  return plus(now_, -static_cast<std::int64_t>(std::min<std::uint64_t>(wait, kMost)));
}

/// A `t`: beside an edge, ahead, or behind; `own` is the permit that is used then, if there is one.
std::int64_t Walk::time(const model::Permit* own) {
  std::int64_t t = now_;
  if (began_) {
    const auto at = mix_.edges && draw_.chance(1, 2) ? edge(own) : std::nullopt;
    t = at ? *at : plain_time();
    const bool goes_back = mix_.goes_back && mix_.overlap;
    if (!goes_back) t = std::max(t, now_);
  }
  began_ = true;
  t = limits_.times.nearest(t);
  // One clock that is behind says nothing of the others, unless all are set back.
  if (t > now_ || draw_.chance(1, 3)) now_ = t;
  return t;
}

/// A time at an edge −1, 0 or +1: the deadline while open; the end of a probe's time, its own or
/// that of some place, while half-open.
std::optional<std::int64_t> Walk::edge(const model::Permit* own) {
  const auto beside = draw_.pick<std::int64_t>({-1, 0, 0, 1});
  const model::Breaker& breaker = playback_.breaker();
  const auto timeout = trial_timeout(config_);
  const model::HalfOpen* window = playback_.window();
  if (playback_.state() == State::open) {
    return plus(plus(breaker.changed_at, config_.cooldown), beside);
  }
  if (!timeout || window == nullptr) return std::nullopt;
  if (own != nullptr && own->number != 0) return plus(plus(own->admitted_at, *timeout), beside);
  if (window->places.empty()) return std::nullopt;
  const model::Place& place = window->places[draw_.below(window->places.size())];
  return plus(plus(place.admitted_at, *timeout), beside);
}

std::int64_t Walk::plain_time() {
  const auto kind = draw_.below(16);
  const auto cooldown = static_cast<std::uint64_t>(config_.cooldown);
  if (kind < 3 && mix_.goes_back) {
    if (kind == 0) return earlier(draw_.log_uniform(cooldown + 2));
    return earlier(draw_.pick<std::uint64_t>({1, 1, 2, 3, 5}));
  }
  if (kind == 15 && mix_.gaps) {
    const auto size = draw_.below(32);
    if (size == 0) return limits_.times.high;
    const auto wait = draw_.log_uniform(size < 5 ? kMost : std::uint64_t{1} << 40);
    const bool back = size > 26 && mix_.goes_back;
    return back ? earlier(wait) : later(wait);
  }
  if (kind >= 13 && mix_.gaps) return later(draw_.log_uniform(cooldown + 2));
  return later(draw_.pick<std::uint64_t>({0, 0, 0, 1, 1, 2, 3}));
}

Result Walk::result() {
  if (mix_.planned_runs && run_left_ == 0 && draw_.chance(1, 3)) plan_run();
  if (run_left_ > 0) {
    --run_left_;
    return run_of_;
  }
  return draw_.below(8) < mix_.failures ? Result::failure : Result::success;
}

void Walk::plan_run() {
  const Counters now = model::counters(playback_.breaker());
  const bool probes = playback_.state() != State::closed;
  const std::int64_t left = probes ? config_.half_open_successes - now.successes
                                   : config_.failure_threshold - now.failures;
  const std::int64_t length = left + draw_.in({.low = -1, .high = 1});
  if (length < 1 || length > kLongestRun) return;
  run_left_ = length;
  run_of_ = probes ? Result::success : Result::failure;
}

}  // namespace tripcheck::overlap
