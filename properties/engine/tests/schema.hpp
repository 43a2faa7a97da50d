/// A small JSON Schema validator: the keywords that corpus/schema.json uses, and no others.
///
/// Known: $schema, $defs, $ref (to `#/$defs/NAME`), type, const, enum, pattern, required,
/// properties, additionalProperties, items, minItems, anyOf, if, then, minimum, maximum, minLength.
///
/// Threads: pure functions.
/// Limits:  stricter than the standard in two points: `1.0` is no integer, and limits hold only
///          where the number is within int64. `const` and `enum` hold no array and no object.
#pragma once
#include <optional>
#include <string>
#include <tripcheck/properties/engine/json.hpp>

namespace tripcheck::engine {

/// Where the schema holds what we do not know, and what: `$defs.count.multipleOf: unknown keyword`.
/// Nothing where the whole of it is known.
[[nodiscard]] std::optional<std::string> schema_fault(json::Value schema);

/// Where the value does not fit, and why: `input.events[0].t: expected an integer`.
/// Nothing where it fits. Of several misfits the first in the order of the schema is told; of the
/// ways of an `anyOf` the one that gets deepest.
///
/// Requires: the schema is the root of its document, without a schema_fault.
[[nodiscard]] std::optional<std::string> misfit(json::Value schema, json::Value value);

}  // namespace tripcheck::engine
