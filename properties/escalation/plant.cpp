// Documents with one fault each, for the strict reader and its mutants (E-17).
#include <array>
#include <string>
#include <tripcheck/properties/escalation/case.hpp>
#include <vector>

namespace tripcheck::escalation {
namespace {

/// Picks places and forms from the case itself, so that the same case gives the same faults.
class Dice {
 public:
  explicit Dice(std::string_view text) {
    mix(text.size());
    for (std::size_t i = 0; i < text.size(); i += 16) mix(static_cast<unsigned char>(text[i]));
  }
  std::size_t below(std::size_t bound) {
    mix(bound);
    return static_cast<std::size_t>(state_ >> 33U) % bound;
  }

 private:
  void mix(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15U;
    state_ ^= state_ >> 29U;
  }
  std::uint64_t state_ = 1;
};

/// Where the objects whose keys are looked at begin: the document, its policy, its attempts.
std::vector<std::size_t> objects(const std::string& text, bool is_run) {
  std::vector<std::size_t> all{0};
  if (!is_run) return all;
  for (const std::string_view start : {"{\"failure_class\"", "{\"step_digest\"", "{\"now\""}) {
    const auto attempts = text.rfind("\"attempts\":[");
    for (auto at = text.find(start, attempts); at != std::string::npos;
         at = text.find(start, at + 1)) {
      all.push_back(at);
    }
  }
  const auto policy = text.find("\"policy\":{");
  if (policy != std::string::npos) all.push_back(policy + 9);
  return all;
}

/// Also an uncommon spelling: white space, a key and a character as escapes.
std::string respelled(std::string text, bool is_run) {
  const std::string_view key = is_run ? "\"run_id\"" : "\"now\"";
  const auto at = text.rfind(key);
  if (at != std::string::npos) {
    text.replace(at, key.size(), is_run ? "\"\\u0072un_id\"" : "\"no\\u0077\"");
  }
  text.insert(1, " \t\r\n ");
  return " " + text + "\n";
}

std::string with_key(std::string text, bool is_run, bool repeated, Dice& dice) {
  const auto all = objects(text, is_run);
  std::size_t at = all[dice.below(all.size())];
  if (text.compare(at, 2, "{}") == 0) at = 0;
  if (!repeated) return text.insert(at + 1, "\"token=hunter2\":1,");
  const auto end = text.find(':', at);
  return text.insert(at + 1, text.substr(at + 1, end - at) + "0,");
}

std::string without_key(const std::string& text, bool is_run, Dice& dice) {
  if (is_run) return text.substr(0, text.rfind(",\"attempts\":[")) + "}";
  const auto now = text.rfind(",\"now\":");
  if (dice.below(2) == 0) return text.substr(0, now) + "}";
  return "{" + text.substr(now + 1);
}

std::string with_container(const std::string& text, bool is_run, Dice& dice) {
  constexpr std::array<std::string_view, 4> kOthers{"null", "[]", "\"token=hunter2\"", "7"};
  const std::string other(kOthers.at(dice.below(kOthers.size())));
  const auto kind = dice.below(4);
  if (kind == 0) return "[" + text + "]";
  if (!is_run) return "{\"handoff\":" + other + text.substr(text.rfind(",\"now\":"));
  const auto attempts = text.rfind("\"attempts\":[");
  const auto policy = text.find("\"policy\":{");
  if (kind == 1) {
    return text.substr(0, attempts) + "\"attempts\":" + (other == "[]" ? "{}" : other) + "}";
  }
  const auto from = policy == std::string::npos ? attempts : policy;
  return text.substr(0, from) + "\"policy\":" + other + "," + text.substr(attempts);
}

std::string with_late_fault(std::string text, bool is_run, Dice& dice) {
  if (!is_run) return with_key(std::move(text), is_run, false, dice);
  constexpr std::array<std::string_view, 5> kNone{"null", "7", "[]", "{\"token=hunter2\":1}",
                                                  "{\"now\":1,\"now\":1}"};
  const std::string none(kNone.at(dice.below(kNone.size())));
  text.resize(text.size() - 2);  // The closing brackets.
  return text + (text.back() == '[' ? "" : ",") + none + "]}";
}

}  // namespace

std::string document(const Case& input, Delivery fault) {
  std::string text;
  write(input, text);
  Dice dice(text);
  const bool is_run = std::holds_alternative<Run>(input);
  switch (fault) {
    case Delivery::document:
      return respelled(std::move(text), is_run);
    case Delivery::unknown_key:
      return with_key(std::move(text), is_run, false, dice);
    case Delivery::repeated_key:
      return with_key(std::move(text), is_run, true, dice);
    case Delivery::missing_key:
      return without_key(text, is_run, dice);
    case Delivery::wrong_container:
      return with_container(text, is_run, dice);
    case Delivery::late_fault:
      return with_late_fault(std::move(text), is_run, dice);
    case Delivery::cut_short:
      if (dice.below(2) == 0) return text + "]";
      text.pop_back();
      return text;
    default:
      return text;
  }
}

}  // namespace tripcheck::escalation
