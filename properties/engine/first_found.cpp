// The first break, told before it is shrunk.
#include <tripcheck/properties/engine/profile.hpp>

namespace tripcheck::engine {

std::string replay_of(const VerifyOptions& options, std::string_view profile,
                      std::string_view document) {
  return options.replay_line ? options.replay_line(profile, document)
                             : replay_line(profile, options.subject, document);
}

std::string text_of(const FirstFound& found) {
  std::string text = std::string(found.rule) + " is broken: case " + std::to_string(found.number) +
                     " of " + std::string(found.source) + " (" + std::to_string(found.steps) +
                     (found.steps == 1 ? " step" : " steps") +
                     "), to be shrunk. As it was found:\n  ";
  return text.append(found.replay).append("\n");
}

}  // namespace tripcheck::engine
