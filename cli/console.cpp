#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <new>
#include <string>
#include <system_error>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <tripcheck/properties/engine/printable.hpp>
#include <utility>

namespace tripcheck::cli {
namespace {

/// 0, or the errno that ended it.
int write_all(int fd, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // Whoever shares the pipe has made it so.
      pollfd ready{.fd = fd, .events = POLLOUT, .revents = 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

bool is_for_a_person(int fd) {
  const char* no_color = std::getenv("NO_COLOR");
  return (no_color == nullptr || *no_color == '\0') && ::isatty(fd) == 1;
}

}  // namespace

void print(std::string_view text) {
  const int error = write_all(STDOUT_FILENO, text);
  if (error == 0 || error == EPIPE) return;
  throw UsageError("standard output: " + std::generic_category().message(error));
}

void complain(std::string_view message) noexcept {
  try {
    write_all(STDERR_FILENO, "tripcheck: " + engine::printable(message) + "\n");
  } catch (const std::bad_alloc&) {
    write_all(STDERR_FILENO, "tripcheck: out of memory\n");
  }
}

engine::Colour colour() {
  return is_for_a_person(STDOUT_FILENO) ? engine::Colour::always : engine::Colour::never;
}

Progress::Progress() : on_(is_for_a_person(STDERR_FILENO)) {}

void note(std::string_view text) { write_all(STDERR_FILENO, text); }

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (std::exchange(shown_, false)) write_all(STDERR_FILENO, "\r\x1b[K");
}

void Progress::show(std::uint64_t done, std::uint64_t all) {
  if (!on_) return;
  shown_ = true;
  write_all(STDERR_FILENO,
            "\r\x1b[K" + std::to_string(done) + " of " + std::to_string(all) + " cases");
}

}  // namespace tripcheck::cli
