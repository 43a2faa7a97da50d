// Cases drawn towards the edges of the rules (S-20): counts beside their limits, times beside the
// ends of the calendar, values that are almost right.
#include <algorithm>
#include <array>
#include <tripcheck/model/escalation/breaker.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/escalation/handoff_text.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <tripcheck/properties/escalation/values.hpp>

namespace tripcheck::escalation {
namespace {

using engine::Draw;

constexpr std::array<FailureClass, 3> kClasses{
    FailureClass::uncertainty, FailureClass::permission_denial, FailureClass::tool_failure};

const Given& pick(Draw& draw, const std::vector<Given>& all) { return all[draw.below(all.size())]; }

std::string draw_run_id(Draw& draw) { return "run_" + draw_hex(draw, 32); }

// --- The policy.

using Policy = std::array<std::int64_t, 4>;

std::int64_t draw_limit(Draw& draw) {
  const auto kind = draw.below(16);
  const auto any = draw.in({.low = 1, .high = 32});
  if (kind < 11) return 1 + static_cast<std::int64_t>(kind % 4);
  if (kind < 13) return any;
  return kind == 13 ? 31 : 32;
}

Policy draw_policy(Draw& draw) {
  Policy policy{};
  for (std::int64_t& limit : policy) limit = draw_limit(draw);
  const auto kind = draw.below(16);
  if (kind < 3) {  // The total decides.
    for (std::size_t i = 0; i < 3; ++i) policy.at(i) = draw.in({.low = 7, .high = 32});
    policy[3] = draw.in({.low = 1, .high = 6});
  } else if (kind < 5) {  // The class decides.
    policy[3] = 32;
  } else if (kind < 7) {  // Both do, at one attempt.
    policy[3] = policy.at(draw.below(3));
  } else if (kind < 9) {  // Histories as long as they get.
    policy = {32, 32, 32, 32};
    if (draw.chance(1, 2)) policy.at(draw.below(4)) = 31;
  }
  return policy;
}

Limits limits_of(const Policy& policy) {
  return {.uncertainty = policy[0],
          .permission_denial = policy[1],
          .tool_failure = policy[2],
          .total = policy[3]};
}

/// Fields that are their defaults may be left out.
void say(Draw& draw, Policy& policy, Run& run) {
  constexpr Policy kSpecDefaults{3, 2, 3, 6};
  const auto kind = draw.below(8);
  if (kind == 0) {
    policy = kSpecDefaults;
    if (draw.chance(1, 2)) return;
  }
  run.policy.emplace();
  for (std::size_t i = 0; i < policy.size(); ++i) {
    if (kind < 3 && draw.chance(1, 2)) {
      policy.at(i) = kSpecDefaults.at(i);
    } else {
      run.policy->at(i) = Given::json(std::to_string(policy.at(i)));
    }
  }
}

// --- Attempts.

/// What this case is made of. Each kind of attempt can be absent from it.
struct Mix {
  FailureClass favourite = FailureClass::uncertainty;
  std::uint64_t favoured = 4;  // Of 8 attempts.
  std::uint64_t bad = 0;       // Of 16.
  std::uint64_t late = 0;      // Of 16.
  bool repeats = true;         // Digests come again.
};

/// Draws attempts while it steps the model, so that it knows what is near.
class Walk {
 public:
  Walk(Draw& draw, model::Breaker breaker) : draw_(draw), breaker_(std::move(breaker)) {
    mix_.favourite = kClasses.at(draw.below(3));
    mix_.favoured = draw.pick<std::uint64_t>({0, 2, 4, 6, 8, 8});
    mix_.bad = draw.pick<std::uint64_t>({0, 0, 2, 4, 10});
    mix_.late = draw.pick<std::uint64_t>({0, 0, 1, 4});
    mix_.repeats = draw.chance(1, 2);
  }

  [[nodiscard]] bool halted() const { return model::halted(breaker_); }

  Attempt next() {
    const FailureClass failure_class =
        draw_.below(8) < mix_.favoured ? mix_.favourite : kClasses.at(draw_.below(3));
    Attempt attempt{.failure_class = Given::string(std::string(name(failure_class))),
                    .step_digest = Given::string(digest()),
                    .now = Given::string(time(failure_class))};
    if (draw_.below(16) < mix_.bad) spoil(attempt);
    breaker_ = model::record_failure(std::move(breaker_), text_of(attempt.failure_class),
                                     text_of(attempt.step_digest), text_of(attempt.now))
                   .next;
    return attempt;
  }

 private:
  std::string digest() {
    const auto kind = draw_.below(8);
    if (mix_.repeats && kind < 4 && !digests_.empty())
      return digests_[draw_.below(digests_.size())];
    if (kind == 4) return std::string(64, "09af"[draw_.below(4)]);
    digests_.push_back(draw_hex(draw_, 64));
    return digests_.back();
  }

  /// Late where it would trip, more often than elsewhere.
  std::string time(FailureClass failure_class) {
    const Counts counts = model::counts(breaker_);
    const std::array<std::int64_t, 3> by_class{counts.uncertainty, counts.permission_denial,
                                               counts.tool_failure};
    const bool trips = by_class.at(static_cast<std::size_t>(failure_class)) + 1 >=
                           breaker_.policy.limit(failure_class) ||
                       counts.total + 1 >= breaker_.policy.total();
    const bool late = draw_.below(16) < (trips ? 2 * mix_.late : mix_.late);
    if (late) {
      return std::string(draw_.pick<std::string_view>(
          {kLateTime, "9999-12-31T23:59:59Z", "9999-12-31T23:45:00Z"}));
    }
    if (trips && draw_.chance(1, 16)) return std::string(kLastTime);
    return draw_time(draw_);
  }

  /// One value that is none, or two: the first that is looked at must be named.
  void spoil(Attempt& attempt) {
    const auto which = draw_.below(8);
    const std::string digest = attempt.step_digest.text;
    const std::string now = attempt.now.text;
    const bool both = draw_.chance(1, 4);
    if (which < 2 || both) attempt.failure_class = pick(draw_, bad_classes());
    if (which >= 2 && which < 5) attempt.step_digest = pick(draw_, bad_digests(digest));
    if (which >= 5) attempt.now = pick(draw_, bad_times(now));
    if (draw_.chance(1, 4)) attempt.now = pick(draw_, bad_times(now));
  }

  Draw& draw_;
  model::Breaker breaker_;
  Mix mix_;
  std::vector<std::string> digests_;
};

/// So many attempts, and a few behind the trip, if it comes to one.
void draw_attempts(Draw& draw, const model::Breaker& breaker, Run& run) {
  Walk walk(draw, breaker);
  const auto kind = draw.below(16);
  std::uint64_t left = 80;
  if (kind == 0) left = 0;
  if (kind > 0 && kind < 5) left = 1 + draw.below(6);
  std::uint64_t behind = draw.pick<std::uint64_t>({0, 0, 1, 2, 5});
  while (left > 0) {
    --left;
    if (walk.halted() && behind-- == 0) return;
    run.attempts.push_back(walk.next());
  }
}

Run draw_run(Draw& draw) {
  const std::string run_id = draw_run_id(draw);
  const std::string workflow_id = draw_workflow_id(draw);
  Run run{.run_id = Given::string(run_id), .workflow_id = Given::string(workflow_id)};
  Policy policy = draw_policy(draw);
  say(draw, policy, run);
  const auto made = model::start(run_id, workflow_id, limits_of(policy));
  draw_attempts(draw, std::get<model::Breaker>(made), run);
  return run;
}

// --- Handoffs to be read back.

HandoffText draw_handoff(Draw& draw) {
  HandoffParts parts{.failure_class = name(kClasses.at(draw.below(3)))};
  const auto many = draw.pick<std::uint64_t>({1, 1, 2, 3, 6, 31, 32});
  for (std::uint64_t i = 0; i < many; ++i) parts.digests.push_back(draw_hex(draw, 64));
  parts.issued_at = draw_time(draw);
  if (seconds_after(parts.issued_at, 1800).empty()) parts.issued_at = kLastTime;
  parts.run_id = draw_run_id(draw);
  parts.workflow_id = draw_workflow_id(draw);
  return HandoffText::of(parts);
}

template <class T>
void shuffle(Draw& draw, std::vector<T>& all) {
  for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[draw.below(i)]);
}

/// Beside the instant of expiry, and far from it.
Given draw_now(Draw& draw, const HandoffText& text) {
  std::string expires;
  for (const auto& [key, value] : text.packet) {
    if (key == "expires_at" && value.size() == 22) expires = value.substr(1, 20);
  }
  const auto off = draw.pick<std::int64_t>({-1800, -1, -1, 0, 0, 1, 1, 86'400});
  std::string now = draw_time(draw);
  if (draw.chance(3, 4)) now = seconds_after(expires, off);
  return Given::string(now.empty() ? std::string(kPlainTime) : now);
}

Reading reading_of(const HandoffText& text, Given now) {
  return {.handoff = text.json(), .now = std::move(now)};
}

Reading draw_reading(Draw& draw) {
  HandoffText text = draw_handoff(draw);
  if (draw.chance(1, 2)) {
    shuffle(draw, text.handoff);
    shuffle(draw, text.packet);
  }
  return reading_of(text, draw_now(draw, text));
}

/// By kind first, so that kinds with a few members come up as often as those with many.
const HandoffFault& draw_fault(Draw& draw) {
  static const std::vector<std::string_view> kKinds = [] {
    std::vector<std::string_view> kinds;
    for (const HandoffFault& fault : handoff_faults()) {
      if (std::find(kinds.begin(), kinds.end(), fault.what) == kinds.end()) {
        kinds.push_back(fault.what);
      }
    }
    return kinds;
  }();
  const std::string_view kind = kKinds[draw.below(kKinds.size())];
  std::vector<const HandoffFault*> of_kind;
  for (const HandoffFault& fault : handoff_faults()) {
    if (fault.what == kind) of_kind.push_back(&fault);
  }
  return *of_kind[draw.below(of_kind.size())];
}

Reading draw_faulty_reading(Draw& draw) {
  HandoffText text = draw_handoff(draw);
  Given now = draw_now(draw, text);
  const auto kind = draw.below(16);
  if (kind < 2) {
    now = pick(draw, bad_times(now.text));
    if (now.kind == Given::Kind::absent) now = Given::json("null");
    if (kind == 0) return reading_of(text, std::move(now));
  }
  for (std::uint64_t left = kind < 10 ? 1 : 2; left > 0; --left) {
    const HandoffFault& chosen = draw_fault(draw);
    chosen.plant(text);
  }
  if (draw.chance(1, 4)) shuffle(draw, text.handoff);
  return reading_of(text, std::move(now));
}

Run draw_faulty_run(Draw& draw) {
  Run run = draw_run(draw);
  if (run.attempts.size() > 3) run.attempts.resize(3);
  if (!run.policy) run.policy.emplace();
  const std::string right = run.run_id.text;
  for (std::uint64_t left = draw.chance(2, 3) ? 1 : 2; left > 0; --left) {
    const auto which = draw.below(12);
    if (which < 3) {
      run.run_id = pick(draw, bad_run_ids(right));
    } else if (which < 7) {
      run.workflow_id = pick(draw, bad_workflow_ids());
    } else {
      run.policy->at(which % 4) = pick(draw, bad_limits());
    }
  }
  return run;
}

bool reads(const engine::Domain& domain) { return domain.of(kReadings, {0, 1}).high > 0; }

}  // namespace

Case Traits::generate(Draw& draw, const engine::Domain& domain) {
  const bool reading = draw.chance(1, 4);
  if (reading && reads(domain)) return draw_reading(draw);
  return draw_run(draw);
}

Case Traits::generate_faulty(Draw& draw, const engine::Domain& domain) {
  const bool reading = draw.chance(1, 2);
  if (reading && reads(domain)) return draw_faulty_reading(draw);
  return draw_faulty_run(draw);
}

}  // namespace tripcheck::escalation
