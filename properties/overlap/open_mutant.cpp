// The list of overlap mutants, and each of them as a subject.
#include <string>
#include <tripcheck/properties/overlap/mutants.hpp>
#include <tripcheck/properties/overlap/subject.hpp>
#include <utility>

namespace tripcheck::overlap {
namespace {

std::unique_ptr<engine::Subject<Traits>> open_faulty(std::string name, const Decisions& decisions) {
  return std::make_unique<InProcess<Faulty>>(
      std::move(name), [&decisions](const Config& config) { return Faulty(config, decisions); },
      decisions.check);
}

}  // namespace

std::vector<const Mutant*> breaker_mutants() {
  std::vector<const Mutant*> all;
  for (const auto family :
       {admission_mutants(), permit_mutants(), time_mutants(), result_mutants()}) {
    for (const Mutant& mutant : family) all.push_back(&mutant);
  }
  return all;
}

std::unique_ptr<engine::Subject<Traits>> open_right() {
  static constexpr Decisions kRight;
  return open_faulty("right", kRight);
}

std::unique_ptr<engine::Subject<Traits>> open_mutant(std::string_view id) {
  for (const Mutant* mutant : breaker_mutants()) {
    if (mutant->id == id) return open_faulty("mutant:" + std::string(id), mutant->decisions);
  }
  for (const RacyMutant& mutant : racy_mutants()) {
    if (mutant.id == id) return mutant.open("mutant:" + std::string(id));
  }
  return nullptr;
}

}  // namespace tripcheck::overlap
