/// Sources that go through words: every history up to a length (S-22), and the suite that tells a
/// small machine from all others of about its size (S-23).
///
/// A profile that has them gives `P::Words`, of static members:
///
///   - Setting: a config, and where in time its histories begin
///   - kInProcess, kBehindPipe: how far to go by default
///   - enumerated(depth), a Tree each: the settings whose histories are enumerated, and how deep
///   - complete(): the settings whose machine is built; `text()` says in words which both are
///   - letters(setting, bad): how many; those that make the input bad only with `bad`, and last
///   - begin(setting): a case without a step
///   - append(setting, letter, case): adds a step; false where the letter cannot stand there
///   - leads(setting, letter): whether it may come first; not where another does the same there
///   - behaviour(case): what the model's state is after it, and what it said last, both told
///     relative to the last step, so that all that goes on alike is told alike
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tripcheck/properties/engine/machine.hpp>
#include <tripcheck/properties/engine/source.hpp>
#include <utility>
#include <vector>

namespace tripcheck::engine {

template <class P>
concept HasWords = requires {
  typename P::Words::Setting;
};

struct WordsBudget {
  std::size_t depth = 0;         ///< Of the histories that are enumerated.
  std::size_t extra_states = 0;  ///< That a breaker may have and yet be told from the model.
};

template <class Setting>
struct Tree {
  Setting setting;
  std::size_t depth = 0;
};

struct Behaviour {
  std::string state;
  std::string output;
};

/// Every history of the trees: those of the full length, whose beginnings are the shorter ones, and
/// those that no letter can follow.
template <class P>
class Enumerated final : public Source<P> {
 public:
  using Words = typename P::Words;
  using Case = typename P::Case;

  /// With `bad`: those too that end in a step which makes them bad input.
  Enumerated(std::size_t depth, bool bad, Domain domain)
      : trees_(Words::enumerated(depth)), bad_(bad), domain_(std::move(domain)) {}

  [[nodiscard]] std::string_view name() const override { return "enumerated"; }
  [[nodiscard]] bool asks_questions() const override { return false; }
  [[nodiscard]] std::uint64_t size() const override {
    std::uint64_t sum = 0;
    for (const auto& tree : trees_) {
      std::uint64_t product = 1;
      for (std::size_t i = 0; i < tree.depth; ++i) product *= Words::letters(tree.setting, bad_);
      sum += product;
    }
    return sum;
  }
  [[nodiscard]] std::string proof() const override {
    return "every history of at most " + std::to_string(deepest_) + " steps, on " +
           std::to_string(used_) + " configs: " + Words::text();
  }

  std::optional<Case> next() override {
    while (tree_ < trees_.size()) {
      if (!started_) start();
      if (auto found = next_in_tree()) {
        if (P::inside(*found, domain_)) return found;
      } else {
        ++tree_;
        started_ = false;
      }
    }
    return std::nullopt;
  }

 private:
  /// A history that is still looked at: the letter that comes next there, and whether any could
  /// follow.
  struct Node {
    Case history;
    Letter letter = 0;
    bool grew = false;
  };

  void start() {
    started_ = true;
    path_.clear();
    const auto& tree = trees_[tree_];
    Case nothing = Words::begin(tree.setting);
    if (!P::inside(nothing, domain_)) return;
    ++used_;
    deepest_ = std::max(deepest_, tree.depth);
    path_.push_back({.history = std::move(nothing)});
  }

  std::optional<Case> next_in_tree() {
    const auto& [setting, depth] = trees_[tree_];
    const auto letters = static_cast<Letter>(Words::letters(setting, bad_));
    while (!path_.empty()) {
      Node& node = path_.back();
      if (node.letter == letters) {
        std::optional<Case> ended;
        if (!node.grew) ended = std::move(node.history);
        path_.pop_back();
        if (ended) return ended;
        continue;
      }
      const Letter letter = node.letter++;
      if (path_.size() == 1 && !Words::leads(setting, letter)) continue;
      Case longer = node.history;
      if (!Words::append(setting, letter, longer)) continue;
      node.grew = true;
      if (path_.size() == depth) return longer;
      path_.push_back({.history = std::move(longer)});
    }
    return std::nullopt;
  }

  std::vector<Tree<typename Words::Setting>> trees_;
  bool bad_;
  Domain domain_;
  std::size_t tree_ = 0;
  bool started_ = false;
  std::vector<Node> path_;
  std::size_t used_ = 0;
  std::size_t deepest_ = 0;
};

/// The machine of the model for a setting, as its words show it. Throws nothing; the states are
/// those that the words reach.
template <class P>
Machine machine_of(const typename P::Words::Setting& setting) {
  using Words = typename P::Words;
  Machine machine{.letters = Words::letters(setting, false), .arcs = {}};
  std::map<std::string, std::size_t> states;
  std::map<std::string, std::size_t> outputs;
  std::vector<typename P::Case> histories{Words::begin(setting)};
  states.emplace(Words::behaviour(histories.front()).state, 0);
  for (std::size_t state = 0; state < histories.size(); ++state) {
    for (Letter letter = 0; letter < machine.letters; ++letter) {
      typename P::Case longer = histories[state];
      Words::append(setting, letter, longer);
      Behaviour behaviour = Words::behaviour(longer);
      const std::size_t output =
          outputs.try_emplace(std::move(behaviour.output), outputs.size()).first->second;
      const auto [next, fresh] = states.try_emplace(std::move(behaviour.state), states.size());
      machine.arcs.push_back({.next = next->second, .output = output});
      if (fresh) histories.push_back(std::move(longer));
    }
  }
  return machine;
}

/// The W-method's suite of each small config's machine: who answers all of it as the model does,
/// and has at most `extra` states more, answers every word as it does.
template <class P>
class Complete final : public Source<P> {
 public:
  using Words = typename P::Words;
  using Case = typename P::Case;

  Complete(std::size_t extra, Domain domain) : extra_(extra) {
    for (auto& setting : Words::complete()) {
      if (P::inside(Words::begin(setting), domain)) settings_.push_back(std::move(setting));
    }
    domain_ = std::move(domain);
  }

  [[nodiscard]] std::string_view name() const override { return "complete"; }
  [[nodiscard]] bool asks_questions() const override { return false; }
  [[nodiscard]] std::uint64_t size() const override {
    std::uint64_t sum = 0;
    for (const auto& setting : settings_) sum += words_of(setting).size();
    return sum;
  }
  [[nodiscard]] std::string proof() const override {
    return "equal to the model for every breaker with at most " + std::to_string(extra_) +
           (extra_ == 1 ? " state" : " states") + " more than it, on " +
           std::to_string(settings_.size()) + " configs (" + std::to_string(states_) + " states, " +
           std::to_string(ends_) + " distinguishing words): " + Words::text();
  }

  std::optional<Case> next() override {
    for (; at_ < settings_.size(); ++at_, words_.reset()) {
      const auto& setting = settings_[at_];
      if (!words_) start(setting);
      while (const Word* word = words_->next()) {
        Case history = Words::begin(setting);
        bool stands = true;
        for (const Letter letter : *word) {
          stands = stands && Words::append(setting, letter, history);
        }
        if (stands && P::inside(history, domain_)) return history;
      }
    }
    return std::nullopt;
  }

 private:
  using Setting = typename Words::Setting;

  [[nodiscard]] CompleteWords words_of(const Setting& setting) const {
    return CompleteWords(minimal(machine_of<P>(setting)), extra_);
  }

  /// Machines are built when their turn comes: a run that ends early builds few.
  void start(const Setting& setting) {
    words_ = words_of(setting);
    states_ += words_->states();
    ends_ += words_->distinguishing();
  }

  std::size_t extra_;
  Domain domain_;
  std::vector<Setting> settings_;
  std::size_t at_ = 0;
  std::optional<CompleteWords> words_;
  std::size_t states_ = 0;
  std::size_t ends_ = 0;
};

}  // namespace tripcheck::engine
