/// An answer read beside its case, with nothing but the two: what the invariants look at.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/properties/expeditor/profile.hpp>
#include <vector>

namespace tripcheck::expeditor {

/// One operation that was not refused, and its result.
struct Moment {
  std::size_t index = 0;
  const Op* op = nullptr;
  const Result* result = nullptr;

  template <class T>
  [[nodiscard]] const T* asked() const {
    return std::get_if<T>(op);
  }
  template <class T>
  [[nodiscard]] const T* answered() const {
    return std::get_if<T>(result);
  }
};

/// Those that were refused are left out. Ends where results are missing.
[[nodiscard]] std::vector<Moment> moments_of(const Case& input, const Answer& answer);

/// What a line of the log says of a circuit.
struct CircuitLine {
  enum class Kind : std::uint8_t { opened, re_opened, closed, probed };
  Kind kind = Kind::opened;
  std::string tool{};
  std::int64_t step = 0;
  std::int64_t number = 0;  ///< Of an opening its failures; of a re-opening the next probe.
};
[[nodiscard]] std::vector<CircuitLine> circuit_lines(const Report& report);

/// The number behind the last space, or nothing.
[[nodiscard]] std::optional<std::int64_t> last_number(std::string_view text);

}  // namespace tripcheck::expeditor
