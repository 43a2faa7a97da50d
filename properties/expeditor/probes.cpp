// What adapters' authors get wrong (S-4): cases that show it, and one answer turned over.
#include <tripcheck/properties/expeditor/profile.hpp>

namespace tripcheck::expeditor {
namespace {

/// A opens at step 1 with the wait of the config, then is asked at `step`.
Case asked_at(std::int64_t step) {
  Case input;
  input.config.failure_threshold = 1;
  input.map = {{.tool = "A"}};
  input.ops = {Op(Decide{.tool = "A", .step = 1}),
               Op(Record{.ticket = 1, .step = 1, .outcome = Outcome::failure}),
               Op(Decide{.tool = "A", .step = step})};
  return input;
}

Case refused_in_between() {
  Case input = asked_at(4);
  input.ops.insert(input.ops.begin() + 2, {CaseOp(FaultyOp{R"({"op":"zap"})", "op"}),
                                           CaseOp(Op(Decide{.tool = "A", .step = 0}))});
  return input;
}

Case without_a_map() {
  Case input = asked_at(2);
  input.map.clear();
  return input;
}

}  // namespace

std::vector<engine::Probe<Traits>> Traits::probes() {
  return {{.name = "one beside the probe",
           .claim = "One step before it is due a probe is skipped; from then on it is made.",
           .remedy = "Compare step with opened_at + interval, as integers, with >=.",
           .cases = {asked_at(3), asked_at(4), asked_at(5)}},
          {.name = "operations that err",
           .claim = "An operation that errs gives its error in its place, and the rest go on.",
           .remedy = "Answer {\"error\":…,\"field\":…} for it, and change nothing.",
           .cases = {refused_in_between()}},
          {.name = "a tool that is not in the map",
           .claim = "A tool that is not in the map gets an entry when it is first asked for.",
           .remedy = "Make it CLOSED, behind the map's entries, without alternatives.",
           .cases = {without_a_map()}}};
}

void Traits::flip(Answer& answer) { answer.report.paused = !answer.report.paused; }

}  // namespace tripcheck::expeditor
