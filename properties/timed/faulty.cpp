#include <tripcheck/properties/timed/case.hpp>
#include <tripcheck/properties/timed/faulty.hpp>

namespace tripcheck::timed {
namespace {}  // namespace

std::optional<Refusal> Decisions::right_check(const Config& config) {
  const auto counts = [](std::int64_t count) { return count > 0 && count <= 2'147'483'647; };
  if (!counts(config.failure_threshold)) return Refusal{.fault = Fault::failure_threshold};
  if (config.cooldown < 0) return Refusal{.fault = Fault::cooldown};
  if (!counts(config.half_open_successes)) return Refusal{.fault = Fault::half_open_successes};
  return std::nullopt;
}

bool Decisions::right_due(const Fields& f, std::int64_t t) {
  const bool reachable = f.opened_at <= 0 || f.config.cooldown <= kLastTime - f.opened_at;
  return reachable && t >= f.opened_at + f.config.cooldown;
}

void Decisions::right_enter(Fields& f, State /*from*/, State to, std::int64_t t) {
  f.failures = 0;
  f.successes = 0;
  if (to == State::open) f.opened_at = t;
}

std::optional<std::int64_t> Decisions::right_retry_at(Fields& f) {
  if (f.state != State::open) return std::nullopt;
  if (f.opened_at > 0 && f.config.cooldown > kLastTime - f.opened_at) return std::nullopt;
  return f.opened_at + f.config.cooldown;
}

Faulty::Faulty(const Config& config, const Decisions& decisions)
    : decisions_(&decisions), fields_{.config = config} {
  decisions_->made(fields_);
}

void Faulty::move(State to, std::int64_t t, Offer& offer) {
  const State from = fields_.state;
  offer.transitions.push({.from = from, .to = to, .t = t});
  fields_.state = to;
  decisions_->enter(fields_, from, to, t);
}

void Faulty::closed(const Event& event, Offer& offer) {
  if (event.result == Result::success) {
    decisions_->closed_success(fields_);
    return;
  }
  decisions_->closed_failure(fields_);
  if (decisions_->trips(fields_)) move(State::open, event.t, offer);
}

void Faulty::probe(const Event& event, Offer& offer) {
  if (event.result == Result::failure) {
    if (decisions_->re_opens(fields_)) move(State::open, event.t, offer);
    return;
  }
  decisions_->probe_success(fields_);
  if (decisions_->closes(fields_)) move(State::closed, event.t, offer);
}

Offer Faulty::offer(const Event& event) {
  Offer offer;
  if (!decisions_->in_order(fields_, event)) {
    offer.admission = Admission::refused;
    return offer;
  }
  decisions_->arrive(fields_, event);
  fields_.last_t = event.t;
  ++fields_.offered;
  if (fields_.state == State::open) {
    if (decisions_->due(fields_, event.t)) {
      move(decisions_->due_state, event.t, offer);
    } else {
      offer.admission = Admission::rejected;
      decisions_->rejected(fields_, event);
    }
  }
  if (offer.admission == Admission::executed) {
    if (fields_.state == State::closed) {
      closed(event, offer);
    } else {
      probe(event, offer);
    }
  }
  decisions_->say(fields_, event, offer);
  return offer;
}

std::optional<Refusal> Faulty::feed(std::span<const Event> piece, Outcome& outcome) {
  decisions_->piece(fields_);
  Faulty after(*this);
  Outcome more;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const Offer answer = after.offer(piece[i]);
    if (answer.admission == Admission::refused) {
      const std::size_t before = decisions_->index_from_piece ? 0 : fields_.offered;
      if (decisions_->piece_half_happens) *this = after;
      if (decisions_->piece_moves_clock) fields_.last_t = after.fields_.last_t;
      return Refusal{.index = before + i};
    }
    if (answer.admission == Admission::rejected) more.rejected.push_back(piece[i].t);
    more.transitions.insert(more.transitions.end(), answer.transitions.begin(),
                            answer.transitions.end());
  }
  *this = after;
  outcome.rejected.insert(outcome.rejected.end(), more.rejected.begin(), more.rejected.end());
  outcome.transitions.insert(outcome.transitions.end(), more.transitions.begin(),
                             more.transitions.end());
  outcome.final_state = fields_.state;
  return std::nullopt;
}

}  // namespace tripcheck::timed
