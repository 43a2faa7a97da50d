// A case as a document with one fault.
#include <tripcheck/properties/expeditor/document.hpp>

namespace tripcheck::expeditor {
namespace {

std::string config_text(const Case& input, Delivery fault) {
  std::string text;
  write(input.config, text);
  text.pop_back();
  if (text.size() > 1) text += ',';
  if (fault == Delivery::unknown_config_key) return text + R"("zap":1})";
  if (fault == Delivery::repeated_config_key) return text + R"("mode":"full","mode":"full"})";
  if (fault == Delivery::config_no_integer) {
    const char* field = input.config.failure_budget == Config{}.failure_budget
                            ? R"("failure_budget":5.0})"
                            : R"("failure_threshold":true})";
    return text + field;
  }
  if (text.back() == ',') text.pop_back();
  return text + '}';
}

std::string map_text(const Case& input, Delivery fault) {
  std::string text;
  write(input.map, text);
  text.pop_back();
  if (text.size() > 1) text += ',';
  if (fault == Delivery::unknown_map_key) return text + R"({"tool":"zap!","zap":1}])";
  if (fault == Delivery::entry_no_object) return text + "1]";
  if (fault == Delivery::entry_without_name) return text + R"({"provides":"zap"}])";
  if (text.back() == ',') text.pop_back();
  return text + ']';
}

}  // namespace

std::string document(const Case& input, Delivery fault) {
  std::string text = R"({"config":)" + config_text(input, fault) + R"(,"capability_map":)" +
                     map_text(input, fault);
  if (fault == Delivery::no_ops) return text + '}';
  text += R"(,"ops":[)";
  for (const CaseOp& op : input.ops) {
    write(op, text);
    text += ',';
  }
  if (fault == Delivery::op_no_object) text += "1,";
  if (text.back() == ',') text.pop_back();
  text += "]}";
  if (fault == Delivery::cut_short) text.pop_back();
  return text;
}

}  // namespace tripcheck::expeditor
