/// The guard: a tiny process between us and a subject, so that no process of a subject outlives us.
///
/// It runs the subject in a process group of its own and adopts every orphan that the subject
/// leaves. It ends them all, the sessions and daemons they made included, when the subject ends and
/// when its lifeline closes, which the kernel does for us even if we are killed.
///
/// Threads: it is forked from a process that may have many, so all of it is async-signal-safe.
/// Limits:  finds descendants through /proc; waits for one that it may not signal (set-user-ID).
///          A subject that goes into the background by itself counts as ended.
#pragma once
#include <cstdint>

namespace tripcheck::engine {

/// What the guard says on its status pipe, in one write: the first note counts.
struct EndNote {
  enum class Kind : std::int32_t { exited, signalled, cannot_run };
  Kind kind{};
  std::int32_t code = 0;  ///< Exit status, signal number or errno.
};

/// All made before the fork, for nothing can be allocated after it.
struct GuardPlan {
  int input = -1;  ///< These three become the subject's 0, 1 and 2.
  int output = -1;
  int error = -1;
  int lifeline = -1;  ///< Reads end of file when we are gone, or want the subject gone.
  int status = -1;    ///< EndNotes go here; closed when nothing of the subject is left.
  const char* program = nullptr;
  char* const* arguments = nullptr;
};

/// The whole life of the guard. Requires: a freshly forked process with all signals blocked.
[[noreturn]] void guard_subject(const GuardPlan& plan) noexcept;

}  // namespace tripcheck::engine
