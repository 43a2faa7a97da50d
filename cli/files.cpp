#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <tripcheck/cli/files.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <utility>

namespace tripcheck::cli {
namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw UsageError(shown_path(path) + ": " + std::generic_category().message(error));
}

[[noreturn]] void fail_too_large(const std::string& path) {
  throw UsageError(shown_path(path) + ": expected at most " + std::to_string(kMostBytes) +
                   " bytes (256 MiB), found more");
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ > STDERR_FILENO) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

mode_t permissions_of_new_files() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

std::string shown_path(const std::string& path) { return path == "-" ? "standard input" : path; }

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && !std::filesystem::is_directory(folder)) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  if (error) throw UsageError(folder + ": " + error.message());
}

std::string read_file(const std::string& path) {
  const Descriptor file(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) fail(path, errno);
  std::size_t room = std::size_t{1} << 16;
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    if (static_cast<std::uintmax_t>(status.st_size) > kMostBytes) fail_too_large(path);
    room = static_cast<std::size_t>(status.st_size) + 1;  // One more, to see the end at once.
  }
  std::string text;
  std::size_t size = 0;
  for (;;) {
    if (size == text.size()) text.resize(std::max(room, 2 * size));
    const ssize_t got = ::read(file.get(), text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (size > kMostBytes) fail_too_large(path);
  }
  text.resize(size);
  return text;
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
  struct stat status {};
  const bool there = ::stat(path.c_str(), &status) == 0;
  if (there && S_ISDIR(status.st_mode)) fail(path, EISDIR);
  if (there && !S_ISREG(status.st_mode)) {
    fd_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) fail(path, errno);
    return;
  }
  if (there) {  // Through a link, to the file itself.
    const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
    if (!real) fail(path, errno);
    path_ = real.get();
    if (::access(path_.c_str(), W_OK) != 0) fail(path, errno);
  }
  open_beside();
  const mode_t mode = there ? status.st_mode & 07777U : permissions_of_new_files();
  // Some file systems have no permissions: then it stays as it was made, for the owner alone.
  static_cast<void>(::fchmod(fd_, mode));
}

void OutputFile::open_beside() {
  std::string name = path_ + ".XXXXXX";
  fd_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) fail(path_, errno);
  beside_ = std::move(name);
}

OutputFile::~OutputFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

void OutputFile::write(std::string_view text) {
  assert(fd_ >= 0);
  while (!text.empty()) {
    const ssize_t written = ::write(fd_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path_, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::close(std::exchange(fd_, -1)) != 0) fail(path_, errno);
  if (beside_.empty()) return;
  if (std::rename(beside_.c_str(), path_.c_str()) != 0) fail(path_, errno);
  beside_.clear();
}

}  // namespace tripcheck::cli
