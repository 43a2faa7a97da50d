// A subject for the tests of the process door. It echoes each case as its answer, except that its
// mode (first argument) says how it starts and reads, and a case that holds `"do":"WORD"` makes it
// misbehave.
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = write(fd, text.data(), text.size());
    if (size <= 0) _exit(9);
    text.remove_prefix(static_cast<std::size_t>(size));
  }
}

[[noreturn]] void wait_forever() {
  for (;;) pause();
}

[[noreturn]] void crash(int signal) {
  std::signal(signal, SIG_DFL);  // A sanitizer's handler would exit instead.
  std::raise(signal);
  _exit(9);
}

[[noreturn]] void flood(std::string_view text) {
  for (;;) write_all(1, text);
}

std::string_view between(std::string_view line, std::string_view before, std::string_view after) {
  const auto at = line.find(before);
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + before.size());
  return line.substr(0, line.find(after));
}

/// The pid of a grandchild that waits in a session of its own, orphaned, holding all our pipes.
pid_t leave_daemon() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) _exit(9);
  if (fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    const pid_t self = getpid();
    write_all(ends[1], {reinterpret_cast<const char*>(&self), sizeof self});
    std::signal(SIGTERM, SIG_IGN);
    wait_forever();
  }
  pid_t daemon = 0;
  if (read(ends[0], &daemon, sizeof daemon) != sizeof daemon) _exit(9);
  return daemon;
}

/// What it should not have got: descriptors, blocked and ignored signals.
int count_inherited() {
  int count = 0;
  for (int fd = 3; fd < 256; ++fd) count += fcntl(fd, F_GETFD) == -1 ? 0 : 1;
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, nullptr, &blocked);
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    count += action.sa_handler == SIG_IGN || sigismember(&blocked, signal) == 1 ? 1 : 0;
  }
  return count;
}

class Subject {
 public:
  Subject(std::string mode, std::string marker)
      : mode_(std::move(mode)), marker_(std::move(marker)) {}

  [[noreturn]] void run() {
    std::array<char, std::size_t{64} << 10> chunk{};
    for (;;) {
      const ssize_t size = read(0, chunk.data(), chunk.size());
      if (size <= 0) break;
      const std::size_t seen = unread_.size();
      unread_.append(chunk.data(), static_cast<std::size_t>(size));
      std::size_t begin = 0;
      for (auto end = unread_.find('\n', seen); end != std::string::npos;
           end = unread_.find('\n', begin)) {
        take(std::string_view(unread_).substr(begin, end - begin));
        begin = end + 1;
      }
      unread_.erase(0, begin);
      flush();
    }
    if (mode_ == "ignores_the_end") wait_forever();
    if (mode_ == "leaves_marker") poll(nullptr, 0, 30), seen_before();
    _exit(0);
  }

 private:
  void take(std::string_view line) {
    if (line.find("\"op\":\"start\"") != std::string_view::npos) return start();
    const auto id = std::string(between(line, "\"id\":", ","));
    auto text = line.substr(line.find("\"case\":") + 7);
    text.remove_suffix(1);
    misbehave(between(text, "\"do\":\"", "\""), id);
    answers_.push_back("{\"id\":" + id + ",\"answer\":" + std::string(text) + "}\n");
    after(between(text, "\"do\":\"", "\""));
    const bool wait =
        (mode_ == "hundred" && ++taken_ < 100) || (mode_ == "backwards" && ++taken_ % 10 != 0);
    if (wait) return;
    if (mode_ == "backwards") std::reverse(answers_.begin(), answers_.end());
    for (const auto& answer : answers_) out_ += answer;
    answers_.clear();
  }

  void start() {
    if (mode_ == "dies_at_start" || (mode_ == "starts_once" && seen_before())) {
      write_all(2, "no luck today\n");
      _exit(3);
    }
    if (mode_ == "never_answers_start") wait_forever();
    if (mode_ == "endless_start") write_all(1, "{\"tripcheck\":1"), wait_forever();
    if (mode_ == "garbage_start") write_all(1, "\x1b[1mready\n"), wait_forever();
    if (mode_ == "other_protocol") write_all(1, "{\"tripcheck\":2,\"name\":\"new\"}\n");
    if (mode_ == "nameless") write_all(1, "{\"tripcheck\":1}\n");
    if (mode_ == "closes_at_start") close(1), wait_forever();
    if (mode_ == "ignores_the_end") std::signal(SIGTERM, SIG_IGN);
    pid_t left = getpid();
    if (mode_ == "leaves_daemon") left = leave_daemon();
    if (mode_ == "leaves_child" && (left = fork()) == 0) wait_forever();
    out_ += R"({"tripcheck":1,"name":"misbehaving","pid":)" + std::to_string(getpid()) +
            ",\"guard\":" + std::to_string(getppid()) + ",\"left\":" + std::to_string(left) +
            ",\"inherited\":" + std::to_string(count_inherited()) + "}\n";
    if (mode_ == "reads_slowly") read_slowly();
  }

  /// A millisecond for each 64 KiB; one line, then its answer.
  [[noreturn]] void read_slowly() {
    flush();
    std::array<char, std::size_t{64} << 10> chunk{};
    ssize_t size = 1;
    while (size > 0 && chunk[static_cast<std::size_t>(size) - 1] != '\n') {
      poll(nullptr, 0, 1);
      size = read(0, chunk.data(), chunk.size());
    }
    write_all(1, "{\"id\":1,\"skipped\":\"at last\"}\n");
    wait_forever();
  }

  void misbehave(std::string_view what, const std::string& id) {
    if (what.empty()) return;
    flush();
    const auto half = "{\"id\":" + id + ",\"ans";
    if (what == "crash") crash(SIGSEGV);
    if (what == "crash_once" && !seen_before()) crash(SIGABRT);
    if (what == "exit") _exit(3);
    if (what == "hang") wait_forever();
    if (what == "half") write_all(1, half), _exit(0);
    if (what == "no_newline") write_all(1, half), wait_forever();
    if (what == "flood") flood(std::string(4096, 'x'));
    if (what == "flood_of_lines") flood("{\"id\":123456789,\"answer\":{}}\n");
    if (what == "close_output") close(1), wait_forever();
    if (what == "close_input") close(0), wait_forever();
    if (what == "last_words") {
      write_all(2, "first words" + std::string(100000, '.') + "last words\n");
      crash(SIGABRT);
    }
    if (what == "talk") {
      for (int i = 0; i < 100; ++i) write_all(2, std::string(10000, 'w'));
    }
    if (what == "talk_forever") {
      for (;;) write_all(2, std::string(10000, 'w'));
    }
    if (what == "garbage") out_ += "Traceback (most recent call last):\n";
    if (what == "stranger") out_ += "{\"id\":123456789,\"answer\":{}}\n";
    if (what == "skip") instead("{\"id\":" + id + ",\"skipped\":\"no such thing here\"}\n");
    if (what == "refuse") instead("{\"id\":" + id + ",\"error\":\"t goes back\"}\n");
  }

  /// What it does behind the answer to the very case.
  void after(std::string_view what) {
    if (what == "skip" || what == "refuse") answers_.back() = std::exchange(instead_, {});
    if (what == "twice") answers_.push_back(answers_.back());
    if (what != "crash_behind" && what != "garbage_behind") return;
    out_ += answers_.back();
    answers_.pop_back();
    flush();
    poll(nullptr, 0, 5);  // The answer is read by now.
    if (what == "crash_behind") crash(SIGSEGV);
    out_ += "debug: done\n";
  }

  void instead(std::string answer) { instead_ = std::move(answer); }

  void flush() {
    write_all(1, out_);
    out_.clear();
  }

  /// Whether a process with the same marker file was here before; it is now.
  bool seen_before() const {
    if (access(marker_.c_str(), F_OK) == 0) return true;
    if (std::FILE* file = std::fopen(marker_.c_str(), "w")) std::fclose(file);
    return false;
  }

  std::string mode_;
  std::string marker_;
  std::string unread_;
  std::string out_;
  std::vector<std::string> answers_;
  std::string instead_;
  int taken_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const rlimit none{};
  setrlimit(RLIMIT_CORE, &none);
  Subject(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "").run();
}
