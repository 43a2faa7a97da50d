#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <tripcheck/properties/engine/child.hpp>
#include <tripcheck/properties/engine/process_clock.hpp>
#include <utility>

namespace tripcheck::engine {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSettled{100};  // Between the end of a pipe and that of its process.
constexpr milliseconds kGrace{200};    // Between the end of its input and that of a process.
constexpr milliseconds kKilled{5000};  // What a kill may take.

/// write() without the SIGPIPE that would end us, and without touching the process's own handlers.
ssize_t write_quietly(int fd, std::string_view bytes) {
  sigset_t pipe_signal;
  sigset_t pending;
  sigset_t before;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t size = write(fd, bytes.data(), bytes.size());
  const int error = errno;
  if (size < 0 && error == EPIPE && sigismember(&pending, SIGPIPE) == 0) {
    const timespec at_once{};
    while (sigtimedwait(&pipe_signal, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return size;
}

/// Whether a read said that nothing more will ever come.
bool is_end(ssize_t size) { return size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR); }

}  // namespace

std::string describe(const EndNote& end, const std::string& name) {
  switch (end.kind) {
    case EndNote::Kind::exited:
      return "exited with status " + std::to_string(end.code);
    case EndNote::Kind::signalled: {
      const char* abbreviation = sigabbrev_np(end.code);
      return "crashed with signal " + std::to_string(end.code) +
             (abbreviation != nullptr ? " (SIG" + std::string(abbreviation) + ")" : "");
    }
    case EndNote::Kind::cannot_run:
      break;
  }
  return cannot_run(name, end.code);
}

std::variant<std::unique_ptr<Child>, std::string> Child::run(
    const std::vector<std::string>& command, std::size_t line_bytes) {
  auto spawned = spawn(command);
  if (auto* error = std::get_if<std::string>(&spawned)) return std::move(*error);
  return std::unique_ptr<Child>(
      new Child(command, line_bytes, std::move(std::get<Spawned>(spawned))));
}

Child::Child(const std::vector<std::string>& command, std::size_t line_bytes, Spawned spawned)
    : name_(command.front()), line_bytes_(line_bytes), process_(std::move(spawned)) {}

Child::~Child() { kill(); }

void Child::step(milliseconds wait) {
  move(wait);
  const bool half_gone = input_refused_ || !process_.output.is_open();
  if (half_gone && process_.status.is_open()) settle();
}

/// A stream has ended: is it a process that ends, and how, or has it only closed that stream?
void Child::settle() {
  const auto end = monotonic_now() + kSettled;
  for (auto left = kSettled; left > milliseconds{0} && process_.status.is_open();
       left = left_until(end)) {
    move(left);
  }
}

void Child::move(milliseconds wait) {
  // While its input is refused, nobody takes lines out between two moves.
  const bool to_read = !input_refused_ || lines_.size() <= line_bytes_;
  std::array<pollfd, 4> polled{
      // Polled for its end even if there is nothing to write.
      pollfd{.fd = input_refused_ ? -1 : process_.input.get(),
             .events = static_cast<short>(unsent() > 0 ? POLLOUT : 0),
             .revents = 0},
      pollfd{.fd = to_read ? process_.output.get() : -1, .events = POLLIN, .revents = 0},
      pollfd{.fd = process_.error.get(), .events = POLLIN, .revents = 0},
      pollfd{.fd = process_.status.get(), .events = POLLIN, .revents = 0}};
  const int timeout = static_cast<int>(std::min<milliseconds::rep>(wait.count(), 1 << 30));
  if (poll(polled.data(), polled.size(), timeout) <= 0) return;
  if (polled[1].revents != 0) read_output();
  if (polled[2].revents != 0) read_error();
  if (polled[0].revents != 0) {
    if (unsent() > 0) {
      write_some();
    } else {
      input_refused_ = true;
    }
  }
  if (polled[3].revents != 0) read_status();
}

void Child::write_some() {
  const ssize_t size =
      write_quietly(process_.input.get(), std::string_view(unsent_).substr(sent_of_unsent_));
  if (size < 0) {
    input_refused_ = errno != EAGAIN && errno != EINTR;
    return;
  }
  sent_ += static_cast<std::size_t>(size);
  sent_of_unsent_ += static_cast<std::size_t>(size);
  if (2 * sent_of_unsent_ >= unsent_.size()) {  // So that bytes are moved up rarely.
    unsent_.erase(0, sent_of_unsent_);
    sent_of_unsent_ = 0;
  }
}

bool Child::read_output() {
  const auto room = lines_.room();
  const ssize_t size = read(process_.output.get(), room.data(), room.size());
  if (size > 0) lines_.filled(static_cast<std::size_t>(size));
  if (is_end(size)) process_.output.close();
  return size > 0;
}

bool Child::read_error() {
  std::array<char, std::size_t{16} << 10> words{};
  const ssize_t size = read(process_.error.get(), words.data(), words.size());
  if (size > 0) {
    words_.append(words.data(), static_cast<std::size_t>(size));
    if (words_.size() > kLastWords) words_.erase(0, words_.size() - kLastWords);
  }
  if (is_end(size)) process_.error.close();
  return size > 0;
}

/// The guard speaks only when nothing is left that could write to a pipe, but for `cannot run`.
void Child::read_status() {
  EndNote note;
  const ssize_t size = read(process_.status.get(), &note, sizeof note);
  if (size == sizeof note) {
    if (!end_) end_ = note;
  } else if (is_end(size)) {
    process_.status.close();
    reap();
    while (process_.output.is_open() && read_output()) {
    }
    while (process_.error.is_open() && read_error()) {
    }
  }
}

void Child::reap() {
  const pid_t guard = std::exchange(process_.guard, -1);
  while (guard > 0 && waitpid(guard, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::string Child::too_long(std::size_t line_bytes) {
  return "sent more than " + std::to_string(line_bytes) + " bytes without a line end";
}

bool Child::inside_line() const noexcept {
  assert(lines_.drained());
  return lines_.size() > 0;
}

std::optional<std::string> Child::broken() const {
  assert(lines_.drained());
  if (lines_.size() > line_bytes_) {
    return too_long(line_bytes_);
  }
  std::string what;
  if (!process_.status.is_open()) {
    what = end_ ? describe(*end_, name_) : "its guard process died";
  } else if (!process_.output.is_open()) {
    what = "closed its output while still running";
  } else if (input_refused_) {
    what = "closed its input while still running";
  } else {
    return std::nullopt;
  }
  if (inside_line()) what += "; its output ended inside a line";
  return what;
}

bool Child::never_ran() const noexcept { return end_ && end_->kind == EndNote::Kind::cannot_run; }

void Child::kill() {
  process_.lifeline.close();
  const auto end = monotonic_now() + kKilled;
  while (process_.status.is_open() && left_until(end) > milliseconds{0}) {
    pollfd status{.fd = process_.status.get(), .events = POLLIN, .revents = 0};
    if (poll(&status, 1, static_cast<int>(left_until(end).count())) > 0) read_status();
  }
  process_.status.close();
}

void Child::finish() {
  process_.input.close();
  unsent_.clear();
  sent_of_unsent_ = 0;
  const auto end = monotonic_now() + kGrace;
  while (process_.status.is_open() && left_until(end) > milliseconds{0}) {
    move(left_until(end));
    lines_.clear();
  }
  kill();
}

std::string_view Child::last_words() const noexcept { return words_; }

}  // namespace tripcheck::engine
