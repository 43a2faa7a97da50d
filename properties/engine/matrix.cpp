#include <algorithm>
#include <cassert>
#include <tripcheck/properties/engine/matrix.hpp>
#include <utility>

namespace tripcheck::engine {
namespace {

Report verified(const AnyProfile& profile, const MutantInfo& mutant, VerifyOptions options) {
  options.subject = "mutant:" + std::string(mutant.id);
  const auto subject = profile.open(options.subject);
  assert(subject != nullptr);
  return profile.verify(*subject, options);
}

MutantRun run_of(const AnyProfile& profile, const MutantInfo& mutant, std::uint64_t seed,
                 const MatrixOptions& options) {
  MutantRun run{.seed = seed};
  VerifyOptions verify;
  verify.seed = seed;
  verify.first_break = true;
  verify.interrupted = options.interrupted;
  const std::uint64_t start = options.clock ? options.clock() : 0;
  if (options.clock) {  // Progress is told after each batch, and shrinking comes after all of them.
    verify.progress = [&](std::uint64_t, std::uint64_t) {
      run.microseconds = options.clock() - start;
    };
  }
  const Report report = verified(profile, mutant, verify);
  if (!report.broken_properties.empty()) run.killer = report.broken_properties.front();
  if (!report.counterexamples.empty()) {
    const Counterexample& smallest = report.counterexamples.front();
    run.rule = smallest.rule;
    run.found_steps = smallest.found_steps;
    run.shrunk = smallest.steps;
  }
  if (options.to_the_end) {
    verify.first_break = false;
    verify.shrink_runs = 0;
    verify.progress = [](std::uint64_t, std::uint64_t) {};
    run.seen_by = verified(profile, mutant, verify).broken_properties;
  }
  return run;
}

}  // namespace

bool MatrixRow::survived_any() const {
  return std::any_of(runs.begin(), runs.end(), [](const MutantRun& run) { return !run.killer; });
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
