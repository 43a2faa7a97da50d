/// Files that are read whole and files that appear whole. All throw UsageError with the path.
///
/// Threads: one at a time.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace tripcheck::cli {

/// Of a document, in bytes, inclusive.
inline constexpr std::size_t kMostBytes = std::size_t{256} << 20;

/// The bytes of a file; `-` is standard input. A file that is too large is not read.
[[nodiscard]] std::string read_file(const std::string& path);

/// With all that is missing above it; no fault where it is there.
void make_folder(const std::string& folder);

/// The path as messages give it.
[[nodiscard]] std::string shown_path(const std::string& path);

/// A file to be written at the end of a run: written beside its place and moved there, so that
/// nobody ever sees half of it. What cannot be written is found out at once.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();  ///< Without write() nothing has changed.
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Requires: called once.
  void write(std::string_view text);

 private:
  void open_beside();

  std::string path_;
  std::string beside_;  // Empty where the file is a pipe or a device: then it is written in place.
  int fd_ = -1;
};

}  // namespace tripcheck::cli
