// Mutants of an attempt's values: what is taken for a class, a digest or a time, and in which
// order.
#include <algorithm>
#include <tripcheck/impl/escalation/calendar.hpp>
#include <tripcheck/properties/escalation/mutants.hpp>
#include <tripcheck/properties/escalation/values.hpp>

namespace tripcheck::escalation {
namespace {

Given lowered(const Given& given) {
  Given result = given;
  for (char& c : result.text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

Given given(std::string_view value) { return Given::string(std::string(value)); }

bool digest(const Fields& f, std::string_view value) {
  return Decisions::right_is_digest(f, given(value));
}

bool time(std::string_view value) { return Decisions::right_is_time(given(value)); }

/// Another time in the place of this one, where both have the same length and end.
bool time_with(const Given& given, std::size_t at, std::string_view wrong, std::string_view right) {
  std::string t(text_of(given));
  if (t.size() != 20 || t.compare(at, wrong.size(), wrong) != 0) {
    return Decisions::right_is_time(given);
  }
  return time(t.replace(at, wrong.size(), right));
}

std::string without_end(const Given& given) {
  std::string t(text_of(given));
  while (!t.empty() && (t.back() == '\n' || t.back() == ' ')) t.pop_back();
  return t;
}

std::optional<std::string> digest_first(const Decisions& d, Fields& f, const Attempt& a) {
  if (!d.is_digest(f, a.step_digest)) return "step_digest: invalid_digest";
  return Decisions::right_refuse(d, f, a);
}

std::optional<std::string> time_before_digest(const Decisions& d, Fields& f, const Attempt& a) {
  if (d.known(a.failure_class) && !d.is_time(a.now)) return "now: invalid_timestamp";
  return Decisions::right_refuse(d, f, a);
}

std::optional<Recorded> halt_is_checked_last(Fields& f, const Attempt& a) {
  if (!f.halted) return std::nullopt;
  const Decisions right;
  if (Decisions::right_refuse(right, f, a)) return std::nullopt;
  return Recorded{.error = "circuit_open"};
}

/// By the rule of four years alone.
bool every_fourth_year_is_leap(const Given& given) {
  const std::string_view t = text_of(given);
  if (t.size() != 20 || t.substr(4, 6) != "-02-29") return Decisions::right_is_time(given);
  const int year = (t[2] - '0') * 10 + (t[3] - '0');
  return year % 4 == 0 && time(std::string(t.substr(0, 8)) + "28" + std::string(t.substr(10)));
}

bool no_century_is_leap(const Given& given) {
  const std::string_view t = text_of(given);
  if (t.size() == 20 && t.substr(2, 8) == "00-02-29") return false;
  return Decisions::right_is_time(given);
}

bool any_month_has_31_days(const Given& given) {
  const std::string_view t = text_of(given);
  const bool last = t.size() == 20 && t.substr(4, 4) != "-02-" &&
                    (t.substr(8, 2) == "31" || t.substr(8, 2) == "30");
  if (!last) return Decisions::right_is_time(given);
  return time(std::string(t.substr(0, 8)) + "28" + std::string(t.substr(10)));
}

std::vector<Mutant> order_mutants() {
  return {
      {"escalation-digest-before-class",
       {"E-2"},
       "The digest is looked at before the class.",
       "",
       {.refuse = digest_first}},
      {"escalation-time-before-digest",
       {"E-2"},
       "The time is looked at before the digest.",
       "",
       {.refuse = time_before_digest}},
      {"escalation-halt-checked-last",
       {"E-2", "E-6"},
       "Behind the trip a bad value has its own error, since the halt is looked at last.",
       "",
       {.open = halt_is_checked_last}},
      {"escalation-open-names-a-field",
       {"E-2", "E-6"},
       "circuit_open comes with the name of a field.",
       "",
       {.open = [](Fields& f, const Attempt&) -> std::optional<Recorded> {
         if (!f.halted) return std::nullopt;
         return Recorded{.error = "run_id: circuit_open"};
       }}},
      {"escalation-class-in-any-case",
       {"E-2"},
       "A class in capitals is taken.",
       "",
       {.known = [](const Given& g) { return Decisions::right_known(lowered(g)); }}},
      {"escalation-unknown-class-is-tool-failure",
       {"E-2"},
       "A class that is none is taken for tool_failure.",
       "",
       {.known = [](const Given& g) -> std::optional<FailureClass> {
         if (text_of(g).empty()) return std::nullopt;
         return Decisions::right_known(g).value_or(FailureClass::tool_failure);
       }}},
      {"escalation-missing-class-is-uncertainty",
       {"E-2"},
       "An attempt without a class counts as uncertainty.",
       "",
       {.known = [](const Given& g) -> std::optional<FailureClass> {
         if (g.kind == Given::Kind::absent) return FailureClass::uncertainty;
         return Decisions::right_known(g);
       }}},
  };
}

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> digest_mutants() {
  return {
      {"escalation-digest-in-capitals",
       {"E-2"},
       "A digest in capitals is taken: one digest, two spellings.",
       "agentrust-io/trace-spec#6",
       {.is_digest = [](const Fields& f,
                        const Given& g) { return Decisions::right_is_digest(f, lowered(g)); }}},
      {"escalation-digest-in-capitals-once-known",
       {"E-2"},
       "A digest in capitals is taken where it came in small letters before.",
       "notatallshaw/nab#180",
       {.is_digest =
            [](const Fields& f, const Given& g) {
              const std::string low = lowered(g).text;
              const bool known =
                  std::find(f.digests.begin(), f.digests.end(), low) != f.digests.end();
              return Decisions::right_is_digest(f, g) || (known && g.kind == Given::Kind::string);
            }}},
      {"escalation-digest-too-long",
       {"E-2"},
       "Of a longer digest the first 64 digits are looked at.",
       "",
       {.is_digest = [](const Fields& f,
                        const Given& g) { return digest(f, text_of(g).substr(0, 64)); }}},
      {"escalation-digest-too-short",
       {"E-2"},
       "A digest of 63 digits is taken.",
       "",
       {.is_digest =
            [](const Fields& f, const Given& g) {
              const std::string t(text_of(g));
              return digest(f, t.size() == 63 ? t + "0" : t);
            }}},
      {"escalation-digest-of-any-letters",
       {"E-2"},
       "Letters behind f are taken for digits.",
       "",
       {.is_digest =
            [](const Fields& f, const Given& g) {
              std::string t(text_of(g));
              std::replace_if(
                  t.begin(), t.end(), [](char c) { return c > 'f' && c <= 'z'; }, 'f');
              return digest(f, t);
            }}},
      {"escalation-digest-with-newline",
       {"E-2"},
       "A newline behind the digest is not seen, as by a pattern that ends in $.",
       "",
       {.is_digest = [](const Fields& f, const Given& g) { return digest(f, without_end(g)); }}},
      {"escalation-digest-ends-at-nul",
       {"E-2"},
       "What stands behind a NUL is not seen.",
       "",
       {.is_digest =
            [](const Fields& f, const Given& g) {
              const std::string_view t = text_of(g);
              return digest(f, t.substr(0, t.find('\0')));
            }}},
      {"escalation-digest-of-other-alphabets",
       {"E-2"},
       "Digits of other alphabets are digits, as for a locale.",
       "",
       {.is_digest =
            [](const Fields& f, const Given& g) {
              std::string t(text_of(g));
              for (const std::string_view zero : {"\xd9\xa0", "\xef\xbc\x90"}) {
                const auto at = t.find(zero);
                if (at != std::string::npos)
                  t.replace(at, zero.size(), t.size() == 64 ? "00" : "0");
              }
              return digest(f, t);
            }}},
      {"escalation-digest-with-prefix",
       {"E-2"},
       "A prefix that names the hash is passed over.",
       "",
       {.is_digest =
            [](const Fields& f, const Given& g) {
              const std::string_view t = text_of(g);
              return digest(f, t.starts_with("sha256:") ? t.substr(7) : t);
            }}},
      {"escalation-digest-not-needed",
       {"E-2"},
       "An attempt without a digest counts.",
       "",
       {.is_digest =
            [](const Fields& f, const Given& g) {
              return g.kind == Given::Kind::absent || Decisions::right_is_digest(f, g);
            }}},
  };
}

std::vector<Mutant> calendar_mutants() {
  return {
      {"escalation-time-1900-is-leap",
       {"E-2"},
       "Every fourth year has a 29 February.",
       "",
       {.is_time = every_fourth_year_is_leap}},
      {"escalation-time-2000-is-not-leap",
       {"E-2"},
       "No year that ends a century has a 29 February.",
       "",
       {.is_time = no_century_is_leap}},
      {"escalation-time-31-days-each",
       {"E-2"},
       "Every month but February has 31 days.",
       "",
       {.is_time = any_month_has_31_days}},
      {"escalation-time-second-60",
       {"E-2"},
       "The second 60 is taken.",
       "",
       {.is_time = [](const Given& g) { return time_with(g, 17, "60", "59"); }}},
      {"escalation-time-24-00",
       {"E-2"},
       "24:00:00 is taken for the end of a day.",
       "",
       {.is_time = [](const Given& g) { return time_with(g, 11, "24:00:00", "23:59:59"); }}},
      {"escalation-time-year-0",
       {"E-2"},
       "The year 0000 is taken.",
       "",
       {.is_time = [](const Given& g) { return time_with(g, 0, "0000", "0004"); }}},
      {"escalation-time-first-year-refused",
       {"E-2"},
       "The year 0001 is refused.",
       "",
       {.is_time =
            [](const Given& g) {
              return Decisions::right_is_time(g) && !text_of(g).starts_with("0001");
            }}},
      {"escalation-time-last-year-refused",
       {"E-2", "E-8"},
       "The year 9999 is refused.",
       "",
       {.is_time =
            [](const Given& g) {
              return Decisions::right_is_time(g) && !text_of(g).starts_with("9999");
            }}},
      {"escalation-time-before-1970-refused",
       {"E-2"},
       "Times before 1970 are refused.",
       "",
       {.is_time =
            [](const Given& g) { return Decisions::right_is_time(g) && text_of(g) >= "1970"; }}},
  };
}

std::vector<Mutant> form_mutants() {
  return {
      {"escalation-time-with-offset",
       {"E-2"},
       "An offset of zero is taken for Z.",
       "",
       {.is_time =
            [](const Given& g) {
              const std::string t(text_of(g));
              return t.ends_with("+00:00") ? time(t.substr(0, t.size() - 6) + "Z")
                                           : Decisions::right_is_time(g);
            }}},
      {"escalation-time-with-fraction",
       {"E-2"},
       "A fraction of a second is passed over.",
       "",
       {.is_time =
            [](const Given& g) {
              const std::string t(text_of(g));
              const auto dot = t.find('.');
              return dot != std::string::npos ? time(t.substr(0, dot) + "Z")
                                              : Decisions::right_is_time(g);
            }}},
      {"escalation-time-with-small-letters",
       {"E-2"},
       "Small letters are taken for T and Z.",
       "",
       {.is_time =
            [](const Given& g) {
              std::string t(text_of(g));
              std::replace(t.begin(), t.end(), 't', 'T');
              std::replace(t.begin(), t.end(), 'z', 'Z');
              return time(t);
            }}},
      {"escalation-time-with-space",
       {"E-2"},
       "A space is taken for T.",
       "",
       {.is_time = [](const Given& g) { return time_with(g, 10, " ", "T"); }}},
      {"escalation-time-with-newline",
       {"E-2"},
       "White space behind the time is not seen.",
       "",
       {.is_time = [](const Given& g) { return time(without_end(g)); }}},
      {"escalation-time-not-needed",
       {"E-2"},
       "An attempt without a time counts.",
       "",
       {.is_time =
            [](const Given& g) {
              return g.kind == Given::Kind::absent || Decisions::right_is_time(g);
            }}},
      {"escalation-time-as-number",
       {"E-2"},
       "A number is taken for seconds since 1970.",
       "",
       {.is_time = [](const Given& g) { return g.text == "7" || Decisions::right_is_time(g); }}},
  };
}

}  // namespace

std::vector<Mutant> value_mutants() {
  std::vector<Mutant> all;
  for (auto family : {order_mutants(), digest_mutants(), calendar_mutants(), form_mutants()}) {
    for (Mutant& mutant : family) all.push_back(std::move(mutant));
  }
  return all;
}

}  // namespace tripcheck::escalation
