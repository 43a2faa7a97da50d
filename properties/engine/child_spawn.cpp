#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <tripcheck/properties/engine/child_guard.hpp>
#include <tripcheck/properties/engine/child_spawn.hpp>

namespace tripcheck::engine {
namespace {

constexpr int kPipeBytes = 1 << 20;  // What Linux allows to everybody.

struct Pipe {
  Descriptor read;
  Descriptor write;
};

bool open_pipe(Pipe& pipe) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe.read = Descriptor(ends[0]);
  pipe.write = Descriptor(ends[1]);
  return true;
}

/// For our ends alone: a subject's stays blocking, as programs expect.
bool make_nonblocking(const Descriptor& end) { return fcntl(end.get(), F_SETFL, O_NONBLOCK) == 0; }

/// The file to run, or an errno.
std::variant<std::string, int> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* variable = std::getenv("PATH");
  std::string_view path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  int error = ENOENT;
  for (;;) {
    const auto colon = path.find(':');
    std::string file(path.substr(0, colon));
    file += file.empty() ? "./" + name : "/" + name;
    if (access(file.c_str(), X_OK) == 0) return file;
    if (errno == EACCES) error = EACCES;
    if (colon == std::string_view::npos) return error;
    path.remove_prefix(colon + 1);
  }
}

/// Forks the guard; -1 and errno where that cannot be.
pid_t fork_guard(const GuardPlan& plan) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  // A handler of ours must not run in the guard.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t guard = fork();
  if (guard == 0) guard_subject(plan);
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return guard;
}

}  // namespace

void Descriptor::close() noexcept {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

std::string cannot_run(const std::string& name, int error_number) {
  return "cannot run " + name + ": " + std::generic_category().message(error_number);
}

std::variant<Spawned, std::string> spawn(const std::vector<std::string>& command) {
  assert(!command.empty());
  const auto program = find_program(command.front());
  if (const int* error = std::get_if<int>(&program)) return cannot_run(command.front(), *error);
  Pipe input;
  Pipe output;
  Pipe error;
  Pipe lifeline;
  Pipe status;
  for (Pipe* pipe : {&input, &output, &error, &lifeline, &status}) {
    if (!open_pipe(*pipe)) return cannot_run(command.front(), errno);
  }
  for (const Descriptor* end : {&input.write, &output.read, &error.read, &status.read}) {
    if (!make_nonblocking(*end)) return cannot_run(command.front(), errno);
  }
  // For speed only, so a refusal is nothing: the default of 64 KiB works as well.
  static_cast<void>(fcntl(input.write.get(), F_SETPIPE_SZ, kPipeBytes));
  static_cast<void>(fcntl(output.read.get(), F_SETPIPE_SZ, kPipeBytes));

  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t guard = fork_guard({.input = input.read.get(),
                                  .output = output.write.get(),
                                  .error = error.write.get(),
                                  .lifeline = lifeline.read.get(),
                                  .status = status.write.get(),
                                  .program = std::get<std::string>(program).c_str(),
                                  .arguments = arguments.data()});
  if (guard < 0) return cannot_run(command.front(), errno);
  return Spawned{.guard = guard,
                 .input = std::move(input.write),
                 .output = std::move(output.read),
                 .error = std::move(error.read),
                 .lifeline = std::move(lifeline.write),
                 .status = std::move(status.read)};
}

}  // namespace tripcheck::engine
