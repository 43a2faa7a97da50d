#include <tripcheck/impl/overlap/breaker.hpp>
#include <tripcheck/model/overlap/breaker.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/reply_text.hpp>
#include <tripcheck/properties/overlap/builtin.hpp>
#include <tripcheck/properties/overlap/pointed_word.hpp>
#include <tripcheck/properties/overlap/raceable.hpp>
#include <tripcheck/properties/overlap/subject.hpp>
#include <utility>

namespace tripcheck::overlap {
namespace {

/// The model as something that keeps its own state, so that it answers like any subject.
class ModelBreaker {
 public:
  struct Acquired {
    std::optional<model::Permit> permit;
    std::vector<Transition> transitions;
  };

  static std::optional<Refusal> check(const Config& config) { return model::check(config); }
  explicit ModelBreaker(const Config& config) : config_(config) {}

  Acquired try_acquire(std::int64_t t) {
    model::Acquired done = model::acquire(config_, std::move(breaker_), t);
    breaker_ = std::move(done.next);
    return {done.permit, listed(done.transition)};
  }
  Told record(model::Permit& permit, std::int64_t t, Result result) {
    return taken(model::record(config_, std::move(breaker_), permit, t, result), permit);
  }
  Told ignore(model::Permit& permit) {
    return taken(model::ignore(std::move(breaker_), permit), permit);
  }
  Told drop(model::Permit& permit) {
    return taken(model::drop(std::move(breaker_), permit), permit);
  }

  [[nodiscard]] State state() const { return model::state(breaker_); }
  [[nodiscard]] Counters counters() const { return model::counters(breaker_); }
  [[nodiscard]] std::optional<std::int64_t> retry_at() const {
    return model::retry_at(config_, breaker_);
  }

 private:
  static std::vector<Transition> listed(const std::optional<Transition>& transition) {
    std::vector<Transition> all;
    if (transition) all.push_back(*transition);
    return all;
  }
  Told taken(model::Used done, model::Permit& permit) {
    breaker_ = std::move(done.next);
    permit = done.permit;
    return {.answer = done.answer, .transitions = listed(done.transition)};
  }

  Config config_;
  model::Breaker breaker_;
};

/// A built-in subject stands behind our own reader of documents.
template <class Own>
std::unique_ptr<Own> reading(std::unique_ptr<Own> subject) {
  subject->description().reads_documents = true;
  return subject;
}

/// The case that `text` says, or why it is none.
std::variant<Case, engine::Refused> read_strictly(std::string_view text) {
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

}  // namespace

std::unique_ptr<engine::Subject<Traits>> open_model() {
  return reading(std::make_unique<InProcess<ModelBreaker>>("model"));
}

/// The shared breaker, with the points at which threads are switched.
template <class Point, class Lock>
using PointedBreaker = impl::BasicBreaker<PointedWord<impl::Word, Point>, Lock>;

std::unique_ptr<engine::Subject<Traits>> open_impl() {
  return reading(std::make_unique<RaceableSubject<
                     impl::Breaker, PointedBreaker<engine::ScheduledPoint, engine::ScheduledMutex>,
                     PointedBreaker<engine::SwitchingPoint, engine::SwitchingMutex>>>("impl"));
}

engine::Said Traits::run(std::string_view engine, std::string_view document) {
  const auto read = read_strictly(document);
  if (const auto* refused = std::get_if<engine::Refused>(&read)) return {false, refused->text};
  const auto subject = open(engine);
  const auto reply =
      engine::ask_one(*subject, engine::Asked<Traits>{.input = std::get<Case>(read)});
  if (const auto* refused = std::get_if<engine::Refused>(&reply)) return {false, refused->text};
  return {true, engine::reply_text<Traits>(reply)};
}

}  // namespace tripcheck::overlap
