// Metamorphic laws: how the answers to related cases hang together, whatever the model says.
#include <algorithm>
#include <array>
#include <tripcheck/model/escalation/breaker.hpp>
#include <tripcheck/properties/escalation/handoff_text.hpp>
#include <tripcheck/properties/escalation/judge.hpp>
#include <tripcheck/properties/escalation/values.hpp>

namespace tripcheck::escalation {
namespace {

using engine::Asked;
using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;
using Questions = std::vector<Asked<Traits>>;

const RunAnswer* run_answer(const engine::Reply<Traits>& reply) {
  const auto* answer = std::get_if<Answer>(&reply);
  return answer == nullptr ? nullptr : std::get_if<RunAnswer>(answer);
}

const ReadingAnswer* reading_answer(const engine::Reply<Traits>& reply) {
  const auto* answer = std::get_if<Answer>(&reply);
  return answer == nullptr ? nullptr : std::get_if<ReadingAnswer>(answer);
}

/// The question whose reply is not the model's: the one to show. The last one where all are.
Break broken(const Evidence& evidence, RuleId rule, std::string_view note) {
  std::size_t asked = evidence.size() - 1;
  std::size_t step = Traits::steps(evidence.input(asked));
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    const auto* expected = std::get_if<Answer>(&evidence.expected(i));
    const Answer* got = evidence.answer(i);
    if (expected == nullptr || got == nullptr) continue;
    if (const auto at = first_difference(evidence.input(i), *expected, *got)) {
      asked = i;
      step = at->step;
      break;
    }
  }
  return {.rule = rule, .asked = asked, .step = step, .note = std::string(note)};
}

/// The model's errors for a run's attempts; nothing for a case that is no run.
std::vector<std::optional<Error>> errors_of(const Run& run) {
  const auto opened = Traits::open("model");
  const auto reply = engine::ask_one(*opened, Asked<Traits>{.input = run});
  std::vector<std::optional<Error>> errors;
  const RunAnswer* answer = run_answer(reply);
  if (answer == nullptr) return errors;
  for (const auto& error : answer->errors) {
    errors.push_back(error ? std::optional(Error{*error == "circuit_open" ? Code::circuit_open
                                                                          : Code::invalid_digest})
                           : std::nullopt);
  }
  return errors;
}

// --- E-3, E-6: prefixes.

void ask_prefixes(const Case& input, Questions& asked) {
  const auto* run = std::get_if<Run>(&input);
  if (run == nullptr || run->attempts.empty()) return;
  asked.push_back({.input = input});
  asked.push_back({.input = Traits::prefix(input, run->attempts.size() - 1)});
  asked.push_back({.input = Traits::prefix(input, run->attempts.size() / 2)});
}

bool not_less(const Counts& more, const Counts& less) {
  return more.uncertainty >= less.uncertainty && more.permission_denial >= less.permission_denial &&
         more.tool_failure >= less.tool_failure && more.total >= less.total;
}

Judgement prefixes_agree(const Evidence& evidence) {
  const RunAnswer* whole = run_answer(evidence.reply(0));
  for (std::size_t i = 1; i < evidence.size(); ++i) {
    const RunAnswer* part = run_answer(evidence.reply(i));
    if (whole == nullptr || part == nullptr) return Kept{};
    if (!not_less(whole->counts, part->counts)) {
      return broken(evidence, "E-3", "with more attempts a count is lower");
    }
    const bool begins = part->errors.size() <= whole->errors.size() &&
                        std::equal(part->errors.begin(), part->errors.end(), whole->errors.begin());
    if (!begins) return broken(evidence, "E-2", "what comes later changed an earlier answer");
    if (part->halted && (!whole->halted || part->handoff != whole->handoff)) {
      return broken(evidence, "E-6", "after the trip more attempts changed something");
    }
  }
  return Kept{};
}

// --- E-2, E-6: what is refused is as if it had not been.

/// Without the attempts that the rules refuse, where `choose` says so of their error.
template <class Choose>
void ask_without(const Case& input, Questions& asked, Choose choose) {
  const auto* run = std::get_if<Run>(&input);
  if (run == nullptr) return;
  const auto errors = errors_of(*run);
  Run rest = *run;
  rest.attempts.clear();
  for (std::size_t i = 0; i < errors.size(); ++i) {
    if (!errors[i] || !choose(*errors[i])) rest.attempts.push_back(run->attempts[i]);
  }
  if (rest.attempts.size() == run->attempts.size()) return;
  asked.push_back({.input = input});
  asked.push_back({.input = std::move(rest)});
}

bool same_end(const RunAnswer& a, const RunAnswer& b) {
  return a.halted == b.halted && a.counts == b.counts && a.handoff == b.handoff;
}

std::function<Judgement(const Evidence&)> same_ends(RuleId rule, std::string_view note) {
  return [rule, note](const Evidence& evidence) -> Judgement {
    const RunAnswer* whole = run_answer(evidence.reply(0));
    const RunAnswer* rest = run_answer(evidence.reply(1));
    if (whole == nullptr || rest == nullptr || same_end(*whole, *rest)) return Kept{};
    return broken(evidence, rule, note);
  };
}

// --- E-4: no class is another than its name.

constexpr std::array<std::string_view, 3> kClasses{"uncertainty", "permission_denial",
                                                   "tool_failure"};

/// Every class by the next one's name, the limits with them.
void ask_renamed(const Case& input, Questions& asked) {
  const auto* run = std::get_if<Run>(&input);
  if (run == nullptr || run->attempts.empty()) return;
  Run other = *run;
  constexpr std::array<std::string_view, 4> kDefaults{"3", "2", "3", "6"};
  other.policy.emplace();
  for (std::size_t i = 0; i < 4; ++i) {
    Given limit = Given::json(std::string(kDefaults.at(i)));
    if (run->policy && run->policy->at(i).kind != Given::Kind::absent) limit = run->policy->at(i);
    other.policy->at(i == 3 ? 3 : (i + 1) % 3) = std::move(limit);
  }
  for (Attempt& attempt : other.attempts) {
    if (const auto known = class_of(attempt)) {
      attempt.failure_class.text = kClasses.at((static_cast<std::size_t>(*known) + 1) % 3);
    }
  }
  asked.push_back({.input = input});
  asked.push_back({.input = std::move(other)});
}

Judgement renaming_renames(const Evidence& evidence) {
  const RunAnswer* base = run_answer(evidence.reply(0));
  const RunAnswer* other = run_answer(evidence.reply(1));
  if (base == nullptr || other == nullptr) return Kept{};
  const Counts renamed{.uncertainty = base->counts.tool_failure,
                       .permission_denial = base->counts.uncertainty,
                       .tool_failure = base->counts.permission_denial,
                       .total = base->counts.total};
  if (base->errors == other->errors && base->halted == other->halted && other->counts == renamed) {
    return Kept{};
  }
  return broken(evidence, "E-4", "with every class by another's name it trips otherwise");
}

// --- E-9, E-14: nothing is left over, and nothing is shared.

void ask_again(const Case& input, Questions& asked) {
  asked.push_back({.input = input});
  Run other{.run_id = Given::string(std::string(kPlainRunId)),
            .workflow_id = Given::string(std::string(kPlainWorkflowId))};
  for (const std::string_view one : {"tool_failure", "permission_denial", "permission_denial"}) {
    other.attempts.push_back({.failure_class = Given::string(std::string(one)),
                              .step_digest = Given::string(std::string(kPlainDigest)),
                              .now = Given::string(std::string(kPlainTime))});
  }
  asked.push_back({.input = std::move(other)});
  asked.push_back({.input = input});
}

Judgement same_again(const Evidence& evidence) {
  const Answer* first = evidence.answer(0);
  const Answer* again = evidence.answer(2);
  if (first == nullptr || again == nullptr || same_said(*first, *again)) return Kept{};
  return broken(evidence, "E-14",
                "the same case, asked again after another one, came out otherwise");
}

std::function<void(const Case&, Questions&)> both(Delivery other) {
  return [other](const Case& input, Questions& asked) {
    if (!std::holds_alternative<Run>(input)) return;
    asked.push_back({.input = input});
    asked.push_back({.input = input, .delivery = other});
  };
}

std::function<Judgement(const Evidence&)> same(RuleId rule, std::string_view note) {
  return [rule, note](const Evidence& evidence) -> Judgement {
    const Answer* first = evidence.answer(0);
    const Answer* other = evidence.answer(1);
    if (first == nullptr || other == nullptr || same_said(*first, *other)) return Kept{};
    const auto* expected = std::get_if<Answer>(&evidence.expected(1));
    std::size_t step = Traits::steps(evidence.input(1));
    if (expected != nullptr) {
      if (const auto at = first_difference(evidence.input(1), *expected, *other)) step = at->step;
    }
    return Break{.rule = rule, .asked = 1, .step = step, .note = std::string(note)};
  };
}

// --- E-15, E-16: read back.

/// A run, and its handoff by the rules read back: before it expires, and when it does.
void ask_read_back(const Case& input, Questions& asked) {
  if (!std::holds_alternative<Run>(input)) return;
  const auto opened = Traits::open("model");
  const auto reply = engine::ask_one(*opened, Asked<Traits>{.input = input});
  const RunAnswer* answer = run_answer(reply);
  if (answer == nullptr || !answer->handoff) return;
  HandoffText text = HandoffText::of(*answer->handoff);
  const std::string expires = at(text.packet, "expires_at").substr(1, 20);
  asked.push_back({.input = input});
  for (const std::int64_t off : {-1, 0}) {
    asked.push_back({.input = Reading{.handoff = *answer->handoff,
                                      .now = Given::string(seconds_after(expires, off))}});
  }
}

Judgement reads_back_equal(const Evidence& evidence) {
  const RunAnswer* run = run_answer(evidence.reply(0));
  const ReadingAnswer* before = reading_answer(evidence.reply(1));
  const ReadingAnswer* then = reading_answer(evidence.reply(2));
  const auto said_no = [&](std::size_t i) {
    return std::holds_alternative<engine::Refused>(evidence.reply(i));
  };
  for (const std::size_t i : {1U, 2U}) {
    if (said_no(i)) {
      return Break{.rule = "E-16", .asked = i, .step = 1, .note = "its own handoff is refused"};
    }
  }
  if (run == nullptr || before == nullptr || then == nullptr) return Kept{};
  if (run->handoff != before->handoff) {
    return Break{.rule = "E-16", .asked = 1, .step = 1, .note = "read back it is another handoff"};
  }
  if (!before->expired && then->expired) return Kept{};
  const std::size_t wrong = before->expired ? 1 : 2;
  return Break{.rule = "E-15",
               .asked = wrong,
               .step = 1,
               .note = "it expires half an hour after the trip, at that second"};
}

/// A handoff, and the same with its keys the other way round.
void ask_reversed(const Case& input, Questions& asked) {
  const auto* reading = std::get_if<Reading>(&input);
  if (reading == nullptr) return;
  HandoffText text = HandoffText::of(reading->handoff);
  std::reverse(text.handoff.begin(), text.handoff.end());
  std::reverse(text.packet.begin(), text.packet.end());
  asked.push_back({.input = input});
  asked.push_back({.input = Reading{.handoff = text.json(), .now = reading->now}});
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
  add("what-comes-later-changes-nothing-earlier", {"E-2", "E-3", "E-6"},
      "More attempts lower no count, change no answer, and leave a handoff as it is.", ask_prefixes,
      prefixes_agree);
  add(
      "a-refused-attempt-leaves-no-trace", {"E-2"},
      "Without the attempts that are refused all else comes out the same.",
      [](const Case& input, Questions& asked) {
        ask_without(input, asked, [](const Error& e) { return e.code != Code::circuit_open; });
      },
      same_ends("E-2", "without the refused attempts it comes out otherwise"));
  add(
      "after-the-trip-nothing-counts", {"E-6"},
      "Without the attempts behind the trip all else comes out the same.",
      [](const Case& input, Questions& asked) {
        ask_without(input, asked, [](const Error& e) { return e.code == Code::circuit_open; });
      },
      same_ends("E-6", "without the attempts behind the trip it comes out otherwise"));
  add("renaming-classes-renames", {"E-4"},
      "With every class and limit by another's name the same attempts trip.", ask_renamed,
      renaming_renames);
  add("two-runs-share-nothing", {"E-14"},
      "A second breaker that is told other attempts in between changes nothing.",
      both(Delivery::paired), same("E-14", "beside a second breaker it comes out otherwise"));
  add("a-copy-carries-on", {"E-14"},
      "A copy made at any point carries on alone, whatever becomes of the one it was made from.",
      both(Delivery::copied), same("E-14", "carried on by a copy it comes out otherwise"));
  add("questions-change-nothing", {"E-6"},
      "Asking all questions twice after each attempt changes no answer.",
      both(Delivery::questioned),
      same("E-6", "with questions asked in between it comes out otherwise"));
  add("the-same-case-twice-is-the-same", {"E-14"},
      "A case asked again, after another one, is answered as before, byte for byte.", ask_again,
      same_again);
  add("a-handoff-reads-back-equal", {"E-15", "E-16"},
      "Read back, a run's handoff is the same bytes; it expires half an hour later, not before.",
      ask_read_back, reads_back_equal);
  add("the-order-of-keys-is-not-looked-at", {"E-9"},
      "A handoff whose keys stand in another order reads as the same bytes.", ask_reversed,
      same("E-9", "with its keys in another order it reads otherwise"));
  return all;
}

}  // namespace tripcheck::escalation
