/// A corpus file that is read, known to a profile, and in its place.
///
/// Threads: one at a time.
#pragma once
#include <string>
#include <tripcheck/properties/engine/corpus.hpp>
#include <tripcheck/properties/engine/profile.hpp>
#include <vector>

namespace tripcheck::cli {

struct StoredCase {
  engine::CorpusCase file;
  const engine::AnyProfile* profile = nullptr;
};

/// Throws UsageError: the path, the place in the file, what is wrong.
[[nodiscard]] StoredCase read_stored_case(const std::string& path);

/// Every corpus file below a folder, in the order of their names. Throws UsageError.
[[nodiscard]] std::vector<std::string> corpus_files(const std::string& folder);

}  // namespace tripcheck::cli
