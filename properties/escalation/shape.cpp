#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/escalation/shape.hpp>

namespace tripcheck::escalation {
namespace {

namespace json = engine::json;

[[noreturn]] void malformed() { refuse({Code::malformed_document}); }

/// Whether a JSON string holds this text as it is.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || c == '_' || c == ':' || c == ' ';
  });
}

template <std::size_t N>
std::array<Slot, N> members(json::Value value, const std::array<std::string_view, N>& keys) {
  const auto slots = slots_of(value, keys);
  if (!slots) malformed();
  return *slots;
}

// No array or object of a handoff is right with more parts than 32 (those of a list of digests),
// and where there are more, the first 33 say so. Nor is anything looked at below the third level.
constexpr std::size_t kMostParts = 33;
constexpr int kLevels = 3;

model::Json model_json(json::Value value, int levels) {
  model::Json made;
  if (value.kind() == json::Kind::string) {
    made.kind = model::Json::Kind::string;
    made.text = value.text();
  } else if (value.kind() == json::Kind::array) {
    made.kind = model::Json::Kind::array;
    if (levels == 0) return made;
    for (const json::Value item : value.items()) {
      if (made.items.size() == kMostParts) break;
      made.items.push_back(model_json(item, levels - 1));
    }
  } else if (value.kind() == json::Kind::object) {
    made.kind = model::Json::Kind::object;
    if (levels == 0) return made;
    for (const auto [key, member] : value.members()) {
      if (made.members.size() == kMostParts) break;
      made.members.push_back({std::string(key), model_json(member, levels - 1)});
    }
  }
  return made;
}

}  // namespace

void refuse(const Error& error) { throw engine::DocumentError(text_of(error)); }

RunShape run_shape(json::Value value) {
  constexpr std::array<std::string_view, 4> kKeys{"run_id", "workflow_id", "policy", "attempts"};
  constexpr std::array<std::string_view, 4> kLimits{"uncertainty", "permission_denial",
                                                    "tool_failure", "total"};
  if (value.document().syntax_error()) malformed();
  const auto [run_id, workflow_id, policy, attempts] = members(value, kKeys);
  if (!attempts || attempts->kind() != json::Kind::array) malformed();
  RunShape shape{.run_id = run_id, .workflow_id = workflow_id, .policy = {}, .attempts = *attempts};
  if (policy) shape.policy = members(*policy, kLimits);
  for (const json::Value attempt : attempts->items()) (void)attempt_shape(attempt);
  return shape;
}

AttemptShape attempt_shape(json::Value value) {
  constexpr std::array<std::string_view, 3> kKeys{"failure_class", "step_digest", "now"};
  const auto [failure_class, step_digest, now] = members(value, kKeys);
  return {.failure_class = failure_class, .step_digest = step_digest, .now = now};
}

ReadingShape reading_shape(json::Value value) {
  constexpr std::array<std::string_view, 2> kKeys{"handoff", "now"};
  if (value.document().syntax_error()) malformed();
  const auto [handoff, now] = members(value, kKeys);
  if (!handoff || !now || handoff->kind() != json::Kind::object) malformed();
  return {.handoff = *handoff, .now = *now};
}

std::string_view text_or_empty(const Slot& slot) {
  return slot && slot->kind() == json::Kind::string ? slot->text() : std::string_view();
}

Limits limits_of(const std::optional<LimitSlots>& policy) {
  Limits limits;
  if (!policy) return limits;
  const auto take = [&](std::size_t i, std::int64_t& limit) {
    const Slot& slot = policy->at(i);
    if (slot) limit = slot->kind() == json::Kind::integer ? slot->integer() : 0;
  };
  take(0, limits.uncertainty);
  take(1, limits.permission_denial);
  take(2, limits.tool_failure);
  take(3, limits.total);
  return limits;
}

void append_json(std::string& out, json::Value value) {
  const auto separate = [&out](char bracket) {
    if (out.back() != bracket) out += ',';
  };
  switch (value.kind()) {
    case json::Kind::boolean:
      out += value.boolean() ? "true" : "false";
      return;
    case json::Kind::integer:
      json::append_integer(out, value.integer());
      return;
    case json::Kind::number:
      out += value.text();
      return;
    case json::Kind::string:
      json::append_quoted(out, value.text());
      return;
    case json::Kind::array:
      out += '[';
      for (const json::Value item : value.items()) {
        separate('[');
        append_json(out, item);
      }
      out += ']';
      return;
    case json::Kind::object:
      out += '{';
      for (const auto [key, member] : value.members()) {
        separate('{');
        json::append_quoted(out, key);
        out += ':';
        append_json(out, member);
      }
      out += '}';
      return;
    case json::Kind::null:
    case json::Kind::broken:
      break;
  }
  out += "null";
}

model::Json model_json(json::Value value) { return model_json(value, kLevels); }

void begin_outcome(std::string& out, bool halted, const Counts& counts) {
  const auto count = [&out](std::string_view before, std::int64_t number) {
    out += before;
    json::append_integer(out, number);
  };
  out += halted ? "{\"halted\":true" : "{\"halted\":false";
  count(",\"counts\":{\"uncertainty\":", counts.uncertainty);
  count(",\"permission_denial\":", counts.permission_denial);
  count(",\"tool_failure\":", counts.tool_failure);
  count(",\"total\":", counts.total);
  out += "},\"attempts\":[";
}

void add_attempt(std::string& out, std::optional<std::string_view> error) {
  if (out.back() != '[') out += ',';
  out += "{\"error\":";
  if (!error) {
    out += "null";
  } else if (is_plain(*error)) {  // An error of ours: there may be millions.
    out += '"';
    out += *error;
    out += '"';
  } else {
    json::append_quoted(out, *error);
  }
  out += '}';
}

void end_outcome(std::string& out, const std::optional<std::string>& handoff) {
  out += "],\"handoff\":";
  out += handoff ? *handoff : "null";
  out += '}';
}

void write_reading(std::string& out, std::string_view handoff, bool expired) {
  out += "{\"handoff\":";
  out += handoff;
  out += expired ? ",\"expired\":true}" : ",\"expired\":false}";
}

}  // namespace tripcheck::escalation
