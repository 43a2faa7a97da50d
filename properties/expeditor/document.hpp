/// The parts of the expeditor's documents, a source each. Private to this folder.
#pragma once
#include <string>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/expeditor/case.hpp>

namespace tripcheck::expeditor {

// document_setup.cpp. Each throws engine::DocumentError with its own code.
/// Requires: the value is an object.
/// With `Values::any` ranges, names and cycles are not looked at.
enum class Values : std::uint8_t { good, any };
void read_config(engine::json::Value value, Config& config, Values values = Values::good);
/// Requires: the value is an array.
void read_map(engine::json::Value value, CapabilityMap& map, Values values = Values::good);
void write(const Config& config, std::string& text);
void write(const CapabilityMap& map, std::string& text);

// document_ops.cpp. Never throws for what the value holds. Requires: the value is an object.
[[nodiscard]] CaseOp read_op(engine::json::Value value);
void write(const CaseOp& op, std::string& text);

}  // namespace tripcheck::expeditor
