/// What keeps a compiler from working out a whole loop beforehand.
///
/// The library's own means do less or more than is wanted: its memory clobber is only a fence, past
/// which Clang still removes a loop, and its sink makes Clang store the value first.
#pragma once

namespace tripcheck::bench {

/// From here on, and once more at every call, the compiler must take what is at `place` to have
/// been read and written by somebody else. No instruction.
inline void touch(const void* place) noexcept { asm volatile("" : : "r"(place) : "memory"); }

}  // namespace tripcheck::bench
