/// A reply as a document says it: two replies are the same where these texts are.
///
/// Threads: pure functions.
#pragma once
#include <string>
#include <tripcheck/properties/engine/subject.hpp>
#include <variant>

namespace tripcheck::engine {

template <class P>
[[nodiscard]] std::string reply_text(const Reply<P>& reply) {
  std::string text;
  if (const auto* answer = std::get_if<typename P::Answer>(&reply)) P::write(*answer, text);
  if (const auto* refused = std::get_if<Refused>(&reply)) text = "error: " + refused->text;
  if (const auto* skipped = std::get_if<Skipped>(&reply)) text = "skipped: " + skipped->reason;
  if (const auto* failed = std::get_if<Failed>(&reply)) text = "subject failed: " + failed->what;
  return text;
}

template <class P>
[[nodiscard]] std::string case_text(const typename P::Case& input) {
  std::string text;
  P::write(input, text);
  return text;
}

}  // namespace tripcheck::engine
