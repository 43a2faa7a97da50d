/// What the expeditor keeps: flat structs, a number for a tool wherever one is meant.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tripcheck/impl/expeditor/detail/text_store.hpp>
#include <tripcheck/model/expeditor/config.hpp>

namespace tripcheck::expeditor::impl {

/// A tool's place: the map's first, then those that came up.
using ToolNumber = std::uint32_t;
inline constexpr ToolNumber kNoTool = std::numeric_limits<ToolNumber>::max();

namespace detail {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// What every decision looks at: one cache line a tool.
struct alignas(64) Circuit {
  State state = State::closed;
  Score score = Score::available;
  bool allowed = true;
  bool backoff = false;
  std::uint32_t chain = 0;
  std::uint64_t generation = 0;  ///< Moves with each change of state and each replaced probe.
  std::int64_t failures = 0;     ///< In a row.
  std::int64_t opened_at = 0;
  std::int64_t interval = 0;
  std::int64_t probe = 0;  ///< Its ticket while it is out, or 0.
  std::int64_t probed_at = 0;
};
static_assert(sizeof(Circuit) == 64);

/// What only records, cascades and reports look at.
struct Past {
  std::int64_t failed_at = -1;  ///< Before any: -1, here and below.
  std::int64_t succeeded_at = -1;
  std::int64_t opened_at = 0;  ///< From CLOSED, the last time.
  TextRef error{};             ///< Of the last failure, as the next.
  TextRef signature{};
  TextRef opening{};                  ///< The signature that it opened with.
  std::uint32_t last_in_row = kNone;  ///< The last failure of this row and cycle.
};

struct Failure {
  std::int64_t step = 0;
  std::int64_t event = 0;
  TextRef error{};
  TextRef signature{};
  ToolNumber tool = 0;
  std::uint32_t systemic = kNone;       ///< The systemic failure that it belongs to.
  std::uint32_t before_in_row = kNone;  ///< The one before it in its tool's row.
};

struct Systemic {
  std::int64_t event = 0;
  std::int64_t since = 0;
  std::int64_t failures = 0;  ///< Of this cycle that belong to it.
  TextRef signature{};
  TextRef cause{};
};

/// An alternative, at its rank.
struct Way {
  ToolNumber tool = 0;
  std::uint32_t index = 0;  ///< In its entry.
  Severity severity = Severity::unknown;
};

enum class Line : std::uint8_t {
  skip,           ///< Reason and grade; `a` the way, or -1.
  skip_unlisted,  ///< Of a tool without an entry: its name from `a`, `b` long.
  probe,
  probe_lost,
  opened,    ///< `a` failures.
  reopened,  ///< Next probe at `a`.
  closed,
  pause,     ///< Reason.
  systemic,  ///< The `a`th.
  joined,    ///< The one that is flagged.
  recovered,
  exhausted,  ///< `a` consumed.
  cycle,      ///< `a` begins.
  note,       ///< The text from `a`, `b` long.
};

/// A line of the log before it is put in words.
struct LogRecord {
  std::int64_t step = 0;
  std::int64_t a = 0;
  std::int64_t b = 0;
  ToolNumber tool = kNoTool;
  Line line = Line::note;
  Reason reason = Reason::closed;
  Grade grade = Grade::skipped;
};

}  // namespace detail
}  // namespace tripcheck::expeditor::impl
