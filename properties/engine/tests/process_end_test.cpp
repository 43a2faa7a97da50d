// Nothing of a subject outlives its Process, however the subject or we end (S-3).
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <tripcheck/properties/engine/process.hpp>
#include <utility>
#include <vector>

namespace tripcheck::engine {
namespace {

std::unique_ptr<Process> started(const std::string& mode) {
  ProcessOptions options;
  options.command = {TRIPCHECK_MISBEHAVING_SUBJECT, mode};
  auto process = std::make_unique<Process>(std::move(options));
  const auto failure = process->start();
  EXPECT_FALSE(failure) << failure->what;
  return process;
}

/// As the subject says them in its answer to start.
struct Pids {
  pid_t subject = 0;
  pid_t guard = 0;
  pid_t left = 0;  // A child or daemon that it leaves; itself where it leaves none.
};

Pids pids_of(const Process& process) {
  const auto pid = [&](const char* key) {
    return static_cast<pid_t>(process.start_answer().root().find(key)->integer());
  };
  return {.subject = pid("pid"), .guard = pid("guard"), .left = pid("left")};
}

int count_there(const Pids& pids) {
  int count = 0;
  for (const pid_t pid : {pids.subject, pids.guard, pids.left}) {
    if (kill(pid, 0) == 0 || errno != ESRCH) ++count;
  }
  return count;
}

/// Polls as readable once the process has ended.
int open_process(pid_t pid) { return static_cast<int>(syscall(SYS_pidfd_open, pid, 0)); }

/// Checks first that they are there, for else the check that they are gone could not fail.
void expect_gone_with(std::unique_ptr<Process> process) {
  const auto pids = pids_of(*process);
  EXPECT_EQ(count_there(pids), 3);
  process.reset();
  EXPECT_EQ(count_there(pids), 0);
}

TEST(ProcessEnd, LeavesNothingOfASubjectThatEnds) { expect_gone_with(started("")); }

TEST(ProcessEnd, LeavesNothingOfASubjectThatIgnoresSigtermAndTheEndOfItsInput) {
  expect_gone_with(started("ignores_the_end"));
}

TEST(ProcessEnd, LeavesNoChildOfASubject) { expect_gone_with(started("leaves_child")); }

TEST(ProcessEnd, LeavesNoDaemonOfASubject) { expect_gone_with(started("leaves_daemon")); }

TEST(ProcessEnd, LeavesNoDaemonOfASubjectThatCrashed) {
  const auto process = started("leaves_daemon");
  const auto pids = pids_of(*process);
  EXPECT_EQ(count_there(pids), 3);
  std::string what;
  process->ask("toy", std::vector<std::string>{R"({"do":"crash"})"},
               [&](std::size_t, const ProcessReply& reply) { what = reply.failure->what; });
  EXPECT_EQ(what, "crashed with signal 11 (SIGSEGV)");
  EXPECT_EQ(count_there(pids), 0);
}

/// The whole life of a helper that reports on `pipe` and waits to be killed.
[[noreturn]] void hold_a_subject(const std::string& mode, int pipe) {
  const auto process = started(mode);
  const auto pids = pids_of(*process);
  if (write(pipe, &pids, sizeof pids) != sizeof pids) _exit(1);
  for (;;) pause();
}

/// Kills a process that holds a subject, and waits for the guard, which ends last.
void expect_gone_when_we_are_killed(const std::string& mode) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t helper = fork();
  if (helper == 0) hold_a_subject(mode, ends[1]);
  Pids pids;
  ASSERT_EQ(read(ends[0], &pids, sizeof pids), ssize_t{sizeof pids});
  pollfd guard{.fd = open_process(pids.guard), .events = POLLIN, .revents = 0};
  EXPECT_EQ(count_there(pids), 3);
  kill(helper, SIGKILL);
  waitpid(helper, nullptr, 0);
  EXPECT_EQ(poll(&guard, 1, 5000), 1);
  pids.guard = pids.subject;  // Its zombie is not ours to reap.
  EXPECT_EQ(count_there(pids), 0);
  for (const int fd : {ends[0], ends[1], guard.fd}) close(fd);
}

TEST(ProcessEnd, LeavesNothingWhenWeAreKilled) {
  expect_gone_when_we_are_killed("ignores_the_end");
  expect_gone_when_we_are_killed("leaves_child");
  expect_gone_when_we_are_killed("leaves_daemon");
}

TEST(ProcessEnd, LeavesNoSubjectWhenTheGuardIsKilled) {
  const auto process = started("ignores_the_end");
  const auto pids = pids_of(*process);
  pollfd subject{.fd = open_process(pids.subject), .events = POLLIN, .revents = 0};
  ASSERT_GE(subject.fd, 0);
  kill(pids.guard, SIGKILL);
  EXPECT_EQ(poll(&subject, 1, 5000), 1);
  close(subject.fd);
  std::string what;
  process->ask("toy", std::vector<std::string>{"{}"},
               [&](std::size_t, const ProcessReply& reply) { what = reply.failure->what; });
  EXPECT_EQ(what, "its guard process died, before it was sent this case");
}

TEST(ProcessEnd, GivesTheSubjectNoDescriptorAndNoSignalSettingOfOurs) {
  const auto other = started("");
  const int descriptor = open("/dev/null", O_RDONLY);  // Without O_CLOEXEC.
  std::signal(SIGPIPE, SIG_IGN);
  const auto process = started("");
  EXPECT_EQ(process->start_answer().root().find("inherited")->integer(), 0);
  std::signal(SIGPIPE, SIG_DFL);
  close(descriptor);
}

TEST(ProcessEnd, EndsOneOfTwoWhileTheOtherRuns) {
  auto first = started("ignores_the_end");
  const auto second = started("ignores_the_end");
  expect_gone_with(std::move(first));
  EXPECT_EQ(count_there(pids_of(*second)), 3);
  int replies = 0;
  EXPECT_TRUE(second->ask("toy", std::vector<std::string>(9, R"({"n":1})"),
                          [&](std::size_t, const ProcessReply&) { ++replies; }));
  EXPECT_EQ(replies, 9);
}

TEST(ProcessEnd, SeveralThreadsMayEachHaveTheirOwn) {
  std::array<int, 3> replies{};
  std::vector<std::thread> threads;
  threads.reserve(replies.size());
  for (int& count : replies) {
    threads.emplace_back([&count] {
      started("leaves_child")
          ->ask("toy", std::vector<std::string>(1000, R"({"n":1})"),
                [&](std::size_t, const ProcessReply& reply) { count += reply.answer ? 1 : 0; });
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(replies, (std::array<int, 3>{1000, 1000, 1000}));
}

TEST(ProcessEnd, LeavesNoZombieAndNoDescriptor) {
  const auto open_descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  const auto before = open_descriptors();
  {
    const auto process = started("leaves_daemon");
    EXPECT_GT(open_descriptors(), before);
    process->ask("toy", std::vector<std::string>{R"({"do":"crash"})", "{}"},
                 [](std::size_t, const ProcessReply&) {});
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace tripcheck::engine
