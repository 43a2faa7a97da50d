// Mutants of the handoff: what is in it, when it expires, and what of refused values gets out.
#include <algorithm>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/escalation/mutants.hpp>
#include <tripcheck/properties/escalation/sentinel.hpp>
#include <tripcheck/properties/escalation/values.hpp>

namespace tripcheck::escalation {
namespace {

/// The value that was refused, by the field that the error names.
std::string refused_value(const Attempt& a, const std::string& error) {
  if (error.starts_with("failure_class")) return a.failure_class.text;
  if (error.starts_with("step_digest")) return a.step_digest.text;
  return a.now.text;
}

std::string replaced(const std::string& text, std::string_view from, std::string_view to) {
  std::string result;
  std::size_t at = 0;
  for (std::size_t next = text.find(from); next != std::string::npos; next = text.find(from, at)) {
    result.append(text, at, next - at).append(to);
    at = next + from.size();
  }
  return result.append(text, at);
}

/// As one would with the fields of a date: the day after the last of a month is the next number.
std::optional<std::string> carries_into_days_only(const std::string& now) {
  auto right = Decisions::right_expiry(now);
  if (!right || right->substr(0, 7) == now.substr(0, 7)) return right;
  const int day = (now[8] - '0') * 10 + (now[9] - '0') + 1;
  std::string wrong = now.substr(0, 8) + std::to_string(day) + right->substr(10);
  return wrong;
}

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> lifetime_mutants() {
  return {
      {"escalation-expires-an-hour-later",
       {"E-7"},
       "The handoff lives an hour.",
       "",
       {.expiry = [](const std::string& now) -> std::optional<std::string> {
         if (!Decisions::right_expiry(now)) return std::nullopt;
         std::string later = seconds_after(now, 3600);
         return later.empty() ? std::string("9999-12-31T23:59:59Z") : later;
       }}},
      {"escalation-expires-at-once",
       {"E-7"},
       "The handoff expires when it is issued.",
       "",
       {.expiry = [](const std::string& now) -> std::optional<std::string> {
         if (!Decisions::right_expiry(now)) return std::nullopt;
         return now;
       }}},
      {"escalation-expiry-forgets-the-month",
       {"E-7"},
       "Half an hour over the end of a month is a day that there is not.",
       "",
       {.expiry = carries_into_days_only}},
      {"escalation-late-expiry-is-cut-off",
       {"E-8"},
       "A handoff that would expire past the year 9999 expires in its last second.",
       "",
       {.expiry =
            [](const std::string& now) {
              return std::optional(Decisions::right_expiry(now).value_or("9999-12-31T23:59:59Z"));
            }}},
      {"escalation-late-attempt-counts",
       {"E-8", "E-3", "E-4"},
       "A trip that comes too late is refused, and counts all the same.",
       "",
       {.take_back =
            [](Fields& f, FailureClass c) {
              if (f.total < f.limits[3] && f.count(c) < f.limit(c)) return;
              if (f.digests.size() > 30) Decisions::right_take_back(f, c);
            }}},
      {"escalation-late-attempt-counts-for-the-total",
       {"E-8", "E-3", "E-4"},
       "A trip that comes too late is taken back from its class, and not from the total.",
       "",
       {.take_back =
            [](Fields& f, FailureClass c) {
              Decisions::right_take_back(f, c);
              if (f.total + 1 < f.limits[3]) ++f.total;
            }}},
      {"escalation-late-attempt-halts",
       {"E-6", "E-8"},
       "A trip that comes too late is refused, and halts without a handoff.",
       "",
       {.take_back =
            [](Fields& f, FailureClass c) {
              Decisions::right_take_back(f, c);
              f.halted = true;
            }}},
      {"escalation-late-time-never-taken",
       {"E-8"},
       "A time in the last half hour of 9999 is refused without a trip too.",
       "",
       {.is_time =
            [](const Given& g) { return Decisions::right_is_time(g) && text_of(g) <= kLastTime; }}},
      {"escalation-last-possible-time-refused",
       {"E-2", "E-8"},
       "The last second at which a handoff can be issued is refused.",
       "",
       {.expiry = [](const std::string& now) -> std::optional<std::string> {
         if (now == kLastTime) return std::nullopt;
         return Decisions::right_expiry(now);
       }}},
  };
}

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> content_mutants() {
  return {
      {"escalation-last-digest-left-out",
       {"E-4", "E-7", "E-16"},
       "The attempt that trips is not in the history, if there are others.",
       "",
       {.hand =
            [](const Fields&, Handed& h) {
              if (h.digests.size() > 1) h.digests.pop_back();
            }}},
      {"escalation-digests-sorted",
       {"E-7"},
       "The digests are sorted.",
       "Temple-Stuart/temple-stuart-accounting#499",
       {.hand = [](const Fields&, Handed& h) { std::sort(h.digests.begin(), h.digests.end()); }}},
      {"escalation-digests-newest-first",
       {"E-7"},
       "The newest digest comes first.",
       "",
       {.hand = [](const Fields&,
                   Handed& h) { std::reverse(h.digests.begin(), h.digests.end()); }}},
      {"escalation-history-of-31",
       {"E-7", "E-16"},
       "Of 32 digests the first is dropped.",
       "",
       {.hand =
            [](const Fields&, Handed& h) {
              if (h.digests.size() > 31) h.digests.erase(h.digests.begin());
            }},
       kNeedsManyAttempts},
      {"escalation-only-digests-of-the-class",
       {"E-7", "E-16"},
       "Only the digests of the class that tripped are handed over.",
       "",
       {.hand =
            [](const Fields& f, Handed& h) {
              std::vector<std::string> own;
              for (std::size_t i = 0; i < h.digests.size(); ++i) {
                if (f.classes[i] == h.failure_class) own.push_back(h.digests[i]);
              }
              h.digests = own;
            }}},
      {"escalation-issued-at-the-first-attempt",
       {"E-7"},
       "The handoff is issued at the time of the first attempt.",
       "",
       {.hand = [](const Fields& f, Handed& h) { h.issued_at = f.times.front(); }}},
      {"escalation-one-reason-for-all",
       {"E-7"},
       "The reason is human_gate, whatever tripped.",
       "",
       {.hand = [](const Fields&, Handed& h) { h.reason_code = "human_gate"; }}},
      {"escalation-decisions-swapped",
       {"E-7"},
       "A tool failure asks for the decision of a denial.",
       "",
       {.hand =
            [](const Fields&, Handed& h) {
              if (h.failure_class == FailureClass::tool_failure) {
                h.requested_decision = "decide_next_step";
              }
            }}},
      {"escalation-allows-to-resume",
       {"E-7"},
       "Resuming is among the allowed actions.",
       "",
       {.hand = [](const Fields&, Handed& h) { h.actions.emplace_back("resume_run"); }}},
      {"escalation-actions-in-other-order",
       {"E-7"},
       "abort_run stands first.",
       "",
       {.hand = [](const Fields&, Handed& h) { std::swap(h.actions[0], h.actions[1]); }}},
      {"escalation-digests-as-evidence",
       {"E-7"},
       "The digests are given as evidence too.",
       "",
       {.hand = [](const Fields&, Handed& h) { h.evidence = h.digests; }}},
      {"escalation-version-dropped",
       {"E-7"},
       "The version of the workflow is not handed over.",
       "",
       {.hand =
            [](const Fields&, Handed& h) {
              h.workflow_id = h.workflow_id.substr(0, h.workflow_id.find('@'));
            }}},
      {"escalation-keys-unsorted",
       {"E-9"},
       "The failure class is the first key.",
       "",
       {.written =
            [](std::string& json) {
              const auto from = json.find(",\"failure_class\":");
              const auto end = json.find(",\"reviewer_packet\"");
              const std::string member = json.substr(from + 1, end - from - 1);
              json = "{" + member + "," + json.substr(1, from - 1) + json.substr(end);
            }}},
      {"escalation-spaces-between-keys",
       {"E-9"},
       "A space stands behind each colon.",
       "",
       {.written = [](std::string& json) { json = replaced(json, "\":", "\": "); }}},
      {"escalation-slashes-escaped",
       {"E-9"},
       "A slash is written with a backslash before it.",
       "",
       {.written = [](std::string& json) { json = replaced(json, "/", "\\/"); }}},
      {"escalation-handoff-authorizes",
       {"E-12"},
       "The handoff says that the actions it lists are authorized.",
       "",
       {.purpose = {.requires_human_review = true, .authorizes_action = true}}},
      {"escalation-handoff-needs-no-human",
       {"E-12"},
       "The handoff says that no human needs to look at it.",
       "",
       {.purpose = {.requires_human_review = false, .authorizes_action = false}}},
  };
}

std::vector<Mutant> leak_mutants() {
  return {
      {"escalation-error-quotes-the-value",
       {"E-2", "E-10"},
       "The error text quotes the value that was refused.",
       "OpenDCAI/DataMind#21",
       {.said = [](const Attempt& a,
                   std::string& error) { error += " (" + refused_value(a, error) + ")"; }}},
      {"escalation-error-holds-hex",
       {"E-2", "E-10"},
       "The error text has the refused value as hex digits.",
       "",
       {.said = [](const Attempt& a,
                   std::string& error) { error += " " + hex_of(refused_value(a, error)); }}},
      {"escalation-error-holds-base64",
       {"E-2", "E-10"},
       "The error text has the refused value as base64.",
       "",
       {.said = [](const Attempt& a,
                   std::string& error) { error += " " + base64_of(refused_value(a, error)); }}},
      {"escalation-handoff-holds-a-refused-digest",
       {"E-2", "E-7", "E-10"},
       "A digest in capitals is refused, and is in the history in small letters.",
       "",
       {.refused =
            [](Fields& f, const Attempt& a) {
              std::string low = a.step_digest.text;
              for (char& c : low) {
                if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
              }
              if (low != a.step_digest.text && low.size() == 64 && f.digests.size() < 30) {
                f.digests.push_back(low);
              }
            }}},
      {"escalation-handoff-holds-a-refused-class",
       {"E-2", "E-7", "E-10"},
       "An unknown class becomes the handoff's reason.",
       "",
       {.refused =
            [](Fields& f, const Attempt& a) {
              if (!Decisions::right_known(a.failure_class)) f.spare_text = a.failure_class.text;
            },
        .hand =
            [](const Fields& f, Handed& h) {
              if (!f.spare_text.empty()) h.reason_code = f.spare_text;
            }}},
  };
}

}  // namespace

std::vector<Mutant> handoff_mutants() {
  std::vector<Mutant> all;
  for (auto family : {lifetime_mutants(), content_mutants(), leak_mutants()}) {
    for (Mutant& mutant : family) all.push_back(std::move(mutant));
  }
  return all;
}

}  // namespace tripcheck::escalation
