#include <cassert>
#include <charconv>
#include <tripcheck/model/escalation/breaker.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/escalation/builtin.hpp>
#include <tripcheck/properties/escalation/shape.hpp>
#include <utility>

namespace tripcheck::escalation {
namespace {

namespace json = engine::json;

/// Requires: a breaker; what was to be made of it had no fault.
template <class T>
T made(const Checked<T>& checked) {
  assert(std::holds_alternative<T>(checked));
  return *std::get_if<T>(&checked);
}

template <class T>
std::optional<std::string> error_of(const Checked<T>& checked) {
  const auto* error = std::get_if<Error>(&checked);
  return error == nullptr ? std::nullopt : std::optional(text_of(*error));
}

/// The model as something that keeps its own state, so that it answers like any subject.
class ModelBreaker {
 public:
  static std::optional<std::string> check(std::string_view run_id, std::string_view workflow_id,
                                          const Limits& limits) {
    return error_of(model::start(run_id, workflow_id, limits));
  }

  static ReadBack read_handoff(std::string_view text, std::string_view now) {
    const auto document = json::Document::parse(text);
    const auto handoff = model::read_handoff(model_json(document.root()));
    if (auto error = error_of(handoff)) return std::move(*error);
    const auto& read = std::get<model::Handoff>(handoff);
    const auto expired = model::expired(read, now);
    if (auto error = error_of(expired)) return std::move(*error);
    return ReadingAnswer{.handoff = model::to_json(read), .expired = std::get<bool>(expired)};
  }

  ModelBreaker(std::string_view run_id, std::string_view workflow_id, const Limits& limits)
      : breaker_(made(model::start(run_id, workflow_id, limits))) {}

  Recorded record_failure(std::string_view failure_class, std::string_view step_digest,
                          std::string_view now) {
    auto [next, answer] =
        model::record_failure(std::move(breaker_), failure_class, step_digest, now);
    breaker_ = std::move(next);
    if (const auto* error = std::get_if<Error>(&answer)) return {.error = text_of(*error)};
    const auto* handoff = std::get_if<model::Handoff>(&answer);
    if (handoff == nullptr) return {};
    return {.error = {}, .handoff = model::to_json(*handoff)};
  }

  [[nodiscard]] bool halted() const { return model::halted(breaker_); }
  [[nodiscard]] Counts counts() const { return model::counts(breaker_); }
  [[nodiscard]] std::optional<std::string> handoff_json() const {
    return breaker_.handoff ? std::optional(model::to_json(*breaker_.handoff)) : std::nullopt;
  }
  [[nodiscard]] static Purpose purpose() {
    return {.requires_human_review = model::Handoff::requires_human_review(),
            .authorizes_action = model::Handoff::authorizes_action()};
  }

 private:
  model::Breaker breaker_;
};

class WithDocuments final : public engine::Subject<Traits> {
 public:
  WithDocuments(std::unique_ptr<engine::Subject<Traits>> inner, Read read)
      : inner_(std::move(inner)), read_(read), description_(inner_->description()) {
    description_.reads_documents = true;
  }

  [[nodiscard]] const engine::Description& description() const override { return description_; }
  [[nodiscard]] bool takes(Delivery delivery) const override {
    return is_document(delivery) || inner_->takes(delivery);
  }

  void ask(std::span<const engine::Asked<Traits>> all, const OnReply& on_reply) override {
    if (all.empty() || !is_document(all.front().delivery)) {
      inner_->ask(all, on_reply);  // One property's questions are all of one kind.
      return;
    }
    for (std::size_t i = 0; i < all.size(); ++i) ask_document(i, all[i], on_reply);
  }

 private:
  void ask_document(std::size_t i, const engine::Asked<Traits>& asked, const OnReply& on_reply) {
    const auto read = read_(document(asked.input, asked.delivery), asked.input);
    if (const auto* refused = std::get_if<engine::Refused>(&read)) {
      on_reply(i, *refused);
      return;
    }
    on_reply(i, engine::ask_one(*inner_, engine::Asked<Traits>{.input = std::get<Case>(read)}));
  }

  std::unique_ptr<engine::Subject<Traits>> inner_;
  Read read_;
  engine::Description description_;
};

}  // namespace

Limits limits_of(const Run& run) {
  Limits limits;
  if (!run.policy) return limits;
  const auto take = [&](std::size_t i, std::int64_t& limit) {
    const Given& given = run.policy->at(i);
    if (given.kind == Given::Kind::absent) return;
    limit = 0;
    if (given.kind == Given::Kind::string) return;
    const char* const end = given.text.data() + given.text.size();
    std::int64_t number = 0;
    const auto [at, fault] = std::from_chars(given.text.data(), end, number);
    if (fault == std::errc() && at == end) limit = number;
  };
  take(0, limits.uncertainty);
  take(1, limits.permission_denial);
  take(2, limits.tool_failure);
  take(3, limits.total);
  return limits;
}

std::optional<std::string> Implementation::check(std::string_view run_id,
                                                 std::string_view workflow_id,
                                                 const Limits& limits) {
  return error_of(impl::Breaker::start(run_id, workflow_id, limits));
}

ReadBack Implementation::read_handoff(std::string_view text, std::string_view now) {
  const auto handoff = impl::Handoff::from_json(text);
  if (auto error = error_of(handoff)) return std::move(*error);
  const auto& read = std::get<impl::Handoff>(handoff);
  const auto expired = read.expired(now);
  if (auto error = error_of(expired)) return std::move(*error);
  return ReadingAnswer{.handoff = read.to_json(), .expired = std::get<bool>(expired)};
}

Implementation::Implementation(std::string_view run_id, std::string_view workflow_id,
                               const Limits& limits)
    : breaker_(made(impl::Breaker::start(run_id, workflow_id, limits))) {}

Recorded Implementation::record_failure(std::string_view failure_class,
                                        std::string_view step_digest, std::string_view now) {
  const impl::Recorded recorded = breaker_.record_failure(failure_class, step_digest, now);
  Recorded told;
  if (const auto error = recorded.error()) told.error = text_of(*error);
  if (recorded.handoff() != nullptr) told.handoff = recorded.handoff()->to_json();
  return told;
}

std::optional<std::string> Implementation::handoff_json() const {
  const auto* handoff = breaker_.handoff();
  return handoff == nullptr ? std::nullopt : std::optional(handoff->to_json());
}

Purpose Implementation::purpose() {
  return {.requires_human_review = impl::Handoff::requires_human_review(),
          .authorizes_action = impl::Handoff::authorizes_action()};
}

std::variant<Case, engine::Refused> read_strictly(std::string_view text, const Case& /*meant*/) {
  try {
    const auto document = json::Document::parse(text);
    Case input;
    read(document.root(), input);
    return input;
  } catch (const engine::DocumentError& error) {
    return engine::Refused{error.what()};
  }
}

std::unique_ptr<engine::Subject<Traits>> with_documents(
    std::unique_ptr<engine::Subject<Traits>> inner, Read read) {
  return std::make_unique<WithDocuments>(std::move(inner), read);
}

std::unique_ptr<engine::Subject<Traits>> open_model() {
  return with_documents(std::make_unique<InProcess<ModelBreaker>>("model"), read_strictly);
}

std::unique_ptr<engine::Subject<Traits>> open_impl() {
  return with_documents(std::make_unique<InProcess<Implementation>>("impl"), read_strictly);
}

}  // namespace tripcheck::escalation
