#include <charconv>
#include <string_view>
#include <system_error>
#include <tripcheck/bench/options.hpp>

namespace tripcheck::bench {
namespace {

constexpr std::size_t kLeastEvents = 4096;  // Below, a stream need not be what its name says.
constexpr std::size_t kMostEvents = std::size_t{1} << 28;

/// What follows `flag`, where the word starts with it.
bool value_of(std::string_view word, std::string_view flag, std::string& value) {
  if (!word.starts_with(flag)) return false;
  value = word.substr(flag.size());
  return true;
}

bool read_events(std::string_view text, std::size_t& events) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), events);
  return error == std::errc() && end == text.data() + text.size() && events >= kLeastEvents &&
         events <= kMostEvents;
}

}  // namespace

std::variant<Options, std::string> take_options(std::vector<std::string>& words) {
  Options options;
  std::vector<std::string> others;
  for (const std::string& word : words) {
    std::string events;
    if (value_of(word, "--events=", events)) {
      if (read_events(events, options.events)) continue;
      return "--events: expected an integer between " + std::to_string(kLeastEvents) + " and " +
             std::to_string(kMostEvents) + ", found " + events;
    }
    if (word == "--spoil") {
      options.spoil = true;
    } else if (!value_of(word, "--results=", options.results) &&
               !value_of(word, "--tables=", options.tables) &&
               !value_of(word, "--commit=", options.commit) &&
               !value_of(word, "--command=", options.command)) {
      others.push_back(word);
    }
  }
  if (options.spoil && !(options.results + options.tables).empty()) {
    return std::string("--spoil: gives neither --results nor --tables");
  }
  words = std::move(others);
  return options;
}

}  // namespace tripcheck::bench
