// The list of timed mutants, and each of them as a subject.
#include <algorithm>
#include <string>
#include <tripcheck/properties/timed/builtin.hpp>
#include <tripcheck/properties/timed/mutants.hpp>
#include <tripcheck/properties/timed/subject.hpp>
#include <utility>

namespace tripcheck::timed {
namespace {

/// Right but for one kind of fault in a document, which it passes over.
template <const char* const& Forgiven>
std::variant<Case, engine::Refused> read_forgiving(std::string_view text, const Case& meant) {
  auto result = read_strictly(text, meant);
  const auto* refused = std::get_if<engine::Refused>(&result);
  if (refused != nullptr && refused->text.find(Forgiven) != std::string::npos) return meant;
  return result;
}

/// Refuses as it should, but does not say where.
std::variant<Case, engine::Refused> read_without_place(std::string_view text, const Case& meant) {
  auto result = read_strictly(text, meant);
  if (std::holds_alternative<engine::Refused>(result)) return engine::Refused{"bad document"};
  return result;
}

constexpr const char* kAgain = "found again";
constexpr const char* kUnknown = "unknown key";
constexpr const char* kMissing = "missing";
constexpr const char* kInteger = "expected an integer";
constexpr const char* kWord = "expected \"success\" or";
constexpr const char* kSyntax = "expected a JSON document";

using Opened = std::unique_ptr<engine::Subject<Traits>>;

const Decisions& right() {
  static const Decisions kRight;
  return kRight;
}

Opened open_faulty(std::string name, const Decisions& decisions, Read read) {
  auto inner = std::make_unique<InProcess<Faulty>>(
      std::move(name), [&decisions](const Config& config) { return Faulty(config, decisions); },
      decisions.check);
  return with_documents(std::move(inner), read);
}

/// A right breaker in a batch that looks at the stream as a whole, and shows the outcome alone.
class Batch final : public engine::Subject<Traits> {
 public:
  using Change = void (*)(const Case&, Outcome&);
  Batch(Opened inner, Change change) : inner_(std::move(inner)), change_(change) {}

  [[nodiscard]] const engine::Description& description() const override {
    return inner_->description();
  }
  [[nodiscard]] bool takes(Delivery delivery) const override { return delivery == Delivery::plain; }
  void ask(std::span<const engine::Asked<Traits>> all, const OnReply& on_reply) override {
    inner_->ask(all, [&](std::size_t i, const engine::Reply<Traits>& reply) {
      if (const auto* answer = std::get_if<Answer>(&reply)) {
        Answer changed;
        changed.outcome = answer->outcome;
        change_(all[i].input, changed.outcome);
        on_reply(i, engine::Reply<Traits>(std::move(changed)));
      } else {
        on_reply(i, reply);
      }
    });
  }

 private:
  Opened inner_;
  Change change_;
};

/// Lists only those rejected calls whose cooldown still runs at the time of the last event.
void judge_by_last_time(const Case& input, Outcome& outcome) {
  if (outcome.final_state != State::open && !input.events.empty()) outcome.rejected.clear();
}

void newest_first(const Case& /*input*/, Outcome& outcome) {
  std::reverse(outcome.rejected.begin(), outcome.rejected.end());
}

/// Keeps rejected times as a set: of several at one time, one.
void each_time_once(const Case& /*input*/, Outcome& outcome) {
  auto& times = outcome.rejected;
  times.erase(std::unique(times.begin(), times.end()), times.end());
}

void state_of_first_transition(const Case& /*input*/, Outcome& outcome) {
  if (!outcome.transitions.empty()) outcome.final_state = outcome.transitions.front().to;
}

struct OuterEntry {
  OuterMutant mutant;
  Read read = read_strictly;
  Batch::Change change = nullptr;
};

const std::vector<OuterEntry>& outer_entries() {
  static const std::vector<OuterEntry> kEntries{
      {{"timed-reader-takes-repeated-keys", {"T-19"}, "Of a repeated key only one is seen."},
       read_forgiving<kAgain>},
      {{"timed-reader-takes-unknown-keys", {"T-19"}, "Keys that it does not know are passed over."},
       read_forgiving<kUnknown>},
      {{"timed-reader-fills-in-missing-keys", {"T-19"}, "A missing key quietly becomes a default."},
       read_forgiving<kMissing>},
      {{"timed-reader-takes-any-number",
        {"T-19"},
        "Floats, bools, strings and numbers past the range are taken for integers."},
       read_forgiving<kInteger>},
      {{"timed-reader-takes-any-result",
        {"T-19"},
        "A result that is neither word is taken for one."},
       read_forgiving<kWord>},
      {{"timed-reader-takes-cut-text", {"T-19"}, "Text that ends early, or goes on, is taken."},
       read_forgiving<kSyntax>},
      {{"timed-reader-names-no-place", {"T-19"}, "A fault is refused without its place."},
       read_without_place},
      {{"timed-batch-judges-by-last-time",
        {"T-4", "T-13"},
        "A batch lists rejected calls only while their cooldown still runs at its end."},
       read_strictly,
       judge_by_last_time},
      {{"timed-batch-lists-newest-first",
        {"T-4", "T-12", "T-13"},
        "Rejected times come newest first."},
       read_strictly,
       newest_first},
      {{"timed-batch-lists-each-time-once",
        {"T-4"},
        "Rejected times are kept as a set: of several calls at one time only one is listed."},
       read_strictly,
       each_time_once},
      {{"timed-batch-ends-at-first-transition",
        {"T-12", "T-17"},
        "The final state is where the first transition went."},
       read_strictly,
       state_of_first_transition},
  };
  return kEntries;
}

}  // namespace

std::span<const Mutant> breaker_mutants() {
  static const std::vector<Mutant> kMutants = [] {
    std::vector<Mutant> all;
    for (auto family : {closed_mutants(), open_mutants(), half_open_mutants(), whole_mutants()}) {
      for (Mutant& mutant : family) all.push_back(std::move(mutant));
    }
    return all;
  }();
  return kMutants;
}

std::span<const OuterMutant> outer_mutants() {
  static const std::vector<OuterMutant> kMutants = [] {
    std::vector<OuterMutant> all;
    for (const OuterEntry& entry : outer_entries()) {
      all.push_back(entry.mutant);
      all.back().outside = entry.change == nullptr ? kNeedsDocument : kNeedsBatch;
    }
    return all;
  }();
  return kMutants;
}

std::unique_ptr<engine::Subject<Traits>> open_mutant(std::string_view id) {
  const std::string name = "mutant:" + std::string(id);
  for (const Mutant& mutant : breaker_mutants()) {
    if (mutant.id == id) return open_faulty(name, mutant.decisions, read_strictly);
  }
  for (const OuterEntry& entry : outer_entries()) {
    if (entry.mutant.id != id) continue;
    Opened opened = open_faulty(name, right(), entry.read);
    if (entry.change == nullptr) return opened;
    return std::make_unique<Batch>(std::move(opened), entry.change);
  }
  return nullptr;
}

}  // namespace tripcheck::timed
