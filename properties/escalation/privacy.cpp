// What was refused appears nowhere (E-10): a text that nobody else says is planted in every input,
// keys too, and every output is searched for it, as it is, as hex digits and as base64.
#include <algorithm>
#include <array>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/reply_text.hpp>
#include <tripcheck/properties/escalation/handoff_text.hpp>
#include <tripcheck/properties/escalation/judge.hpp>
#include <tripcheck/properties/escalation/sentinel.hpp>
#include <vector>

namespace tripcheck::escalation {

// --- The sentinel, and how it is found.

namespace {

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) { return lowered(c); });
  return result;
}

/// The characters of base64 that the sentinel decides by itself, wherever it stands in the text
/// that was encoded: behind 0, 1 or 2 bytes of a group of three.
std::vector<std::string> base64_forms() {
  std::vector<std::string> all;
  for (std::size_t before = 0; before < 3; ++before) {
    const std::string text = base64_of(std::string(before, 'x') + std::string(kSentinel) + "xxx");
    const std::size_t from = (8 * before + 5) / 6;
    const std::size_t to = 8 * (before + kSentinel.size()) / 6;
    all.push_back(text.substr(from, to - from));
  }
  return all;
}

}  // namespace

std::string hex_of(std::string_view text) {
  std::string hex;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    hex += "0123456789abcdef"[byte >> 4U];
    hex += "0123456789abcdef"[byte & 0xfU];
  }
  return hex;
}

std::string base64_of(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8U | (i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const bool there = i + k <= text.size();
      result += there ? kDigits[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return result;
}

std::string sentinel_digest() {
  std::string text;
  while (text.size() < 32) text += kSentinel;
  std::string hex = hex_of(text.substr(0, 32));
  std::transform(hex.begin(), hex.end(), hex.begin(), [](char c) {
    return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return hex;
}

std::string sentinel_in(std::string_view text) {
  static const std::string kHex = hex_of(kSentinel);
  static const std::vector<std::string> kBase64 = base64_forms();
  const std::string low = lowered(text);
  if (low.find(kSentinel) != std::string::npos) return "as it is";
  if (low.find(kHex) != std::string::npos) return "as hex digits";
  // Standard and URL-safe base64 differ in two digits, which the sentinel's forms do not hold.
  for (const std::string& form : kBase64) {
    if (text.find(form) != std::string_view::npos) return "as base64";
  }
  return {};
}

// --- Where it is planted.

namespace {

using engine::Asked;
using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::json::quoted;
using Questions = std::vector<Asked<Traits>>;

Given plain_sentinel() { return Given::string(std::string(kSentinel)); }
/// 64 hex digits that are no digest, being in capitals.
Given digest_sentinel() { return Given::string(sentinel_digest()); }
/// Below a key and in a list, in a value that is no string.
Given nested_sentinel() {
  return Given::json("{" + quoted(kSentinel) + ":[" + quoted(kSentinel) + "]}");
}

constexpr std::size_t kMostPlanted = 3;  // Of a run in which something is planted.

/// Before each of the first attempts, and behind them, attempts with something planted: one of
/// each.
Run planted(const Run& run, const Given& something) {
  Run result = run;
  result.attempts.clear();
  const Attempt right{.failure_class = Given::string("uncertainty"),
                      .step_digest = Given::string(std::string(64, 'e')),
                      .now = Given::string("2026-01-01T00:00:00Z")};
  const auto plant = [&] {
    std::array<Attempt, 4> bad{right, right, right, right};
    bad[0].failure_class = something;
    bad[1].step_digest = something;
    bad[2].now = something;
    bad[3].step_digest = digest_sentinel();
    result.attempts.insert(result.attempts.end(), bad.begin(), bad.end());
  };
  for (std::size_t i = 0; i < std::min(run.attempts.size(), kMostPlanted); ++i) {
    plant();
    result.attempts.push_back(run.attempts[i]);
  }
  plant();
  return result;
}

void ask_planted_attempts(const Case& input, Questions& asked) {
  const auto* run = std::get_if<Run>(&input);
  if (run == nullptr) return;
  asked.push_back({.input = planted(*run, plain_sentinel())});
  asked.push_back({.input = planted(*run, nested_sentinel())});
}

void ask_planted_run(const Run& run, Questions& asked) {
  Run short_one = run;
  short_one.attempts.resize(std::min<std::size_t>(run.attempts.size(), 2));
  for (const Given& something : {plain_sentinel(), nested_sentinel()}) {
    Run changed = short_one;
    changed.run_id = something;
    asked.push_back({.input = changed});
    changed = short_one;
    changed.workflow_id = something;
    asked.push_back({.input = changed});
    for (std::size_t i = 0; i < 4; ++i) {
      changed = short_one;
      if (!changed.policy) changed.policy.emplace();
      changed.policy->at(i) = something;
      asked.push_back({.input = changed});
    }
  }
}

void ask_planted_reading(const Reading& reading, Questions& asked) {
  const HandoffText right = HandoffText::of(reading.handoff);
  const std::string value = quoted(kSentinel);
  const auto ask = [&](const HandoffText& text) {
    asked.push_back({.input = Reading{.handoff = text.json(), .now = reading.now}});
  };
  for (std::size_t i = 0; i < right.handoff.size(); ++i) {
    HandoffText text = right;
    const std::string& key = text.handoff[i].first;
    if (key == "reviewer_packet") text.has_packet = false;
    text.handoff[i].second = key.ends_with("s") ? "[" + value + "]" : value;
    ask(text);
  }
  for (std::size_t i = 0; i < right.packet.size(); ++i) {
    HandoffText text = right;
    text.packet[i].second = value;
    ask(text);
  }
  HandoffText text = right;
  text.handoff.emplace_back(kSentinel, value);
  ask(text);
  text = right;
  text.packet.insert(text.packet.begin(), {std::string(kSentinel), value});
  ask(text);
  text = right;
  at(text.handoff, "attempted_step_digests") = "[" + quoted(sentinel_digest()) + "]";
  ask(text);
  asked.push_back({.input = Reading{.handoff = reading.handoff, .now = plain_sentinel()}});
}

void ask_planted_input(const Case& input, Questions& asked) {
  if (const auto* run = std::get_if<Run>(&input)) {
    ask_planted_run(*run, asked);
  } else {
    ask_planted_reading(std::get<Reading>(input), asked);
  }
}

/// Everything that a reply says, what only shows in process included.
std::string all_said(const engine::Reply<Traits>& reply) {
  std::string text = engine::reply_text<Traits>(reply);
  const auto* answer = std::get_if<Answer>(&reply);
  const auto* run = answer == nullptr ? nullptr : std::get_if<RunAnswer>(answer);
  if (run == nullptr) return text;
  for (const auto& given : run->given) text += given.value_or("");
  return text;
}

Judgement appears_nowhere(const Evidence& evidence) {
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    const std::string form = sentinel_in(all_said(evidence.reply(i)));
    if (form.empty()) continue;
    return Break{.rule = "E-10",
                 .asked = i,
                 .step = Traits::steps(evidence.input(i)),
                 .note = "a refused value shows, " + form};
  }
  return Kept{};
}

constexpr std::array<Delivery, 3> kKeys{Delivery::unknown_key, Delivery::wrong_container,
                                        Delivery::late_fault};

void ask_planted_keys(const Case& input, Questions& asked) {
  const Delivery delivery = kKeys.at(Traits::steps(input) % kKeys.size());
  asked.push_back({.input = Traits::prefix(input, kMostPlanted), .delivery = delivery});
}

}  // namespace

std::vector<engine::Property<Traits>> privacy() {
  return {
      {.id = "a-refused-attempt-shows-nowhere",
       .rules = {"E-10"},
       .claim =
           "No value of a refused attempt is in an error or a handoff, as hex or base64 neither.",
       .questions = ask_planted_attempts,
       .judge = appears_nowhere},
      {.id = "refused-input-shows-nowhere",
       .rules = {"E-10"},
       .claim =
           "No bad identifier, limit, handoff or time is in its error, as hex or base64 neither.",
       .needs_claim = "refusals",
       .questions = ask_planted_input,
       .judge = appears_nowhere},
      {.id = "a-malformed-document-shows-nowhere",
       .rules = {"E-10"},
       .claim = "What a malformed document holds, keys too, is not in its error.",
       .questions = ask_planted_keys,
       .judge = appears_nowhere}};
}

}  // namespace tripcheck::escalation
