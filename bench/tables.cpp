// The medians as the tables of README.md.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <tripcheck/bench/number.hpp>
#include <tripcheck/bench/results.hpp>

namespace tripcheck::bench {
namespace {

/// A family of benchmarks and what its numbers are divided by.
struct Family {
  std::string_view name;
  std::string_view floor;
};

constexpr std::array<Family, 8> kFamilies{{{"Floor", "Floor/load+branch"},
                                           {"Decide", "Floor/2x(load+branch)"},
                                           {"Shared", "Floor/2x(load+branch)"},
                                           {"Replay", "Floor/copy-t"},
                                           {"Escalate", "Escalate/hex64"},
                                           {"Expedite", "Floor/compare-exchange"},
                                           {"Suite", ""},
                                           {"Pipe", "Pipe/constant"}}};

/// The parts of a name: its family, its row, and its subject, which may be none.
std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = name.find('/'); end != std::string::npos; end = name.find('/', begin)) {
    parts.push_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.push_back(name.substr(begin));
  return parts;
}

const Median* named(std::span<const Median> medians, std::string_view name) {
  const auto at = std::find_if(medians.begin(), medians.end(),
                               [&](const Median& median) { return median.name == name; });
  return at == medians.end() ? nullptr : &*at;
}

bool any_of(std::span<const Median> medians, std::string_view family) {
  return std::any_of(medians.begin(), medians.end(),
                     [&](const Median& median) { return parts_of(median.name).front() == family; });
}

void add_new(std::vector<std::string>& all, const std::string& one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

std::string joined(std::string_view family, std::string_view row, std::string_view subject) {
  std::string name(family);
  name += '/';
  name += row;
  name += '/';
  name += subject;
  return name;
}

/// A row a path or stream, a column a subject, each number so many times the floor.
std::string by_subject(std::span<const Median> medians, std::string_view family, double floor) {
  std::vector<std::string> rows;
  std::vector<std::string> subjects;
  for (const Median& median : medians) {
    const auto parts = parts_of(median.name);
    if (parts.front() != family) continue;
    add_new(rows, parts.at(1));
    add_new(subjects, parts.at(2));
  }
  std::string text = "|";
  std::string line = "\n|---|";
  for (const std::string& subject : subjects) {
    text += " | " + subject;
    line += "---|";
  }
  text += " |" + line + "\n";
  for (const std::string& row : rows) {
    text += "| " + row;
    for (const std::string& subject : subjects) {
      const auto* one = named(medians, joined(family, row, subject));
      text += " | " + (one == nullptr ? std::string() : number(one->ns / floor));
    }
    text += " |\n";
  }
  return text;
}

/// How many times the floor one benchmark may take.
struct Must {
  std::string_view name;
  std::string_view floor;
  double most;
};

constexpr std::array<Must, 5> kExpediteMusts{
    {{"Expedite/decide/16 tools", "Floor/compare-exchange", 3},
     {"Expedite/record,success/16 tools", "Floor/compare-exchange", 8},
     {"Expedite/record,failure/16 tools", "Floor/compare-exchange", 8},
     {"Expedite/decide/64 tools", "Expedite/decide/4 tools", 1.25},
     {"Expedite/record,success/64 tools", "Expedite/record,success/4 tools", 1.25}}};

/// A line a must: what was measured, and whether it is kept. Nothing where one was not run.
std::string musts(std::span<const Median> medians) {
  std::string text;
  for (const Must& must : kExpediteMusts) {
    const Median* one = named(medians, must.name);
    const Median* floor = named(medians, must.floor);
    if (one == nullptr || floor == nullptr) continue;
    const double times = one->ns / floor->ns;
    text += "- `" + std::string(must.name) + "`: " + number(times) + " times `" +
            std::string(must.floor) + "`, must be at most " + number(must.most) + ": " +
            (times <= must.most ? "kept" : "MISSED") + "\n";
  }
  return text.empty() ? text : "\n" + text;
}

std::string listed(std::span<const Median> medians, std::string_view family, double floor) {
  std::string text = "| | a second | ns each |";
  text += floor > 0 ? " times the floor |\n|---|---|---|---|\n" : "\n|---|---|---|\n";
  for (const Median& median : medians) {
    const auto parts = parts_of(median.name);
    if (parts.front() != family) continue;
    text += "| " + parts.at(1) + " | " + per_second(median.ns) + " " + median.item + " | " +
            number(median.ns) + " |";
    text += floor > 0 ? " " + number(median.ns / floor) + " |\n" : "\n";
  }
  return text;
}

}  // namespace

std::string number(double value) {
  std::array<char, 32> text{};
  int size = std::snprintf(text.data(), text.size(), "%.3g", value);
  if (value >= 1000) {  // Without an exponent.
    const double rounded = std::strtod(text.data(), nullptr);
    size = std::snprintf(text.data(), text.size(), "%.0f", rounded);
  }
  return {text.data(), static_cast<std::size_t>(size)};
}

std::string per_second(double ns) {
  const double rate = 1e9 / ns;
  if (rate >= 1e9) return number(rate / 1e9) + " G";
  if (rate >= 1e6) return number(rate / 1e6) + " M";
  return rate >= 1e3 ? number(rate / 1e3) + " k" : number(rate);
}

std::string tables_of(std::span<const Median> medians) {
  std::string text;
  for (const auto& [family, floor] : kFamilies) {
    const Median* divisor = named(medians, floor);
    const bool pivoted =
        family == "Decide" || family == "Replay" || family == "Shared" || family == "Expedite";
    if ((pivoted && divisor == nullptr) || !any_of(medians, family)) continue;
    text += "**" + std::string(family) + "**";
    if (divisor != nullptr) text += pivoted ? ", in times " : ", the floor being ";
    if (divisor != nullptr) text += "`" + std::string(floor) + "`";
    text += ":\n\n";
    text += pivoted ? by_subject(medians, family, divisor->ns)
                    : listed(medians, family, divisor == nullptr ? 0 : divisor->ns);
    if (family == "Expedite") text += musts(medians);
    text += "\n";
  }
  return text;
}

}  // namespace tripcheck::bench
