/// Ctrl-C: the first SIGINT or SIGTERM asks a run to end with what it has, the second one kills.
///
/// Threads: any.
#pragma once

namespace tripcheck::cli {

/// From now on. A signal that was ignored when the program began stays ignored.
void catch_interrupts();

[[nodiscard]] bool interrupted() noexcept;

}  // namespace tripcheck::cli
