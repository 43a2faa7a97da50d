// Config and capability map in documents.
#include <tripcheck/model/expeditor/check.hpp>
#include <tripcheck/properties/expeditor/document.hpp>
#include <tripcheck/properties/expeditor/fields.hpp>

namespace tripcheck::expeditor {
namespace {

std::string integers_from(const std::string& low) {
  return "an integer between " + low + " and " + std::to_string(kMostConfig);
}

/// What a field of the config may be; for two of them that hangs on a third.
std::string allowed_values(std::string_view field) {
  if (field == "cascade_window") return integers_from("0");
  if (field.ends_with("_opens")) return "0 or " + integers_from("2");
  return integers_from(field.ends_with("_cap") ? "probe_interval" : "1");
}

/// Numbers are read without their ranges, which model::check looks at once all are known.
template <auto kMember>
void read_number(json::Value value, const Place& place, Config& config) {
  if (value.kind() != json::Kind::integer) {
    engine::unexpected(value, place, allowed_values(place.key));
  }
  config.*kMember = value.integer();
}

template <auto kMember>
constexpr Field<Config> number(std::string_view name) {
  Field<Config> field = optional<kMember>(name);
  field.read = read_number<kMember>;
  return field;
}

/// Faults name the field, not the item.
void read_allowed(json::Value value, const Place& place, Config& config) {
  constexpr std::string_view kAllowed = "null or an array of strings";
  config.allowed_tools.reset();
  if (value.kind() == json::Kind::null) return;
  if (value.kind() != json::Kind::array) engine::unexpected(value, place, kAllowed);
  auto& tools = config.allowed_tools.emplace();
  for (const json::Value item : value.items()) {
    if (item.kind() != json::Kind::string) engine::unexpected(item, place, kAllowed);
    tools.emplace_back(item.text());
  }
}

constexpr Field<Config> allowed_tools() {
  Field<Config> field = optional<&Config::allowed_tools>("allowed_tools");
  field.read = read_allowed;
  return field;
}

/// Calls `read` and puts `prefix` before the text of what it throws.
void read_as(const std::string& prefix, const auto& read) {
  try {
    read();
  } catch (const engine::DocumentError& error) {
    throw engine::DocumentError(prefix + error.what());
  }
}

/// A name as errors quote it: its start, cut between characters of UTF-8.
std::string quoted(std::string_view name) {
  constexpr std::size_t kShown = 40;
  if (name.size() <= kShown) return json::quoted(name);
  std::size_t end = kShown;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
  return json::quoted(name.substr(0, end)) + "…";
}

/// `capability_map[1] "Bash"`, the name only where it is known to be text.
std::string entry_text(std::size_t index, std::string_view tool) {
  std::string text = "capability_map[" + std::to_string(index) + "]";
  if (!tool.empty()) text += " " + quoted(tool);
  return text;
}

}  // namespace

template <>
struct Fields<Config> {
  static constexpr std::array<Field<Config>, 10> kAll{
      number<&Config::failure_threshold>("failure_threshold"),
      number<&Config::failure_budget>("failure_budget"),
      number<&Config::probe_interval>("probe_interval"),
      number<&Config::probe_interval_cap>("probe_interval_cap"),
      number<&Config::cascade_window>("cascade_window"),
      number<&Config::correlated_opens>("correlated_opens"),
      number<&Config::coincident_opens>("coincident_opens"),
      number<&Config::chain_backoff_cap>("chain_backoff_cap"),
      optional<&Config::mode>("mode"),
      allowed_tools()};
};

template <>
struct Fields<Alternative> {
  static constexpr std::array<Field<Alternative>, 4> kAll{
      required<&Alternative::tool>("tool"), optional<&Alternative::method>("method"),
      optional<&Alternative::degradation>("degradation"),
      optional<&Alternative::severity>("severity")};
};

template <>
struct Fields<Entry> {
  static constexpr std::array<Field<Entry>, 6> kAll{
      required<&Entry::tool>("tool"),
      optional_given<&Entry::provides>("provides"),
      optional<&Entry::alternatives>("alternatives"),
      optional<&Entry::fallback>("fallback"),
      optional<&Entry::depends_on>("depends_on"),
      optional<&Entry::infrastructure>("infrastructure")};
};

namespace {

std::string text_of(const ConfigRefusal& refusal, const Config& config) {
  std::string found;
  for (const Field<Config>& field : Fields<Config>::kAll) {
    if (field.name == refusal.field) field.write(config, found);
  }
  const std::string hint = refusal.field.ends_with("_cap")
                               ? " where probe_interval is " + std::to_string(config.probe_interval)
                               : "";
  return "invalid_config: " + std::string(refusal.field) + ": expected " +
         allowed_values(refusal.field) + ", found " + found + hint;
}

std::string text_of(const MapRefusal& refusal, const CapabilityMap& map) {
  const Entry& entry = map.at(refusal.entry);
  const std::string item = "[" + std::to_string(refusal.item) + "]";
  const std::string prefix =
      "invalid_capability_map: " + entry_text(refusal.entry, entry.tool) + ": ";
  const auto other = [&] { return quoted(entry.alternatives.at(refusal.item).tool); };
  switch (refusal.fault) {
    case MapFault::empty_name:
      return prefix + "tool: expected a name, found \"\"";
    case MapFault::repeated_name:
      return prefix + "tool: expected a name that no entry before it has, found " +
             quoted(entry.tool);
    case MapFault::unknown_alternative:
      return prefix + "alternatives" + item + ".tool: expected the name of an entry, found " +
             other();
    case MapFault::own_alternative:
      return prefix + "alternatives" + item + ".tool: expected another tool, found " + other();
    case MapFault::unknown_dependency:
      return prefix + "depends_on" + item + ": expected the name of an entry, found " +
             quoted(entry.depends_on.at(refusal.item));
    case MapFault::dependency_cycle:
      break;
  }
  return prefix + "depends_on: expected no way back to the tool, found a cycle";
}

}  // namespace

std::string text_of(const Refusal& refusal, const Case& input) {
  if (const auto* config = std::get_if<ConfigRefusal>(&refusal)) {
    return text_of(*config, input.config);
  }
  return text_of(std::get<MapRefusal>(refusal), input.map);
}

void read_config(json::Value value, Config& config, Values values) {
  config = {};
  read_as("invalid_config: ", [&] { take(value, Place{}, config); });
  if (values == Values::any) return;
  if (const auto refusal = model::check(config)) {
    throw engine::DocumentError(text_of(*refusal, config));
  }
}

void read_map(json::Value value, CapabilityMap& map, Values values) {
  map.clear();
  for (const json::Value item : value.items()) {
    const auto tool = item.find("tool");
    const bool named = tool && tool->kind() == json::Kind::string;
    const std::string entry = entry_text(map.size(), named ? tool->text() : "");
    read_as("invalid_capability_map: ", [&] {
      if (item.kind() != json::Kind::object) {
        engine::unexpected(item, Place{}.member("capability_map").item(map.size()), "an object");
      }
    });
    read_as("invalid_capability_map: " + entry + ": ",
            [&] { take(item, Place{}, map.emplace_back()); });
  }
  if (values == Values::any) return;
  if (const auto refusal = model::check(map)) {
    throw engine::DocumentError(text_of(*refusal, map));
  }
}

void write(const Config& config, std::string& text) { put(config, text); }

void write(const CapabilityMap& map, std::string& text) { put(map, text); }

}  // namespace tripcheck::expeditor
