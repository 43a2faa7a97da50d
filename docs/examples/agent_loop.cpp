// An agent loop that stops when its breaker halts, and writes the handoff to a file for a human.
//
//   example_agent_loop FILE
//
// Exit codes: 0 the work is done; 2 the file cannot be written; 3 handed over to a human.
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/impl/escalation/breaker.hpp>
#include <variant>

namespace {

namespace escalation = tripcheck::escalation;
using escalation::FailureClass;
using escalation::impl::Breaker;
using escalation::impl::Handoff;
using escalation::impl::RunId;
using escalation::impl::StepDigest;
using escalation::impl::UtcSecond;
using escalation::impl::WorkflowId;

/// What a step of the agent came to: nothing went wrong, or what did. The digest is of the step,
/// made by whatever hash function the agent uses: the breaker never sees what was in it.
struct Step {
  std::optional<FailureClass> failure;
  StepDigest::Bytes digest{};
};

/// Stands for the agent: its third tool failure comes at the fifth step.
Step take_step(int number) {
  constexpr std::array<std::optional<FailureClass>, 6> kScript{
      FailureClass::tool_failure, std::nullopt,
      FailureClass::uncertainty,  FailureClass::tool_failure,
      FailureClass::tool_failure, std::nullopt};
  Step step{.failure = kScript.at(static_cast<std::size_t>(number))};
  step.digest.fill(static_cast<std::uint8_t>(number));
  return step;
}

/// Stands for the clock. In earnest: UtcSecond::of_unix(std::time(nullptr)).
UtcSecond now(int number) { return *UtcSecond::of_unix(1'767'225'600 + 60 * number); }

/// A new id for this run. In earnest the bytes are those of std::random_device.
RunId new_run() {
  std::mt19937 random(1);
  return RunId::generate([&random](std::span<std::uint8_t, 16> bytes) {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  });
}

bool write(const std::string& path, const Handoff& handoff) {
  std::ofstream file(path);
  file << handoff.to_json() << '\n' << std::flush;
  return file.good();
}

/// One run: until its steps are done, or the breaker halts it.
int run(const WorkflowId& workflow, const std::string& path) {
  Breaker breaker(new_run(), workflow);
  for (int number = 0; number < 6; ++number) {
    const Step step = take_step(number);
    if (!step.failure) continue;
    const auto recorded =
        breaker.record_failure(*step.failure, StepDigest::of_bytes(step.digest), now(number));
    if (const auto error = recorded.error()) {
      std::printf("not recorded: %s\n", text_of(*error).c_str());
    }
    const Handoff* handoff = recorded.handoff();
    if (handoff == nullptr) continue;
    // Halted. The loop ends here: no step more, and nobody but a human starts another run.
    if (!write(path, *handoff)) return 2;
    std::printf("halted at step %d: %s; a human has to %s\n", number,
                std::string(handoff->reason_code()).c_str(),
                std::string(handoff->requested_decision()).c_str());
    return 3;
  }
  std::printf("done\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto workflow = WorkflowId::parse("workflow:org.example/release-notes@1.2.0");
  if (const auto* error = std::get_if<escalation::Error>(&workflow)) {
    std::printf("%s\n", text_of(*error).c_str());
    return 2;
  }
  return run(std::get<WorkflowId>(workflow), argc > 1 ? argv[1] : "handoff.json");
}
