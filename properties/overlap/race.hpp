/// A few threads' calls on one shared breaker: what each does, what came of it, and whether some
/// order of all of it explains the answers (O-7).
///
/// Threads: values and pure functions.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/model/overlap/breaker.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/linearizability.hpp>
#include <tripcheck/properties/engine/scheduler.hpp>
#include <vector>

namespace tripcheck::overlap {

enum class Act : std::uint8_t { acquire, record, ignore, drop, state };

/// One operation of a thread. Calls are numbered from 1; one that was acquired before the threads
/// began is used by one thread alone, any other by the thread that acquired it.
struct RaceStep {
  Act act = Act::acquire;
  std::size_t call = 0;
  std::int64_t t = 0;
  Result result = Result::success;
  bool operator==(const RaceStep&) const = default;
};

struct Race {
  Config config;
  std::vector<RaceStep> before;  ///< By one thread, before the others begin.
  std::vector<std::vector<RaceStep>> threads;
  bool operator==(const Race&) const = default;
};
[[nodiscard]] std::size_t steps(const Race& race);
[[nodiscard]] std::size_t calls(const Race& race);

/// One line that says a race, and a schedule behind a semicolon if there is one:
/// `F1 C5 H1 T3: a1@0 k1-@0 | a2@5 k2+@6 | a3@5 ? ; 1122`. T is trial_timeout, where it is given;
/// `a1@0`: call 1 asks at 0; `k1-@0`: its failure at 0, `+` a success, `k1x` ignored, `k1d`
/// dropped;
/// `?`: the state is asked.
[[nodiscard]] std::string text_of(const Race& race, const engine::Schedule& schedule);
[[nodiscard]] std::string text_of(const RaceStep& step);
struct RaceText {
  Race race;
  engine::Schedule schedule;
};
/// Nothing where the text is none, or is no race: a call used before it is acquired, a bad config.
[[nodiscard]] std::optional<RaceText> read_race(std::string_view text);
/// Whether each call is acquired once, before it is used, and by the thread that uses it or before.
[[nodiscard]] bool is_sound(const Race& race);

/// What one operation was told.
struct Happened {
  RaceStep step;
  std::size_t thread = 0;  ///< From 1; 0: before or after them.
  Answer answer = Answer::no_permit;
  State state = State::closed;  ///< Of a question.
  std::vector<Transition> transitions{};
};
[[nodiscard]] std::string answer_text(const Happened& happened);
using History = std::vector<engine::Recorded<Happened>>;

/// The model as the search steps it.
struct Atomically {
  /// What has become of a call.
  struct Fate {
    enum class Kind : std::uint8_t { unknown, rejected, held } kind = Kind::unknown;
    model::Permit permit;
  };
  struct State {
    model::Breaker breaker;
    std::vector<Fate> calls;
  };
  using Operation = Happened;
  Config config;

  [[nodiscard]] static State start(std::size_t calls) {
    return {.breaker = {}, .calls = std::vector<Fate>(calls)};
  }
  bool apply(State& state, const Happened& happened) const;
  static void key(const State& state, std::string& text);
};
[[nodiscard]] engine::Linearization explain(const Race& race, const History& history,
                                            std::uint64_t most_states = 1'000'000);

enum class SecondUses : bool { none, some };
/// A small race, near to where the state changes.
[[nodiscard]] Race draw_race(engine::Draw& draw, SecondUses second_uses);

}  // namespace tripcheck::overlap
