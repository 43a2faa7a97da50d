// Operations, drawn for where the model has got to.
#include <algorithm>
#include <array>
#include <tripcheck/model/expeditor/expeditor.hpp>
#include <tripcheck/properties/expeditor/generate.hpp>

namespace tripcheck::expeditor {
namespace {

using engine::Draw;

/// Operations that only a document can hold, and the key at fault.
struct BadOp {
  std::string_view text;
  std::string_view field;
};
constexpr std::array<BadOp, 16> kBadOps{
    {{R"({"op":"zap"})", "op"},
     {R"({"step":1})", "op"},
     {R"({"op":"decide","tool":"A"})", "step"},
     {R"({"op":"decide","tool":7,"step":"x"})", "tool"},
     {R"({"op":"decide","step":1.0,"tool":"A"})", "step"},
     {R"({"op":"decide","tool":"A","step":true})", "step"},
     {R"({"op":"decide","tool":"A","step":-1})", "step"},
     {R"({"op":"decide","tool":"A","step":1,"zap":1})", "zap"},
     {R"({"op":"record","ticket":1.0,"step":1,"outcome":"success"})", "ticket"},
     {R"({"op":"record","ticket":1,"step":1,"outcome":"maybe"})", "outcome"},
     {R"({"op":"record","ticket":1,"step":1,"outcome":"success","signature":""})", "signature"},
     {R"({"op":"availability","tool":"A","score":"FINE","step":1})", "score"},
     {R"({"op":"route","tool":"A","tool":"A"})", "tool"},
     {R"({"op":"complete","subtask":1.5,"step":1})", "subtask"},
     {R"({"op":"plan","step":1,"subtasks":[{"id":1,"title":"","requires":"A"}]})", "subtasks"},
     {R"({"op":"label","source":"s"})", "task_started_at"}}};

constexpr std::array<std::string_view, 5> kNewTools{"A", "B", "C", "new", ""};

}  // namespace

OpDrawer::OpDrawer(Draw& draw, Case& input, const Habits& habits, const Numbers& numbers)
    : draw_(draw),
      input_(input),
      habits_(habits),
      numbers_(numbers),
      run_(model::start(input.config, input.map)) {
  step_ = numbers.step.nearest(0);
  if (draw.chance(1, 8)) {
    const std::int64_t edge = draw.pick<std::int64_t>(
        {1, std::int64_t{1} << 31U, std::int64_t{1} << 53U, kLastStep - 40, kLastStep - 400});
    step_ = numbers.step.nearest(edge);
  }
}

void OpDrawer::take(Op op) {
  (void)model::apply(run_, op);
  step_ = std::max(step_, run_.step);
  input_.ops.emplace_back(std::move(op));
}

/// Now, soon, or beside something that is due.
std::int64_t OpDrawer::pick_step() {
  std::int64_t step = step_;
  const std::uint64_t kind = draw_.below(10);
  if (kind < 3) step += draw_.pick<std::int64_t>({1, 1, 2, 3});
  if (kind == 3) step += static_cast<std::int64_t>(draw_.log_uniform(40));
  if (kind >= 6) {
    std::vector<std::int64_t> due;
    for (const model::Tool& tool : run_.tools) {
      if (tool.state == State::open) due.push_back(model::next_probe(tool));
      if (tool.state != State::half_open) continue;
      due.push_back(run_.tickets[static_cast<std::size_t>(tool.probe - 1)].step + tool.interval);
    }
    if (!due.empty()) step = due[draw_.below(due.size())] + draw_.pick<std::int64_t>({-1, 0, 0, 1});
  }
  return numbers_.step.nearest(std::max(step_, std::min(step, kLastStep)));
}

std::string OpDrawer::pick_tool() {
  if (run_.tools.empty() || draw_.chance(1, 20)) {
    return std::string(draw_.pick(std::span<const std::string_view>(kNewTools)));
  }
  if (draw_.chance(1, 2)) {  // One that is in trouble, where there is one.
    std::vector<std::string> troubled;
    for (const model::Tool& tool : run_.tools) {
      if (tool.consecutive_failures > 0) troubled.push_back(tool.entry.tool);
    }
    if (!troubled.empty()) return troubled[draw_.below(troubled.size())];
  }
  return run_.tools[draw_.below(run_.tools.size())].entry.tool;
}

std::int64_t OpDrawer::pick_ticket() {
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < run_.tickets.size(); ++i) {
    if (run_.tickets[i].outstanding) out.push_back(static_cast<std::int64_t>(i + 1));
  }
  if (out.empty()) return 0;
  return draw_.chance(1, 2) ? out.front() : out[draw_.below(out.size())];
}

SubTaskId OpDrawer::pick_id() {
  const auto number = static_cast<std::int64_t>(draw_.below(4));
  if (draw_.chance(1, 4)) return std::to_string(number);
  return numbers_.id.nearest(number);
}

Record OpDrawer::outcome_of(std::int64_t ticket, std::int64_t step) {
  Record told{.ticket = ticket, .step = step};
  told.outcome = draw_.chance(habits_.failing, 100) ? Outcome::failure : Outcome::success;
  const bool says = told.outcome == Outcome::failure || draw_.chance(1, 8);
  if (!says) return told;
  told.signature = habits_.signatures[draw_.below(habits_.signatures.size())];
  if (draw_.chance(1, 3)) told.error = draw_.pick<const char*>({"after 120s", "after 119s", ""});
  return told;
}

/// Asks, and where it may be made, says what came of it: at once, later, or never.
void OpDrawer::call() {
  const std::string tool = pick_tool();
  const std::int64_t step = pick_step();
  const std::size_t before = run_.tickets.size();
  take(Decide{.tool = tool, .step = step, .user_available = !draw_.chance(1, 5)});
  if (run_.tickets.size() == before) return;
  if (draw_.chance(habits_.answers_late ? 2 : 17, 20)) {
    const auto ticket = static_cast<std::int64_t>(run_.tickets.size());
    take(outcome_of(ticket, habits_.answers_late ? pick_step() : step));
  }
}

void OpDrawer::add_record() {
  const std::int64_t ticket = pick_ticket();
  const std::int64_t step = pick_step();
  if (ticket == 0) return call();
  if (draw_.chance(1, 8)) return give_up(ticket, step);
  take(outcome_of(ticket, step));
}

/// A call that nobody hears of; where it was a probe, its tool is often asked for again.
void OpDrawer::give_up(std::int64_t ticket, std::int64_t step) {
  take(Abandon{.ticket = ticket, .step = step});
  const model::Tool& tool = run_.tools[run_.tickets[static_cast<std::size_t>(ticket - 1)].tool];
  if (tool.state != State::half_open || draw_.chance(1, 3)) return;
  const std::int64_t again = step_ + draw_.pick<std::int64_t>({0, 0, 1});
  take(Decide{.tool = tool.entry.tool, .step = numbers_.step.nearest(std::min(again, kLastStep))});
}

void OpDrawer::add_plan() {
  Plan plan{.step = pick_step(), .user_available = !draw_.chance(1, 4)};
  const std::uint64_t subtasks = draw_.below(4);
  for (std::uint64_t i = 0; i < subtasks; ++i) {
    SubTask task{.id = pick_id(), .title = draw_.pick<const char*>({"t", "", "a title"})};
    const std::uint64_t needs = draw_.below(4);
    for (std::uint64_t k = 0; k < needs; ++k) task.needs.push_back(pick_tool());
    const auto same = [&](const SubTask& other) { return other.id == task.id; };
    if (std::any_of(plan.subtasks.begin(), plan.subtasks.end(), same)) continue;
    plan.subtasks.push_back(std::move(task));
  }
  take(std::move(plan));
}

AskLabel OpDrawer::pick_label() {
  AskLabel asked{.source = draw_.pick<const char*>({"s", "Grep"})};
  asked.task_started_at = numbers_.time.nearest(draw_.pick<std::int64_t>({5, 0, -3}));
  if (draw_.chance(1, 2)) {
    const std::int64_t away = draw_.pick<std::int64_t>({-1, 0, 1, -9});
    asked.retrieved_at = numbers_.time.nearest(asked.task_started_at + away);
  }
  if (draw_.chance(1, 2)) asked.digest = draw_.pick<const char*>({"d", ""});
  if (draw_.chance(1, 2)) asked.previous_digest = draw_.pick<const char*>({"d", ""});
  asked.documented_caching = draw_.chance(1, 3);
  asked.contradicts_recent = draw_.chance(1, 3);
  return asked;
}

void OpDrawer::add_question() {
  switch (draw_.below(4)) {
    case 0:
      if (run_.tools.empty()) return call();
      return take(AskRoute{.tool = run_.tools[draw_.below(run_.tools.size())].entry.tool,
                           .user_available = draw_.chance(1, 2)});
    case 1:
      return take(AskReport{});
    default:
      return take(pick_label());
  }
}

/// Something that errs, most often.
void OpDrawer::add_error() {
  const std::int64_t step = draw_.chance(1, 2) ? step_ : pick_step();
  switch (draw_.below(9)) {
    case 0: {
      const auto given = static_cast<std::int64_t>(run_.tickets.size());
      const std::int64_t ticket = draw_.pick<std::int64_t>({given, given + 1, 0, -1, 1});
      return take(outcome_of(ticket, step));
    }
    case 1:
      return take(Abandon{.ticket = 1, .step = step});
    case 2:
      return take(Availability{.tool = "nobody", .score = Score::degraded, .step = step});
    case 3:
      return take(AskRoute{.tool = "nobody"});
    case 4:
      return take(Complete{.subtask = pick_id(), .step = step});
    case 5:
      return take(ConfirmRecovered{.step = step});
    case 6: {
      const std::int64_t back = numbers_.step.nearest(draw_.pick({step - 1, step - 9}));
      return take(Decide{.tool = pick_tool(), .step = std::max<std::int64_t>(back, 0)});
    }
    case 7: {
      const SubTaskId id = pick_id();
      return take(Plan{.step = step, .subtasks = {SubTask{.id = id}, SubTask{.id = id}}});
    }
    default: {
      const BadOp& bad = draw_.pick(std::span<const BadOp>(kBadOps));
      input_.ops.emplace_back(FaultyOp{std::string(bad.text), std::string(bad.field)});
    }
  }
}

void OpDrawer::add_other() {
  const std::uint64_t kind = draw_.below(5);
  const std::int64_t step = pick_step();
  if (kind == 0 && habits_.scores && !run_.tools.empty()) {
    const std::string tool = run_.tools[draw_.below(run_.tools.size())].entry.tool;
    const Score score = draw_.pick({Score::unavailable, Score::unavailable, Score::degraded,
                                    Score::degraded, Score::available});
    return take(Availability{.tool = tool, .score = score, .step = step});
  }
  if (kind == 1 && habits_.plans) return add_plan();
  if (kind == 2 && habits_.questions) return add_question();
  if (kind == 3 && habits_.cycles && draw_.chance(1, 3)) return take(BeginCycle{.step = step});
  if (kind == 4 && habits_.plans && !run_.subtasks.empty()) {
    const SubTaskId id = run_.subtasks[draw_.below(run_.subtasks.size())].task.id;
    return take(Complete{.subtask = id, .step = step});
  }
  call();
}

/// Two tools fail together, then one of them is probed and nearly always fails.
void OpDrawer::insist() {
  if (run_.systemic) return take(ConfirmRecovered{.step = step_});
  std::string tool = run_.tools.size() < 2 ? "A" : run_.tools.front().entry.tool;
  std::int64_t step = step_;
  if (input_.ops.size() == 2) tool = run_.tools.size() < 2 ? "B" : run_.tools[1].entry.tool;
  const auto place = model::place_of(run_, tool);
  if (place && run_.tools[*place].state == State::open) {
    step = std::max(step, model::next_probe(run_.tools[*place]));
  }
  const std::size_t before = run_.tickets.size();
  take(Decide{.tool = tool, .step = numbers_.step.nearest(std::min(step, kLastStep))});
  if (run_.tickets.size() == before) return;
  if (!draw_.chance(habits_.failing, 100)) {
    return take(Record{.ticket = std::ssize(run_.tickets), .step = step_});
  }
  take(Record{.ticket = std::ssize(run_.tickets),
              .step = step_,
              .outcome = Outcome::failure,
              .signature = "e"});
}

void OpDrawer::send_all() {
  for (std::int64_t round = 0; round < input_.config.failure_threshold; ++round) {
    for (std::size_t i = 0; i < input_.map.size(); ++i) {
      if (draw_.chance(1, 12)) continue;
      take(Decide{.tool = input_.map[i].tool, .step = step_});
    }
  }
  if (!habits_.scores) return;
  const std::string tool = input_.map[draw_.below(input_.map.size())].tool;
  take(Availability{.tool = tool, .score = Score::unavailable, .step = step_});
}

/// Every open tool is asked for once all of them are due, so that their probes are out together.
void OpDrawer::probe_all() {
  std::int64_t due = step_;
  std::vector<std::string> open;
  for (const model::Tool& tool : run_.tools) {
    if (tool.state != State::open) continue;
    due = std::max(due, model::next_probe(tool));
    open.push_back(tool.entry.tool);
  }
  if (open.empty()) return call();
  due = numbers_.step.nearest(std::min(due, kLastStep));
  for (const std::string& tool : open) take(Decide{.tool = tool, .step = due});
}

/// The outcome of a call that is out, at once or a little later.
void OpDrawer::end_one() {
  const std::int64_t ticket = pick_ticket();
  const std::int64_t later = draw_.pick<std::int64_t>({0, 0, 0, 1, 2});
  const std::int64_t step = numbers_.step.nearest(std::min(step_ + later, kLastStep));
  const model::Ticket& call = run_.tickets[static_cast<std::size_t>(ticket - 1)];
  const bool probe = run_.tools[call.tool].probe == ticket;
  if (probe && draw_.chance(1, 8)) return give_up(ticket, step);
  take(outcome_of(ticket, step));
}

void OpDrawer::add() {
  if (habits_.stubborn) return insist();
  if (habits_.together && pick_ticket() != 0 && draw_.chance(2, 3)) return end_one();
  if (habits_.together && !run_.systemic && !run_.paused && draw_.chance(1, 4)) return probe_all();
  if (run_.systemic && habits_.plans && draw_.chance(1, 6)) return add_plan();
  if (run_.systemic && habits_.scores && draw_.chance(1, 5)) {
    const std::string tool = run_.tools[draw_.below(run_.tools.size())].entry.tool;
    const Score score = draw_.pick({Score::unavailable, Score::degraded});
    return take(Availability{.tool = tool, .score = score, .step = step_});
  }
  if (habits_.errors && draw_.chance(1, 4)) return add_error();
  if (run_.systemic && habits_.confirms && draw_.chance(1, 3)) {
    return take(ConfirmRecovered{.step = pick_step()});
  }
  if (run_.paused && habits_.cycles && draw_.chance(1, 3)) {
    return take(BeginCycle{.step = pick_step()});
  }
  const std::uint64_t kind = draw_.below(10);
  if (kind < 6) return call();
  if (kind < 8) return add_record();
  add_other();
}

}  // namespace tripcheck::expeditor
