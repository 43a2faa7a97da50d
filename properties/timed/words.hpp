/// The histories that are enumerated and the machines that are told apart, for the timed breaker.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <tripcheck/properties/engine/words_source.hpp>
#include <tripcheck/properties/timed/case.hpp>
#include <vector>

namespace tripcheck::timed {

/// See engine/words_source.hpp. A letter is a wait after the event before, of 0, 1, or the cooldown
/// −1, 0, +1, and a result; the bad one is a step back in time.
struct Words {
  struct Setting {
    Config config;
    std::int64_t start = 0;
  };

  static constexpr engine::WordsBudget kInProcess{.depth = 5, .extra_states = 1};
  static constexpr engine::WordsBudget kBehindPipe{.depth = 3, .extra_states = 1};

  static std::vector<engine::Tree<Setting>> enumerated(std::size_t depth);
  static std::vector<Setting> complete();
  static std::string text();
  static std::size_t letters(const Setting& setting, bool bad);
  static Case begin(const Setting& setting);
  static bool append(const Setting& setting, engine::Letter letter, Case& history);
  static bool leads(const Setting& setting, engine::Letter letter);
  static engine::Behaviour behaviour(const Case& history);
};

}  // namespace tripcheck::timed
