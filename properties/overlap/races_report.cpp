// What the concurrent half of the suite says: its rule's line, its counterexample, its table.
#include <algorithm>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/overlap/races.hpp>
#include <utility>

namespace tripcheck::overlap {
namespace {

using engine::RuleVerdict;

constexpr std::string_view kRule = "O-7";
constexpr std::string_view kProperty = "some-order-explains-every-answer";
constexpr std::string_view kSource = "schedules";
constexpr std::uint64_t kRaces = std::uint64_t{1} << 62;  // Draws that no other source makes.

struct Event {
  std::uint64_t moment = 0;
  std::size_t thread = 0;
  std::string text;
};

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::vector<Event> events_of(const BrokenRace& broken) {
  std::vector<Event> events;
  for (const auto& one : broken.run.history) {
    const Happened& happened = one.operation;
    if (happened.thread == 0) continue;
    events.push_back({one.called, happened.thread, text_of(happened.step)});
    events.push_back({one.returned, happened.thread, "= " + answer_text(happened)});
  }
  for (const engine::Access& access : broken.run.scheduled.accesses) {
    events.push_back({access.moment + broken.race.before.size(), access.thread + 1,
                      "  " + std::string(access.what)});
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.moment < b.moment; });
  return events;
}

std::string config_text(const Config& config) {
  std::string text = "failure_threshold " + std::to_string(config.failure_threshold) +
                     ", cooldown " + std::to_string(config.cooldown) + ", half_open_successes " +
                     std::to_string(config.half_open_successes);
  if (config.trial_timeout) text += ", trial_timeout " + std::to_string(*config.trial_timeout);
  return text;
}

engine::Counterexample example_of(const BrokenRace& broken, std::size_t found_steps,
                                  const engine::VerifyOptions& options) {
  engine::Counterexample example;
  example.rule = kRule;
  for (const engine::Rule& rule : Traits::rules()) {
    if (rule.id == kRule) example.rule_text = rule.text;
  }
  example.property = kProperty;
  for (const auto& property : Traits::properties()) {
    if (property.id == kProperty) example.claim = property.claim;
  }
  example.shrink_runs = broken.shrink_runs;
  example.note = broken.why;
  example.source = kSource;
  example.case_number = broken.number;
  example.config = config_text(broken.race.config);
  example.interleaving = interleaving_text(broken);
  example.case_document = engine::json::quoted(text_of(broken.race, broken.schedule));
  example.found_document = example.case_document;
  example.found_steps = found_steps;
  example.steps = steps(broken.race);
  example.replay = engine::replay_of(options, Traits::kName, example.case_document);
  return example;
}

void put_verdict(engine::Report& report, RuleVerdict verdict, std::uint64_t judged) {
  for (engine::RuleLine& line : report.rules) {
    if (line.rule != kRule) continue;
    line.verdict = verdict;
    line.judged = judged;
  }
}

void put_broken(engine::Report& report, const BrokenRace& broken, std::size_t found_steps,
                const engine::VerifyOptions& options) {
  report.counterexamples.push_back(example_of(broken, found_steps, options));
  report.broken_properties.push_back({.property = std::string(kProperty),
                                      .source = std::string(kSource),
                                      .cases = broken.number + 1});
}

/// One race: everything with few pre-emptions, and some with more.
std::optional<BrokenRace> try_race(Explorer& explorer, const Race& race, const RaceBudget& budget,
                                   std::uint64_t number, engine::Draw& draw) {
  constexpr std::uint64_t kAll = 100'000;
  const bool whole = budget.is_whole(number) && race.threads.size() == 2;
  const std::uint64_t most = whole ? kAll : budget.schedules;
  if (auto broken = explorer.all(race, 2, most)) return broken;
  return explorer.drawn(race, 3, budget.drawn, draw);
}

struct Raced {
  RaceCounts counts;
  std::optional<BrokenRace> broken;
  std::size_t found_steps = 0;  ///< Before it was shrunk.
};

Raced run_by_schedules(Racer& racer, const engine::VerifyOptions& options, std::uint64_t races) {
  const RaceBudget budget;
  Explorer explorer(racer);
  Raced done;
  for (std::uint64_t i = 0; i < races && !done.broken && !options.interrupted(); ++i) {
    if (options.out_of_time()) break;
    engine::Draw draw(options.seed, kRaces | i);
    const Race race = draw_race(draw, racer.second_uses());
    done.broken = try_race(explorer, race, budget, i, draw);
    if (done.broken) done.broken->number = i;
  }
  done.counts = explorer.counts();
  if (done.broken) done.found_steps = steps(done.broken->race);
  if (done.broken && options.shrink_runs > 0) {
    done.broken = explorer.shrink(std::move(*done.broken));
  }
  return done;
}

Raced run_on_threads(ThreadRacer& racer, const engine::VerifyOptions& options,
                     std::uint64_t races) {
  RaceJudge judge;
  Raced done;
  for (std::uint64_t i = 0; i < races && !options.interrupted(); ++i) {
    engine::Draw draw(options.seed, kRaces | i);
    const Race race = draw_race(draw, racer.second_uses());
    judge.begin(race);
    History history = racer.run(race, draw.word());
    if (judge.judge(history) != RaceJudge::Verdict::broken) continue;
    done.broken = BrokenRace{.race = race,
                             .schedule = {},
                             .run = {.history = std::move(history)},
                             .why =
                                 "no order of the operations explains the answers; this is what "
                                 "threads did once, and may not do again",
                             .number = i};
    break;
  }
  done.counts = judge.counts();
  return done;
}

void add_source(engine::Report& report, std::string name, const RaceCounts& counts) {
  report.sources.push_back(
      {.name = std::move(name), .cases = counts.schedules, .steps = counts.steps});
}

std::string share(const RaceCounts& counts) {
  return std::to_string(counts.overlapped * 100 / std::max<std::uint64_t>(counts.schedules, 1));
}

}  // namespace

std::string interleaving_text(const BrokenRace& broken) {
  std::string text;
  for (const auto& one : broken.run.history) {
    if (one.operation.thread != 0 || one.returned > broken.race.before.size()) continue;
    text += "before    " + padded(text_of(one.operation.step), 8) + " = " +
            answer_text(one.operation) + "\n";
  }
  std::vector<std::size_t> widths(broken.race.threads.size());
  const auto events = events_of(broken);
  for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::string("thread 1").size();
  for (const Event& event : events) {
    widths[event.thread - 1] = std::max(widths[event.thread - 1], event.text.size());
  }
  std::string head;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    head += padded("thread " + std::to_string(i + 1), widths[i] + 2);
  }
  text += head.substr(0, head.find_last_not_of(' ') + 1) + "\n";
  for (const Event& event : events) {
    std::size_t column = 0;
    for (std::size_t i = 0; i + 1 < event.thread; ++i) column += widths[i] + 2;
    text += std::string(column, ' ') + event.text + "\n";
  }
  const auto& last = broken.run.history.back().operation;
  return text + "after     " + padded("?", 8) + " = " + answer_text(last) + "\n";
}

void verify_races(engine::AnySubject& subject, const engine::VerifyOptions& options,
                  engine::Report& report) {
  auto* raceable = dynamic_cast<Raceable*>(&subject);
  if (raceable == nullptr || report.interrupted || report.ran_out) return;
  if (options.first_break && report.broken()) return;
  const RaceBudget budget;
  const std::uint64_t cases = options.cases == 0 ? Traits::kCases : options.cases;
  const std::uint64_t races = std::max<std::uint64_t>(budget.races * cases / Traits::kCases, 1);
  std::uint64_t judged = 0;
  std::uint64_t undecided = 0;
  std::optional<BrokenRace> broken;
  std::size_t found_steps = 0;
  if (Racer* racer = raceable->racer()) {
    Raced done = run_by_schedules(*racer, options, races);
    judged += done.counts.schedules;
    undecided += done.counts.undecided;
    add_source(report, "schedules (" + share(done.counts) + " % with overlap)", done.counts);
    broken = std::move(done.broken);
    found_steps = done.found_steps;
  }
  if (ThreadRacer* racer = raceable->thread_racer(); racer != nullptr && !broken) {
    Raced done = run_on_threads(*racer, options, races * 8);
    judged += done.counts.schedules;
    undecided += done.counts.undecided;
    add_source(report, "threads (" + share(done.counts) + " % with overlap)", done.counts);
    broken = std::move(done.broken);
    if (broken) found_steps = steps(broken->race);
  }
  if (options.interrupted()) report.interrupted = true;
  put_verdict(
      report,
      broken ? RuleVerdict::broken : (undecided > 0 ? RuleVerdict::undecided : RuleVerdict::kept),
      judged);
  if (broken) put_broken(report, *broken, found_steps, options);
}

std::optional<std::variant<engine::Report, std::string>> verify_race(
    engine::AnySubject& subject, std::string_view text, const engine::VerifyOptions& options) {
  const auto document = engine::json::Document::parse(text);
  if (document.syntax_error() || document.root().kind() != engine::json::Kind::string) {
    return std::nullopt;
  }
  const auto read = read_race(document.root().text());
  if (!read)
    return std::string(
        "document: expected an object or a race such as \"F1 C5 H1: a1@0 | k1-@0 | a2@0 ; 12\"");
  auto* raceable = dynamic_cast<Raceable*>(&subject);
  Racer* racer = raceable == nullptr ? nullptr : raceable->racer();
  if (racer == nullptr) return std::string("a race needs a subject whose schedule can be chosen");
  engine::Report report;
  report.subject = options.subject;
  report.subject_name = subject.description().name;
  report.profile = Traits::kName;
  report.seed = options.seed;
  for (const engine::Rule& rule : Traits::rules()) {
    report.rules.push_back({.rule = std::string(rule.id), .text = std::string(rule.text)});
  }
  Explorer explorer(*racer);
  const auto broken = read->schedule.empty() ? explorer.all(read->race, 2, 100'000)
                                             : explorer.one(read->race, read->schedule);
  const bool undecided = explorer.counts().undecided > 0;
  put_verdict(
      report,
      broken ? RuleVerdict::broken : (undecided ? RuleVerdict::undecided : RuleVerdict::kept),
      explorer.counts().schedules);
  add_source(report, std::string(kSource), explorer.counts());
  if (broken) put_broken(report, *broken, steps(broken->race), options);
  return report;
}

}  // namespace tripcheck::overlap
