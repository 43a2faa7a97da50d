// Numbering the tools, ranking their alternatives, finding their chains.
#include <algorithm>
#include <cassert>
#include <numeric>
#include <tripcheck/impl/expeditor/check.hpp>
#include <tripcheck/impl/expeditor/expeditor.hpp>

namespace tripcheck::expeditor::impl {
namespace {

constexpr std::size_t kSystemics = 64;

/// The root of a tool's tree, which gets flatter on the way.
ToolNumber root_of(std::vector<ToolNumber>& parents, ToolNumber tool) {
  while (parents[tool] != tool) {
    parents[tool] = parents[parents[tool]];
    tool = parents[tool];
  }
  return tool;
}

}  // namespace

std::optional<Refusal> Expeditor::check(const Config& config, const CapabilityMap& map) {
  if (const auto refusal = check_config(config)) return *refusal;
  if (const auto refusal = check_map(map)) return *refusal;
  return std::nullopt;
}

Expeditor::Expeditor(const Config& config, const CapabilityMap& map, const Reserve& reserve)
    : config_(config), slots_(reserve.tickets), texts_(reserve.characters) {
  assert(!check(config, map));
  if (config_.allowed_tools) {
    allowed_.emplace();
    for (const std::string& name : *config_.allowed_tools) allowed_->emplace(name, true);
  }
  ways_begin_.push_back(0);
  for (const Entry& entry : map) add_tool(entry);
  for (ToolNumber tool = 0; tool < entries_.size(); ++tool) rank(tool);
  tie_chains();
  failures_.reserve(reserve.failures);
  log_.reserve(reserve.log);
  systemics_.reserve(kSystemics);
}

/// Without its alternatives: these may have higher numbers.
ToolNumber Expeditor::add_tool(const Entry& entry) {
  const auto tool = static_cast<ToolNumber>(entries_.size());
  entries_.push_back(entry);
  numbers_.emplace(entry.tool, tool);
  detail::Circuit circuit{.allowed = is_allowed(entry.tool),
                          .chain = static_cast<std::uint32_t>(open_in_chain_.size()),
                          .interval = config_.probe_interval};
  circuits_.push_back(circuit);
  pasts_.emplace_back();
  open_in_chain_.push_back(0);
  for (auto* set : {&usable_, &open_, &scored_, &members_, &near_, &alike_}) set->resize(tool + 1);
  usable_.put(tool, circuit.allowed);
  return tool;
}

void Expeditor::rank(ToolNumber tool) {
  const auto& alternatives = entries_[tool].alternatives;
  const std::size_t begin = ways_.size();
  for (std::uint32_t i = 0; i < alternatives.size(); ++i) {
    ways_.push_back(
        {.tool = number(alternatives[i].tool), .index = i, .severity = alternatives[i].severity});
  }
  std::stable_sort(
      ways_.begin() + static_cast<std::ptrdiff_t>(begin), ways_.end(),
      [](const auto& one, const auto& other) { return one.severity < other.severity; });
  ways_begin_.push_back(static_cast<std::uint32_t>(ways_.size()));
}

void Expeditor::tie_chains() {
  std::vector<ToolNumber> parents(entries_.size());
  std::iota(parents.begin(), parents.end(), ToolNumber{0});
  for (ToolNumber tool = 0; tool < entries_.size(); ++tool) {
    for (const std::string& other : entries_[tool].depends_on) {
      parents[root_of(parents, tool)] = root_of(parents, number(other));
    }
  }
  for (ToolNumber tool = 0; tool < entries_.size(); ++tool) {
    circuits_[tool].chain = root_of(parents, tool);
  }
}

bool Expeditor::is_allowed(std::string_view tool) const {
  return !allowed_ || allowed_->find(tool) != allowed_->end();
}

ToolNumber Expeditor::number(std::string_view tool) const {
  const auto found = numbers_.find(tool);
  return found == numbers_.end() ? kNoTool : found->second;
}

}  // namespace tripcheck::expeditor::impl
