/// `--save`: counterexamples as corpus files below a folder.
///
/// Threads: one at a time.
#pragma once
#include <string>
#include <tripcheck/properties/engine/profile.hpp>
#include <tripcheck/properties/engine/report.hpp>

namespace tripcheck::cli {

/// Makes the folder where it is missing. Throws UsageError where nothing can be written there.
void prepare_folder(const std::string& folder);

/// Writes each counterexample to FOLDER/PROFILE/valid/ID.json, or invalid/, and notes the file in
/// it. A file that is there and holds the same case is left as it is. Throws UsageError.
void save(engine::Report& report, const engine::AnyProfile& profile, const std::string& folder);

}  // namespace tripcheck::cli
