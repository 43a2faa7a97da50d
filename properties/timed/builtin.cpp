#include <limits>
#include <tripcheck/impl/timed/breaker.hpp>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/timed/builtin.hpp>
#include <tripcheck/properties/timed/subject.hpp>
#include <utility>

namespace tripcheck::timed {
namespace {

/// The model as something that keeps its own state, so that it answers like any subject.
class ModelBreaker {
 public:
  static std::optional<Refusal> check(const Config& config) { return model::check(config); }
  explicit ModelBreaker(const Config& config) : config_(config) {}

  Offer offer(const Event& event) {
    if (event.t < last_t_) return {.admission = Admission::refused, .transitions = {}};
    last_t_ = event.t;
    ++taken_;
    const model::Step step = model::step(config_, breaker_, event);
    breaker_ = step.next;
    return step.offer;
  }

  std::optional<Refusal> feed(std::span<const Event> piece, Outcome& outcome) {
    std::vector<Event> all{{.t = last_t_}};
    all.insert(all.end(), piece.begin(), piece.end());
    if (auto refusal = model::check(std::span<const Event>(all))) {
      refusal->index = taken_ + refusal->index - 1;
      return refusal;
    }
    for (const Event& event : piece) {
      const Offer answer = offer(event);
      if (answer.admission == Admission::rejected) outcome.rejected.push_back(event.t);
      for (const Transition& transition : answer.transitions) {
        outcome.transitions.push_back(transition);
      }
    }
    outcome.final_state = state();
    return std::nullopt;
  }

  [[nodiscard]] State state() const { return model::state(breaker_); }
  [[nodiscard]] Counters counters() const { return model::counters(breaker_); }
  [[nodiscard]] std::optional<std::int64_t> retry_at() const {
    return model::retry_at(config_, breaker_);
  }

 private:
  Config config_;
  model::Breaker breaker_;
  std::int64_t last_t_ = std::numeric_limits<std::int64_t>::min();
  std::size_t taken_ = 0;
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

std::variant<Case, engine::Refused> read_strictly(std::string_view text, const Case& /*meant*/) {
  try {
    const auto document = engine::json::Document::parse(text);
    Case input;
    read(document.root(), input);
    engine::read_end(document);
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
  return with_documents(std::make_unique<InProcess<impl::Breaker>>("impl"), read_strictly);
}

engine::Said Traits::run(std::string_view engine, std::string_view document) {
  const auto read = read_strictly(document, {});
  if (const auto* refused = std::get_if<engine::Refused>(&read)) return {false, refused->text};
  const Case& input = std::get<Case>(read);
  const auto result = engine == "model" ? model::run(input.config, input.events)
                                        : impl::run_circuit_breaker(input.events, input.config);
  if (const auto* refusal = std::get_if<Refusal>(&result)) return {false, text_of(*refusal, input)};
  std::string answer;
  timed::write(std::get<Outcome>(result), answer);
  return {true, std::move(answer)};
}

}  // namespace tripcheck::timed
