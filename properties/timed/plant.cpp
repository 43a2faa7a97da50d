// Documents with one fault each, for the strict reader and its mutants (T-19).
#include <array>
#include <string>
#include <tripcheck/properties/timed/case.hpp>

namespace tripcheck::timed {
namespace {

/// Picks places and forms from the case itself, so that the same case gives the same faults.
class Dice {
 public:
  explicit Dice(const Case& input) {
    mix(static_cast<std::uint64_t>(input.config.failure_threshold));
    mix(static_cast<std::uint64_t>(input.config.cooldown));
    for (const Event& event : input.events) {
      mix(static_cast<std::uint64_t>(event.t) * 2 + static_cast<std::uint64_t>(event.result));
    }
  }
  std::size_t below(std::size_t bound) {
    mix(bound);
    return static_cast<std::size_t>(state_ >> 33) % bound;
  }

 private:
  void mix(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15U;
    state_ ^= state_ >> 29;
  }
  std::uint64_t state_ = 1;
};

/// Replaces the first `from` at or behind `start`; the text as it was where there is none.
std::string replaced(std::string text, std::size_t start, std::string_view from,
                     std::string_view to) {
  const auto at = text.find(from, start);
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

/// The end of the number that stands at `start`.
std::size_t number_end(const std::string& text, std::size_t start) {
  return text.find_first_of(",}", start);
}

/// Without the result that stands behind `start`.
std::string without_result(std::string text, std::size_t start) {
  const bool failure = text.compare(start, 19, ",\"result\":\"failure\"") == 0;
  const std::string_view result = failure ? ",\"result\":\"failure\"" : ",\"result\":\"success\"";
  return replaced(std::move(text), start, result, "");
}

}  // namespace

std::string document(const Case& input, Delivery fault) {
  std::string text;
  write(input, text);
  Dice dice(input);
  const std::size_t events = text.find("\"events\"");
  const bool in_event = !input.events.empty() && dice.below(2) == 0;
  std::size_t event = events;  // Where the chosen event begins.
  for (std::size_t k = in_event ? dice.below(input.events.size()) + 1 : 0; k > 0; --k) {
    event = text.find("{\"t\"", event + 1);
  }
  constexpr std::array<std::string_view, 3> kFields{
      "\"failure_threshold\":", "\"cooldown\":", "\"half_open_successes\":"};
  const std::string_view field = in_event ? "\"t\":" : kFields.at(dice.below(kFields.size()));
  const std::size_t at = text.find(field, in_event ? event : 0);
  const std::size_t number = at + field.size();
  const std::size_t end = number_end(text, number);
  const auto with_number = [&](std::string_view other) {
    return text.substr(0, number) + std::string(other) + text.substr(end);
  };
  switch (fault) {
    case Delivery::unknown_key:
      return text.insert(at, "\"colour\":1,");
    case Delivery::repeated_key:
      return text.insert(end, "," + text.substr(at, end - at));
    case Delivery::missing_key:
      if (in_event && dice.below(2) == 0) {
        return without_result(std::move(text), end);
      }
      return text.erase(at, end - at + 1);
    case Delivery::no_integer: {
      constexpr std::array<std::string_view, 6> kForms{"1.0",   "1e2",  "true",
                                                       "\"1\"", "null", "[1]"};
      return with_number(kForms.at(dice.below(kForms.size())));
    }
    case Delivery::past_range:
      if (in_event) return with_number("9223372036854775808");
      return with_number(field == kFields[1] ? "-1" : (dice.below(2) == 0 ? "0" : "2147483648"));
    case Delivery::unknown_word:
      if (!in_event) return replaced(text, 0, "\"events\"", "\"Events\"");
      return replaced(text, end, "\"result\":\"", "\"result\":\"un");
    case Delivery::wrong_container:
      if (in_event) return text.replace(event, text.find('}', event) + 1 - event, "7");
      return text.substr(0, events) + "\"events\":null}";
    case Delivery::cut_short:
      if (dice.below(2) == 0) return text + "]";
      text.pop_back();
      return text;
    default:
      return text;
  }
}

}  // namespace tripcheck::timed
