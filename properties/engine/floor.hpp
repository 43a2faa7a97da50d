/// The floor: how often a run reached each thing that it must reach, and how often is enough
/// (S-21).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tripcheck::engine {

/// One thing to be reached, and how many times in each thousand cases at the least.
struct FloorItem {
  std::string_view what;
  std::uint64_t per_thousand = 1;
};

struct FloorLine {
  std::string what;
  std::uint64_t reached = 0;
  std::uint64_t least = 0;
  [[nodiscard]] bool holds() const { return reached >= least; }
};

/// Counts. `item` is an index into the profile's list.
class Floor {
 public:
  explicit Floor(std::size_t items) : reached_(items) {}
  void count(std::size_t item, std::uint64_t times = 1) { reached_[item] += times; }
  [[nodiscard]] std::uint64_t reached(std::size_t item) const { return reached_[item]; }

 private:
  std::vector<std::uint64_t> reached_;
};

}  // namespace tripcheck::engine
