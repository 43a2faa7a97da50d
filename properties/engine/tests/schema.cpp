#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <regex>
#include <stdexcept>
#include <string_view>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/tests/schema.hpp>
#include <utility>

namespace tripcheck::engine {
namespace {

using json::Kind;
using json::Value;

constexpr std::string_view kDefs = "#/$defs/";
constexpr std::size_t kMostInPlace = 64;  // Schemas for one value, one inside the other.

bool is_scalar(Value value) {
  return value.kind() != Kind::array && value.kind() != Kind::object &&
         value.kind() != Kind::broken;
}

bool is_count(Value value) { return value.kind() == Kind::integer && value.integer() >= 0; }

/// Whether all items are so; false for what is no array.
template <class Is>
bool all_items(Value value, const Is& is) {
  bool all = value.kind() == Kind::array;
  for (const Value item : value.items()) all = all && is(item);
  return all;
}

bool is_string(Value value) { return value.kind() == Kind::string; }

bool is_pattern(Value value) {
  if (!is_string(value)) return false;
  try {
    const std::regex compiled{std::string(value.text())};
  } catch (const std::regex_error&) {
    return false;
  }
  return true;
}

bool is_known_type(Value value) {
  constexpr std::array<std::string_view, 7> kTypes{"null",   "boolean", "integer", "number",
                                                   "string", "array",   "object"};
  return is_string(value) && std::find(kTypes.begin(), kTypes.end(), value.text()) != kTypes.end();
}

// The first pass: is the schema one that we know in full?

[[noreturn]] void unknown(const Place& place, std::string_view what) { fail(place, what); }

void check_schema(Value schema, const Place& place);

void check_each_member(Value schemas, const Place& place) {
  if (schemas.kind() != Kind::object) unknown(place, "expected an object");
  for (const auto [name, schema] : schemas.members()) check_schema(schema, place.member(name));
}

void check_reference(Value reference, const Place& place) {
  if (!is_string(reference) || !reference.text().starts_with(kDefs)) {
    unknown(place, "expected #/$defs/ and a name");
  }
  const auto defs = reference.document().root().find("$defs");
  if (!defs || !defs->find(reference.text().substr(kDefs.size()))) {
    unknown(place, "no such definition");
  }
}

/// A keyword whose value is no schema. False where it is not known.
bool check_plain_keyword(std::string_view keyword, Value value, const Place& place) {
  bool right = false;
  if (keyword == "$schema") {
    right = is_string(value);
  } else if (keyword == "type") {
    right = is_known_type(value);
  } else if (keyword == "const") {
    right = is_scalar(value);
  } else if (keyword == "enum") {
    right = all_items(value, is_scalar);
  } else if (keyword == "pattern") {
    right = is_pattern(value);
  } else if (keyword == "required") {
    right = all_items(value, is_string);
  } else if (keyword == "minItems" || keyword == "minLength") {
    right = is_count(value);
  } else if (keyword == "minimum" || keyword == "maximum") {
    right = value.kind() == Kind::integer;
  } else {
    return false;
  }
  if (!right) unknown(place, "not of the form that is known");
  return true;
}

void check_keyword(std::string_view keyword, Value value, const Place& place) {
  if (check_plain_keyword(keyword, value, place)) return;
  if (keyword == "$ref") {
    check_reference(value, place);
  } else if (keyword == "properties" || keyword == "$defs") {
    check_each_member(value, place);
  } else if (keyword == "anyOf") {
    if (value.size() == 0 || value.kind() != Kind::array) unknown(place, "expected schemas");
    std::size_t i = 0;
    for (const Value way : value.items()) check_schema(way, place.item(i++));
  } else if (keyword == "items" || keyword == "if" || keyword == "then" ||
             keyword == "additionalProperties") {
    check_schema(value, place);
  } else {
    unknown(place, "unknown keyword");
  }
}

void check_schema(Value schema, const Place& place) {
  if (schema.kind() == Kind::boolean) return;
  if (schema.kind() != Kind::object) unknown(place, "expected a schema");
  for (const auto [keyword, value] : schema.members()) {
    check_keyword(keyword, value, place.member(keyword));
  }
  if (schema.find("then").has_value() != schema.find("if").has_value()) {
    unknown(place, "expected both if and then, or neither");
  }
}

// The second pass: does a value fit?

struct Misfit {
  std::size_t depth = 0;  // Of the place, so that the ways of an `anyOf` can be compared.
  std::string text;
};
using Fit = std::optional<Misfit>;

std::size_t depth_of(const Place& place) {
  return place.parent == nullptr ? 0 : 1 + depth_of(*place.parent);
}

Fit misfit_at(const Place& place, const std::string& why) {
  return Misfit{.depth = depth_of(place), .text = place.text() + ": " + why};
}

bool is_number(Value value) {
  return value.kind() == Kind::integer || value.kind() == Kind::number;
}

bool has_type(Value value, std::string_view type) {
  switch (value.kind()) {
    case Kind::null:
      return type == "null";
    case Kind::boolean:
      return type == "boolean";
    case Kind::integer:
      return type == "integer" || type == "number";
    case Kind::number:
      return type == "number";
    case Kind::string:
      return type == "string";
    case Kind::array:
      return type == "array";
    case Kind::object:
      return type == "object";
    case Kind::broken:
      break;
  }
  return false;
}

bool same_scalar(Value a, Value b) {
  if (a.kind() != b.kind() || !is_scalar(a)) return false;
  if (a.kind() == Kind::boolean) return a.boolean() == b.boolean();
  if (a.kind() == Kind::integer) return a.integer() == b.integer();
  return a.kind() == Kind::null || a.text() == b.text();
}

/// Characters, not bytes.
std::int64_t length(std::string_view text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
}

class Fitting {
 public:
  explicit Fitting(Value root) : root_(root) {}

  /// `in_place` counts the schemas around this one that are for the same value.
  Fit fit(Value schema, Value value, const Place& place, std::size_t in_place) const {
    if (in_place > kMostInPlace) throw std::logic_error("a $ref that comes back to itself");
    if (schema.kind() == Kind::boolean) {
      return schema.boolean() ? Fit() : misfit_at(place, "not allowed");
    }
    for (const auto [keyword, argument] : schema.members()) {
      if (Fit fit = fit_value(keyword, argument, value, place)) return fit;
      if (Fit fit = fit_in_place(schema, keyword, argument, value, place, in_place + 1)) return fit;
      if (value.kind() == Kind::object) {
        if (Fit fit = fit_object(schema, keyword, argument, value, place)) return fit;
      }
      if (value.kind() == Kind::array) {
        if (Fit fit = fit_array(keyword, argument, value, place)) return fit;
      }
    }
    return std::nullopt;
  }

 private:
  /// Keywords about the value itself.
  static Fit fit_value(std::string_view keyword, Value argument, Value value, const Place& place) {
    if (keyword == "type" && !has_type(value, argument.text())) {
      const bool vowel = std::string_view("aio").find(argument.text().front()) != std::string::npos;
      return misfit_at(place,
                       (vowel ? "expected an " : "expected a ") + std::string(argument.text()));
    }
    if (keyword == "const" && !same_scalar(argument, value)) {
      return misfit_at(place, "not the one value that is allowed");
    }
    if (keyword == "enum" &&
        all_items(argument, [&](Value allowed) { return !same_scalar(allowed, value); })) {
      return misfit_at(place, "none of the values that are allowed");
    }
    if (is_number(value) && (keyword == "minimum" || keyword == "maximum")) {
      const bool within = value.kind() == Kind::integer &&
                          (keyword == "minimum" ? value.integer() >= argument.integer()
                                                : value.integer() <= argument.integer());
      if (!within) return misfit_at(place, "past the " + std::string(keyword));
    }
    if (!is_string(value)) return std::nullopt;
    if (keyword == "minLength" && length(value.text()) < argument.integer()) {
      return misfit_at(place, "too short");
    }
    if (keyword == "pattern" &&
        !std::regex_search(std::string(value.text()), std::regex(std::string(argument.text())))) {
      return misfit_at(place, "does not match " + std::string(argument.text()));
    }
    return std::nullopt;
  }

  /// Keywords that apply further schemas to the same value.
  Fit fit_in_place(Value schema, std::string_view keyword, Value argument, Value value,
                   const Place& place, std::size_t in_place) const {
    if (keyword == "$ref") {
      const auto target = root_.find("$defs")->find(argument.text().substr(kDefs.size()));
      return fit(*target, value, place, in_place);
    }
    if (keyword == "if") {
      if (fit(argument, value, place, in_place)) return std::nullopt;
      return fit(*schema.find("then"), value, place, in_place);
    }
    if (keyword != "anyOf") return std::nullopt;
    Fit deepest;
    for (const Value way : argument.items()) {
      Fit found = fit(way, value, place, in_place);
      if (!found) return std::nullopt;
      if (!deepest || found->depth > deepest->depth) deepest = std::move(found);
    }
    return deepest;
  }

  Fit fit_object(Value schema, std::string_view keyword, Value argument, Value value,
                 const Place& place) const {
    if (keyword == "required") {
      for (const Value name : argument.items()) {
        if (!value.find(name.text())) return misfit_at(place.member(name.text()), "missing");
      }
    }
    const auto named = schema.find("properties");
    for (const auto [key, member] : value.members()) {
      const auto own = keyword == "properties" ? argument.find(key) : std::nullopt;
      const bool other = keyword == "additionalProperties" && (!named || !named->find(key));
      if (!own && !other) continue;
      if (Fit fit_of_member = fit(own ? *own : argument, member, place.member(key), 0)) {
        return fit_of_member;
      }
    }
    return std::nullopt;
  }

  Fit fit_array(std::string_view keyword, Value argument, Value value, const Place& place) const {
    if (keyword == "minItems" && static_cast<std::int64_t>(value.size()) < argument.integer()) {
      return misfit_at(place, "too few items");
    }
    if (keyword != "items") return std::nullopt;
    std::size_t i = 0;
    for (const Value item : value.items()) {
      if (Fit fit_of_item = fit(argument, item, place.item(i++), 0)) return fit_of_item;
    }
    return std::nullopt;
  }

  Value root_;
};

}  // namespace

std::optional<std::string> schema_fault(Value schema) {
  try {
    check_schema(schema, Place{});
  } catch (const DocumentError& error) {
    return error.what();
  }
  return std::nullopt;
}

std::optional<std::string> misfit(Value schema, Value value) {
  const Fit found = Fitting(schema).fit(schema, value, Place{}, 0);
  return found ? std::optional(found->text) : std::nullopt;
}

}  // namespace tripcheck::engine
