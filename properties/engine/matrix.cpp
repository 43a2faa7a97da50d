#include <algorithm>
#include <cassert>
#include <tripcheck/properties/engine/matrix.hpp>
#include <utility>

namespace tripcheck::engine {
namespace {

MutantRun run_of(const AnyProfile& profile, const MutantInfo& mutant, std::uint64_t seed,
                 const MatrixOptions& options) {
  MutantRun run{.seed = seed};
  const std::string name = "mutant:" + std::string(mutant.id);
  const auto subject = profile.open(name);
  assert(subject != nullptr);
  VerifyOptions verify;
  verify.seed = seed;
  verify.first_break = !options.to_the_end;
  verify.subject = name;
  verify.interrupted = options.interrupted;
  const std::uint64_t start = options.clock ? options.clock() : 0;
  if (options.clock) {  // Progress is told after each batch, and shrinking comes after all of them.
    verify.progress = [&](std::uint64_t, std::uint64_t) {
      run.microseconds = options.clock() - start;
    };
  }
  Report report = profile.verify(*subject, verify);
  run.seen_by = std::move(report.broken_properties);
  if (!report.counterexamples.empty()) {
    const Counterexample& smallest = report.counterexamples.front();
    run.rule = smallest.rule;
    run.found_steps = smallest.found_steps;
    run.shrunk = smallest.steps;
  }
  return run;
}

}  // namespace

const BrokenProperty& MutantRun::killer() const {
  assert(!survived());
  return *std::min_element(
      seen_by.begin(), seen_by.end(),
      [](const BrokenProperty& a, const BrokenProperty& b) { return a.cases < b.cases; });
}

bool MatrixRow::survived_any() const {
  return std::any_of(runs.begin(), runs.end(), [](const MutantRun& run) { return run.survived(); });
}

Matrix matrix_of(const AnyProfile& profile, const MatrixOptions& options) {
  Matrix matrix{
      .profile = profile.name(), .seeds = options.seeds, .to_the_end = options.to_the_end};
  const auto mutants = profile.mutants();
  const std::uint64_t all = mutants.size() * options.seeds;
  std::uint64_t done = 0;
  for (const MutantInfo& mutant : mutants) {
    MatrixRow row{.mutant = mutant, .runs = {}, .shortest = profile.shortest(mutant.id)};
    for (std::uint64_t seed = 1; seed <= options.seeds && !matrix.interrupted; ++seed) {
      MutantRun run = run_of(profile, mutant, seed, options);
      matrix.interrupted = options.interrupted();
      if (matrix.interrupted) break;  // The run was cut short: it proves nothing.
      row.runs.push_back(std::move(run));
      options.progress(++done, all);
    }
    if (!row.runs.empty()) matrix.rows.push_back(std::move(row));
    if (matrix.interrupted) break;
  }
  return matrix;
}

Exit exit_of(const Matrix& matrix) {
  if (matrix.interrupted) return Exit::interrupted;
  const bool survived = std::any_of(matrix.rows.begin(), matrix.rows.end(),
                                    [](const MatrixRow& row) { return row.survived_any(); });
  return survived ? Exit::broken : Exit::kept;
}

}  // namespace tripcheck::engine
