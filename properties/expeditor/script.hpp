/// Scripts written by hand, as short as they are said: the model runs along, so that tickets and
/// the steps when probes are due need not be known.
///
/// Private to the sources of this folder.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <tripcheck/model/expeditor/expeditor.hpp>
#include <tripcheck/properties/expeditor/case.hpp>
#include <utility>

namespace tripcheck::expeditor {

class Script {
 public:
  Script(Config config, CapabilityMap map) : run_(model::start(config, map)) {
    case_.config = std::move(config);
    case_.map = std::move(map);
  }

  Script& then(Op op) {
    (void)model::apply(run_, op);
    case_.ops.emplace_back(std::move(op));
    return *this;
  }
  Script& ask(const std::string& tool) { return then(Decide{.tool = tool, .step = run_.step}); }
  Script& wait(std::int64_t steps) { return then(BeginCycle{.step = run_.step + steps}); }
  /// What came of the last call of this tool that is still out.
  Script& end(const std::string& tool, Outcome outcome, std::optional<std::string> signature = {}) {
    for (std::size_t i = run_.tickets.size(); i-- > 0;) {
      const model::Ticket& ticket = run_.tickets[i];
      if (!ticket.outstanding || run_.tools[ticket.tool].entry.tool != tool) continue;
      return then(Record{.ticket = static_cast<std::int64_t>(i + 1),
                         .step = run_.step,
                         .outcome = outcome,
                         .signature = std::move(signature)});
    }
    return *this;
  }
  Script& fail(const std::string& tool, const std::string& signature = "e") {
    return ask(tool).end(tool, Outcome::failure, signature);
  }
  Script& score(const std::string& tool, Score score) {
    return then(Availability{.tool = tool, .score = score, .step = run_.step});
  }
  Script& confirm() { return then(ConfirmRecovered{.step = run_.step}); }
  /// Asks when the next probe is due, or some steps beside it.
  Script& probe(const std::string& tool, std::int64_t beside = 0) {
    const auto& opened = run_.tools[*model::place_of(run_, tool)];
    const std::int64_t due = std::max(run_.step, model::next_probe(opened) + beside);
    return then(Decide{.tool = tool, .step = due});
  }
  Script& plan(const std::string& tool) {
    return then(Plan{.step = run_.step,
                     .subtasks = {{.id = 1, .needs = {tool}}, {.id = "1", .needs = {}}}});
  }

  [[nodiscard]] Case done() const { return case_; }

 private:
  Case case_;
  model::Run run_;
};

}  // namespace tripcheck::expeditor
