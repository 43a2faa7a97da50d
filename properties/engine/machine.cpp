#include <algorithm>
#include <cassert>
#include <deque>
#include <map>
#include <tripcheck/properties/engine/machine.hpp>
#include <utility>

namespace tripcheck::engine {
namespace {

/// By state, the number of its class: states of one class answer every word alike.
using Classes = std::vector<std::size_t>;

/// Splits classes until the arcs of a class all say the same and go to the same classes.
Classes classes_of(const Machine& machine) {
  Classes classes(machine.states(), 0);
  std::size_t count = machine.states() == 0 ? 0 : 1;
  for (bool split = true; split;) {
    std::map<std::vector<std::size_t>, std::size_t> numbers;
    Classes finer(classes.size());
    for (std::size_t state = 0; state < classes.size(); ++state) {
      std::vector<std::size_t> signature{classes[state]};
      for (Letter letter = 0; letter < machine.letters; ++letter) {
        const Machine::Arc& arc = machine.at(state, letter);
        signature.push_back(arc.output);
        signature.push_back(classes[arc.next]);
      }
      finer[state] = numbers.try_emplace(std::move(signature), numbers.size()).first->second;
    }
    split = numbers.size() > count;
    count = numbers.size();
    classes = std::move(finer);
  }
  return classes;
}

/// Calls `visit(state, word)` for each state that can be reached, in the order of shortest words.
template <class Visit>
void breadth_first(const Machine& machine, const Visit& visit) {
  std::vector<bool> seen(machine.states(), false);
  std::deque<std::pair<std::size_t, Word>> waiting;
  if (machine.states() > 0) {
    seen[0] = true;
    waiting.emplace_back(0, Word());
  }
  while (!waiting.empty()) {
    const auto [state, word] = std::move(waiting.front());
    waiting.pop_front();
    visit(state, word);
    for (Letter letter = 0; letter < machine.letters; ++letter) {
      const std::size_t next = machine.at(state, letter).next;
      if (seen[next]) continue;
      seen[next] = true;
      Word longer = word;
      longer.push_back(letter);
      waiting.emplace_back(next, std::move(longer));
    }
  }
}

/// A pair of states, the smaller first.
using Pair = std::pair<std::size_t, std::size_t>;
Pair pair_of(std::size_t a, std::size_t b) { return {std::min(a, b), std::max(a, b)}; }

/// The first letters of shortest words that tell two states apart, for every pair.
std::map<Pair, Letter> first_letters(const Machine& machine) {
  std::map<Pair, Letter> known;
  const auto every_pair = [&](const auto& visit) {
    for (std::size_t b = 0; b < machine.states(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        if (!known.contains({a, b})) visit(Pair(a, b));
      }
    }
  };
  const auto find = [&](const Pair& pair, const auto& tells) {
    for (Letter letter = 0; letter < machine.letters; ++letter) {
      if (tells(machine.at(pair.first, letter), machine.at(pair.second, letter))) return letter;
    }
    return static_cast<Letter>(machine.letters);
  };
  every_pair([&](const Pair& pair) {
    const Letter letter = find(
        pair, [](const Machine::Arc& a, const Machine::Arc& b) { return a.output != b.output; });
    if (letter < machine.letters) known.emplace(pair, letter);
  });
  for (bool more = true; more;) {
    std::map<Pair, Letter> longer;  // Known only once the round is over, so that words stay short.
    every_pair([&](const Pair& pair) {
      const Letter letter = find(pair, [&](const Machine::Arc& a, const Machine::Arc& b) {
        return a.next != b.next && known.contains(pair_of(a.next, b.next));
      });
      if (letter < machine.letters) longer.emplace(pair, letter);
    });
    more = !longer.empty();
    known.merge(longer);
  }
  return known;
}

bool begins(const Word& beginning, const Word& word) {
  return beginning.size() <= word.size() &&
         std::equal(beginning.begin(), beginning.end(), word.begin());
}

}  // namespace

Machine minimal(const Machine& machine) {
  const Classes classes = classes_of(machine);
  std::map<std::size_t, std::size_t> numbers;  // By class, in the order in which they are reached.
  std::vector<std::size_t> members;
  breadth_first(machine, [&](std::size_t state, const Word&) {
    if (numbers.try_emplace(classes[state], numbers.size()).second) members.push_back(state);
  });
  Machine smaller{.letters = machine.letters, .arcs = {}};
  for (const std::size_t state : members) {
    for (Letter letter = 0; letter < machine.letters; ++letter) {
      const Machine::Arc& arc = machine.at(state, letter);
      smaller.arcs.push_back({.next = numbers.at(classes[arc.next]), .output = arc.output});
    }
  }
  return smaller;
}

std::vector<Word> access_words(const Machine& machine) {
  std::vector<Word> words(machine.states());
  [[maybe_unused]] std::size_t reached = 0;
  breadth_first(machine, [&](std::size_t state, const Word& word) {
    words[state] = word;
    ++reached;
  });
  assert(reached == machine.states());
  return words;
}

std::vector<Word> distinguishing_words(const Machine& machine) {
  const auto letters = first_letters(machine);
  std::vector<Word> words;
  for (const auto& [pair, letter] : letters) {
    Word word;
    for (Pair now = pair;;) {
      const Letter next = letters.at(now);
      word.push_back(next);
      const Machine::Arc& a = machine.at(now.first, next);
      const Machine::Arc& b = machine.at(now.second, next);
      if (a.output != b.output) break;
      now = pair_of(a.next, b.next);
    }
    words.push_back(std::move(word));
  }
  if (words.empty()) return {Word()};
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  // Sorted, so what a word begins stands right behind it.
  std::vector<Word> longest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i + 1 == words.size() || !begins(words[i], words[i + 1])) longest.push_back(words[i]);
  }
  return longest;
}

CompleteWords::CompleteWords(const Machine& machine, std::size_t extra)
    : letters_(machine.letters),
      longest_(extra + 1),
      starts_(access_words(machine)),
      ends_(distinguishing_words(machine)),
      done_(machine.states() == 0) {}

const Word* CompleteWords::next() {
  if (done_) return nullptr;
  word_ = starts_[start_];
  word_.insert(word_.end(), middle_.begin(), middle_.end());
  word_.insert(word_.end(), ends_[end_].begin(), ends_[end_].end());
  if (++end_ < ends_.size()) return &word_;
  end_ = 0;
  if (++start_ < starts_.size()) return &word_;
  start_ = 0;
  done_ = !advance_middle();
  return &word_;
}

/// Every word of length 0, then 1 … up to the longest.
bool CompleteWords::advance_middle() {
  for (std::size_t i = middle_.size(); i-- > 0;) {
    if (++middle_[i] < letters_) return true;
    middle_[i] = 0;
  }
  middle_.push_back(0);
  return middle_.size() <= longest_;
}

std::uint64_t CompleteWords::size() const {
  std::uint64_t middles = 1;
  std::uint64_t power = 1;
  for (std::size_t i = 0; i < longest_; ++i) middles += power *= letters_;
  return starts_.size() * middles * ends_.size();
}

}  // namespace tripcheck::engine
