#include <array>
#include <tripcheck/properties/engine/selftest_remedy.hpp>

namespace tripcheck::engine {
namespace {

struct Known {
  std::string_view part;  ///< Of what the door says; process_line.cpp, child.cpp and their like.
  std::string_view remedy;
};

/// The first that fits counts.
constexpr std::array<Known, 15> kKnown{{
    {"expected id, answer, skipped or error",
     "answer each case with {\"id\":…,\"answer\":{…}} and no other key"},
    {"unknown key", "take that key out of the answer, or claim it in the answer to start"},
    {": missing",
     "put that key into every answer; where it comes from a claim, answer it or do not "
     "claim it"},
    {"no id", "give back the id of the case with each answer"},
    {"its id", "give back the id of the case as it came, as an integer"},
    {"answered id", "give back the id of the case that is answered, once"},
    {"not JSON",
     "print nothing on standard output but one line of JSON a case; logs go to standard "
     "error"},
    {"not an object", "answer with one JSON object a line"},
    {"answered nonsense", "answer in the form of the profile's document: docs/protocol.md"},
    {"no answer", "flush after each answer, and read line by line, not up to the end of input"},
    {"without a line end", "end each answer with a newline"},
    {"closed its", "keep standard input and output open until the input ends"},
    {"exited",
     "see its last words; one case must not end the program, which reads on until its "
     "input ends"},
    {"signal", "see its last words; one case must not end the program"},
    {"restarted", "mend the failures before this one: it was started anew as often as is allowed"},
}};

}  // namespace

std::string remedy_for(std::string_view what) {
  for (const Known& known : kKnown) {
    if (what.find(known.part) != std::string_view::npos) return std::string(known.remedy);
  }
  return "feed the case to the adapter by hand, a line on its standard input, and see what it does";
}

}  // namespace tripcheck::engine
