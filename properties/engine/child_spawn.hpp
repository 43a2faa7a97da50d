/// Starts a subject under a guard, with pipes to both.
///
/// Threads: any; each call is on its own.
#pragma once
#include <sys/types.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::engine {

/// Owns one file descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  [[nodiscard]] bool is_open() const noexcept { return fd_ >= 0; }
  [[nodiscard]] int get() const noexcept { return fd_; }  ///< -1 where there is none.
  void close() noexcept;

 private:
  int fd_ = -1;
};

/// Our ends: the first three are the subject's standard streams, the last two the guard's. None
/// blocks.
struct Spawned {
  pid_t guard = -1;
  Descriptor input;
  Descriptor output;
  Descriptor error;
  Descriptor lifeline;
  Descriptor status;
};

/// Runs command[0], found as a shell would find it, with the rest as arguments; or says in a
/// sentence why that cannot be. Requires: the command is not empty.
///
/// A program that is found and still cannot be run is noted on the status pipe.
[[nodiscard]] std::variant<Spawned, std::string> spawn(const std::vector<std::string>& command);

/// `cannot run NAME: reason`.
[[nodiscard]] std::string cannot_run(const std::string& name, int error_number);

}  // namespace tripcheck::engine
