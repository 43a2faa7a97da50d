#include <algorithm>
#include <tripcheck/properties/overlap/faulty.hpp>

namespace tripcheck::overlap {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// Whether `t` is `from + span` or later. Requires: span is not negative.
bool reached(std::int64_t from, std::int64_t span, std::int64_t t) {
  const bool exists = from <= 0 || span <= kMost - from;
  return exists && t >= from + span;
}

}  // namespace

std::int64_t Fields::holding() const {
  return std::count_if(tickets.begin(), tickets.end(), [&](const Ticket& ticket) {
    return ticket.place && ticket.generation == generation;
  });
}

std::optional<Refusal> Decisions::right_check(const Config& config) {
  const auto counts = [](std::int64_t count, std::int64_t most) {
    return count > 0 && count <= most;
  };
  if (!counts(config.failure_threshold, 2'147'483'647)) {
    return Refusal{.fault = Fault::failure_threshold};
  }
  if (config.cooldown < 0) return Refusal{.fault = Fault::cooldown};
  if (!counts(config.half_open_successes, 64)) return Refusal{.fault = Fault::half_open_successes};
  if (config.trial_timeout && *config.trial_timeout < 0) {
    return Refusal{.fault = Fault::trial_timeout};
  }
  return std::nullopt;
}

bool Decisions::right_due(const Fields& f, std::int64_t t) {
  return reached(f.opened_at, f.config.cooldown, t);
}

bool Decisions::right_over(const Fields& f, const Ticket& ticket, std::int64_t t) {
  const std::int64_t span = f.config.trial_timeout ? *f.config.trial_timeout : f.config.cooldown;
  return ticket.probe && span > 0 && reached(ticket.admitted_at, span, t);
}

void Decisions::right_sweep(Fields& f, const Decisions& decisions, std::int64_t t) {
  for (Ticket& ticket : f.tickets) {
    if (ticket.place && decisions.over(f, ticket, t)) ticket.place = false;
  }
}

Answer Decisions::right_fate(const Fields& f, const Decisions& decisions, const Ticket& ticket,
                             const Step& step) {
  if (ticket.used) return Answer::used;
  if (ticket.generation != f.generation) return Answer::late;
  if (ticket.probe && !ticket.place) return Answer::late;
  if (step.op != Operation::record) return Answer::returned;
  return decisions.over(f, ticket, step.t) ? Answer::late : Answer::counted;
}

std::optional<std::int64_t> Decisions::right_retry_at(Fields& f) {
  if (f.state != State::open) return std::nullopt;
  if (f.opened_at > 0 && f.config.cooldown > kMost - f.opened_at) return std::nullopt;
  return f.opened_at + f.config.cooldown;
}

Faulty::Faulty(const Config& config, const Decisions& decisions)
    : decisions_(&decisions), fields_{.config = config, .tickets = {}} {}

void Faulty::move(State to, const Ticket& ticket, std::int64_t t, std::vector<Transition>& told) {
  const State from = fields_.state;
  fields_.state = to;
  fields_.changed_at = decisions_->date(fields_, t);
  if (to == State::open) fields_.opened_at = decisions_->opened_at(fields_, ticket, t);
  told.push_back({.number = decisions_->first_number + fields_.generation,
                  .from = from,
                  .to = to,
                  .t = fields_.changed_at});
  ++fields_.generation;
  decisions_->enter(fields_, to);
}

Faulty::Acquired Faulty::try_acquire(std::int64_t t) {
  Acquired done;
  const std::uint64_t before = fields_.generation;
  const std::int64_t last_t = std::max(fields_.last_t, t);
  if (fields_.state == State::closed && !decisions_->closed_admits(fields_, t)) return done;
  fields_.last_t = last_t;
  if (fields_.state == State::open) {
    if (!decisions_->due(fields_, t)) return done;
    move(State::half_open, {}, t, done.transitions);
    if (!decisions_->crossing_admits) return done;
  }
  const bool probe = fields_.state == State::half_open;
  if (probe) {
    decisions_->sweep(fields_, *decisions_, t);
    if (!decisions_->room(fields_)) {
      decisions_->no_room(*this, t, done.transitions);
      return done;
    }
  }
  done.permit = fields_.tickets.size();
  fields_.tickets.push_back({.generation = decisions_->stamp(fields_, before),
                             .admitted_at = t,
                             .probe = probe,
                             .place = probe});
  return done;
}

void Faulty::count(Ticket& ticket, const Step& step, Told& told) {
  const bool success = step.result == Result::success;
  if (fields_.state == State::half_open) {
    if (!success) {
      if (decisions_->probe_failure_opens) move(State::open, ticket, step.t, told.transitions);
      return;
    }
    ++fields_.successes;
    if (decisions_->closes(fields_)) move(State::closed, ticket, step.t, told.transitions);
  } else if (success) {
    decisions_->closed_success(fields_);
  } else {
    ++fields_.failures;
    if (decisions_->trips(fields_)) move(State::open, ticket, step.t, told.transitions);
  }
}

Told Faulty::use(Permit permit, const Step& step) {
  Ticket& ticket = fields_.tickets[permit];
  Told told;
  told.answer = decisions_->fate(fields_, *decisions_, ticket, step);
  if (told.answer == Answer::used) {
    decisions_->second_use(*this, ticket, step, told);
    return told;
  }
  decisions_->spend(ticket, told.answer);
  if (told.answer == Answer::late) {
    if (decisions_->late_use_frees_its_place) ticket.place = false;
    decisions_->late_use(*this, ticket, step, told);
  } else if (told.answer == Answer::returned) {
    decisions_->give_back(*this, ticket, step, told);
  } else {
    ticket.place = false;
    count(ticket, step, told);
  }
  return told;
}

Told Faulty::record(Permit permit, std::int64_t t, Result result) {
  return use(permit, {.op = Operation::record, .t = t, .result = result});
}
Told Faulty::ignore(Permit permit) { return use(permit, {.op = Operation::ignore}); }
Told Faulty::drop(Permit permit) { return use(permit, {.op = Operation::drop}); }

}  // namespace tripcheck::overlap
