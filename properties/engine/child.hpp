/// A live subject process: lines to it, lines from it, and how it ended.
///
/// It knows lines, not what they mean. Everything waits in poll; nothing blocks elsewhere.
///
/// Threads: one at a time; several Children may be used by several threads.
/// Cost:    up to three system calls for each 256 KiB moved.
/// Limits:  a process that the kernel itself cannot end (waiting for a dead disk) is left to its
///          guard after 5 s.
#pragma once
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/child_guard.hpp>
#include <tripcheck/properties/engine/child_spawn.hpp>
#include <tripcheck/properties/engine/line_buffer.hpp>
#include <variant>
#include <vector>

namespace tripcheck::engine {

class Child {
 public:
  static constexpr std::size_t kLastWords = 4096;  ///< Bytes of standard error that are kept.

  /// Runs `command`; or says why that cannot be. No line may be longer than `line_bytes`.
  [[nodiscard]] static std::variant<std::unique_ptr<Child>, std::string> run(
      const std::vector<std::string>& command, std::size_t line_bytes);
  ~Child();  ///< kill().
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Text to be sent in later steps.
  void send(std::string_view text) { unsent_ += text; }
  [[nodiscard]] std::size_t unsent() const noexcept { return unsent_.size() - sent_of_unsent_; }
  [[nodiscard]] std::size_t sent() const noexcept { return sent_; }  ///< Bytes, since it runs.

  /// Waits until bytes can be moved or `wait` has passed, and moves what can be moved.
  void step(std::chrono::milliseconds wait);

  /// The next whole line that came back, without its end. Valid until the next step().
  [[nodiscard]] std::optional<std::string_view> next_line() { return lines_.next(); }

  /// Why nothing more can come of this child, in words that follow `the subject`, or nothing.
  /// Requires: next_line() gave nothing, so that what came before the end has been looked at.
  [[nodiscard]] std::optional<std::string> broken() const;
  [[nodiscard]] static std::string too_long(std::size_t line_bytes);
  /// The program never ran: broken() says why, and no words need be added.
  [[nodiscard]] bool never_ran() const noexcept;
  /// Bytes have come that do not make a line. Requires: as for broken().
  [[nodiscard]] bool inside_line() const noexcept;

  /// Ends the process and its descendants now; they are gone on return. Later calls do nothing.
  void kill();
  /// Closes its input and gives it a moment to end by itself, then kill().
  void finish();

  /// The end of its standard error. Complete once it has ended.
  [[nodiscard]] std::string_view last_words() const noexcept;

 private:
  Child(const std::vector<std::string>& command, std::size_t line_bytes, Spawned spawned);

  void move(std::chrono::milliseconds wait);
  void settle();
  void write_some();
  bool read_output();
  bool read_error();
  void read_status();
  void reap();

  std::string name_;
  std::size_t line_bytes_;
  Spawned process_;  // Descriptors are closed when their streams have ended.
  std::string unsent_;
  std::size_t sent_of_unsent_ = 0;
  std::size_t sent_ = 0;
  LineBuffer lines_;
  std::string words_;
  bool input_refused_ = false;  // It closed its standard input.
  std::optional<EndNote> end_;
};

/// `crashed with signal 11 (SIGSEGV)`, `exited with status 3`, `cannot run NAME: reason`.
[[nodiscard]] std::string describe(const EndNote& end, const std::string& name);

}  // namespace tripcheck::engine
