#include <tripcheck/impl/timed/breaker.hpp>

namespace tripcheck::timed::impl {

std::optional<Refusal> Breaker::feed(std::span<const Event> piece, Outcome& outcome) {
  std::int64_t last = last_t_;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    if (piece[i].t < last) return Refusal{.fault = Fault::time_order, .index = offered_ + i};
    last = piece[i].t;
  }
  for (const Event& event : piece) {
    const Offer answer = offer(event);
    if (answer.admission == Admission::rejected) outcome.rejected.push_back(event.t);
    for (const Transition& transition : answer.transitions) {
      outcome.transitions.push_back(transition);
    }
  }
  outcome.final_state = state_;
  return std::nullopt;
}

std::variant<Outcome, Refusal> run_circuit_breaker(std::span<const Event> events,
                                                   const Config& config) {
  if (const auto refusal = Breaker::check(config)) return *refusal;
  Breaker breaker(config);
  Outcome outcome;
  if (const auto refusal = breaker.feed(events, outcome)) return *refusal;
  return outcome;
}

}  // namespace tripcheck::timed::impl
