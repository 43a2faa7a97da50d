/// Measured numbers as text: three digits that count, for what is behind them is noise.
#pragma once
#include <string>

namespace tripcheck::bench {

/// `0.123`, `1.23`, `123000`: also JSON.
[[nodiscard]] std::string number(double value);

/// How many a second where one takes so long: `123 k`, `31.0 M`, `2.01 G`.
[[nodiscard]] std::string per_second(double ns);

}  // namespace tripcheck::bench
