#include <algorithm>
#include <cassert>
#include <tripcheck/properties/engine/profile_of.hpp>
#include <tripcheck/properties/escalation/builtin.hpp>
#include <tripcheck/properties/escalation/documents.hpp>
#include <tripcheck/properties/escalation/judge.hpp>
#include <tripcheck/properties/escalation/mutants.hpp>
#include <tripcheck/properties/escalation/profile.hpp>
#include <tripcheck/properties/escalation/shortest.hpp>

namespace tripcheck::escalation {
namespace {

using engine::Domain;
using engine::Range;

constexpr std::string_view kHandoffDocument = "handoff";
constexpr Range kReadingsRange{.low = 0, .high = 1};

bool reads_handoffs(const Domain& domain) { return domain.of(kReadings, kReadingsRange).high > 0; }

}  // namespace

std::vector<engine::Property<Traits>> Traits::properties() {
  std::vector<engine::Property<Traits>> all;  // Lock-step first: its counterexamples say most.
  for (auto list : {lockstep(), invariants(), laws(), refusals(), privacy()}) {
    for (auto& property : list) all.push_back(std::move(property));
  }
  return all;
}

std::vector<engine::MutantInfo> Traits::mutants() {
  std::vector<engine::MutantInfo> all;
  for (const Mutant& mutant : breaker_mutants()) {
    all.push_back({.id = mutant.id,
                   .rules = mutant.rules,
                   .note = mutant.note,
                   .origin = mutant.origin,
                   .outside = mutant.outside});
  }
  for (const DocumentMutant& mutant : document_mutants()) {
    all.push_back({.id = mutant.id,
                   .rules = mutant.rules,
                   .note = mutant.note,
                   .origin = {},
                   .outside = kNeedsDocument});
  }
  return all;
}

std::optional<std::size_t> Traits::shortest(std::string_view mutant) {
  for (const Mutant& candidate : breaker_mutants()) {
    if (candidate.id != mutant || !candidate.outside.empty()) continue;
    const auto found = shortest_history(candidate.decisions, kMostAttempts);
    if (found) return steps(*found);
  }
  return std::nullopt;
}

std::vector<std::string_view> Traits::documents() { return {kName, kHandoffDocument}; }

engine::Said Traits::run_as(std::string_view kind, std::string_view engine,
                            std::string_view document) {
  assert(kind == kName || kind == kHandoffDocument);
  return kind == kHandoffDocument ? run_handoff(engine, document) : run_document(engine, document);
}

engine::Said Traits::run(std::string_view engine, std::string_view document) {
  const auto parsed = engine::json::Document::parse(document);
  const bool reading = parsed.root().find(name(Field::handoff)).has_value();
  return run_as(reading ? kHandoffDocument : kName, engine, document);
}

std::vector<std::string_view> Traits::names() { return {kReadings}; }

Range Traits::range(std::string_view /*name*/) { return kReadingsRange; }

std::vector<std::string> Traits::outside(const Domain& domain) {
  if (reads_handoffs(domain)) return {};
  return {"handoffs that are read back"};
}

bool Traits::inside(const Case& input, const Domain& domain) {
  return std::holds_alternative<Run>(input) || reads_handoffs(domain);
}

bool Traits::visible(engine::RuleId rule, const engine::Subject<Traits>& subject) {
  return rule != "E-17" || subject.description().reads_documents;
}

std::vector<std::string_view> Traits::built_in() { return {"model", "impl"}; }

std::unique_ptr<engine::Subject<Traits>> Traits::open(std::string_view name) {
  if (name == "model") return open_model();
  if (name == "impl") return open_impl();
  constexpr std::string_view kMutant = "mutant:";
  if (name.starts_with(kMutant)) return open_mutant(name.substr(kMutant.size()));
  return nullptr;
}

const engine::AnyProfile& profile() {
  static const engine::ProfileOf<Traits> kProfile;
  return kProfile;
}

}  // namespace tripcheck::escalation
