/// How things stand, as data: always there, whatever happened.
#pragma once
#include <string>
#include <tripcheck/model/expeditor/run.hpp>
#include <vector>

namespace tripcheck::expeditor::model {

/// Changes nothing. Equal runs give equal reports.
[[nodiscard]] Report report(const Run& run);

/// Plain advice that follows from the rest of a report, most urgent first.
[[nodiscard]] std::vector<std::string> recommendations(const Report& report);

}  // namespace tripcheck::expeditor::model
