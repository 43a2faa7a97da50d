// What came of the calls, and the budget (X-10 … ).
#include <algorithm>
#include <cassert>
#include <tripcheck/impl/expeditor/expeditor.hpp>

namespace tripcheck::expeditor::impl {

using detail::Circuit;
using detail::kNone;
using detail::Line;
using detail::Slot;

// What most outcomes take is inline, as in decide.cpp.

/// One more in the cycle's list, under a number of its own or the systemic failure's.
inline void Expeditor::charge(ToolNumber tool, const Message& message, bool late) {
  detail::Failure& failure = failures_.emplace_back();
  failure.step = step_;
  failure.error = texts_.add(message.error);
  failure.signature = texts_.add(message.signature);
  failure.tool = tool;
  if (flagged_ && texts_.same(systemics_.back().signature, message.signature)) {
    failure.systemic = static_cast<std::uint32_t>(systemics_.size() - 1);
    failure.event = systemics_.back().event;
    if (systemics_.back().failures++ == 0) ++consumed_;
  } else {
    failure.event = ++events_;
    ++consumed_;
  }
  detail::Past& past = pasts_[tool];
  if (!late) {
    failure.before_in_row = past.last_in_row;
    past.last_in_row = static_cast<std::uint32_t>(failures_.size() - 1);
  }
  if (config_.mode == Mode::full) {
    past.failed_at = step_;
    past.error = failure.error;
    past.signature = failure.signature;
  }
}

inline void Expeditor::fail(ToolNumber tool, bool degraded) {
  Circuit& circuit = circuits_[tool];
  ++circuit.failures;
  if (circuit.state == State::half_open) {
    reopen(tool);
    return;
  }
  const std::int64_t threshold = config_.failure_threshold - (degraded ? 1 : 0);
  if (circuit.failures >= std::max<std::int64_t>(threshold, 1)) open(tool);
}

inline void Expeditor::succeed(ToolNumber tool) {
  Circuit& circuit = circuits_[tool];
  circuit.failures = 0;
  pasts_[tool].last_in_row = kNone;
  if (circuit.state == State::half_open) close(tool);
}

void Expeditor::close(ToolNumber tool) {
  Circuit& circuit = circuits_[tool];
  enter(tool, State::closed);
  circuit.interval = config_.probe_interval;
  circuit.backoff = false;
  log({.tool = tool, .line = Line::closed});
}

inline std::variant<Recorded, Fault> Expeditor::recorded(const Slot& slot, Outcome outcome,
                                                         const Message& message) {
  const ToolNumber tool = slot.tool;
  const bool degraded = slot.degraded;
  Circuit& circuit = circuits_[tool];
  const bool late = slot.generation != circuit.generation;
  if (circuit.probe == slot.ticket) circuit.probe = 0;
  slots_.remove(&slot);
  const bool full = config_.mode == Mode::full;
  if (outcome == Outcome::failure) {
    charge(tool, message, late);
    if (full && !late) fail(tool, degraded);
  } else if (full) {
    pasts_[tool].succeeded_at = step_;
    if (!late) succeed(tool);
  }
  if (!paused_ && consumed_ >= config_.failure_budget) {
    paused_ = true;
    log({.a = consumed_, .line = Line::exhausted});
  }
  std::variant<Recorded, Fault> answer;
  Recorded& recorded = *std::get_if<Recorded>(&answer);
  recorded.state = circuit.state;
  recorded.consecutive_failures = circuit.failures;
  recorded.late = late;
  recorded.consumed = consumed_;
  recorded.systemic = flagged_;
  recorded.paused = paused_;
  return answer;
}

std::variant<Recorded, Fault> Expeditor::record(std::int64_t ticket, std::int64_t step,
                                                Outcome outcome, const Message& message) noexcept {
  if (step < 0 || step > kLastStep) return Fault{ErrorCode::invalid_value, "step"};
  if (message.signature && message.signature->empty()) {
    return Fault{ErrorCode::invalid_value, "signature"};
  }
  if (step < step_) return Fault{ErrorCode::step_out_of_order, "step"};
  const Slot* slot = slots_.find(ticket);
  if (slot == nullptr) return Fault{ErrorCode::no_call_outstanding, "ticket"};
  step_ = step;
  return recorded(*slot, outcome, message);
}

/// The chain's sum and the sets follow the state.
void Expeditor::enter(ToolNumber tool, State to) noexcept {
  Circuit& circuit = circuits_[tool];
  if (circuit.state == State::open) open_in_chain_[circuit.chain] -= circuit.interval;
  if (to == State::open) open_in_chain_[circuit.chain] += circuit.interval;
  circuit.state = to;
  ++circuit.generation;
  open_.put(tool, to == State::open);
  usable_.put(tool, to == State::closed && circuit.allowed && circuit.score != Score::unavailable);
}

void Expeditor::open(ToolNumber tool) {
  enter(tool, State::open);
  circuits_[tool].opened_at = step_;
  pasts_[tool].opened_at = step_;
  pasts_[tool].opening = pasts_[tool].signature;
  log({.a = circuits_[tool].failures, .tool = tool, .line = Line::opened});
  look_for_cascade(tool);
}

void Expeditor::reopen(ToolNumber tool) {
  Circuit& circuit = circuits_[tool];
  if (circuit.backoff) circuit.interval = backed_off(circuit);
  enter(tool, State::open);
  circuit.opened_at = step_;
  log({.a = step_ + circuit.interval, .tool = tool, .line = Line::reopened});
}

/// Requires: the circuit is not OPEN, so the chain's sum is that of the others.
std::int64_t Expeditor::backed_off(const Circuit& circuit) const noexcept {
  assert(circuit.state != State::open);
  const std::int64_t left = config_.chain_backoff_cap - open_in_chain_[circuit.chain];
  const std::int64_t most = std::min({2 * circuit.interval, config_.probe_interval_cap, left});
  return std::max(config_.probe_interval, most);
}

void Expeditor::set_score(ToolNumber tool, Score score) noexcept {
  Circuit& circuit = circuits_[tool];
  circuit.score = score;
  scored_.put(tool, score != Score::available);
  usable_.put(tool,
              circuit.allowed && circuit.state == State::closed && score != Score::unavailable);
}

void Expeditor::begin_cycle() {
  failures_.clear();
  consumed_ = 0;
  paused_ = false;
  for (detail::Past& past : pasts_) past.last_in_row = kNone;
  for (detail::Systemic& systemic : systemics_) systemic.failures = 0;
  log({.a = ++cycle_, .line = Line::cycle});
}

}  // namespace tripcheck::expeditor::impl
