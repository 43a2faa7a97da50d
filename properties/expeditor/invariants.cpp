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

Judgement tickets_are_used_once(const Evidence& evidence) {
  return over_moments(evidence, [](const Case&, const std::vector<Moment>& all, const Answer&) {
    std::set<std::int64_t> out;
    std::int64_t last = 0;
    for (const Moment& now : all) {
      const auto* decision = now.answered<Decision>();
      if (decision != nullptr) {
        const bool may = decision->action == Action::call || decision->action == Action::probe;
        if (may != decision->ticket.has_value() || (may && *decision->ticket != last + 1)) {
          return Judgement(Break{.rule = "X-10", .step = now.index, .note = "a ticket is wrong"});
        }
        if (may) out.insert(++last);
      }
      std::int64_t used = 0;
      if (const auto* told = now.asked<Record>()) used = told->ticket;
      if (const auto* told = now.asked<Abandon>()) used = told->ticket;
      if (used != 0 && out.erase(used) == 0) {
        return Judgement(Break{.rule = "X-10",
                               .step = now.index,
                               .note = "an outcome was taken for a call that is not out"});
      }
    }
    return Judgement(Kept{});
  });
}

/// From the record that says so on, until the operation that ends it.
Judgement pauses_last(const Evidence& evidence) {
  return over_moments(evidence, [](const Case&, const std::vector<Moment>& all, const Answer&) {
    bool paused = false;
    bool systemic = false;
    for (const Moment& now : all) {
      if (const auto* recorded = now.answered<Recorded>()) {
        if ((paused && !recorded->paused) || (systemic && !recorded->systemic)) {
          return Judgement(Break{.rule = paused && !recorded->paused ? "X-18" : "X-24",
                                 .step = now.index,
                                 .note = "a pause ended by itself"});
        }
        paused = recorded->paused;
        systemic = recorded->systemic;
      }
      if (now.asked<BeginCycle>() != nullptr) paused = false;
      if (now.asked<ConfirmRecovered>() != nullptr) systemic = false;
      const auto* decision = now.answered<Decision>();
      if (decision == nullptr) continue;
      const bool must = paused || systemic;
      if (must == (decision->action == Action::pause)) continue;
      return Judgement(Break{.rule = paused ? "X-1" : "X-2", .step = now.index});
    }
    return Judgement(Kept{});
  });
}

/// What a trace tells of one tool's circuit.
struct Circuit {
  State state = State::closed;
  std::optional<std::int64_t> probe{};  ///< While it is out.
  std::int64_t probed_at = 0;
  std::map<std::int64_t, bool> unused{};
};

/// Follows decisions and records; a probe while another is out needs that one to be lost.
Judgement one_probe_at_a_time(const Evidence& evidence) {
  return over_moments(
      evidence, [](const Case& input, const std::vector<Moment>& all, const Answer&) {
        std::map<std::string, Circuit> circuits;
        std::map<std::int64_t, std::string> tool_of;
        for (const Moment& now : all) {
          if (const auto* decision = now.answered<Decision>()) {
            const auto& asked = std::get<Decide>(*now.op);
            Circuit& circuit = circuits[asked.tool];
            if (decision->ticket) tool_of[*decision->ticket] = asked.tool;
            if (decision->action != Action::probe) continue;
            const bool lost = asked.step - circuit.probed_at >= input.config.probe_interval;
            if (circuit.probe && !lost) {
              return Judgement(Break{.rule = "X-8", .step = now.index, .note = "a second probe"});
            }
            circuit.probe = decision->ticket;
            circuit.probed_at = asked.step;
          }
          std::int64_t used = 0;
          if (const auto* told = now.asked<Record>()) used = told->ticket;
          if (const auto* told = now.asked<Abandon>()) used = told->ticket;
          const auto tool = tool_of.find(used);
          if (tool != tool_of.end() && circuits[tool->second].probe == used) {
            circuits[tool->second].probe.reset();
          }
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

Judgement routes_lead_to_usable_tools(const Evidence& evidence) {
  return over_moments(
      evidence, [](const Case& input, const std::vector<Moment>& all, const Answer&) {
        Health health;
        const bool full = input.config.mode == Mode::full;
        for (const Moment& now : all) {
          health.see(now);
          const Route* route = now.answered<Route>();
          const std::string* from = nullptr;
          if (route != nullptr) from = &std::get<AskRoute>(*now.op).tool;
          if (const auto* decision = now.answered<Decision>(); decision && decision->route) {
            route = &*decision->route;
            from = &std::get<Decide>(*now.op).tool;
          }
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
      const Route* route = now.answered<Route>();
      if (const auto* decision = now.answered<Decision>(); decision && decision->route) {
        route = &*decision->route;
      }
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
