/// A case of the expeditor profile, the answers to it, and the documents that both are written in.
///
/// Limits: nesting, size and integers as engine/json.hpp has them; an integer past int64 is none.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tripcheck/model/expeditor/config.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/profile.hpp>
#include <variant>
#include <vector>

namespace tripcheck::expeditor {

/// An operation that only a document can hold: `invalid_value` answers it, whoever runs it.
struct FaultyOp {
  std::string text{};   ///< The JSON object, as it stood but for white space.
  std::string field{};  ///< The key at fault: the first in document order, `op` before all others.
  bool operator==(const FaultyOp&) const = default;
};

using CaseOp = std::variant<Op, FaultyOp>;

/// May be bad input: a config or a map that is refused, operations that err.
struct Case {
  Config config{};
  CapabilityMap map{};
  std::vector<CaseOp> ops{};
  bool operator==(const Case&) const = default;
};

struct Answer {
  std::vector<Result> results{};  ///< One an operation.
  Report report{};                ///< At the end.
  std::string text{};             ///< All of it for people, where that was asked for (X-51).
  bool operator==(const Answer&) const = default;
};

/// The ways to hand a case over.
enum class Delivery : std::uint8_t {
  plain,
  // As a document, for subjects whose documents tripcheck reads: for people, then with a fault each
  //
  text,
  unknown_config_key,
  repeated_config_key,
  config_no_integer,
  unknown_map_key,
  entry_no_object,
  entry_without_name,
  op_no_object,
  no_ops,
  cut_short,
};

/// The case as a document, with the fault that the delivery names.
[[nodiscard]] std::string document(const Case& input, Delivery fault);

/// What is at its default is left out.
void write(const Case& input, std::string& text);
/// Throws engine::DocumentError, its text `CODE: PLACE: …`. The codes come in this order:
/// `malformed_document` and the path, `invalid_config` and the field, `invalid_capability_map` and
/// the entry. Faults of operations are kept in the case.
void read(engine::json::Value value, Case& input);
/// As `read`, but a config and a map that the rules refuse may stand there: ranges, names, cycles.
void read_any(engine::json::Value value, Case& input);

/// Keys in the order of the tables in rules.md.
void write(const Result& result, std::string& text);
void write(const Report& report, std::string& text);
void write(const Answer& answer, std::string& text);
/// Strict; keys in any order. Throws engine::DocumentError.
void read_answer(engine::json::Value value, Answer& answer);

/// The line that `read` fails with where the same config or map stands in a document.
[[nodiscard]] std::string text_of(const Refusal& refusal, const Case& input);

/// An expeditor of whatever make, as documents are run on it.
class AnyExpeditor {
 public:
  AnyExpeditor() = default;
  AnyExpeditor(const AnyExpeditor&) = delete;
  AnyExpeditor& operator=(const AnyExpeditor&) = delete;
  virtual ~AnyExpeditor() = default;
  [[nodiscard]] virtual Result apply(const Op& op) = 0;
  [[nodiscard]] virtual Report report() const = 0;
  /// How the tools of a sub-task stand now.
  [[nodiscard]] virtual std::vector<Need> needs(const SubTask& task) const = 0;
};

/// Makes one of a config and a map that the model's `check` passes.
using MakeExpeditor =
    std::function<std::unique_ptr<AnyExpeditor>(const Config&, const CapabilityMap&)>;

[[nodiscard]] std::unique_ptr<AnyExpeditor> make_model(const Config& config,
                                                       const CapabilityMap& map);
[[nodiscard]] std::unique_ptr<AnyExpeditor> make_impl(const Config& config,
                                                      const CapabilityMap& map);

/// Every operation, then the report. Requires: the model's `check` passes config and map.
[[nodiscard]] Answer answer(const MakeExpeditor& make, const Case& input);

/// `text`: errors, scope reductions and reports as they come up, then the whole report, for people.
enum class Form : std::uint8_t { json, text };

/// One document: its answer, or the error line.
[[nodiscard]] engine::Said run_document(const MakeExpeditor& make, std::string_view document,
                                        Form form = Form::json);

}  // namespace tripcheck::expeditor
