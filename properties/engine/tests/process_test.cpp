// The process door against a subject that misbehaves in every way we know (S-2, S-3).
#include <gtest/gtest.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <tripcheck/properties/engine/process.hpp>
#include <utility>
#include <vector>

namespace tripcheck::engine {
namespace {

using Kind = ProcessReply::Kind;
using std::chrono::milliseconds;
using Texts = std::vector<std::string>;

ProcessOptions options_for(Texts mode, milliseconds timeout = milliseconds{5000}) {
  ProcessOptions options;
  options.command = {TRIPCHECK_MISBEHAVING_SUBJECT};
  options.command.insert(options.command.end(), mode.begin(), mode.end());
  options.answer_timeout = timeout;
  options.line_bytes = std::size_t{1} << 20;
  return options;
}

std::string case_of(std::size_t n, const std::string& what = "") {
  return "{\"n\":" + std::to_string(n) + (what.empty() ? "" : ",\"do\":\"" + what + "\"") + "}";
}

Texts cases_of(std::size_t count) {
  Texts cases;
  for (std::size_t n = 0; n < count; ++n) cases.push_back(case_of(n));
  return cases;
}

std::string shown(const ProcessReply& reply) {
  if (reply.kind == Kind::skipped) return "skipped: " + reply.text;
  if (reply.kind == Kind::error) return "error: " + reply.text;
  if (reply.kind == Kind::failed) return "failed: " + reply.failure->what;
  return std::to_string(reply.answer->find("n")->integer());  // The subject echoes the case.
}

/// What came back for each case, in one text; all of it where a case was called back again.
Texts ask(Process& process, const Texts& cases, std::string* last_words = nullptr) {
  Texts all(cases.size());
  EXPECT_TRUE(process.ask("toy", cases, [&](std::size_t i, const ProcessReply& reply) {
    all.at(i) += shown(reply);
    if (reply.failure != nullptr && last_words != nullptr) *last_words = reply.failure->last_words;
  }));
  return all;
}

/// As ask() shows answers to cases_of(count).
Texts answers(std::size_t count) {
  Texts all;
  for (std::size_t n = 0; n < count; ++n) all.push_back(std::to_string(n));
  return all;
}

std::unique_ptr<Process> started(ProcessOptions options) {
  auto process = std::make_unique<Process>(std::move(options));
  const auto failure = process->start();
  EXPECT_FALSE(failure) << failure->what;
  return process;
}

/// A path that two subjects, one after the other, know each other by.
struct Marker {
  Marker() { std::remove(path.c_str()); }
  ~Marker() { std::remove(path.c_str()); }
  const std::string path = testing::TempDir() + "tripcheck-marker-" + std::to_string(getpid());
};

// One misbehaving case among fifty.

struct Fault {
  const char* word;  // What the case makes the subject do.
  const char* what;  // What is said of it.
  int timeout_ms = 5000;
};

std::ostream& operator<<(std::ostream& out, const Fault& fault) { return out << fault.word; }

class OneCaseAmongFifty : public testing::TestWithParam<Fault> {};

TEST_P(OneCaseAmongFifty, BearsItsOwnFailureAndNoOtherDoes) {
  auto cases = cases_of(50);
  cases[17] = case_of(17, GetParam().word);
  auto options = options_for({}, milliseconds{GetParam().timeout_ms});
  options.restarts = 1;  // Asking again one by one is not counted.
  const auto process = started(options);
  auto all = ask(*process, cases);
  const auto wanted = "failed: " + std::string(GetParam().what);
  EXPECT_EQ(all[17].substr(0, wanted.size()), wanted);
  EXPECT_EQ(all[17].find("not again"), std::string::npos);
  all[17] = "17";
  EXPECT_EQ(all, answers(50));
  EXPECT_EQ(ask(*process, cases_of(3)), answers(3));
}

INSTANTIATE_TEST_SUITE_P(
    Process, OneCaseAmongFifty,
    testing::Values(Fault{"crash", "crashed with signal 11 (SIGSEGV)"},
                    Fault{"exit", "exited with status 3"},
                    Fault{"hang", "no answer within 150 ms", 150},
                    Fault{"no_newline", "no answer within 150 ms; its last line has no end", 150},
                    Fault{"half", "exited with status 0; its output ended inside a line"},
                    Fault{"talk_forever", "no answer within 150 ms", 150},
                    Fault{"flood", "sent more than 1048576 bytes without a line end"},
                    Fault{"flood_of_lines", "answered id 123456789, which was not asked"},
                    Fault{"stranger", "answered id 123456789, which was not asked"},
                    Fault{"twice", "answered id "},
                    Fault{"close_output", "closed its output while still running"},
                    Fault{"close_input", "closed its input while still running"},
                    Fault{"garbage",
                          "answered nonsense: `Traceback (most recent call last):` (not JSON"},
                    Fault{"garbage_behind", "answered nonsense: `debug: done` (not JSON"},
                    Fault{"crash_behind", "crashed with signal 11 (SIGSEGV)"}),
    [](const auto& instance) { return std::string(instance.param.word); });

TEST(Process, SaysThatAnIdCameASecondTime) {
  EXPECT_EQ(ask(*started(options_for({})), {case_of(0, "twice")}),
            Texts{"failed: answered id 1 a second time"});
}

// Its reader gone, a pipe that is being written to would end us by SIGPIPE.
TEST(Process, OutlivesASubjectThatClosesItsInputInTheMiddle) {
  auto cases = cases_of(5);
  for (auto& text : cases) text.insert(1, std::string(1 << 20, ' '));  // No pipe holds that much.
  cases[2] = case_of(2, "close_input");
  auto options = options_for({});
  options.line_bytes = std::size_t{2} << 20;
  EXPECT_EQ(ask(*started(options), cases),
            (Texts{"0", "1", "failed: closed its input while still running", "3", "4"}));
}

TEST(Process, KeepsTheEndOfStandardErrorWithTheFailure) {
  std::string last_words;
  EXPECT_EQ(ask(*started(options_for({})), {case_of(0, "last_words")}, &last_words),
            Texts{"failed: crashed with signal 6 (SIGABRT)"});
  EXPECT_EQ(last_words.size(), 4096U);
  EXPECT_EQ(last_words.substr(4096 - 12), ".last words\n");
}

TEST(Process, LaysAFailureThatDoesNotComeAgainToTheFirstUnanswered) {
  const Marker marker;
  auto cases = cases_of(50);
  cases[17] = case_of(17, "crash_once");
  auto expected = answers(50);
  expected[17] =
      "failed: crashed with signal 6 (SIGABRT); not again when the cases that were out were asked "
      "one by one";
  EXPECT_EQ(ask(*started(options_for({"", marker.path})), cases), expected);
}

// Restarts.

TEST(Process, GoesOnAfterTenFailures) {
  auto cases = cases_of(30);
  auto expected = answers(30);
  for (std::size_t i = 0; i < 20; i += 2) {
    cases[i] = case_of(i, "exit");
    expected[i] = "failed: exited with status 3";
  }
  const auto process = started(options_for({}));
  EXPECT_EQ(ask(*process, cases), expected);
  EXPECT_FALSE(process->dead());
}

TEST(Process, StopsAtTheEleventhFailure) {
  auto cases = cases_of(30);
  for (std::size_t i = 0; i < 11; ++i) cases[i] = case_of(i, "exit");
  const auto process = started(options_for({}));
  Texts expected(11, "failed: exited with status 3");
  expected.resize(30, "failed: restarted 10 times already");
  EXPECT_EQ(ask(*process, cases), expected);
  EXPECT_TRUE(process->dead());
  EXPECT_EQ(ask(*process, cases_of(1)), Texts{"failed: restarted 10 times already"});
}

TEST(Process, SaysThatItCouldNotBeStartedAgain) {
  const Marker marker;
  auto cases = cases_of(3);
  cases[1] = case_of(1, "exit");
  const auto process = started(options_for({"starts_once", marker.path}));
  std::string last_words;
  const auto all = ask(*process, cases, &last_words);
  EXPECT_EQ(all[1], "failed: exited with status 3");
  EXPECT_EQ(all[2], "failed: could not be started again: no answer to start: exited with status 3");
  EXPECT_EQ(last_words, "no luck today\n");
  EXPECT_TRUE(process->dead());
}

// Start.

SubjectFailure failure_to_start(const ProcessOptions& options) {
  Process process(options);
  return process.start().value_or(SubjectFailure{.what = "it started", .last_words = ""});
}

SubjectFailure failure_to_start(const std::string& mode,
                                milliseconds timeout = milliseconds{5000}) {
  auto options = options_for({mode});
  options.start_timeout = timeout;
  return failure_to_start(options);
}

TEST(Process, SaysWhyASubjectDidNotStart) {
  const milliseconds soon{100};
  EXPECT_EQ(failure_to_start("dies_at_start").what, "no answer to start: exited with status 3");
  EXPECT_EQ(failure_to_start("dies_at_start").last_words, "no luck today\n");
  EXPECT_EQ(failure_to_start("never_answers_start", soon).what,
            "no answer to start: does it flush?");
  EXPECT_EQ(failure_to_start("endless_start", soon).what,
            "no answer to start: does it end its line?");
  EXPECT_EQ(failure_to_start("closes_at_start").what,
            "no answer to start: closed its output while still running");
  EXPECT_EQ(failure_to_start("garbage_start").what,
            "answered start with nonsense: `\\x1b[1mready` (not JSON: column 1: " +
                json::Document::parse("\x1b").syntax_error()->what + ")");
  EXPECT_EQ(failure_to_start("other_protocol").what,
            "answered start with nonsense: `{\"tripcheck\":2,\"name\":\"new\"}` (its tripcheck is "
            "not 1)");
  EXPECT_EQ(failure_to_start("nameless").what,
            "answered start with nonsense: `{\"tripcheck\":1}` (its name is not a string)");
}

TEST(Process, SaysWhyAProgramCannotRun) {
  auto options = options_for({});
  options.command = {"no-such-program-anywhere"};
  EXPECT_EQ(failure_to_start(options).what,
            "cannot run no-such-program-anywhere: No such file or directory");
  options.command = {"./no/such/program"};
  EXPECT_EQ(failure_to_start(options).what,
            "cannot run ./no/such/program: No such file or directory");
  options.command = {"/"};
  EXPECT_EQ(failure_to_start(options).what, "cannot run /: Permission denied");
}

// A subject that keeps the protocol.

TEST(Process, KeepsTheAnswerToStart) {
  const auto process = started(options_for({}));
  EXPECT_EQ(process->start_answer().root().find("name")->text(), "misbehaving");
}

TEST(Process, SendsAHundredCasesAheadOfTheFirstAnswer) {
  EXPECT_EQ(ask(*started(options_for({"hundred"})), cases_of(100)), answers(100));
}

TEST(Process, HasNoMoreCasesOutThanItMay) {
  auto options = options_for({"hundred"}, milliseconds{100});
  options.outstanding = 99;
  options.restarts = 0;
  EXPECT_EQ(ask(*started(options), cases_of(100))[0], "failed: no answer within 100 ms");
}

TEST(Process, TakesAnswersInAnyOrder) {
  EXPECT_EQ(ask(*started(options_for({"backwards"})), cases_of(500)), answers(500));
}

TEST(Process, PassesOnWhatWasSkippedOrRefused) {
  EXPECT_EQ(ask(*started(options_for({})), {case_of(0, "skip"), case_of(1, "refuse"), case_of(2)}),
            (Texts{"skipped: no such thing here", "error: t goes back", "2"}));
}

TEST(Process, IsNotHeldUpByMuchStandardError) {
  auto cases = cases_of(3);
  cases[1] = case_of(1, "talk");
  EXPECT_EQ(ask(*started(options_for({})), cases), answers(3));
}

TEST(Process, MovesLinesLargerThanAnyPipe) {
  auto options = options_for({});
  options.line_bytes = std::size_t{8} << 20;
  auto cases = cases_of(3);
  for (auto& text : cases) text.insert(1, std::string(std::size_t{4} << 20, ' '));
  EXPECT_EQ(ask(*started(options), cases), answers(3));
}

// That no answer comes is no hang while the question is still on its way.
TEST(Process, WaitsForASlowReaderOfALongLine) {
  auto options = options_for({"reads_slowly"}, milliseconds{100});
  options.restarts = 0;
  auto text = case_of(0);
  text.insert(1, std::string(std::size_t{10} << 20, ' '));
  EXPECT_EQ(ask(*started(options), {text}), Texts{"skipped: at last"});
}

TEST(Process, EndsEarlyWhereItIsInterrupted) {
  bool stop = false;
  auto options = options_for({});
  options.interrupted = [&] { return stop; };
  const auto process = started(options);
  const Texts cases = {case_of(0), case_of(1, "hang"), case_of(2)};
  std::size_t replies = 0;
  stop = true;
  EXPECT_FALSE(process->ask("toy", cases, [&](auto, const auto&) { ++replies; }));
  EXPECT_EQ(replies, 0U);
  stop = false;
  EXPECT_EQ(ask(*process, cases_of(3)), answers(3));
}

volatile std::sig_atomic_t alarm_rang = 0;

TEST(Process, LooksForAnInterruptionWhenASignalComes) {
  std::signal(SIGALRM, [](int) { alarm_rang = 1; });
  auto options = options_for({});
  options.interrupted = [] { return alarm_rang != 0; };
  const auto process = started(options);
  const itimerval soon{.it_interval = {}, .it_value = {.tv_sec = 0, .tv_usec = 50000}};
  setitimer(ITIMER_REAL, &soon, nullptr);
  EXPECT_FALSE(process->ask("toy", Texts{case_of(0, "hang")}, [](auto, const auto&) {}));
  std::signal(SIGALRM, SIG_DFL);
}

/// Whether what a callback throws comes out of ask().
bool throws_what_its_callback_throws(Process& process) {
  try {
    process.ask("toy", cases_of(20), [](auto, const auto&) { throw std::runtime_error("no"); });
  } catch (const std::runtime_error&) {
    return true;
  }
  return false;
}

TEST(Process, SurvivesACallbackThatThrows) {
  const auto process = started(options_for({}));
  EXPECT_TRUE(throws_what_its_callback_throws(*process));
  EXPECT_EQ(ask(*process, cases_of(20)), answers(20));
}

TEST(Process, LetsASubjectEndByItself) {
  const Marker marker;
  EXPECT_EQ(ask(*started(options_for({"leaves_marker", marker.path})), cases_of(1)), answers(1));
  EXPECT_TRUE(std::filesystem::exists(marker.path));
}

}  // namespace
}  // namespace tripcheck::engine
