// The list of expeditor mutants, and each of them as a subject.
#include <algorithm>
#include <array>
#include <string>
#include <tripcheck/properties/expeditor/builtin.hpp>
#include <tripcheck/properties/expeditor/faulty.hpp>
#include <tripcheck/properties/expeditor/mutants.hpp>
#include <tripcheck/properties/expeditor/subject.hpp>
#include <utility>

namespace tripcheck::expeditor {
namespace {

std::unique_ptr<engine::Subject<Traits>> open_faulty(std::string name, Fault fault) {
  return std::make_unique<InProcess<Faulty>>(
      std::move(name),
      [fault](const Config& config, const CapabilityMap& map) {
        return Faulty(config, map, fault);
      },
      [fault](const Config& config, const CapabilityMap& map) {
        return check_with(fault, config, map);
      });
}

/// The model, with one document read wrongly, or one text shown wrongly.
class OuterFault final : public engine::Subject<Traits> {
 public:
  explicit OuterFault(const OuterMutant& mutant)
      : inner_(open_model()), mutant_(mutant), description_(inner_->description()) {
    description_.name = "mutant:" + std::string(mutant.id);
  }
  [[nodiscard]] const engine::Description& description() const override { return description_; }
  [[nodiscard]] bool takes(Delivery delivery) const override { return inner_->takes(delivery); }
  void ask(std::span<const engine::Asked<Traits>> all, const OnReply& on_reply) override {
    for (std::size_t i = 0; i < all.size(); ++i) {
      engine::Asked<Traits> asked = all[i];
      const bool hit = asked.delivery == mutant_.delivery;
      if (hit && mutant_.spoil == nullptr) asked.delivery = Delivery::plain;
      engine::Reply<Traits> reply = engine::ask_one(*inner_, asked);
      auto* answer = std::get_if<Answer>(&reply);
      if (hit && mutant_.spoil != nullptr && answer != nullptr) mutant_.spoil(answer->text);
      on_reply(i, reply);
    }
  }

 private:
  std::unique_ptr<engine::Subject<Traits>> inner_;
  const OuterMutant& mutant_;
  engine::Description description_;
};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

const std::vector<OuterMutant>& all_outer() {
  static const std::vector<OuterMutant> kAll{
      {"expeditor-reader-skips-unknown-config-keys",
       {"X-54"},
       "A config key that nobody knows is passed over.",
       Delivery::unknown_config_key},
      {"expeditor-reader-takes-the-last-of-two-keys",
       {"X-54"},
       "A config key that stands twice counts as it stands last.",
       Delivery::repeated_config_key},
      {"expeditor-reader-takes-floats-for-integers",
       {"X-54"},
       "5.0 and true pass for integers.",
       Delivery::config_no_integer},
      {"expeditor-reader-skips-unknown-map-keys",
       {"X-55"},
       "A key of an entry that nobody knows is passed over.",
       Delivery::unknown_map_key},
      {"expeditor-reader-takes-nameless-entries",
       {"X-55"},
       "An entry without a tool is passed over.",
       Delivery::entry_without_name},
      {"expeditor-reader-skips-what-is-no-operation",
       {"X-56"},
       "An operation that is no object is passed over, so results no longer stand beside theirs.",
       Delivery::op_no_object},
      {"expeditor-reader-mends-cut-documents",
       {"X-56"},
       "A document that ends too early is closed for it.",
       Delivery::cut_short},
      {"expeditor-text-table-without-padding",
       {"X-51"},
       "The rows of the state table are as wide as their text.",
       Delivery::text,
       [](std::string& text) { replace_all(text, "  |", " |"); }},
      {"expeditor-text-shows-control-characters",
       {"X-51"},
       "The log is shown with what a stranger wrote into it as it stands.",
       Delivery::text,
       [](std::string& text) { replace_all(text, "—", "\x1b[1m"); }},
      {"expeditor-text-pause-is-not-headed",
       {"X-51"},
       "An exhausted budget does not head the report.",
       Delivery::text,
       [](std::string& text) {
         replace_all(text, "FAILURE BUDGET EXHAUSTED — PAUSING", "Status Report:");
       }},
  };
  return kAll;
}

}  // namespace

std::span<const Mutant> breaker_mutants() {
  static const std::vector<Mutant> kAll = [] {
    std::vector<Mutant> all;
    for (auto family :
         {deciding_mutants(), recording_mutants(), cascade_mutants(), telling_mutants()}) {
      all.insert(all.end(), family.begin(), family.end());
    }
    return all;
  }();
  return kAll;
}

std::span<const OuterMutant> outer_mutants() { return all_outer(); }

std::unique_ptr<engine::Subject<Traits>> open_right() { return open_faulty("right", Fault::none); }

std::unique_ptr<engine::Subject<Traits>> open_mutant(std::string_view id) {
  for (const Mutant& mutant : breaker_mutants()) {
    if (mutant.id == id) return open_faulty("mutant:" + std::string(id), mutant.fault);
  }
  for (const OuterMutant& mutant : outer_mutants()) {
    if (mutant.id == id) return std::make_unique<OuterFault>(mutant);
  }
  return nullptr;
}

}  // namespace tripcheck::expeditor
