/// The five streams that are replayed, drawn from a fixed seed: same events on every machine.
///
/// Cost: at 2^24 events, 256 MiB a stream and up to as much for what it comes to; kept once made.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>
#include <tripcheck/model/timed/config.hpp>
#include <vector>

namespace tripcheck::bench {

/// One event a unit of time. `cooldown` and the thresholds are in those units and events.
struct StreamKind {
  std::string_view name;
  std::size_t failures_per_hundred;
  timed::Config config;
  /// Calls rejected of a thousand, both ends inclusive: what makes the stream what its name says.
  std::size_t least_rejected;
  std::size_t most_rejected;
};

inline constexpr std::array<StreamKind, 5> kStreamKinds{
    {{"all-success", 0, {.failure_threshold = 3, .cooldown = 10}, 0, 0},
     {"half-fail,k3,c10", 50, {.failure_threshold = 3, .cooldown = 10}, 450, 600},
     {"mostly-open", 50, {.failure_threshold = 1, .cooldown = 1000}, 990, 1000},
     {"5%-fail,k3,c1000", 5, {.failure_threshold = 3, .cooldown = 1000}, 20, 300},
     {"10%-fail,k3,c100", 10, {.failure_threshold = 3, .cooldown = 100}, 40, 140}}};

struct Stream {
  std::vector<timed::Event> events;
  timed::Outcome expected;  ///< The model's.
};

/// Makes the stream where it is not there yet. Requires: the same `events` in all calls.
const Stream& stream(std::size_t kind, std::size_t events);

}  // namespace tripcheck::bench
