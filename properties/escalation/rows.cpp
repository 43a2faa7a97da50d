// An escalation counterexample as people read it (S-41). The inputs in it the suite made up itself.
#include <algorithm>
#include <tripcheck/properties/escalation/profile.hpp>

namespace tripcheck::escalation {
namespace {

using engine::Reply;
using engine::StepRow;

constexpr std::string_view kNothing = "-";

/// As much of a text as a table can show: its end too, where a digest's fault may stand.
std::string cut(std::string_view text) {
  constexpr std::size_t kMost = 80;
  constexpr std::size_t kEnd = 8;
  if (text.size() <= kMost) return std::string(text);
  return std::string(text.substr(0, kMost - kEnd)) + " … " +
         std::string(text.substr(text.size() - kEnd)) + " (" + std::to_string(text.size()) +
         " characters)";
}

/// The first digits of a digest; anything else in quotes, or as its JSON.
std::string text_of_given(const Given& given) {
  if (given.kind == Given::Kind::absent) return std::string(kNothing);
  if (given.kind == Given::Kind::other) return cut(given.text);
  return "\"" + cut(given.text) + "\"";
}

std::string text_of_digest(const Given& digest) {
  const std::string_view text = text_of(digest);
  const bool plain = text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
                       return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                     });
  return plain ? std::string(text.substr(0, 4)) + "…" + std::string(text.substr(60))
               : text_of_given(digest);
}

std::string text_of_word(const Given& given) {
  const std::string_view text = text_of(given);
  const bool plain = !text.empty() && text.size() < 24 &&
                     std::all_of(text.begin(), text.end(),
                                 [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
  return plain ? std::string(text) : text_of_given(given);
}

std::string text_of_time(const Given& now) {
  const std::string_view text = text_of(now);
  const bool plain =
      text.size() == 20 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || c == '-' || c == ':' || c == 'T' || c == 'Z';
      });
  return plain ? std::string(text) : text_of_given(now);
}

std::string text_of_counts(const Counts& counts) {
  return std::to_string(counts.uncertainty) + "/" + std::to_string(counts.permission_denial) + "/" +
         std::to_string(counts.tool_failure) + "/" + std::to_string(counts.total);
}

/// The handoff where it begins to differ from the other one.
std::string beside(const std::string& handoff, const std::optional<std::string>& other) {
  constexpr std::size_t kBefore = 24;
  constexpr std::size_t kMost = 80;
  std::size_t from = 0;
  if (other && *other != handoff) {
    const auto [mine, its] =
        std::mismatch(handoff.begin(), handoff.end(), other->begin(), other->end());
    from = static_cast<std::size_t>(mine - handoff.begin());
    from = from > kBefore ? from - kBefore : 0;
  } else if (other) {
    return "the handoff";
  }
  return "the handoff " + std::string(from > 0 ? "… " : "") + cut(handoff.substr(from, kMost));
}

std::string text_of_seen(const Seen& seen, const std::optional<std::string>& other) {
  std::string text = " (" + text_of_counts(seen.counts) + (seen.halted ? ", halted" : "");
  if (seen.handoff) text += ", " + beside(*seen.handoff, other);
  return text + ")";
}

std::string step_text(const RunAnswer& answer, const RunAnswer* other, std::size_t i) {
  if (i >= answer.errors.size()) return std::string(kNothing);
  std::string text = answer.errors[i] ? cut(*answer.errors[i]) : "counted";
  if (i < answer.given.size() && answer.given[i]) {
    const bool both = other != nullptr && i < other->given.size();
    text += ", gives " + beside(*answer.given[i], both ? other->given[i] : std::nullopt);
  }
  if (i + 1 < answer.seen.size()) {
    const bool both = other != nullptr && i + 1 < other->seen.size();
    text += text_of_seen(answer.seen[i + 1], both ? other->seen[i + 1].handoff : std::nullopt);
  }
  return text;
}

std::string end_text(const RunAnswer& answer, const RunAnswer* other) {
  std::string text = (answer.halted ? "halted, " : "goes on, ") + text_of_counts(answer.counts);
  if (answer.handoff) {
    text += ", " + beside(*answer.handoff, other == nullptr ? std::nullopt : other->handoff);
  }
  if (answer.purpose && *answer.purpose != Purpose{}) {
    text += answer.purpose->authorizes_action ? ", authorizes" : ", needs no review";
  }
  return text;
}

/// Some words for a reply that is no answer.
std::string other_text(const Reply<Traits>& reply) {
  if (const auto* refused = std::get_if<engine::Refused>(&reply))
    return "error: " + cut(refused->text);
  if (const auto* failed = std::get_if<engine::Failed>(&reply)) return "failed: " + failed->what;
  if (const auto* skipped = std::get_if<engine::Skipped>(&reply))
    return "skipped: " + skipped->reason;
  return "an answer";
}

const RunAnswer* run_of(const Reply<Traits>& reply) {
  const auto* answer = std::get_if<Answer>(&reply);
  return answer == nullptr ? nullptr : std::get_if<RunAnswer>(answer);
}

const ReadingAnswer* reading_of(const Reply<Traits>& reply) {
  const auto* answer = std::get_if<Answer>(&reply);
  return answer == nullptr ? nullptr : std::get_if<ReadingAnswer>(answer);
}

std::string reading_text(const Reply<Traits>& reply, const Reply<Traits>& other) {
  const ReadingAnswer* mine = reading_of(reply);
  if (mine == nullptr) return other_text(reply);
  const ReadingAnswer* its = reading_of(other);
  return std::string(mine->expired ? "expired, " : "not expired, ") +
         beside(mine->handoff, its == nullptr ? std::nullopt : std::optional(its->handoff));
}

std::vector<StepRow> reading_rows(const Reading& reading, const Reply<Traits>& expected,
                                  const Reply<Traits>& got) {
  StepRow row{.time = text_of_time(reading.now),
              .event = "read back",
              .expected = reading_text(expected, got),
              .got = reading_text(got, expected)};
  return {row, {.time = "", .event = "end", .expected = "", .got = ""}};
}

}  // namespace

std::size_t Traits::steps(const Case& input) {
  const auto* run = std::get_if<Run>(&input);
  return run == nullptr ? 1 : run->attempts.size();
}

std::string Traits::config_text(const Case& input) {
  const auto* run = std::get_if<Run>(&input);
  if (run == nullptr) return "handoff " + std::get<Reading>(input).handoff;
  std::string text = text_of_given(run->run_id) + ", " + text_of_given(run->workflow_id) + ", ";
  if (!run->policy) return text + "the default policy";
  constexpr std::array<std::string_view, 4> kNames{"uncertainty", "permission_denial",
                                                   "tool_failure", "total"};
  text += "limits";
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    text += " " + std::string(kNames.at(i)) + " " +
            (run->policy->at(i).kind == Given::Kind::absent ? "by default"
                                                            : text_of_given(run->policy->at(i)));
    if (i + 1 < kNames.size()) text += ",";
  }
  return text;
}

std::vector<StepRow> Traits::rows(const Case& input, const Reply<Traits>& expected,
                                  const Reply<Traits>& got,
                                  std::span<const Reply<Traits>> /*prefixes*/) {
  const auto* run = std::get_if<Run>(&input);
  if (run == nullptr) return reading_rows(std::get<Reading>(input), expected, got);
  const RunAnswer* should = run_of(expected);
  const RunAnswer* is = run_of(got);
  std::vector<StepRow> all;
  for (std::size_t i = 0; i < run->attempts.size(); ++i) {
    const Attempt& attempt = run->attempts[i];
    StepRow row{
        .time = text_of_time(attempt.now),
        .event = text_of_word(attempt.failure_class) + " " + text_of_digest(attempt.step_digest),
        .expected = std::string(kNothing),
        .got = std::string(kNothing)};
    if (should != nullptr && is != nullptr) {  // Else refused as a whole: the end row says it.
      row.expected = step_text(*should, is, i);
      row.got = step_text(*is, should, i);
    }
    all.push_back(std::move(row));
  }
  all.push_back({.time = "",
                 .event = "end",
                 .expected = should == nullptr ? other_text(expected) : end_text(*should, is),
                 .got = is == nullptr ? other_text(got) : end_text(*is, should)});
  return all;
}

}  // namespace tripcheck::escalation
