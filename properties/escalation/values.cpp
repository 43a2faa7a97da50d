#include <algorithm>
#include <array>
#include <tripcheck/impl/escalation/calendar.hpp>
#include <tripcheck/properties/escalation/values.hpp>

namespace tripcheck::escalation {
namespace {

using engine::Draw;
using Strings = std::vector<std::string>;

std::vector<Given> given(const Strings& strings, const std::vector<Given>& others) {
  std::vector<Given> all;
  for (const std::string& one : strings) all.push_back(Given::string(one));
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

std::string with(std::string text, std::size_t at, std::string_view part) {
  return text.replace(at, 1, part);
}

std::string with_nul(const std::string& text, std::size_t at) {
  std::string result = text;
  result.insert(at, 1, '\0');
  return result;
}

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return result;
}

/// Labels of 63 letters, and the rest, up to so many characters.
std::string long_namespace(std::size_t size) {
  std::string text(63, 'a');
  while (text.size() + 64 <= size) text += "." + std::string(63, 'b');
  const std::size_t left = size - text.size();
  if (left > 1) text += "." + std::string(left - 1, 'c');
  return text;
}

/// A workflow id of just so many characters, the rest of them in its version.
std::string workflow_of_size(std::size_t size) {
  std::string text = "workflow:a.b/c@1.2.";
  return text + std::string(size - text.size(), '3');
}

}  // namespace

std::vector<Given> no_strings() {
  return {Given(),
          Given::json("null"),
          Given::json("true"),
          Given::json("7"),
          Given::json("-1"),
          Given::json("0.5"),
          Given::json("[]"),
          Given::json("{}"),
          Given::json("[\"uncertainty\"]"),
          Given::json("{\"a\":[null,{\"b\":1}]}")};
}

std::vector<Given> bad_classes() {
  return given(
      {"", "Uncertainty", "TOOL_FAILURE", "uncertaint", "uncertainty ", " tool_failure",
       "tool failure", "tool-failure", "tool_failure\n", "permission_denied", "timeout", "total",
       "success", with_nul("uncertainty", 11), std::string("un\xc3\xa7") + "ertainty"},
      no_strings());
}

std::vector<Given> bad_digests(std::string_view right) {
  const std::string hex(right);
  const std::string short_one = hex.substr(0, 63);
  Strings all{"",
              "a",
              short_one,
              hex + "0",
              hex + hex,
              hex.substr(0, 32),
              upper(hex.substr(0, 63)) + "A",
              std::string(64, 'A'),
              short_one + "F",
              "B" + hex.substr(1),
              short_one + "g",
              short_one + "`",
              short_one + "/",
              short_one + ":",
              short_one + "@",
              short_one + "G",
              short_one + " ",
              " " + short_one,
              hex + "\n",
              short_one + "\n",
              "0x" + hex.substr(0, 62),
              short_one + "\xc3\xa9",
              hex.substr(0, 62) + "\xc3\xa9",
              hex.substr(0, 62) + "\xd9\xa0",
              short_one + "\xef\xbc\x90",
              with_nul(hex, 64),
              with_nul(short_one, 63),
              with_nul(short_one, 20),
              std::string(64, '\0'),
              "sha256:" + hex,
              "token=hunter2"};
  return given(all, no_strings());
}

std::vector<Given> bad_times(std::string_view right) {
  const std::string t(right);
  const std::string day = t.substr(0, 10);
  Strings all{"",
              "now",
              day,
              t.substr(0, 19),
              t + "Z",
              t + " ",
              " " + t,
              t + "\n",
              day + " " + t.substr(11),
              day + "t" + t.substr(11),
              t.substr(0, 19) + "z",
              t.substr(0, 19) + "+00:00",
              t.substr(0, 19) + "-00:00",
              t.substr(0, 19) + "+01:00",
              t.substr(0, 19) + ".0Z",
              t.substr(0, 19) + ".000Z",
              t.substr(0, 16) + "Z",
              t.substr(0, 17) + "60Z",
              t.substr(0, 14) + "60:00Z",
              day + "T24:00:00Z",
              day + "T24:00:01Z",
              day + "T25:00:00Z",
              "2023-02-29T00:00:00Z",
              "1900-02-29T00:00:00Z",
              "2100-02-29T12:00:00Z",
              "2024-02-30T00:00:00Z",
              "2026-04-31T00:00:00Z",
              "2026-06-31T00:00:00Z",
              "2026-09-31T00:00:00Z",
              "2026-11-31T00:00:00Z",
              "2026-12-32T00:00:00Z",
              "2026-00-10T00:00:00Z",
              "2026-13-10T00:00:00Z",
              "2026-10-00T00:00:00Z",
              "0000-01-01T00:00:00Z",
              "0000-12-31T23:59:59Z",
              "10000-01-01T00:00:00Z",
              "-001-01-01T00:00:00Z",
              "+026-01-01T00:00:00Z",
              "2026-1-01T00:00:00Z",
              "2026-001T00:00:00Z",
              "20260101T000000Z",
              "2026-W01-1T00:00:00Z",
              "2026/01/01T00:00:00Z",
              "1767225600",
              t.substr(0, 18) + "\xd9\xa0Z",
              t.substr(0, 17) + "\xd9\xa0Z",
              t.substr(0, 18) + "\xef\xbc\x90Z",
              with_nul(t, 20),
              with(t, 4, std::string(1, '\0')),
              with(t, 19, "\xc5\xbd"),
              "2026-01-01T00:00:0:Z",
              "2026-01-01T00:00:0/Z"};
  return given(all, no_strings());
}

std::vector<Given> bad_run_ids(std::string_view right) {
  const std::string hex(right.substr(4));
  Strings all{"",
              hex,
              "run_",
              "run_" + hex.substr(1),
              "run_" + hex + "0",
              "run_" + upper(hex.substr(0, 31)) + "A",
              "run-" + hex,
              "RUN_" + hex,
              "Run_" + hex,
              " run_" + hex.substr(1),
              "run_" + hex + "\n",
              "run_" + hex.substr(0, 31) + "g",
              "run_" + hex.substr(0, 30) + "\xc3\xa9",
              with_nul("run_" + hex, 36),
              "job_" + hex,
              "act_" + hex,
              "act_" + hex.substr(1),
              "act_" + hex + "0",
              "act_" + hex.substr(0, 31) + "A",
              "ACT_" + hex,
              "workflow:a.b/c",
              "token=hunter2"};
  return given(all, no_strings());
}

std::vector<Given> bad_workflow_ids() {
  Strings all{"", "workflow:", "workflow", "workflow:a.b", "workflow:a.b/", "workflow:/c",
              "workflow:a/c", "workflow:a./c", "workflow:.a/c", "workflow:a..b/c",
              "workflow:-a.b/c", "workflow:a.b-/c", "workflow:a-.b/c", "workflow:a.-b/c",
              "workflow:A.b/c", "workflow:a.b/C", "workflow:a.b/1c", "workflow:a.b/-c",
              "workflow:a_b.c/d", "workflow:a.b/c_d", "workflow:a.b/c.d", "workflow:a.b/c/d",
              "workflow:a.b/c@", "workflow:a.b/c@1", "workflow:a.b/c@1.2", "workflow:a.b/c@1.2.3.4",
              "workflow:a.b/c@01.2.3", "workflow:a.b/c@1.02.3", "workflow:a.b/c@1.2.03",
              "workflow:a.b/c@00.0.0", "workflow:a.b/c@1..3", "workflow:a.b/c@1.2.",
              "workflow:a.b/c@1.2.3-rc", "workflow:a.b/c@v1.2.3", "workflow:a.b/c@1.2.x",
              "workflow:a.b/c@1.2.3 ", "workflow:a.b/c\n", " workflow:a.b/c", "Workflow:a.b/c",
              "workflow: a.b/c", "workflow:a.b\xc3\xa9/c", "workflow:a.b/c\xef\xbc\x91",
              with_nul("workflow:a.b/c", 14), "workflows:a.b/c", "run:a.b/c", "action:a.b/c",
              "workflow:" + std::string(64, 'a') + ".b/c", "workflow:" + long_namespace(254) + "/c",
              "workflow:a.b/" + std::string(65, 'c'), workflow_of_size(513),
              // Of another kind; then of another kind and not well-formed either.
              "capability:a.b/c", "purpose:a.b/c@1.2.3", "policy:a.b/c", "tool:a.b/c", "tool:a/c",
              "policy:a.b/C", "purpose:", "capability:a.b/c@1.2", "Tool:a.b/c", "token=hunter2"};
  return given(all, no_strings());
}

std::vector<Given> bad_limits() {
  std::vector<Given> all;
  for (const char* one : {"0",
                          "33",
                          "-1",
                          "-32",
                          "34",
                          "64",
                          "255",
                          "256",
                          "257",
                          "259",
                          "65537",
                          "4294967299",
                          "9223372036854775807",
                          "-9223372036854775808",
                          "9223372036854775808",
                          "-18446744073709551613",
                          "1.0",
                          "3.0",
                          "3.5",
                          "3e0",
                          "1e1",
                          "0.0",
                          "true",
                          "false",
                          "null",
                          "[]",
                          "[3]",
                          "{}"}) {
    all.push_back(Given::json(one));
  }
  for (const char* one : {"", "3", "03", "3.0", "three", "token=hunter2"}) {
    all.push_back(Given::string(one));
  }
  return all;
}

std::vector<std::string> edge_times() {
  return {"0001-01-01T00:00:00Z", "0001-12-31T23:59:59Z", "0004-02-29T23:45:00Z",
          "1600-02-29T00:00:00Z", "1900-02-28T23:59:59Z", "1969-12-31T23:59:59Z",
          "1970-01-01T00:00:00Z", "2000-02-29T23:30:00Z", "2023-02-28T23:30:00Z",
          "2024-02-28T23:30:00Z", "2024-02-29T23:30:00Z", "2026-01-31T23:30:00Z",
          "2026-04-30T23:29:59Z", "2026-04-30T23:30:00Z", "2026-12-31T23:29:59Z",
          "2026-12-31T23:30:00Z", "2026-12-31T23:59:59Z", "2038-01-19T03:14:08Z",
          "2100-02-28T23:30:00Z", "9999-12-31T00:00:00Z", "9999-12-31T23:29:59Z",
          "9999-12-31T23:30:00Z", "9999-12-31T23:59:59Z", "9998-12-31T23:59:59Z"};
}

std::vector<std::string> edge_workflow_ids() {
  return {"workflow:a.b/c",
          "workflow:0.1/c",
          "workflow:a-b.c--d/e-",
          "workflow:a.b.c.d.e/f0",
          "workflow:a.b/c@0.0.0",
          "workflow:a.b/c@10.20.30",
          "workflow:org.example/review@1.0.0",
          "workflow:" + std::string(63, 'z') + ".a/c",
          "workflow:" + long_namespace(253) + "/c",
          "workflow:a.b/c" + std::string(63, '-'),
          workflow_of_size(512),
          "workflow:a.b/c@18446744073709551616.0.340282366920938463463374607431768211456"};
}

std::string draw_hex(Draw& draw, std::size_t digits) {
  std::string text;
  text.reserve(digits);
  while (text.size() < digits) {
    std::uint64_t word = draw.word();
    for (int i = 0; i < 16 && text.size() < digits; ++i, word >>= 4U) {
      text += "0123456789abcdef"[word & 0xfU];
    }
  }
  return text;
}

std::string draw_time(Draw& draw) {
  const auto kind = draw.below(8);
  if (kind == 0) {
    const auto edges = edge_times();
    return edges[draw.below(edges.size())];
  }
  constexpr std::int64_t kYear = 31'556'952;
  const auto at = kind == 1 ? draw.in({.low = -62'135'596'800, .high = 253'402'300'799})
                            : draw.in({.low = 30 * kYear, .high = 130 * kYear});
  const auto text = impl::UtcSecond::of_unix(at)->text();
  std::string time(text.data(), text.size());
  if (kind == 2) time.replace(11, 5, draw.chance(1, 2) ? "23:30" : "23:29");
  return time;
}

std::string draw_workflow_id(Draw& draw) {
  if (draw.chance(1, 4)) {
    const auto edges = edge_workflow_ids();
    return edges[draw.below(edges.size())];
  }
  std::string text = "workflow:" + draw_hex(draw, 1 + draw.below(5));
  for (std::uint64_t labels = 1 + draw.below(3); labels > 0; --labels) {
    text += "." + draw_hex(draw, 1 + draw.below(5));
  }
  text += "/n" + draw_hex(draw, draw.below(5));
  if (!draw.chance(1, 2)) return text;
  for (const char before : {'@', '.', '.'}) text += before + std::to_string(draw.below(20));
  return text;
}

std::string seconds_after(std::string_view time, std::int64_t seconds) {
  const auto at = impl::UtcSecond::parse(time);
  if (!at) return {};
  const auto later = impl::UtcSecond::of_unix(at->unix_seconds() + seconds);
  if (!later) return {};
  const auto text = later->text();
  return {text.data(), text.size()};
}

}  // namespace tripcheck::escalation
