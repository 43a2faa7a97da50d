/// Whether some order of a concurrent history's operations explains every answer (Wing and Gong's
/// search, with memory of the states that led nowhere).
///
/// Spec says what the object does, one operation after another:
///
///   - State: a value, copied as the search goes; Operation: what was asked and what was answered
///   - bool apply(State&, const Operation&): takes the step; false where that answer is not the
///     one that the state gives
///   - void key(const State&, std::string&): appends what tells two states apart, all of it: two
///     states with one key are taken for the same
///
/// Threads: pure functions. Cost: exponential at the worst; `most_states` ends it.
/// Limits:  64 operations.
#pragma once
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tripcheck::engine {

/// One operation of a history: it took effect at some moment from `called` to `returned`, both
/// inclusive. Moments order operations and mean nothing else; no two ends share one.
template <class Operation>
struct Recorded {
  Operation operation;
  std::uint64_t called = 0;
  std::uint64_t returned = 0;
};

enum class Explained {
  legal,      ///< There is such an order …
  illegal,    ///< … or none.
  undecided,  ///< The search was ended before it knew. Never a pass.
};

struct Linearization {
  Explained verdict = Explained::undecided;
  std::vector<std::size_t> order{};  ///< Legal: the order. Else the longest one that was explained.
  std::uint64_t states = 0;          ///< Looked at.
};

namespace detail {

template <class Spec>
class Linearizer {
 public:
  using Operation = typename Spec::Operation;
  using State = typename Spec::State;

  Linearizer(const Spec& spec, std::span<const Recorded<Operation>> history, std::uint64_t most)
      : spec_(spec), history_(history), most_(most) {}

  Linearization search(const State& start) {
    const bool found = extend(start, 0);
    result_.verdict = found ? Explained::legal : (cut_ ? Explained::undecided : Explained::illegal);
    if (found) result_.order = order_;
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_done(std::uint64_t done, std::size_t i) const {
    return (done >> i & 1) != 0;
  }

  /// An operation may come next where none that is left had returned before it was called.
  [[nodiscard]] std::uint64_t first_return(std::uint64_t done) const {
    std::uint64_t first = ~std::uint64_t{0};
    for (std::size_t i = 0; i < history_.size(); ++i) {
      if (!is_done(done, i)) first = std::min(first, history_[i].returned);
    }
    return first;
  }

  bool extend(const State& state, std::uint64_t done) {
    if (order_.size() == history_.size()) return true;
    if (result_.states == most_) {
      cut_ = true;
      return false;
    }
    ++result_.states;
    if (order_.size() > result_.order.size()) result_.order = order_;
    const std::uint64_t until = first_return(done);
    for (std::size_t i = 0; i < history_.size(); ++i) {
      if (is_done(done, i) || history_[i].called > until) continue;
      State next = state;
      if (!spec_.apply(next, history_[i].operation)) continue;
      const std::uint64_t longer = done | std::uint64_t{1} << i;
      if (!is_new(next, longer)) continue;
      order_.push_back(i);
      if (extend(next, longer)) return true;
      order_.pop_back();
    }
    return false;
  }

  bool is_new(const State& state, std::uint64_t done) {
    key_.assign(reinterpret_cast<const char*>(&done), sizeof(done));
    spec_.key(state, key_);
    return seen_.insert(key_).second;
  }

  const Spec& spec_;
  std::span<const Recorded<Operation>> history_;
  std::uint64_t most_;
  bool cut_ = false;
  std::vector<std::size_t> order_;
  std::string key_;
  std::unordered_set<std::string> seen_;
  Linearization result_;
};

}  // namespace detail

/// Requires: 64 operations at the most.
template <class Spec>
[[nodiscard]] Linearization linearize(const Spec& spec, const typename Spec::State& start,
                                      std::span<const Recorded<typename Spec::Operation>> history,
                                      std::uint64_t most_states) {
  assert(history.size() <= 64);
  return detail::Linearizer<Spec>(spec, history, most_states).search(start);
}

}  // namespace tripcheck::engine
