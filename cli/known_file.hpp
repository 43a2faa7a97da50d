/// `--known-differences FILE [--fix]`: the list is read before a run, and the report told by it.
///
/// Threads: one at a time.
#pragma once
#include <memory>
#include <string>
#include <tripcheck/cli/files.hpp>
#include <tripcheck/properties/engine/known_differences.hpp>
#include <tripcheck/properties/engine/report.hpp>

namespace tripcheck::cli {

class KnownFile {
 public:
  enum class Fix { no, yes };

  /// To be fixed, a file that is not there is an empty one. Throws UsageError where it is wrong, or
  /// cannot be read, or written.
  KnownFile(std::string path, Fix fix);

  [[nodiscard]] const engine::KnownDifferences& list() const { return known_; }

  /// The report as the list makes it; where it is to be fixed and the run was full, as the new list
  /// makes it, which is then in the file. `hindrance`: why this run is not full; empty where it may
  /// be.
  [[nodiscard]] engine::Report applied(engine::Report report, std::string hindrance = {});

 private:
  [[nodiscard]] engine::Report fixed_by(engine::Report report);

  std::string path_;
  engine::KnownDifferences known_;
  std::unique_ptr<OutputFile> output_;  // Where it is to be fixed.
};

}  // namespace tripcheck::cli
