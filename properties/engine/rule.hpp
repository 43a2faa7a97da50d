/// A rule as the suite speaks of it: its number and one sentence.
#pragma once
#include <string_view>

namespace tripcheck::engine {

/// A rule's number: `T-3`. The numbers are promises; the rules stand beside the models.
using RuleId = std::string_view;

struct Rule {
  RuleId id;
  std::string_view text;  ///< One sentence, as reports print it.
};

}  // namespace tripcheck::engine
