#include <algorithm>
#include <charconv>
#include <tripcheck/properties/expeditor/trace.hpp>

namespace tripcheck::expeditor {
namespace {

using Kind = CircuitLine::Kind;

/// What stands between two texts, or nothing.
std::optional<std::string> between(std::string_view text, std::string_view first,
                                   std::string_view second) {
  if (!text.starts_with(first)) return std::nullopt;
  const std::size_t end = text.rfind(second);
  if (end == std::string_view::npos || end < first.size()) return std::nullopt;
  return std::string(text.substr(first.size(), end - first.size()));
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> last_number(std::string_view text) {
  return number(text.substr(text.rfind(' ') + 1));
}

std::vector<Moment> moments_of(const Case& input, const Answer& answer) {
  std::vector<Moment> moments;
  for (std::size_t i = 0; i < input.ops.size() && i < answer.results.size(); ++i) {
    const auto* op = std::get_if<Op>(&input.ops[i]);
    if (op == nullptr || std::holds_alternative<OpError>(answer.results[i])) continue;
    moments.push_back({.index = i, .op = op, .result = &answer.results[i]});
  }
  return moments;
}

std::vector<CircuitLine> circuit_lines(const Report& report) {
  std::vector<CircuitLine> lines;
  constexpr std::string_view kProbe = ": PROBE";
  for (const LogEntry& entry : report.log) {
    const std::string& text = entry.text;
    CircuitLine line{.step = entry.step};
    if (auto tool = between(text, "Circuit OPENED for ", ": ")) {
      const std::size_t colon = text.rfind(": ");
      const std::string_view rest = std::string_view(text).substr(colon + 2);
      line.tool = *std::move(tool);
      line.number = number(rest.substr(0, rest.find(' '))).value_or(-1);
    } else if (auto re_opened = between(text, "Circuit RE-OPENED for ", ": ")) {
      line.kind = Kind::re_opened;
      line.tool = *std::move(re_opened);
      line.number = last_number(text).value_or(-1);
    } else if (text.starts_with("Circuit CLOSED for ")) {
      line.kind = Kind::closed;
      line.tool = text.substr(std::string_view("Circuit CLOSED for ").size());
    } else if (text.ends_with(kProbe)) {
      line.kind = Kind::probed;
      line.tool = text.substr(0, text.size() - kProbe.size());
    } else {
      continue;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace tripcheck::expeditor
