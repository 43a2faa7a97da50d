/// The program's own flags, beside those of the benchmark library.
///
///   --events=N      events of each replayed stream, from 4096; 2^24 by default
///   --spoil         hands every benchmark something off its path, and fails unless each says so
///   --results=FILE  writes the medians there, as JSON, where every benchmark kept to its path
///   --tables=FILE   … and as the tables of README.md
///   --commit=ID     what the results say of the commit
///   --command=TEXT  … and of the command that makes them
#pragma once
#include <string>
#include <tripcheck/bench/bench.hpp>
#include <variant>
#include <vector>

namespace tripcheck::bench {

/// Takes our flags out of `words`, and leaves the others; or one line that says what is wrong.
[[nodiscard]] std::variant<Options, std::string> take_options(std::vector<std::string>& words);

}  // namespace tripcheck::bench
