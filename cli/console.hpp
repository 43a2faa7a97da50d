/// Standard output and standard error: what is printed, and whether a person looks at it.
///
/// Threads: one at a time.
#pragma once
#include <cstdint>
#include <string_view>
#include <tripcheck/properties/engine/report.hpp>

namespace tripcheck::cli {

/// Writes all of it to standard output. Nothing happens where nobody reads any more; any other
/// fault throws UsageError.
void print(std::string_view text);

/// One line on standard error, `tripcheck: MESSAGE`, made fit to print.
void complain(std::string_view message) noexcept;

/// Writes to standard error what is no complaint: text that is fit to print.
void note(std::string_view text);

/// Whether standard output may hold colours: a terminal, and no NO_COLOR in the environment.
[[nodiscard]] engine::Colour colour();

/// A line on standard error that says how far a run has come, where that is a terminal; gone at the
/// end.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(std::uint64_t done, std::uint64_t all);
  void clear();

 private:
  bool on_;
  bool shown_ = false;
};

}  // namespace tripcheck::cli
