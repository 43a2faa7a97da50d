#include <cassert>
#include <optional>
#include <string>
#include <tripcheck/impl/escalation/breaker.hpp>
#include <tripcheck/model/escalation/breaker.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/escalation/documents.hpp>
#include <tripcheck/properties/escalation/shape.hpp>
#include <utility>
#include <vector>

namespace tripcheck::escalation {
namespace {

namespace json = engine::json;

/// The value, or its error thrown as what the whole document comes to.
template <class T>
T unwrap(const Checked<T>& checked) {
  if (const auto* error = std::get_if<Error>(&checked)) refuse(*error);
  return std::get<T>(checked);
}

/// The model as an engine; has the same members as the incremental one.
class Model {
 public:
  explicit Model(const RunShape& shape)
      : breaker_(unwrap(model::start(text_or_empty(shape.run_id), text_or_empty(shape.workflow_id),
                                     limits_of(shape.policy)))) {}

  std::optional<Error> record(const AttemptShape& attempt) {
    auto [next, answer] =
        model::record_failure(std::move(breaker_), text_or_empty(attempt.failure_class),
                              text_or_empty(attempt.step_digest), text_or_empty(attempt.now));
    breaker_ = std::move(next);
    const auto* error = std::get_if<Error>(&answer);
    return error != nullptr ? std::optional(*error) : std::nullopt;
  }
  [[nodiscard]] bool halted() const { return model::halted(breaker_); }
  [[nodiscard]] Counts counts() const { return model::counts(breaker_); }
  [[nodiscard]] std::optional<std::string> handoff() const {
    return breaker_.handoff ? std::optional(model::to_json(*breaker_.handoff)) : std::nullopt;
  }

  static void read_back(const ReadingShape& shape, std::string& text) {
    const auto handoff = unwrap(model::read_handoff(model_json(shape.handoff)));
    const bool expired = unwrap(model::expired(handoff, text_or_empty(shape.now)));
    write_reading(text, model::to_json(handoff), expired);
  }

 private:
  model::Breaker breaker_;
};

class Incremental {
 public:
  explicit Incremental(const RunShape& shape)
      : breaker_(unwrap(impl::Breaker::start(text_or_empty(shape.run_id),
                                             text_or_empty(shape.workflow_id),
                                             limits_of(shape.policy)))) {}

  std::optional<Error> record(const AttemptShape& attempt) {
    return breaker_
        .record_failure(text_or_empty(attempt.failure_class), text_or_empty(attempt.step_digest),
                        text_or_empty(attempt.now))
        .error();
  }
  [[nodiscard]] bool halted() const { return breaker_.halted(); }
  [[nodiscard]] Counts counts() const { return breaker_.counts(); }
  [[nodiscard]] std::optional<std::string> handoff() const {
    const auto* handoff = breaker_.handoff();
    return handoff != nullptr ? std::optional(handoff->to_json()) : std::nullopt;
  }

  static void read_back(const ReadingShape& shape, std::string& text) {
    std::string found;
    append_json(found, shape.handoff);
    const auto handoff = unwrap(impl::Handoff::from_json(found));
    const bool expired = unwrap(handoff.expired(text_or_empty(shape.now)));
    write_reading(text, handoff.to_json(), expired);
  }

 private:
  impl::Breaker breaker_;
};

template <class Engine>
std::string run_through(json::Value root) {
  const RunShape shape = run_shape(root);
  Engine engine(shape);
  std::vector<std::optional<Error>> errors;
  errors.reserve(shape.attempts.size());
  for (const json::Value attempt : shape.attempts.items()) {
    errors.push_back(engine.record(attempt_shape(attempt)));
  }
  std::string text;
  begin_outcome(text, engine.halted(), engine.counts());
  for (const auto& error : errors) {
    add_attempt(text, error ? std::optional(text_of(*error)) : std::nullopt);
  }
  end_outcome(text, engine.handoff());
  return text;
}

template <class Engine>
std::string read_through(json::Value root) {
  std::string text;
  Engine::read_back(reading_shape(root), text);
  return text;
}

/// What `answer` makes of the document, or what it throws.
template <class Answer>
engine::Said said(std::string_view text, Answer answer) {
  try {
    const auto document = json::Document::parse(text);
    return {.ok = true, .text = answer(document.root())};
  } catch (const engine::DocumentError& error) {
    return {.ok = false, .text = error.what()};
  }
}

bool is_model(std::string_view engine) {
  assert(engine == "model" || engine == "impl");
  return engine == "model";
}

}  // namespace

engine::Said run_document(std::string_view engine, std::string_view text) {
  return said(text, is_model(engine) ? run_through<Model> : run_through<Incremental>);
}

engine::Said run_handoff(std::string_view engine, std::string_view text) {
  return said(text, is_model(engine) ? read_through<Model> : read_through<Incremental>);
}

}  // namespace tripcheck::escalation
