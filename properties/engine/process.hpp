/// A subject that is a process: it is asked cases in JSON lines, and whatever it does is an answer
/// or a failure with a reason, never a crash or a hang of ours.
///
/// A subject that fails is ended with all its descendants and started again. The cases that were
/// out are then asked alone, one by one, and each twice, so that what comes behind an answer falls
/// on its own case; the one that fails is the culprit, and the run goes on.
///
/// Threads: one at a time; several Processes may be used by several threads.
/// Cost:    a case is copied once and its answer parsed once.
/// Limits:  what a subject says after its last answer is seen only by the next ask().
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/json.hpp>
#include <vector>

namespace tripcheck::engine {

class Child;

struct ProcessOptions {
  /// Program and arguments, run without a shell; at least the program.
  std::vector<std::string> command;
  /// From 1 ms: without any answer for so long, while a case is out, the subject hangs.
  std::chrono::milliseconds answer_timeout{5000};
  /// From 1 ms: for the answer to start.
  std::chrono::milliseconds start_timeout{5000};
  /// From 0: after failures. Starts to ask outstanding cases again are not counted.
  int restarts = 10;
  /// Asked whenever a signal came, and several times a second. True must stay true; it ends what is
  /// going on.
  std::function<bool()> interrupted;
  /// Longest line taken from the subject, inclusive.
  std::size_t line_bytes = std::size_t{64} << 20;
  /// From 1, for speed only: cases asked and not yet answered.
  std::size_t outstanding = 4096;
};

struct SubjectFailure {
  std::string what;        ///< What the subject did: `exited with status 3`.
  std::string last_words;  ///< The last 4 KiB of its standard error, as they came.
};

/// What became of one case.
struct ProcessReply {
  enum class Kind : std::uint8_t { answer, skipped, error, failed };
  Kind kind{};
  std::optional<json::Value> answer;        ///< An object; valid during the callback. With answer.
  std::string text;                         ///< The subject's reason. With skipped and error.
  const SubjectFailure* failure = nullptr;  ///< Valid during the callback. With failed.
};

class Process {
 public:
  using OnReply = std::function<void(std::size_t index, const ProcessReply& reply)>;

  explicit Process(ProcessOptions options);  ///< Requires: options in their ranges.
  ~Process();                                ///< The subject and its descendants are gone.
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Starts the subject and reads its answer to start; nothing where that went well.
  /// Requires: called once.
  [[nodiscard]] std::optional<SubjectFailure> start();

  /// The answer to start: an object with `"tripcheck":1` and a string `name`; the rest is not
  /// looked at.
  /// Requires: start() went well.
  [[nodiscard]] const json::Document& start_answer() const;

  /// Asks all cases and calls back once for each index, in any order. False where it was
  /// interrupted: then the rest is not called back. Where on_reply throws, the subject is ended and
  /// started anew when next asked.
  ///
  /// Requires: start() went well; no case holds a newline; on_reply does not come back to this
  /// Process.
  bool ask(std::string_view profile, std::span<const std::string> cases, const OnReply& on_reply);

  /// No more restarts are left: every further case is answered with a failure at once.
  [[nodiscard]] bool dead() const noexcept { return dead_.has_value(); }

 private:
  class Asking;

  std::optional<SubjectFailure> begin();
  std::optional<std::string> read_start_answer();
  SubjectFailure end_with(std::string what);
  [[nodiscard]] bool interrupted() const;
  [[nodiscard]] std::chrono::milliseconds wait_until(std::chrono::nanoseconds end) const;

  ProcessOptions options_;
  std::unique_ptr<Child> child_;  // None before start, after a failure, and after an interruption.
  std::optional<json::Document> start_answer_;  // The first.
  std::int64_t next_id_ = 1;  // Ids are never used again, not even by a new child.
  int failures_ = 0;          // Each but the last was followed by a restart.
  std::optional<SubjectFailure> dead_;
  bool asking_ = false;
};

}  // namespace tripcheck::engine
