// Whole documents: a case from one, an answer for one.
#include <array>
#include <optional>
#include <tripcheck/model/expeditor/display.hpp>
#include <tripcheck/model/expeditor/text.hpp>
#include <tripcheck/properties/expeditor/document.hpp>

namespace tripcheck::expeditor {
namespace {

namespace json = engine::json;
using engine::Place;

/// The three parts of a document, each of the right kind.
struct Parts {
  std::optional<json::Value> config{};
  std::optional<json::Value> map{};
  std::optional<json::Value> ops{};
};

json::Value of_kind(json::Kind kind, json::Value value, const Place& place) {
  if (value.kind() != kind) {
    engine::unexpected(value, place, kind == json::Kind::array ? "an array" : "an object");
  }
  return value;
}

Parts read_parts(json::Value value) {
  constexpr std::array<engine::Key, 3> kKeys{{{.name = "config", .required = false},
                                              {.name = "capability_map", .required = false},
                                              {.name = "ops"}}};
  Parts parts;
  try {
    engine::read_end(value.document());  // A fault of syntax comes before all others.
    engine::read_object(
        value, Place{}, kKeys, [&](std::size_t key, json::Value member, const Place& here) {
          if (key == 0) parts.config = of_kind(json::Kind::object, member, here);
          if (key == 1) parts.map = of_kind(json::Kind::array, member, here);
          if (key != 2) return;
          parts.ops = member;
          engine::read_array(member, here, [](json::Value item, const Place& place) {
            (void)of_kind(json::Kind::object, item, place);
          });
        });
  } catch (const engine::DocumentError& error) {
    throw engine::DocumentError(std::string("malformed_document: ") + error.what());
  }
  return parts;
}

void read_setup(const Parts& parts, Case& input, Values values = Values::good) {
  if (parts.config) read_config(*parts.config, input.config, values);
  if (parts.map) read_map(*parts.map, input.map, values);
}

void read_all(json::Value value, Case& input, Values values) {
  const Parts parts = read_parts(value);
  input = {};
  read_setup(parts, input, values);
  input.ops.reserve(parts.ops->size());
  for (const json::Value op : parts.ops->items()) input.ops.push_back(read_op(op));
}

Result apply(AnyExpeditor& expeditor, const CaseOp& op) {
  if (const auto* whole = std::get_if<Op>(&op)) return expeditor.apply(*whole);
  return OpError{.code = ErrorCode::invalid_value, .field = std::get<FaultyOp>(op).field};
}

/// Writes what a run has to say to people.
class Narrator {
 public:
  explicit Narrator(AnyExpeditor& expeditor) : expeditor_(expeditor) {}

  void tell(std::size_t index, const CaseOp& op, const Result& result) {
    if (const auto* error = std::get_if<OpError>(&result)) {
      text_ += "ops[" + std::to_string(index) + "]: " + std::string(name(error->code));
      if (error->field) text_ += " (" + model::shown(*error->field) + ")";
      text_ += "\n\n";
    } else if (const auto* scope = std::get_if<Scope>(&result)) {
      tell(*scope, std::get<Plan>(std::get<Op>(op)));
    } else if (const auto* report = std::get_if<Report>(&result)) {
      text_ += model::whole_report(*report, subtasks_) + "\n";
    }
  }

  [[nodiscard]] std::string whole() {
    return text_ + model::whole_report(expeditor_.report(), subtasks_);
  }

 private:
  void tell(const Scope& scope, const Plan& plan) {
    std::vector<model::Planned> planned;
    for (const SubTask& task : plan.subtasks) {
      planned.push_back({.task = task, .needs = expeditor_.needs(task)});
    }
    subtasks_.insert(subtasks_.begin(), plan.subtasks.begin(), plan.subtasks.end());
    text_ += model::scope_report(scope, planned) + "\n";
  }

  AnyExpeditor& expeditor_;
  std::vector<SubTask> subtasks_;  // The newest titles first.
  std::string text_;
};

/// Runs the operations of a document as they are read, so that none of them is kept.
std::string run(AnyExpeditor& expeditor, json::Value ops, Form form) {
  Narrator narrator(expeditor);
  std::string text = R"({"results":[)";
  std::size_t index = 0;
  for (const json::Value value : ops.items()) {
    const CaseOp op = read_op(value);
    const Result result = apply(expeditor, op);
    if (form == Form::text) {
      narrator.tell(index++, op, result);
      continue;
    }
    write(result, text);
    text += ',';
  }
  if (form == Form::text) return narrator.whole();
  if (text.back() == ',') text.pop_back();
  text += R"(],"report":)";
  write(expeditor.report(), text);
  return text + '}';
}

}  // namespace

void write(const Case& input, std::string& text) {
  text += '{';
  if (input.config != Config{}) {
    text += R"("config":)";
    write(input.config, text);
    text += ',';
  }
  if (!input.map.empty()) {
    text += R"("capability_map":)";
    write(input.map, text);
    text += ',';
  }
  text += R"("ops":[)";
  for (const CaseOp& op : input.ops) {
    write(op, text);
    text += ',';
  }
  if (!input.ops.empty()) text.pop_back();
  text += "]}";
}

void read(json::Value value, Case& input) { read_all(value, input, Values::good); }

void read_any(json::Value value, Case& input) { read_all(value, input, Values::any); }

Answer answer(const MakeExpeditor& make, const Case& input) {
  const auto expeditor = make(input.config, input.map);
  Answer all;
  all.results.reserve(input.ops.size());
  for (const CaseOp& op : input.ops) all.results.push_back(apply(*expeditor, op));
  all.report = expeditor->report();
  return all;
}

engine::Said run_document(const MakeExpeditor& make, std::string_view document, Form form) {
  try {
    const auto parsed = json::Document::parse(document);
    const Parts parts = read_parts(parsed.root());
    Case setup;
    read_setup(parts, setup);
    return {.ok = true, .text = run(*make(setup.config, setup.map), *parts.ops, form)};
  } catch (const engine::DocumentError& error) {
    return {.ok = false, .text = error.what()};
  }
}

}  // namespace tripcheck::expeditor
