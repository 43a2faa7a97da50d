// What must hold of a trace whatever the model says: tickets, pauses, probes, routes.
#include <algorithm>
#include <map>
#include <set>
#include <tripcheck/properties/expeditor/judge.hpp>
#include <tripcheck/properties/expeditor/trace.hpp>

namespace tripcheck::expeditor {
namespace {

using engine::Break;
using engine::Judgement;
using engine::Kept;
using engine::RuleId;

/// Judges the moments of an answer; no answer is another property's business.
template <class Judge>
Judgement over_moments(const Evidence& evidence, const Judge& judge) {
  const Answer* got = evidence.answer(0);
  if (got == nullptr) return Kept{};
  return judge(evidence.input(0), moments_of(evidence.input(0), *got), *got);
}

/// The ticket that an outcome names; none is given out as 0.
std::int64_t ticket_told(const Moment& now) {
  if (const auto* told = now.asked<Record>()) return told->ticket;
  if (const auto* told = now.asked<Abandon>()) return told->ticket;
  return 0;
}

/// The tickets that are out.
class Tickets {
 public:
  /// Whether the decision has one exactly if it lets a call through, and the next number.
  bool gives(const Decision& decision) {
    const bool may = decision.action == Action::call || decision.action == Action::probe;
    if (!may) return !decision.ticket;
    out_.insert(++last_);
    return decision.ticket == last_;
  }
  bool takes(std::int64_t ticket) { return out_.erase(ticket) != 0; }

 private:
  std::set<std::int64_t> out_;
  std::int64_t last_ = 0;
};

Judgement tickets_are_used_once(const Evidence& evidence) {
  return over_moments(evidence, [](const Case&, const std::vector<Moment>& all, const Answer&) {
    Tickets tickets;
    for (const Moment& now : all) {
      const auto* decision = now.answered<Decision>();
      if (decision != nullptr && !tickets.gives(*decision)) {
        return Judgement(Break{.rule = "X-10", .step = now.index, .note = "a ticket is wrong"});
      }
      const std::int64_t used = ticket_told(now);
      if (used != 0 && !tickets.takes(used)) {
        return Judgement(Break{.rule = "X-10",
                               .step = now.index,
                               .note = "an outcome was taken for a call that is not out"});
      }
    }
    return Judgement(Kept{});
  });
}

/// The pauses that records told of, each until the operation that ends it.
class Pauses {
 public:
  /// The rule by which a pause that was on must still be on.
  std::optional<RuleId> see(const Recorded& now) {
    std::optional<RuleId> ended;
    if (systemic_ && !now.systemic) ended = "X-24";
    if (paused_ && !now.paused) ended = "X-18";
    paused_ = now.paused;
    systemic_ = now.systemic;
    return ended;
  }
  void end_with(const Moment& now) {
    if (now.asked<BeginCycle>() != nullptr) paused_ = false;
    if (now.asked<ConfirmRecovered>() != nullptr) systemic_ = false;
  }
  /// The rule that the decision breaks: PAUSE in a pause, and only there.
  [[nodiscard]] std::optional<RuleId> broken_by(const Decision& decision) const {
    if ((paused_ || systemic_) == (decision.action == Action::pause)) return std::nullopt;
    return paused_ ? "X-1" : "X-2";
  }

 private:
  bool paused_ = false;
  bool systemic_ = false;
};

Judgement pauses_last(const Evidence& evidence) {
  return over_moments(evidence, [](const Case&, const std::vector<Moment>& all, const Answer&) {
    Pauses pauses;
    for (const Moment& now : all) {
      if (const auto* recorded = now.answered<Recorded>()) {
        if (const auto rule = pauses.see(*recorded)) {
          return Judgement(
              Break{.rule = *rule, .step = now.index, .note = "a pause ended by itself"});
        }
      }
      pauses.end_with(now);
      const auto* decision = now.answered<Decision>();
      if (decision == nullptr) continue;
      if (const auto rule = pauses.broken_by(*decision)) {
        return Judgement(Break{.rule = *rule, .step = now.index});
      }
    }
    return Judgement(Kept{});
  });
}

/// The probes that are out, by what decisions and outcomes tell.
class Probes {
 public:
  explicit Probes(std::int64_t interval) : interval_(interval) {}

  /// Whether a probe may go out now: a probe while another is out needs that one to be lost.
  bool sends(const Decide& asked, const Decision& decision) {
    if (decision.ticket) tool_of_[*decision.ticket] = asked.tool;
    if (decision.action != Action::probe) return true;
    Probe& probe = probes_[asked.tool];
    const bool may = !probe.ticket || asked.step - probe.step >= interval_;
    probe = {.ticket = decision.ticket, .step = asked.step};
    return may;
  }
  void takes(std::int64_t ticket) {
    const auto tool = tool_of_.find(ticket);
    if (tool == tool_of_.end()) return;
    Probe& probe = probes_[tool->second];
    if (probe.ticket == ticket) probe.ticket.reset();
  }

 private:
  struct Probe {
    std::optional<std::int64_t> ticket{};  ///< While it is out.
    std::int64_t step = 0;                 ///< At which it was sent.
  };
  std::int64_t interval_;
  std::map<std::string, Probe> probes_;
  std::map<std::int64_t, std::string> tool_of_;
};

Judgement one_probe_at_a_time(const Evidence& evidence) {
  return over_moments(
      evidence, [](const Case& input, const std::vector<Moment>& all, const Answer&) {
        Probes probes(input.config.probe_interval);
        for (const Moment& now : all) {
          const auto* decision = now.answered<Decision>();
          if (decision != nullptr && !probes.sends(std::get<Decide>(*now.op), *decision)) {
            return Judgement(Break{.rule = "X-8", .step = now.index, .note = "a second probe"});
          }
          probes.takes(ticket_told(now));
        }
        return Judgement(Kept{});
      });
}

/// What is known of the tools' circuits and scores from the results alone.
class Health {
 public:
  void see(const Moment& now) {
    if (const auto* decision = now.answered<Decision>()) {
      const std::string& tool = std::get<Decide>(*now.op).tool;
      if (decision->ticket) tool_of_[*decision->ticket] = tool;
      if (decision->action == Action::probe) states_[tool] = State::half_open;
    }
    if (const auto* recorded = now.answered<Recorded>()) {
      const auto tool = tool_of_.find(std::get<Record>(*now.op).ticket);
      if (tool != tool_of_.end()) states_[tool->second] = recorded->state;
      if (recorded->systemic && !flagged_) scores_.clear();
      flagged_ = recorded->systemic;
    }
    if (const auto* told = now.asked<Availability>()) scores_[told->tool] = told->score;
    if (now.asked<ConfirmRecovered>() != nullptr) {
      scores_.clear();
      flagged_ = false;
    }
  }
  [[nodiscard]] State state(const std::string& tool) const {
    const auto found = states_.find(tool);
    return found == states_.end() ? State::closed : found->second;
  }
  [[nodiscard]] bool unavailable(const std::string& tool) const {
    const auto found = scores_.find(tool);
    return found != scores_.end() && found->second == Score::unavailable;
  }

 private:
  std::map<std::string, State> states_;
  std::map<std::string, Score> scores_;
  std::map<std::int64_t, std::string> tool_of_;
  bool flagged_ = false;
};

/// The route of a result, if it has one, and of which tool.
struct Detour {
  const std::string* from = nullptr;
  const Route* route = nullptr;
};

Detour detour_of(const Moment& now) {
  if (const auto* route = now.answered<Route>(); route != nullptr) {
    return {.from = &std::get<AskRoute>(*now.op).tool, .route = route};
  }
  const auto* decision = now.answered<Decision>();
  if (decision == nullptr || !decision->route) return {};
  return {.from = &std::get<Decide>(*now.op).tool, .route = &*decision->route};
}

Judgement routes_lead_to_usable_tools(const Evidence& evidence) {
  return over_moments(
      evidence, [](const Case& input, const std::vector<Moment>& all, const Answer&) {
        Health health;
        const bool full = input.config.mode == Mode::full;
        for (const Moment& now : all) {
          health.see(now);
          const auto [from, route] = detour_of(now);
          if (route == nullptr || !route->tool) continue;
          const bool wrong = *route->tool == *from || health.state(*route->tool) != State::closed ||
                             (full && health.unavailable(*route->tool));
          if (wrong) {
            return Judgement(Break{.rule = "X-30",
                                   .step = now.index,
                                   .note = "a route leads to a tool that cannot be used"});
          }
        }
        return Judgement(Kept{});
      });
}

Judgement grades_fit_their_routes(const Evidence& evidence) {
  return over_moments(evidence, [](const Case&, const std::vector<Moment>& all, const Answer&) {
    for (const Moment& now : all) {
      const Route* route = detour_of(now).route;
      if (route == nullptr) continue;
      const bool to_tool = route->grade == Grade::acceptable || route->grade == Grade::partial;
      const bool whole = route->tool.has_value() == to_tool &&
                         route->degradation.has_value() == to_tool &&
                         (!to_tool || route->note.empty()) &&
                         (route->grade != Grade::skipped || route->note == "no tools available");
      if (!whole) return Judgement(Break{.rule = "X-31", .step = now.index});
    }
    return Judgement(Kept{});
  });
}

Judgement plans_add_up(const Evidence& evidence) {
  return over_moments(evidence, [](const Case&, const std::vector<Moment>& all, const Answer&) {
    for (const Moment& now : all) {
      const auto* scope = now.answered<Scope>();
      if (scope == nullptr) continue;
      const bool pause = scope->kept.empty() && !scope->deferred.empty();
      if (scope->pause != pause) return Judgement(Break{.rule = "X-33", .step = now.index});
      for (const Deferred& deferred : scope->deferred) {
        std::set<std::string> tools;
        for (const Blocker& blocker : deferred.blockers) tools.insert(blocker.tool);
        if (!deferred.blockers.empty() && tools.size() == deferred.blockers.size()) continue;
        return Judgement(Break{.rule = "X-32", .step = now.index, .note = "its blockers"});
      }
    }
    return Judgement(Kept{});
  });
}

}  // namespace

std::vector<engine::Property<Traits>> invariants() {
  return {{.id = "tickets-are-used-once",
           .rules = {"X-10"},
           .claim = "Calls and probes alone get tickets, numbered from 1; each takes one outcome.",
           .judge = tickets_are_used_once},
          {.id = "pauses-last",
           .rules = {"X-1", "X-2", "X-18", "X-24"},
           .claim = "Once paused, by budget or failure, there is nothing but PAUSE until it ends.",
           .judge = pauses_last},
          {.id = "one-probe-at-a-time",
           .rules = {"X-8"},
           .claim = "A tool is not probed while its probe is out and not lost.",
           .judge = one_probe_at_a_time},
          {.id = "routes-lead-to-usable-tools",
           .rules = {"X-30"},
           .claim = "No route leads to the tool itself, an open one or an unavailable one.",
           .judge = routes_lead_to_usable_tools},
          {.id = "grades-fit-their-routes",
           .rules = {"X-31"},
           .claim = "A route has a tool, or a note, as its grade says.",
           .judge = grades_fit_their_routes},
          {.id = "plans-add-up",
           .rules = {"X-32", "X-33"},
           .claim = "What is deferred has its blockers, each once; nothing kept is a pause.",
           .judge = plans_add_up}};
}

}  // namespace tripcheck::expeditor
