#include <algorithm>
#include <cerrno>  // program_invocation_name
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <tripcheck/properties/engine/environment.hpp>
#include <tripcheck/properties/engine/printable.hpp>

namespace tripcheck::engine {
namespace {

/// A whole number from the environment; nothing where the variable is not set.
std::variant<std::optional<std::uint64_t>, std::string> read_number(const char* variable) {
  const char* const text =
      std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): before any thread.
  if (text == nullptr) return std::optional<std::uint64_t>();
  const std::string_view digits(text);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    return std::string(variable) + ": expected an integer from 0 to 2^64-1, found '" + text + "'";
  }
  return std::optional(number);
}

}  // namespace

std::variant<FromEnvironment, std::string> read_environment() {
  FromEnvironment found;
  const auto seed = read_number("TRIPCHECK_SEED");
  const auto cases = read_number("TRIPCHECK_CASES");
  const auto depth = read_number("TRIPCHECK_DEPTH");
  for (const auto* number : {&seed, &cases, &depth}) {
    if (const auto* error = std::get_if<std::string>(number)) return *error;
  }
  if (std::get<0>(cases) == std::uint64_t{0}) {
    return std::string("TRIPCHECK_CASES: expected an integer from 1 to 2^64-1, found '0'");
  }
  found.options.seed = std::get<0>(seed).value_or(1);
  found.options.cases = std::get<0>(cases).value_or(0);
  constexpr std::uint64_t kDeepest = 9;
  if (std::get<0>(depth).value_or(0) > kDeepest) {
    return "TRIPCHECK_DEPTH: expected an integer from 0 to 9, found '" +
           std::to_string(*std::get<0>(depth)) + "'";
  }
  found.options.depth = std::get<0>(depth);
  if (const char* document = std::getenv("TRIPCHECK_CASE")) found.document = document;
  found.options.replay_line = [](std::string_view, std::string_view document) {
    return "TRIPCHECK_CASE=" + shell_word(document) + " " + shell_word(program_invocation_name);
  };
  found.options.first_found = [](const FirstFound& first) {
    std::fputs(text_of(first).c_str(), stderr);
  };
  return found;
}

std::variant<Report, std::string> verify_as_environment_says(const AnyProfile& profile,
                                                             AnySubject& subject) {
  const auto read = read_environment();
  if (const auto* error = std::get_if<std::string>(&read)) return *error;
  const auto& found = std::get<FromEnvironment>(read);
  if (found.document) {
    auto judged = profile.verify_case(subject, *found.document, found.options);
    if (const auto* error = std::get_if<std::string>(&judged)) return "TRIPCHECK_CASE: " + *error;
    const auto& report = std::get<Report>(judged);
    const bool any = std::any_of(report.rules.begin(), report.rules.end(),
                                 [](const RuleLine& line) { return line.judged > 0; });
    if (any || report.broken()) return judged;
    return std::string(
        "TRIPCHECK_CASE: no rule was judged: the case is bad input, and what refuses it is not "
        "claimed");
  }
  return profile.verify(subject, found.options);
}

std::string reached_too_little(const Report& report) {
  if (!report.floor_judged || report.floor_holds()) return {};
  std::string text = "too few cases came to these; draw more with TRIPCHECK_CASES:";
  for (const FloorLine& line : report.floor) {
    if (line.holds()) continue;
    text += "\n  " + line.what + ": " + std::to_string(line.reached) + ", at least " +
            std::to_string(line.least) + " wanted";
  }
  return text;
}

}  // namespace tripcheck::engine
