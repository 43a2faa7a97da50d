// Faults reported against public breakers, as cases of overlapping calls: what the rules answer,
// and which mutant does not.
#include <gtest/gtest.h>

#include <charconv>
#include <ostream>
#include <sstream>
#include <tripcheck/model/overlap/breaker.hpp>
#include <tripcheck/properties/overlap/mutants.hpp>
#include <tripcheck/properties/overlap/profile.hpp>

namespace tripcheck::overlap {
namespace {

/// `F1 C5 H1: a1@0 k1-@3 k2x`: threshold, cooldown and half-open successes; call 1 asks at 0; its
/// failure at 3; the result of call 2 is ignored. Trial_timeout is not given.
struct Report {
  std::string_view id;
  std::string_view history;
  /// An answer a step: permit, rejected, counted, late, used, given back (r) and no_permit (-).
  std::string_view answers;
  /// O, H and C: where each transition went, and its time.
  std::string_view transitions;
  State final_state;
  std::string_view mutant;  ///< Empty where the fault needs threads.
};

constexpr std::string_view kCrowd = "overlap-half-open-lets-a-crowd-in";
constexpr std::string_view kUnderWay = "overlap-room-ignores-those-under-way";
constexpr std::string_view kIgnored = "overlap-ignore-keeps-its-place";
constexpr std::string_view kLateSuccess = "overlap-late-success-closes";

constexpr Report kReports[] = {
    {"z036", "F2 C10 H1: a1@0 a2@0 a3@0 k1-@1 k2-@2 k3-@9 a4@12", "p p p c c l p", "O2 H12",
     State::half_open, "overlap-late-failure-restarts-cooldown"},
    {"z039", "F1 C3 H1: a1@1 k1-@3 a2@5 a3@6", "p c j p", "O3 H6", State::half_open,
     "overlap-cooldown-from-admission"},
    {"z043", "F1 C5 H1: a1@0 k1-@0 a2@5 a3@5 a4@6 k2-@7", "p c p j j c", "O0 H5 O7", State::open,
     kCrowd},
    {"z044", "F1 C5 H1: a1@0 k1-@0 a2@5 a3@5 k3+@6 k2-@7", "p c p j - c", "O0 H5 O7", State::open,
     kUnderWay},
    {"z045", "F1 C5 H2: a1@0 k1-@0 a2@5 a3@5 a4@5", "p c p p j", "O0 H5", State::half_open, kCrowd},
    {"z046", "F1 C5 H1: a1@0 k1-@0 a2@5 a3@5 k2-@6 k3+@6", "p c p j c -", "O0 H5 O6", State::open,
     kUnderWay},
    {"z047", "F1 C5 H1: a1@0 k1-@0 a2@5 k2x k2x a3@7 a4@7", "p c p r u p j", "O0 H5",
     State::half_open, "overlap-second-use-frees-a-place"},
    {"z049", "F1 C5 H1: a1@0 k1-@0 a2@5 a3@5", "p c p j", "O0 H5", State::half_open, kCrowd},
    {"z050", "F1 C5 H1: a1@0 k1-@0 a2@5 k2x a3@7 k3+@8", "p c p r p c", "O0 H5 C8", State::closed,
     kIgnored},
    {"z051", "F1 C5 H1: a1@0 k1-@0 a2@5 k2x a3@7 k3x a4@1000 k4+@1001", "p c p r p r p c",
     "O0 H5 C1001", State::closed, kIgnored},
    {"z053", "F1 C5 H1: a1@0 k1-@0 a2@5 a3@9 a4@10 k4+@11", "p c p j p c", "O0 H5 C11",
     State::closed, "overlap-hung-probe-keeps-its-place"},
    {"z055", "F1 C5 H1: a1@0 k1-@0 a2@5 k2x a3@7", "p c p r p", "O0 H5", State::half_open,
     kIgnored},
    {"z056", "F1 C5 H1: a1@0 k1-@0 a2@5 k2x a3@7 k3+@8", "p c p r p c", "O0 H5 C8", State::closed,
     kIgnored},
    {"z057", "F1 C5 H1: a1@0 k1-@0 a2@5 k2x a3@7 k3-@8", "p c p r p c", "O0 H5 O8", State::open,
     kIgnored},
    {"z066", "F1 C0 H1: a1@0 k1-@0 a2@0 k2+@0 a3@0 k3+@0", "p c p c p c", "O0 H0 C0", State::closed,
     ""},
    {"z067", "F1 C5 H1: a1@0 k1-@0 a2@5 k2x a3@7 k3+@8", "p c p r p c", "O0 H5 C8", State::closed,
     kIgnored},
    {"z068", "F1 C10 H1: a1@0 a2@0 k2-@1 k1+@4 a3@5", "p p c l j", "O1", State::open, kLateSuccess},
    {"z073", "F1 C5 H1: a9@0 a1@0 k1-@0 a2@5 k9-@6 k2+@7", "p p c p l c", "O0 H5 C7", State::closed,
     "overlap-late-result-counts"},
    {"z074", "F1 C5 H1: a1@0 k1-@0 a2@5 a3@5 k2-@6 k3+@7", "p c p j c -", "O0 H5 O6", State::open,
     kUnderWay},
    {"z075", "F2 C5 H1: a9@0 a1@0 a2@0 k1-@0 k2-@0 a3@5 k3+@6 k9-@7 a4@8 k4-@8",
     "p p p c c p c l p c", "O0 H5 C6", State::closed, "overlap-late-failure-counts-when-closed"},
    {"z076", "F1 C5 H1: a1@0 a2@0 k2-@1 k1+@2", "p p c l", "O1", State::open, kLateSuccess},
    {"z078", "F1 C10 H1: a1@0 a2@0 k2-@1 k1+@4", "p p c l", "O1", State::open, kLateSuccess},
    {"z079", "F1 C10 H1: a1@0 a2@0 k2-@1 k1+@4", "p p c l", "O1", State::open,
     "overlap-late-is-not-told"},
    {"z080", "F1 C5 H1: a1@0 k1-@0 a2@5 k2x", "p c p r", "O0 H5", State::half_open,
     "overlap-ignore-counts-as-failure"},
    {"z081", "F2 C5 H1: a1@0 k1x a2@2 k2x", "p r p r", "", State::closed,
     "overlap-ignore-counts-as-failure"},
    {"z082", "F2 C5 H1: a1@0 k1-@1 a2@2 k2x a3@4 k3-@5", "p c p r p c", "O5", State::open,
     "overlap-ignore-counts-as-success"},
    {"z083", "F1 C10 H1: a1@0 a2@0 k2-@1 k1x a3@3", "p p c l j", "O1", State::open,
     "overlap-late-ignore-closes"},
    {"z085", "F1 C5 H1: a1@0 k1-@0 a2@5 a3@5 k2+@6", "p c p j c", "O0 H5 C6", State::closed,
     "overlap-rejection-opens-again"},
    {"z087", "F2 C5 H1: a1@0 k1-@1 k1-@1", "p c u", "", State::closed, "overlap-second-use-counts"},
    {"z105", "F1 C10 H1: a1@0 a2@0 k1-@1 k2-@2", "p p c l", "O1", State::open,
     "overlap-late-failure-trips-again"},
    {"z109", "F1 C5 H2: a1@0 k1-@0 a2@5 a3@5 k2-@6 k3-@6", "p c p p c l", "O0 H5 O6", State::open,
     "overlap-late-failure-trips-again"},
};

/// GoogleTest prints parameters by this name of its own.
void PrintTo(const Report& report, std::ostream* out) {  // NOLINT(readability-identifier-naming)
  *out << report.id;
}

std::vector<std::string> words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Step step_of(std::string_view word) {
  Step step{.call = number(word.substr(1))};
  const auto at = word.find('@');
  if (at != std::string_view::npos) step.t = number(word.substr(at + 1));
  if (word.front() == 'a') return step;
  const char what = word.at(word.find_first_of("+-x"));
  step.op = what == 'x' ? Operation::ignore : Operation::record;
  step.result = what == '-' ? Result::failure : Result::success;
  return step;
}

Case case_of(const Report& report) {
  Case input;
  input.config.trial_timeout.reset();
  for (const std::string& word : words(report.history)) {
    const std::int64_t value = number(std::string_view(word).substr(1));
    if (word.front() == 'F') {
      input.config.failure_threshold = value;
    } else if (word.front() == 'C') {
      input.config.cooldown = value;
    } else if (word.front() == 'H') {
      input.config.half_open_successes = value;
    } else {
      input.steps.push_back(step_of(word));
    }
  }
  return input;
}

Answer answer_of(char letter) {
  constexpr std::string_view kLetters = "pjclur-";
  return static_cast<Answer>(kLetters.find(letter));
}

State state_of(char letter) {
  constexpr std::string_view kLetters = "COH";
  return static_cast<State>(kLetters.find(letter));
}

Outcome outcome_of(const Report& report) {
  Outcome outcome{.final_state = report.final_state, .answers = {}, .transitions = {}};
  for (const std::string& word : words(report.answers)) {
    outcome.answers.push_back(answer_of(word.front()));
  }
  State from = State::closed;
  for (const std::string& word : words(report.transitions)) {
    const State to = state_of(word.front());
    outcome.transitions.push_back({.number = outcome.transitions.size() + 1,
                                   .from = from,
                                   .to = to,
                                   .t = number(std::string_view(word).substr(1))});
    from = to;
  }
  return outcome;
}

template <class T>
std::string spelled(const T& value) {
  std::string text;
  write(value, text);
  return text;
}

class ReportedFault : public ::testing::TestWithParam<Report> {
 protected:
  /// As a corpus file would be replayed.
  static engine::ReplayLine replay(engine::AnySubject& subject, const Case& input) {
    const auto asked = engine::json::Document::parse(spelled(input));
    const auto expected = engine::json::Document::parse(spelled(outcome_of(GetParam())));
    return profile().replay(subject, asked.root(), expected.root());
  }
  static void holds(engine::AnySubject& subject, const Case& input) {
    const auto line = replay(subject, input);
    EXPECT_EQ(line.verdict, engine::RuleVerdict::kept)
        << "expected " << line.expected << "\ngot      " << line.got;
  }
};

TEST_P(ReportedFault, IsNoneOfTheModel) {
  const Case input = case_of(GetParam());
  const auto outcome = model::run(input.config, input.steps);
  ASSERT_TRUE(std::holds_alternative<Outcome>(outcome));
  EXPECT_EQ(spelled(std::get<Outcome>(outcome)), spelled(outcome_of(GetParam())));
  EXPECT_EQ(std::get<Outcome>(outcome), outcome_of(GetParam()));
}

TEST_P(ReportedFault, IsNoneOfABreakerThatKeepsTheRules) {
  holds(*profile().open("model"), case_of(GetParam()));
  holds(*open_right(), case_of(GetParam()));
}

TEST_P(ReportedFault, IsNoneWherePermitsAreLostInPlaceOfIgnored) {
  Case input = case_of(GetParam());
  for (Step& step : input.steps) {
    if (step.op == Operation::ignore) step.op = Operation::drop;
  }
  holds(*profile().open("model"), input);
  holds(*open_right(), input);
}

TEST_P(ReportedFault, ShowsInItsMutant) {
  if (GetParam().mutant.empty()) GTEST_SKIP() << "needs threads";
  const auto mutant = profile().open("mutant:" + std::string(GetParam().mutant));
  ASSERT_NE(mutant, nullptr) << GetParam().mutant;
  EXPECT_EQ(replay(*mutant, case_of(GetParam())).verdict, engine::RuleVerdict::broken);
}

std::string report_name(const ::testing::TestParamInfo<Report>& reported) {
  return std::string(reported.param.id);
}

INSTANTIATE_TEST_SUITE_P(All, ReportedFault, ::testing::ValuesIn(kReports), report_name);

}  // namespace
}  // namespace tripcheck::overlap
