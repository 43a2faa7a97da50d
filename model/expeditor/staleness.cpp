#include <string>
#include <tripcheck/model/expeditor/staleness.hpp>

namespace tripcheck::expeditor::model {

Labels label(const AskLabel& output) {
  Labels all;
  const bool compared = output.digest && output.previous_digest;
  const std::string changed = "; underlying data may have changed since]";
  if (output.retrieved_at && *output.retrieved_at < output.task_started_at) {
    all.labels.push_back("[STALE DATA — retrieved at " + std::to_string(*output.retrieved_at) +
                         ", may not reflect current state]");
  }
  if (compared && output.digest == output.previous_digest) {
    all.labels.push_back("[CACHED RESULT — " + output.source +
                         " returned identical results to previous call" + changed);
  } else if (output.documented_caching) {
    all.labels.push_back("[CACHED RESULT — " + output.source + " may answer from a cache" +
                         changed);
  }
  if (output.contradicts_recent) {
    const std::string when =
        output.retrieved_at ? std::to_string(*output.retrieved_at) : "unknown time";
    all.labels.push_back("[UNVERIFIED — " + output.source + " result from " + when +
                         "; current status unknown]");
  }
  if (all.labels.empty() && !output.retrieved_at && !compared) {
    all.labels.emplace_back("[FRESHNESS UNKNOWN — no baseline for comparison]");
  }
  return all;
}

}  // namespace tripcheck::expeditor::model
