#include <tripcheck/impl/overlap/breaker.hpp>

namespace tripcheck::overlap::impl {

std::optional<Refusal> check_config(const Config& config) noexcept {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (config.failure_threshold < 1 || config.failure_threshold > kMost) {
    return Refusal{.fault = Fault::failure_threshold};
  }
  if (config.cooldown < 0) return Refusal{.fault = Fault::cooldown};
  if (config.half_open_successes < 1 ||
      config.half_open_successes > static_cast<std::int64_t>(Places::kMost)) {
    return Refusal{.fault = Fault::half_open_successes};
  }
  if (config.trial_timeout.value_or(0) < 0) return Refusal{.fault = Fault::trial_timeout};
  return std::nullopt;
}

template class BasicBreaker<Word, std::mutex>;

}  // namespace tripcheck::overlap::impl
