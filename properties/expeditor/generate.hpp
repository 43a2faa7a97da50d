/// The parts of the generator: setups, and operations drawn while the model steps along. Private to
/// this folder.
#pragma once
#include <string>
#include <tripcheck/model/expeditor/run.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>

namespace tripcheck::expeditor {

/// The numbers that a subject can take.
struct Numbers {
  engine::Range step;
  engine::Range time;
  engine::Range id;
};

// generate_setup.cpp
[[nodiscard]] Config draw_config(engine::Draw& draw);
[[nodiscard]] CapabilityMap draw_map(engine::Draw& draw);

/// What a case is like all along.
struct Habits {
  std::uint64_t failing = 50;  ///< Calls that fail, in a hundred.
  std::vector<std::optional<std::string>> signatures{};
  bool answers_late = false;  ///< Calls overlap.
  bool scores = true;
  bool plans = true;
  bool questions = true;
  bool cycles = true;
  bool confirms = true;
  bool errors = false;
  bool together = false;  ///< Calls of all tools are out before the first of them ends.
  bool stubborn = false;  ///< One probe after another fails or nearly, each asked when due.
};
[[nodiscard]] Habits draw_habits(engine::Draw& draw);

/// Draws one operation after another; each is then run by the model, so that the next one is drawn
/// for where it got to.
class OpDrawer {
 public:
  OpDrawer(engine::Draw& draw, Case& input, const Habits& habits, const Numbers& numbers);
  /// Asks for each tool as often as it may fail, and says nothing of what came of it yet.
  void send_all();
  /// Adds an operation, or a call with its outcome.
  void add();

 private:
  void take(Op op);
  [[nodiscard]] std::int64_t pick_step();
  [[nodiscard]] std::string pick_tool();
  [[nodiscard]] std::int64_t pick_ticket();
  [[nodiscard]] SubTaskId pick_id();
  void call();
  void insist();
  void end_one();
  void probe_all();
  void add_record();
  void give_up(std::int64_t ticket, std::int64_t step);
  void add_other();
  void add_plan();
  void add_question();
  void add_error();
  [[nodiscard]] Record outcome_of(std::int64_t ticket, std::int64_t step);
  [[nodiscard]] AskLabel pick_label();

  engine::Draw& draw_;
  Case& input_;
  Habits habits_;
  Numbers numbers_;
  model::Run run_;
  std::int64_t step_ = 0;
};

}  // namespace tripcheck::expeditor
