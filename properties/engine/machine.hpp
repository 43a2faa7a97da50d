/// A finite machine, and the words that tell it from every other one of about its size (S-23).
///
/// A machine reads letters and says an output for each. The suite of `CompleteWords` is that of the
/// W-method: each state is gone to, every short run of letters is read there, and then a set of
/// words by which any two states answer differently. A machine that answers all of them as this one
/// does, and has at most `extra` states more, is this one.
///
/// Threads: values, no shared state. Cost: minimal and distinguishing are a small power of the
/// states; made for some hundred of them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tripcheck::engine {

using Letter = std::uint32_t;
using Word = std::vector<Letter>;

/// State 0 is where it starts. Every state has an arc for each letter.
struct Machine {
  struct Arc {
    std::size_t next = 0;
    std::size_t output = 0;
    bool operator==(const Arc&) const = default;
  };

  std::size_t letters = 0;
  std::vector<Arc> arcs;  ///< State by state, a letter after the other.

  [[nodiscard]] std::size_t states() const { return letters == 0 ? 0 : arcs.size() / letters; }
  [[nodiscard]] const Arc& at(std::size_t state, Letter letter) const {
    return arcs[state * letters + letter];
  }
};

/// Without states that are never reached, and with one state for all that answer every word alike.
[[nodiscard]] Machine minimal(const Machine& machine);

/// By state: a shortest word that goes there. Requires: every state can be reached.
[[nodiscard]] std::vector<Word> access_words(const Machine& machine);

/// Words by which any two states answer differently; none is the beginning of another. Requires:
/// minimal. A machine of one state has the empty word.
[[nodiscard]] std::vector<Word> distinguishing_words(const Machine& machine);

/// The words of the suite, one after another. Requires: a minimal machine.
class CompleteWords {
 public:
  CompleteWords(const Machine& machine, std::size_t extra);

  /// The next, or nothing at the end; it is there until the next call.
  const Word* next();

  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] std::size_t states() const { return starts_.size(); }
  [[nodiscard]] std::size_t distinguishing() const { return ends_.size(); }

 private:
  bool advance_middle();

  std::size_t letters_;
  std::size_t longest_;  // Of a middle part.
  std::vector<Word> starts_;
  std::vector<Word> ends_;
  std::size_t start_ = 0;
  Word middle_;
  std::size_t end_ = 0;
  bool done_ = false;
  Word word_;
};

}  // namespace tripcheck::engine
