#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <optional>
#include <tripcheck/properties/engine/child_guard.hpp>

namespace tripcheck::engine {
namespace {

// Descriptors of the guard, once it has put them in order. All else that it inherited is closed: a
// lifeline or a pipe of another subject, held here, would never read as closed.
constexpr int kLifeline = 3;
constexpr int kStatus = 4;
constexpr int kFirstUnused = 5;
constexpr int kOutOfTheWay = 10;

void close_from(int first) {
  if (close_range(static_cast<unsigned>(first), ~0U, 0) == 0) return;
  rlimit limit{};  // A kernel before 5.9.
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  for (int fd = first; static_cast<rlim_t>(fd) < limit.rlim_cur; ++fd) close(fd);
}

bool arrange_descriptors(const GuardPlan& plan) {
  std::array<int, kFirstUnused> wanted{plan.input, plan.output, plan.error, plan.lifeline,
                                       plan.status};
  for (int& fd : wanted) {
    fd = fcntl(fd, F_DUPFD, kOutOfTheWay);
    if (fd < 0) return false;
  }
  for (int target = 0; target < kFirstUnused; ++target) {
    const int from = wanted[static_cast<std::size_t>(target)];
    if (dup3(from, target, target < kLifeline ? 0 : O_CLOEXEC) < 0) return false;
  }
  close_from(kFirstUnused);
  return true;
}

void say(EndNote note) {
  while (write(kStatus, &note, sizeof note) < 0 && errno == EINTR) {
  }
}

/// Our own handlers and ignored signals are nothing to the guard or its subject.
void forget_signal_handlers() {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &standard, nullptr);
}

[[noreturn]] void become_subject(const GuardPlan& plan) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // Should the guard be killed.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(plan.program, plan.arguments, environ);
  say({.kind = EndNote::Kind::cannot_run, .code = errno});
  _exit(127);
}

/// Reaps dead orphans; says how the subject ended, if it has. The subject itself is left a zombie,
/// which keeps the number of its process group from going to someone else.
std::optional<EndNote> look_for_end(pid_t subject) {
  for (;;) {
    siginfo_t info{};
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return std::nullopt;
    if (info.si_pid == 0) return std::nullopt;
    if (info.si_pid == subject) {
      return EndNote{
          .kind = info.si_code == CLD_EXITED ? EndNote::Kind::exited : EndNote::Kind::signalled,
          .code = info.si_status};
    }
    waitpid(info.si_pid, nullptr, 0);
  }
}

/// The number that `text` starts with, or -1.
pid_t number_at(const char* text) {
  if (*text < '0' || *text > '9') return -1;
  pid_t number = 0;
  for (; *text >= '0' && *text <= '9'; ++text) number = number * 10 + (*text - '0');
  return number;
}

/// The parent of the process with this name in /proc, or -1. A stat line is `pid (name) state
/// parent …`, and the name may hold anything, so that the last parenthesis ends it.
pid_t parent_of(int proc, const char* name) {
  std::array<char, 32> path{};
  const std::size_t length = std::strlen(name);
  if (length + sizeof "/stat" > path.size()) return -1;
  std::memcpy(path.data(), name, length);
  std::memcpy(path.data() + length, "/stat", sizeof "/stat");
  const int fd = openat(proc, path.data(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  std::array<char, 512> line{};
  const ssize_t size = read(fd, line.data(), line.size() - 1);
  close(fd);
  if (size <= 0) return -1;
  const char* after = std::strrchr(line.data(), ')');
  if (after == nullptr || std::strlen(after) < 5) return -1;
  return number_at(after + 4);
}

void kill_children() {
  const int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) return;
  const pid_t self = getpid();
  alignas(dirent64) std::array<char, 8192> entries{};
  for (;;) {
    const ssize_t size = getdents64(proc, entries.data(), entries.size());
    if (size <= 0) break;
    for (ssize_t at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(entries.data() + at);
      at += entry->d_reclen;
      const pid_t pid = number_at(entry->d_name);
      if (pid > 0 && parent_of(proc, entry->d_name) == self) kill(pid, SIGKILL);
    }
  }
  close(proc);
}

/// Ends the subject and all that came of it. Requires: the subject has not been reaped.
///
/// Who dies leaves its children to us before we can reap it, so when there is nobody left to wait
/// for, there is nobody left.
void end_all(pid_t subject) {
  kill(-subject, SIGKILL);
  for (;;) {
    kill_children();
    if (waitpid(-1, nullptr, 0) < 0 && errno != EINTR) return;
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
  }
}

/// Waits until the lifeline closes or the subject ends.
std::optional<EndNote> watch(pid_t subject, int children) {
  std::array<pollfd, 2> polled{pollfd{.fd = kLifeline, .events = POLLIN, .revents = 0},
                               pollfd{.fd = children, .events = POLLIN, .revents = 0}};
  for (;;) {
    if (auto end = look_for_end(subject)) return end;
    if (poll(polled.data(), polled.size(), -1) < 0) continue;
    if (polled[0].revents != 0) return std::nullopt;
    signalfd_siginfo signal{};
    while (read(children, &signal, sizeof signal) > 0) {
    }
  }
}

}  // namespace

void guard_subject(const GuardPlan& plan) noexcept {
  forget_signal_handlers();
  setsid();  // The terminal's Ctrl-C is for us; we end the subject in our own time.
  prctl(PR_SET_NAME, "tripcheck-guard");
  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || !arrange_descriptors(plan)) _exit(1);
  const int children = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
  const pid_t subject = children < 0 ? -1 : _Fork();
  if (subject == 0) become_subject(plan);
  if (subject < 0) {
    say({.kind = EndNote::Kind::cannot_run, .code = errno});
    _exit(1);
  }
  for (int fd = 0; fd < kLifeline; ++fd) close(fd);
  const auto end = watch(subject, children);
  end_all(subject);
  if (end) say(*end);
  _exit(0);
}

}  // namespace tripcheck::engine
