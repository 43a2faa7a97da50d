#include <tripcheck/impl/expeditor/expeditor.hpp>
#include <tripcheck/model/expeditor/expeditor.hpp>
#include <tripcheck/model/expeditor/report.hpp>
#include <tripcheck/model/expeditor/routing.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/expeditor/builtin.hpp>
#include <tripcheck/properties/expeditor/subject.hpp>
#include <utility>

namespace tripcheck::expeditor {
namespace {

/// The model as something that keeps its own state, so that it answers like any subject.
class ModelExpeditor {
 public:
  static std::optional<Refusal> check(const Config& config, const CapabilityMap& map) {
    if (const auto refusal = model::check(config)) return *refusal;
    if (const auto refusal = model::check(map)) return *refusal;
    return std::nullopt;
  }
  ModelExpeditor(const Config& config, const CapabilityMap& map)
      : run_(model::start(config, map)) {}
  Result apply(const Op& op) { return model::apply(run_, op); }
  [[nodiscard]] Report report() const { return model::report(run_); }
  [[nodiscard]] std::vector<Need> needs(const SubTask& task) const {
    return model::needs(run_, task);
  }

 private:
  model::Run run_;
};

template <class S>
class Made final : public AnyExpeditor {
 public:
  Made(const Config& config, const CapabilityMap& map) : inner_(config, map) {}
  [[nodiscard]] Result apply(const Op& op) override { return inner_.apply(op); }
  [[nodiscard]] Report report() const override { return inner_.report(); }
  [[nodiscard]] std::vector<Need> needs(const SubTask& task) const override {
    return inner_.needs(task);
  }

 private:
  S inner_;
};

class WithDocuments final : public engine::Subject<Traits> {
 public:
  WithDocuments(std::unique_ptr<engine::Subject<Traits>> inner, MakeExpeditor make)
      : inner_(std::move(inner)), make_(std::move(make)), description_(inner_->description()) {
    description_.reads_documents = true;
  }

  [[nodiscard]] const engine::Description& description() const override { return description_; }
  [[nodiscard]] bool takes(Delivery /*delivery*/) const override { return true; }

  void ask(std::span<const engine::Asked<Traits>> all, const OnReply& on_reply) override {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].delivery == Delivery::plain) {
        inner_->ask(all.subspan(i, 1), [&](std::size_t, const auto& reply) { on_reply(i, reply); });
        continue;
      }
      const Form form = all[i].delivery == Delivery::text ? Form::text : Form::json;
      engine::Said said = run_document(make_, document(all[i].input, all[i].delivery), form);
      engine::Reply<Traits> reply = engine::Refused{said.text};
      if (said.ok) reply = Answer{.results = {}, .report = {}, .text = std::move(said.text)};
      on_reply(i, reply);
    }
  }

 private:
  std::unique_ptr<engine::Subject<Traits>> inner_;
  MakeExpeditor make_;
  engine::Description description_;
};

}  // namespace

std::unique_ptr<AnyExpeditor> make_model(const Config& config, const CapabilityMap& map) {
  return std::make_unique<Made<ModelExpeditor>>(config, map);
}

std::unique_ptr<AnyExpeditor> make_impl(const Config& config, const CapabilityMap& map) {
  return std::make_unique<Made<impl::Expeditor>>(config, map);
}

std::unique_ptr<engine::Subject<Traits>> with_documents(
    std::unique_ptr<engine::Subject<Traits>> inner, MakeExpeditor make) {
  return std::make_unique<WithDocuments>(std::move(inner), std::move(make));
}

std::unique_ptr<engine::Subject<Traits>> open_model() {
  return with_documents(std::make_unique<InProcess<ModelExpeditor>>("model"), make_model);
}

std::unique_ptr<engine::Subject<Traits>> open_impl() {
  return with_documents(std::make_unique<InProcess<impl::Expeditor>>("impl"), make_impl);
}

engine::Said Traits::run(std::string_view engine, std::string_view document) {
  return run_document(engine == "model" ? make_model : make_impl, document, Form::json);
}

engine::Said Traits::run_text(std::string_view engine, std::string_view document) {
  return run_document(engine == "model" ? make_model : make_impl, document, Form::text);
}

}  // namespace tripcheck::expeditor
