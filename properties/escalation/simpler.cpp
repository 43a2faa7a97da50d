// Shrinking of escalation cases: candidates, the boldest first, and the one order in which they
// get smaller.
#include <algorithm>
#include <array>
#include <tripcheck/model/escalation/breaker.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/shrink.hpp>
#include <tripcheck/properties/escalation/handoff_text.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <tripcheck/properties/escalation/subject.hpp>
#include <tripcheck/properties/escalation/values.hpp>
#include <tuple>

namespace tripcheck::escalation {
namespace {

using Take = std::function<bool(Case)>;

constexpr std::size_t kPairsUpTo = 12;  // Attempts of a run where every pair of deletions is tried.

std::array<std::int64_t, 4> numbers_of(const Run& run) {
  const Limits limits = limits_of(run);
  return {limits.uncertainty, limits.permission_denial, limits.tool_failure, limits.total};
}

Run with_limit(Run run, std::size_t which, std::int64_t number) {
  if (!run.policy) run.policy.emplace();
  run.policy->at(which) = Given::json(std::to_string(number));
  return run;
}

Run without(const Run& run, std::size_t first, std::size_t count) {
  Run result = run;
  const auto from = result.attempts.begin() + static_cast<std::ptrdiff_t>(first);
  result.attempts.erase(from, from + static_cast<std::ptrdiff_t>(count));
  return result;
}

bool fewer_attempts(const Run& run, const Take& take) {
  return engine::offer_runs(run.attempts.size(), [&](std::size_t first, std::size_t count) {
    return take(without(run, first, count));
  });
}

/// This run, and this run with so many attempts in a row less, or with one less, or two.
bool with_fewer(const Run& run, std::size_t count, const Take& take) {
  if (take(run)) return true;
  const std::size_t attempts = run.attempts.size();
  for (std::size_t first = attempts < count ? 0 : attempts - count + 1; first-- > 0;) {
    if (take(without(run, first, count))) return true;
  }
  for (std::size_t i = 0; i < attempts; ++i) {
    const Run one = without(run, i, 1);
    if (take(one)) return true;
    if (attempts > kPairsUpTo) continue;
    for (std::size_t j = i; j < one.attempts.size(); ++j) {
      if (take(without(one, j, 1))) return true;
    }
  }
  return false;
}

/// Every limit above `most` becomes it: two that meet at one attempt still do.
Run clamped(const Run& run, std::int64_t most) {
  Run result = run;
  const auto numbers = numbers_of(run);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers.at(i) > most) result = with_limit(std::move(result), i, most);
  }
  return result;
}

/// Below the number: the smallest first, then nearer.
std::vector<std::int64_t> lower_than(std::int64_t number) {
  std::vector<std::int64_t> all;
  for (const std::int64_t lower :
       {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, number / 2, number - 2, number - 1}) {
    if (lower > 0 && lower < number && (all.empty() || lower > all.back())) all.push_back(lower);
  }
  return all;
}

bool is_limit(std::int64_t number) { return number >= 1 && number <= 32; }

bool lower_all_limits(const Run& run, std::int64_t highest, const Take& take) {
  if (!is_limit(highest)) return false;
  const auto all = lower_than(highest);
  return std::any_of(all.begin(), all.end(), [&](std::int64_t most) {
    return with_fewer(clamped(run, most), static_cast<std::size_t>(highest - most), take);
  });
}

bool lower_limit(const Run& run, std::size_t i, std::int64_t number, const Take& take) {
  if (!is_limit(number)) {  // A bad one stays one.
    const auto offer = [&](std::int64_t other) { return take(with_limit(run, i, other)); };
    return offer(0) || offer(33) || offer(-1);
  }
  for (const std::int64_t lower : lower_than(number)) {
    const auto less = static_cast<std::size_t>(number - lower);
    if (with_fewer(with_limit(run, i, lower), less, take)) return true;
  }
  if (!run.policy || run.policy->at(i).kind == Given::Kind::absent) return false;
  Run result = run;
  result.policy->at(i) = Given();
  return take(std::move(result));
}

bool lower_limits(const Run& run, const Take& take) {
  const auto numbers = numbers_of(run);
  if (lower_all_limits(run, *std::max_element(numbers.begin(), numbers.end()), take)) return true;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (lower_limit(run, i, numbers.at(i), take)) return true;
  }
  Run result = run;
  result.policy.reset();
  return run.policy && take(std::move(result));
}

/// What may stand in the place of a value: for a right one the plain one, for a bad one less.
std::vector<Given> instead_of(bool right, std::string_view plain) {
  if (right) return {Given::string(std::string(plain))};
  return {Given::string(""), Given(), Given::json("null")};
}

bool plainer(const Run& run, Given Run::*field, bool right, std::string_view plain,
             const Take& take) {
  for (const Given& other : instead_of(right, plain)) {
    Run result = run;
    if (result.*field == other) continue;
    result.*field = other;
    if (take(std::move(result))) return true;
  }
  return false;
}

struct Plain {
  Given Attempt::*field;
  std::string_view value;
  std::string_view second;  ///< The next plainest, where they must differ.
  bool (*right)(const Given&);
};
constexpr std::array<Plain, 3> kPlain{
    {{&Attempt::failure_class, "uncertainty", "tool_failure",
      [](const Given& given) { return model::class_of(text_of(given)).has_value(); }},
     {&Attempt::step_digest, kPlainDigest,
      "1111111111111111111111111111111111111111111111111111111111111111",
      [](const Given& given) { return model::StepDigest::parse(text_of(given)).has_value(); }},
     {&Attempt::now, kPlainTime, kLateTime,
      [](const Given& given) { return model::UtcSecond::parse(text_of(given)).has_value(); }}}};

bool plainer_attempts(const Run& run, const Take& take) {
  for (const Plain& plain : kPlain) {
    Run all = run;
    for (Attempt& attempt : all.attempts) {
      if (plain.right(attempt.*plain.field)) {
        attempt.*plain.field = Given::string(std::string(plain.value));
      }
    }
    if (take(all)) return true;
    for (std::size_t i = 0; i < run.attempts.size(); ++i) {
      const bool right = plain.right(run.attempts[i].*plain.field);
      auto others = instead_of(right, plain.value);
      if (right) others.push_back(Given::string(std::string(plain.second)));
      for (const Given& other : others) {
        Run result = run;
        if (result.attempts[i].*plain.field == other) continue;
        result.attempts[i].*plain.field = other;
        if (take(std::move(result))) return true;
      }
    }
  }
  return false;
}

bool simpler_run(const Run& run, const Take& take) {
  const auto good = [](const auto& parsed) { return !std::holds_alternative<Error>(parsed); };
  return fewer_attempts(run, take) || lower_limits(run, take) ||
         plainer(run, &Run::run_id, good(model::RunId::parse(text_of(run.run_id))), kPlainRunId,
                 take) ||
         plainer(run, &Run::workflow_id, good(model::WorkflowId::parse(text_of(run.workflow_id))),
                 kPlainWorkflowId, take) ||
         plainer_attempts(run, take);
}

// --- Handoffs that are read back.

HandoffText plain_handoff(std::string_view failure_class) {
  return HandoffText::of(HandoffParts{.failure_class = failure_class,
                                      .digests = {std::string(kPlainDigest)},
                                      .issued_at = std::string(kPlainTime),
                                      .run_id = std::string(kPlainRunId),
                                      .workflow_id = std::string(kPlainWorkflowId)});
}

/// The members of `from` with this key, unknown ones with it, in the place of those of `to`.
void keep(const Members& from, std::string_view key, Members& to) {
  const auto mine = [&](const auto& member) { return member.first == key; };
  auto at = std::find_if(to.begin(), to.end(), mine);
  at = to.erase(at, at == to.end() ? at : at + 1);
  for (const auto& member : from) {
    if (mine(member)) at = to.insert(at, member) + 1;
  }
}

std::vector<std::string> keys_of(const Members& a, const Members& b) {
  std::vector<std::string> keys;
  for (const Members* members : {&a, &b}) {
    for (const auto& [key, value] : *members) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    }
  }
  return keys;
}

/// A plain handoff in which one member, or two, are the case's own.
bool plain_but_for_some(const Reading& reading, const Take& take) {
  const HandoffText own = HandoffText::of(reading.handoff);
  const auto offer = [&](const HandoffText& text) {
    return take(Reading{.handoff = text.json(), .now = reading.now});
  };
  for (const char* failure_class : {"uncertainty", "tool_failure", "permission_denial"}) {
    const HandoffText plain = plain_handoff(failure_class);
    if (offer(plain)) return true;
    const auto outer = keys_of(plain.handoff, own.handoff);
    const auto inner = keys_of(plain.packet, own.packet);
    const auto keep_one = [&](HandoffText& text, std::size_t i) {
      if (i >= outer.size()) {
        keep(own.packet, inner[i - outer.size()], text.packet);
        return;
      }
      keep(own.handoff, outer[i], text.handoff);
      if (outer[i] == "reviewer_packet" && !own.has_packet) text.has_packet = false;
    };
    const std::size_t all = outer.size() + (own.has_packet ? inner.size() : 0);
    for (std::size_t i = 0; i < all; ++i) {
      for (std::size_t j = i; j < all; ++j) {  // The one alone, where they are the same.
        HandoffText some = plain;
        keep_one(some, i);
        if (j != i) keep_one(some, j);
        if (offer(some)) return true;
      }
    }
  }
  return false;
}

bool shorter_members(const Reading& reading, const Take& take) {
  const HandoffText own = HandoffText::of(reading.handoff);
  for (const bool in_packet : {false, true}) {
    const Members& members = in_packet ? own.packet : own.handoff;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (const std::string_view other : {"", "\"\"", "[]", "null"}) {
        HandoffText text = own;
        Members& changed = in_packet ? text.packet : text.handoff;
        if (changed[i].second.empty()) continue;  // The packet itself.
        if (other.empty()) {
          changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
          changed[i].second = other;
        }
        if (take(Reading{.handoff = text.json(), .now = reading.now})) return true;
      }
    }
  }
  return false;
}

/// The digests, fewer of them or plain ones.
bool fewer_digests(const Reading& reading, const Take& take) {
  const auto document = engine::json::Document::parse(reading.handoff);
  const auto found = document.root().find("attempted_step_digests");
  if (!found) return false;
  std::vector<std::string> digests;
  for (const auto item : found->items()) {
    if (item.kind() != engine::json::Kind::string) return false;
    digests.emplace_back(item.text());
  }
  const auto offer = [&](const std::vector<std::string>& others) {
    HandoffText text = HandoffText::of(reading.handoff);
    at(text.handoff, "attempted_step_digests") = list_of(others);
    return take(Reading{.handoff = text.json(), .now = reading.now});
  };
  if (offer(std::vector<std::string>(digests.size(), std::string(kPlainDigest)))) return true;
  return engine::offer_runs(digests.size(), [&](std::size_t first, std::size_t count) {
    std::vector<std::string> others = digests;
    const auto from = others.begin() + static_cast<std::ptrdiff_t>(first);
    others.erase(from, from + static_cast<std::ptrdiff_t>(count));
    return offer(others);
  });
}

bool simpler_reading(const Reading& reading, const Take& take) {
  if (plain_but_for_some(reading, take)) return true;
  HandoffText sorted = HandoffText::of(reading.handoff);
  std::sort(sorted.handoff.begin(), sorted.handoff.end());
  std::sort(sorted.packet.begin(), sorted.packet.end());
  if (take(Reading{.handoff = sorted.json(), .now = reading.now})) return true;
  if (shorter_members(reading, take) || fewer_digests(reading, take)) return true;
  for (const std::string_view now :
       {std::string_view(), kPlainTime, std::string_view("2026-01-01T00:30:00Z"),
        std::string_view("2026-01-01T00:29:59Z")}) {
    Reading result = reading;
    result.now = Given::string(std::string(now));
    if (take(std::move(result))) return true;
  }
  return false;
}

std::uint64_t size_of(std::int64_t number) {
  constexpr std::uint64_t kFar = 1'000'000;
  const auto bits = static_cast<std::uint64_t>(number);
  return std::min(number < 0 ? 0 - bits : bits, kFar);
}

std::uint64_t limits_size(const Case& input) {
  const auto* run = std::get_if<Run>(&input);
  if (run == nullptr) return 0;
  std::uint64_t sum = 0;
  for (const std::int64_t number : numbers_of(*run)) sum += size_of(number);
  return sum;
}

}  // namespace

Case Traits::prefix(const Case& input, std::size_t steps) {
  const auto* run = std::get_if<Run>(&input);
  if (run == nullptr) return input;
  Run result = *run;
  result.attempts.resize(std::min(steps, result.attempts.size()));
  return result;
}

bool Traits::simpler(const Case& input, const Take& take) {
  const auto* run = std::get_if<Run>(&input);
  return run != nullptr ? simpler_run(*run, take) : simpler_reading(std::get<Reading>(input), take);
}

bool Traits::smaller(const Case& a, const Case& b) {
  const auto counts = [](const Case& input) {
    return std::tuple(steps(input), input.index(), limits_size(input));
  };
  if (counts(a) != counts(b)) return counts(a) < counts(b);
  std::string text_a;
  std::string text_b;
  write(a, text_a);
  write(b, text_b);
  if (text_a.size() != text_b.size()) return text_a.size() < text_b.size();
  return text_a < text_b;
}

}  // namespace tripcheck::escalation
