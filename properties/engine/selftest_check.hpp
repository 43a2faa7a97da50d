/// What `tripcheck selftest` asks of an adapter, and what it says of it, check by check (S-4).
///
/// Threads: values.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/subject.hpp>
#include <vector>

namespace tripcheck::engine {

struct SelftestCheck {
  enum class Verdict : std::uint8_t { ok, wrong, not_tried };
  std::string name;  ///< A few words: `same case twice`.
  Verdict verdict = Verdict::ok;
  std::string found;            ///< One sentence.
  std::string remedy{};         ///< What to do; where it is wrong.
  std::string case_document{};  ///< A case that shows it, where one does.
  std::string last_words{};     ///< Of a subject that failed.
  bool subject_failed = false;  ///< It crashed, hung or answered nonsense.
};

/// A few cases of a profile that show one thing that adapters get wrong.
template <class P>
struct Probe {
  std::string_view name;    ///< `one beside the deadline`
  std::string_view claim;   ///< What is so where all replies are the model's; one sentence.
  std::string_view remedy;  ///< What to do where they are not.
  std::vector<typename P::Case> cases;
  /// What the replies say, all of them answers, where they are not all the model's; may be empty.
  std::function<std::string(std::span<const Reply<P>>)> diagnose{};
};

}  // namespace tripcheck::engine
