// Metamorphic laws: how the answers to related cases hang together, whatever the model says.
#include <algorithm>
#include <array>
#include <tripcheck/properties/timed/judge.hpp>

namespace tripcheck::timed {
namespace {

using engine::Asked;
using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;
using Questions = std::vector<Asked<Traits>>;

/// The question whose reply is not the model's: the one to show. The last one where all are.
std::size_t wrong_one(const Evidence& evidence) {
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    const auto* expected = std::get_if<Answer>(&evidence.expected(i));
    const Answer* got = evidence.answer(i);
    if (expected == nullptr || got == nullptr) continue;
    if (first_difference(evidence.input(i), *expected, *got)) return i;
  }
  return evidence.size() - 1;
}

Judgement broken(const Evidence& evidence, RuleId rule, std::string note) {
  const std::size_t asked = wrong_one(evidence);
  std::size_t step = evidence.input(asked).events.size();
  const auto* expected = std::get_if<Answer>(&evidence.expected(asked));
  const Answer* got = evidence.answer(asked);
  if (expected != nullptr && got != nullptr) {
    if (const auto at = first_difference(evidence.input(asked), *expected, *got)) step = at->step;
  }
  return Break{.rule = rule, .asked = asked, .step = step, .note = std::move(note)};
}

/// The outcome with every time mapped; nothing else changes.
template <class Map>
Outcome mapped(const Outcome& outcome, const Map& map) {
  Outcome result = outcome;
  for (std::int64_t& t : result.rejected) t = map(t);
  for (Transition& transition : result.transitions) transition.t = map(transition.t);
  return result;
}

// --- T-13: prefixes; pieces and copies.

void ask_prefixes(const Case& input, Questions& asked) {
  if (input.events.empty()) return;
  asked.push_back({.input = input});
  asked.push_back({.input = Traits::prefix(input, input.events.size() - 1)});
  asked.push_back({.input = Traits::prefix(input, input.events.size() / 2)});
}

template <class T>
bool begins(const std::vector<T>& whole, const std::vector<T>& part) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

Judgement prefixes_agree(const Evidence& evidence) {
  const Answer* whole = evidence.answer(0);
  for (std::size_t i = 1; i < evidence.size(); ++i) {
    const Answer* part = evidence.answer(i);
    if (whole == nullptr || part == nullptr) return Kept{};
    if (!begins(whole->outcome.rejected, part->outcome.rejected) ||
        !begins(whole->outcome.transitions, part->outcome.transitions)) {
      return broken(evidence, "T-13", "the output of a prefix is no prefix of the whole output");
    }
  }
  return Kept{};
}

void ask_both(const Case& input, Delivery other, Questions& asked) {
  asked.push_back({.input = input});
  asked.push_back({.input = input, .delivery = other});
}

/// Another way to hand over the same case came to something else: that is what is shown.
Judgement same_outcome(const Evidence& evidence, RuleId rule, std::string_view note) {
  const Answer* first = evidence.answer(0);
  const Answer* other = evidence.answer(1);
  if (first == nullptr || other == nullptr || first->outcome == other->outcome) return Kept{};
  const auto* expected = std::get_if<Answer>(&evidence.expected(0));  // The same case.
  std::size_t step = evidence.input(1).events.size();
  if (expected != nullptr) {
    if (const auto at = first_difference(evidence.input(1), *expected, *other)) step = at->step;
  }
  return Break{.rule = rule, .asked = 1, .step = step, .note = std::string(note)};
}

// --- T-14: shifting and scaling.

constexpr std::array<std::int64_t, 4> kFactors{2, 3, 10, 1000};

std::optional<Case> shifted(const Case& input, std::int64_t by) {
  Case result = input;
  for (Event& event : result.events) {
    if (__builtin_add_overflow(event.t, by, &event.t)) return std::nullopt;
  }
  return result;
}

std::optional<Case> scaled(const Case& input, std::int64_t by) {
  Case result = input;
  if (__builtin_mul_overflow(input.config.cooldown, by, &result.config.cooldown)) {
    return std::nullopt;
  }
  for (Event& event : result.events) {
    if (__builtin_mul_overflow(event.t, by, &event.t)) return std::nullopt;
  }
  return result;
}

/// Small ones, one that starts at zero, and those that reach each end of int64.
void ask_shifts(const Case& input, Questions& asked) {
  if (input.events.empty()) return;
  asked.push_back({.input = input});
  std::vector<std::int64_t> shifts{1, -1, 1'000'003};
  const std::int64_t first = input.events.front().t;
  const std::int64_t last = input.events.back().t;
  if (first != kFirstTime) shifts.push_back(-first);
  if (last >= 0) shifts.push_back(kLastTime - last);
  if (first <= 0) shifts.push_back(kFirstTime - first);
  for (const std::int64_t by : shifts) {
    if (auto moved = shifted(input, by)) asked.push_back({.input = std::move(*moved)});
  }
}

Judgement shifts_agree(const Evidence& evidence) {
  const Answer* base = evidence.answer(0);
  for (std::size_t i = 1; i < evidence.size(); ++i) {
    const Answer* other = evidence.answer(i);
    if (base == nullptr || other == nullptr) return Kept{};
    const auto from = static_cast<std::uint64_t>(evidence.input(0).events.front().t);
    const auto to = static_cast<std::uint64_t>(evidence.input(i).events.front().t);
    const auto map = [&](std::int64_t t) {  // Modulo 2^64: whatever a subject lists maps somewhere.
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(t) + (to - from));
    };
    if (other->outcome != mapped(base->outcome, map)) {
      return broken(evidence, "T-14",
                    "every t moved by " + std::to_string(static_cast<std::int64_t>(to - from)) +
                        " does not just move the output by that");
    }
  }
  return Kept{};
}

void ask_scales(const Case& input, Questions& asked) {
  asked.push_back({.input = input});
  for (const std::int64_t by : kFactors) {
    if (auto larger = scaled(input, by)) asked.push_back({.input = std::move(*larger)});
  }
}

Judgement scales_agree(const Evidence& evidence) {
  const Answer* base = evidence.answer(0);
  for (std::size_t i = 1; i < evidence.size(); ++i) {
    const Answer* other = evidence.answer(i);
    if (base == nullptr || other == nullptr) return Kept{};
    const std::int64_t by = kFactors.at(i - 1);
    const auto map = [&](std::int64_t t) {
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(t) *
                                       static_cast<std::uint64_t>(by));
    };
    if (other->outcome != mapped(base->outcome, map)) {
      return broken(evidence, "T-14",
                    "every t and the cooldown times " + std::to_string(by) +
                        " does not just scale the output by that");
    }
  }
  return Kept{};
}

// --- T-15: rejected events.

/// The events that the rules reject: the first, the last and one in the middle of them.
std::vector<std::size_t> some_rejected(const Case& input) {
  const auto opened = Traits::open("model");
  const auto reply = engine::ask_one(*opened, Asked<Traits>{.input = input});
  const auto* answer = std::get_if<Answer>(&reply);
  std::vector<std::size_t> all;
  for (std::size_t i = 0; answer != nullptr && i < answer->steps.size(); ++i) {
    if (answer->steps[i].admission == Admission::rejected) all.push_back(i);
  }
  if (all.size() > 3) all = {all.front(), all[all.size() / 2], all.back()};
  return all;
}

void ask_flipped(const Case& input, Questions& asked) {
  const auto rejected = some_rejected(input);
  if (rejected.empty()) return;
  asked.push_back({.input = input});
  for (const std::size_t i : rejected) {
    Case other = input;
    other.events[i].result =
        other.events[i].result == Result::success ? Result::failure : Result::success;
    asked.push_back({.input = std::move(other)});
  }
}

Judgement flipping_changes_nothing(const Evidence& evidence) {
  const Answer* base = evidence.answer(0);
  for (std::size_t i = 1; i < evidence.size(); ++i) {
    const Answer* other = evidence.answer(i);
    if (base == nullptr || other == nullptr) return Kept{};
    if (base->outcome != other->outcome) {
      return broken(evidence, "T-15", "another result of a rejected event changed the output");
    }
  }
  return Kept{};
}

void ask_removed(const Case& input, Questions& asked) {
  const auto rejected = some_rejected(input);
  if (rejected.empty()) return;
  asked.push_back({.input = input});
  for (const std::size_t i : rejected) {
    Case other = input;
    other.events.erase(other.events.begin() + static_cast<std::ptrdiff_t>(i));
    asked.push_back({.input = std::move(other)});
  }
}

/// The t of the one event that `whole` has and `part` has not.
std::int64_t missing_time(const Case& whole, const Case& part) {
  std::size_t i = 0;
  while (i < part.events.size() && whole.events[i] == part.events[i]) ++i;
  return whole.events[i].t;
}

Judgement removing_removes_one(const Evidence& evidence) {
  const Answer* base = evidence.answer(0);
  for (std::size_t i = 1; i < evidence.size(); ++i) {
    const Answer* other = evidence.answer(i);
    if (base == nullptr || other == nullptr) return Kept{};
    Outcome should = base->outcome;
    const auto at = std::find(should.rejected.begin(), should.rejected.end(),
                              missing_time(evidence.input(0), evidence.input(i)));
    if (at != should.rejected.end()) should.rejected.erase(at);
    if (other->outcome != should) {
      return broken(evidence, "T-15", "removing a rejected event changed more than its own t");
    }
  }
  return Kept{};
}

// --- T-1, T-18: nothing is left over from one breaker to the next.

void ask_again(const Case& input, Questions& asked) {
  Case other = input;
  for (Event& event : other.events) event.result = Result::failure;
  other.config.failure_threshold = 1;
  asked.push_back({.input = input});
  asked.push_back({.input = std::move(other)});
  asked.push_back({.input = input});
}

Judgement same_again(const Evidence& evidence) {
  const Answer* first = evidence.answer(0);
  const Answer* again = evidence.answer(2);
  if (first == nullptr || again == nullptr || first->outcome == again->outcome) return Kept{};
  return broken(evidence, "T-18",
                "the same case, asked again after another one, came out otherwise");
}

// --- T-17: questions.

Judgement questions_change_nothing(const Evidence& evidence) {
  const auto* expected = std::get_if<Answer>(&evidence.expected(1));
  const Answer* quiet = evidence.answer(0);
  const Answer* asked = evidence.answer(1);
  if (expected == nullptr || quiet == nullptr || asked == nullptr) return Kept{};
  if (quiet->outcome == asked->outcome) return Kept{};
  std::size_t step = evidence.input(1).events.size();
  if (const auto at = first_difference(evidence.input(1), *expected, *asked)) step = at->step;
  return Break{.rule = "T-17",
               .asked = 1,
               .step = step,
               .note = "with questions asked in between it comes out otherwise than without"};
}

Judgement questions_are_answered(const Evidence& evidence) {
  const auto* expected = std::get_if<Answer>(&evidence.expected(1));
  const Answer* asked = evidence.answer(1);
  if (expected == nullptr || asked == nullptr || asked->outcome != expected->outcome) return Kept{};
  auto difference = first_seen_difference(*expected, *asked);
  if (!difference) return Kept{};
  difference->asked = 1;
  return *difference;
}

}  // namespace

std::vector<engine::Property<Traits>> laws() {
  std::vector<engine::Property<Traits>> all;
  using Ask = std::function<void(const Case&, Questions&)>;
  const auto add = [&](std::string_view id, std::vector<RuleId> rules, std::string_view claim,
                       Ask ask, std::function<Judgement(const Evidence&)> judge) {
    all.push_back({.id = id,
                   .rules = std::move(rules),
                   .claim = claim,
                   .questions = std::move(ask),
                   .judge = std::move(judge)});
  };
  const auto both = [](Delivery other) -> Ask {
    return [other](const Case& input, Questions& asked) { ask_both(input, other, asked); };
  };
  const auto same = [](RuleId rule, std::string_view note) {
    return [rule, note](const Evidence& evidence) { return same_outcome(evidence, rule, note); };
  };
  add("a-prefix-gives-a-prefix", {"T-13"},
      "What a prefix of the events gives is a prefix of what all of them give.", ask_prefixes,
      prefixes_agree);
  add("pieces-give-the-whole", {"T-13"}, "Fed in pieces or event by event: the same output.",
      both(Delivery::pieces), same("T-13", "fed in pieces it comes out otherwise"));
  add("a-copy-carries-on", {"T-18"},
      "A copy made at any point carries on alone, whatever becomes of the one it was made from.",
      both(Delivery::copied), same("T-18", "carried on by a copy it comes out otherwise"));
  add("shifting-shifts", {"T-14"}, "Adding a constant to every t adds it to the output.",
      ask_shifts, shifts_agree);
  add("scaling-scales", {"T-14"},
      "Multiplying every t and the cooldown multiplies the output's times.", ask_scales,
      scales_agree);
  add("a-rejected-result-is-not-looked-at", {"T-15"},
      "The other result for a rejected event gives the same output.", ask_flipped,
      flipping_changes_nothing);
  add("a-rejected-event-leaves-no-trace", {"T-15"},
      "Without a rejected event the output is the same but for that event's t.", ask_removed,
      removing_removes_one);
  add("two-breakers-share-nothing", {"T-18"},
      "A second breaker that lives through other things in between changes nothing.",
      both(Delivery::paired), same("T-18", "beside a second breaker it comes out otherwise"));
  add("the-same-case-twice-is-the-same", {"T-18"},
      "A case asked again, after another one, is answered as before.", ask_again, same_again);
  add("questions-change-nothing", {"T-17"},
      "Asking all questions twice after each event changes no answer.", both(Delivery::questioned),
      questions_change_nothing);
  add("questions-are-answered-rightly", {"T-1", "T-2", "T-6", "T-8", "T-17"},
      "State, counters and retry_at are the model's after each event.", both(Delivery::questioned),
      questions_are_answered);
  return all;
}

}  // namespace tripcheck::timed
