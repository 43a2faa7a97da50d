// A breaker whose state and failure count are two atomics, raced by two threads: prints the first
// interleaving that no order of the calls explains.
#include <cstdint>
#include <cstdio>
#include <optional>
#include <tripcheck/properties/overlap/conformance.hpp>
#include <vector>

namespace {

using namespace tripcheck;
using namespace tripcheck::overlap;

/// Trips, and no more: what follows the cooldown is left out.
template <template <class> class Atomic, class Mutex>
class TwoAtomics {
 public:
  struct Permit {
    bool used = false;
  };
  struct Acquired {
    std::optional<Permit> permit;
    std::vector<Transition> transitions;
  };
  struct Told {
    Answer answer = Answer::counted;
    std::vector<Transition> transitions;
  };

  explicit TwoAtomics(const Config& config) : threshold_(config.failure_threshold) {}

  Acquired try_acquire(std::int64_t /*t*/) {
    if (open_.load()) return {};
    return {.permit = Permit(), .transitions = {}};
  }
  Told record(Permit& permit, std::int64_t t, Result result) {
    if (permit.used) return {.answer = Answer::used, .transitions = {}};
    permit.used = true;
    if (open_.load()) return {.answer = Answer::late, .transitions = {}};
    if (result == Result::success) {
      failures_.store(0);
    } else if (failures_.fetch_add(1) + 1 == threshold_) {
      open_.store(true);
      return {.answer = Answer::counted,
              .transitions = {{.number = 1, .from = State::closed, .to = State::open, .t = t}}};
    }
    return {.answer = Answer::counted, .transitions = {}};
  }
  Told ignore(Permit& permit) {
    if (permit.used) return {.answer = Answer::used, .transitions = {}};
    permit.used = true;
    return {.answer = open_.load() ? Answer::late : Answer::returned, .transitions = {}};
  }
  Told drop(Permit& permit) { return ignore(permit); }

  [[nodiscard]] State state() const { return open_.load() ? State::open : State::closed; }

 private:
  const std::int64_t threshold_;
  Atomic<std::int64_t> failures_{0};
  Atomic<bool> open_{false};
};

}  // namespace

/// One race: a failure that trips, and a success and a look beside it.
constexpr const char* kRace = R"("F2 C9 H1: a1@0 k1-@0 a2@0 a3@0 | k2-@1 | k3+@2 ?")";

int main() {
  const auto subject = make_subject<Schedulable<TwoAtomics>>("two atomics");
  engine::VerifyOptions options;
  options.subject = "two_atomics";
  const auto judged = profile().verify_case(*subject, kRace, options);
  const auto& report = std::get<engine::Report>(judged);
  for (const auto& example : report.counterexamples) {
    std::fputs(engine::text_of(example, engine::Colour::never).c_str(), stdout);
  }
  return static_cast<int>(engine::exit_of(report));
}
