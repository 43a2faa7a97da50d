#include <algorithm>
#include <map>
#include <tripcheck/properties/overlap/playback.hpp>
#include <tripcheck/properties/overlap/replaced.hpp>

namespace tripcheck::overlap {
namespace {

constexpr std::int64_t kBeside = 2;  // What counts as beside a time, and the longest other wait.

/// later - earlier, where it is at most kBeside either way.
std::optional<std::int64_t> beside(std::int64_t earlier, std::int64_t later) {
  for (std::int64_t by = -kBeside; by <= kBeside; ++by) {
    if (exact_sum(earlier, by) == later) return by;
  }
  return std::nullopt;
}

/// The history as it is played, and the new times that stand for the old.
class Clocks {
 public:
  Clocks(const Case& input, const Config& config)
      : old_(input.config), new_(config), playback_(input.config) {}

  Step next(const Step& step) {
    Step moved = step;
    if (has_time(step)) {
      moved.t = time(step);
      last_old_ = step.t;
      last_new_ = moved.t;
    }
    const Told told = playback_.take(step);
    if (!told.transitions.empty()) changed_at_ = std::max(moved.t, changed_at_.value_or(moved.t));
    if (step.op == Operation::acquire) admitted_.emplace(step.call, moved.t);
    return moved;
  }

 private:
  std::int64_t time(const Step& step) {
    if (!last_old_) return step.t;
    if (const auto t = beside_deadline(step.t)) return *t;
    if (step.op == Operation::record) {
      if (const auto t = beside_end(step.call, step.t)) return *t;
    } else if (playback_.window() != nullptr) {
      for (const auto& [call, admitted] : admitted_) {
        const model::Permit* permit = playback_.permit(call);
        if (permit == nullptr || !playback_.holds_place(*permit)) continue;
        if (const auto t = beside_end(call, step.t)) return *t;
      }
    }
    const auto near = beside(*last_old_, step.t);
    return plus(last_new_, near ? *near : (step.t < *last_old_ ? -kBeside : kBeside));
  }

  [[nodiscard]] std::optional<std::int64_t> beside_deadline(std::int64_t t) const {
    const auto retry_at = model::retry_at(old_, playback_.breaker());
    const auto by = retry_at ? beside(*retry_at, t) : std::nullopt;
    if (!by || !changed_at_) return std::nullopt;
    return plus(plus(*changed_at_, new_.cooldown), *by);
  }

  [[nodiscard]] std::optional<std::int64_t> beside_end(std::int64_t call, std::int64_t t) const {
    const model::Permit* permit = playback_.permit(call);
    const auto timeout = trial_timeout(old_);
    if (permit == nullptr || permit->number == 0 || !timeout) return std::nullopt;
    const auto end = exact_sum(permit->admitted_at, *timeout);
    const auto by = end ? beside(*end, t) : std::nullopt;
    if (!by) return std::nullopt;
    return plus(plus(admitted_.at(call), trial_timeout(new_).value_or(0)), *by);
  }

  Config old_;
  Config new_;
  Playback playback_;
  std::optional<std::int64_t> last_old_;
  std::int64_t last_new_ = 0;
  std::optional<std::int64_t> changed_at_;         // In the new times.
  std::map<std::int64_t, std::int64_t> admitted_;  // By call, in the new times.
};

}  // namespace

Case replaced(const Case& input, const Config& config) {
  Case result{.config = config, .steps = {}};
  result.steps.reserve(input.steps.size());
  Clocks clocks(input, config);
  for (const Step& step : input.steps) result.steps.push_back(clocks.next(step));
  return result;
}

}  // namespace tripcheck::overlap
