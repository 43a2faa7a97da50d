/// `tripcheck run escalation` and `tripcheck run handoff`: a document in, its answer out.
///
/// Threads: pure functions.
/// Limits:  nesting of 64 levels (inclusive); a run of any number of attempts, in memory that is a
///          small multiple of the document.
#pragma once
#include <string_view>
#include <tripcheck/properties/engine/profile.hpp>

namespace tripcheck::escalation {

/// A run through an engine, `model` or `impl`: what became of each attempt and of the run; or a
/// code, with its field where it has one, and nothing of the document (E-10).
/// Requires: one of these two names; asserted.
[[nodiscard]] engine::Said run_document(std::string_view engine, std::string_view text);

/// A handoff read back by an engine: its canonical form and whether it has expired; or the first
/// check that it fails (E-16), or a bad `now` (E-15). Requires: as above.
[[nodiscard]] engine::Said run_handoff(std::string_view engine, std::string_view text);

}  // namespace tripcheck::escalation
