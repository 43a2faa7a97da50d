#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <tripcheck/bench/number.hpp>
#include <tripcheck/bench/results.hpp>

namespace tripcheck::bench {
namespace {

/// The value that so many quarters of the others are not above. Requires: values, quarters <= 4.
double quartile(std::vector<double> values, std::size_t quarters) {
  assert(!values.empty());
  assert(quarters <= 4);
  const std::size_t at = (values.size() - 1) * quarters / 4;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return values[at];
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) >= ' ') result += c;
  }
  return result + '"';
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

/// How many were at work on the machine in the last minute; one is this program.
double load() {
  double minute = 0;
  return getloadavg(&minute, 1) == 1 ? minute : 0;
}

}  // namespace

Results::Kept& Results::of(const Run& run) {
  const std::string& name = run.run_name.function_name;
  const auto at =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.name == name; });
  if (at != kept_.end()) return *at;
  kept_.push_back({.name = name,
                   .item = run.report_label,
                   .place = {run.family_index, run.per_family_instance_index},
                   .ns = {}});
  return kept_.back();
}

void Results::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    const auto rate = run.counters.find("items_per_second");
    if (run.run_type != Run::RT_Iteration || rate == run.counters.end()) continue;
    of(run).ns.push_back(1e9 / rate->second);
  }
  ConsoleReporter::ReportRuns(runs);
}

std::vector<Median> Results::medians() const {
  std::vector<Kept> ordered = kept_;
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const Kept& a, const Kept& b) { return a.place < b.place; });
  std::vector<Median> medians;
  medians.reserve(ordered.size());
  for (const Kept& kept : ordered) {
    medians.push_back({.name = kept.name,
                       .item = kept.item,
                       .ns = quartile(kept.ns, 2),
                       .low = quartile(kept.ns, 1),
                       .high = quartile(kept.ns, 3),
                       .repetitions = kept.ns.size()});
  }
  return medians;
}

std::string json_of(std::span<const Median> medians, const Options& options) {
  const auto field = [](std::string_view key, std::string_view value) {
    return "  " + quoted(key) + ": " + quoted(value) + ",\n";
  };
  std::string text = "{\n";
  text += field("command", options.command);
  text += field("commit", options.commit);
  text += field("compiler", TRIPCHECK_BENCH_COMPILER);
  text += field("cpu", processor());
  text += "  \"cores\": " + std::to_string(std::thread::hardware_concurrency()) + ",\n";
  text += "  \"load\": " + number(load()) + ",\n";
  text += "  \"events\": " + std::to_string(options.events) + ",\n";
  text += "  \"results\": [\n";
  for (const Median& median : medians) {
    text += "    {\"name\": " + quoted(median.name) + ", \"item\": " + quoted(median.item) +
            ", \"ns\": " + number(median.ns) + ", \"low\": " + number(median.low) +
            ", \"high\": " + number(median.high) +
            ", \"repetitions\": " + std::to_string(median.repetitions) + "},\n";
  }
  if (!medians.empty()) text.erase(text.size() - 2, 1);
  return text + "  ]\n}\n";
}

}  // namespace tripcheck::bench
