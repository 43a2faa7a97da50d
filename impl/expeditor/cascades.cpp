// Failures that belong together (X-20 … X-24).
#include <algorithm>
#include <array>
#include <tripcheck/impl/expeditor/expeditor.hpp>

namespace tripcheck::expeditor::impl {

using detail::BitSet;
using detail::kNone;
using detail::Line;
using detail::TextRef;

namespace {

struct Word {
  std::string_view signature;
  std::string_view cause;
};

constexpr std::array<Word, 12> kWords{{{"connection_refused", "network"},
                                       {"connection_reset", "network"},
                                       {"dns_failure", "network"},
                                       {"timeout", "network"},
                                       {"unreachable", "network"},
                                       {"permission_denied", "permissions"},
                                       {"unauthorized", "permissions"},
                                       {"forbidden", "permissions"},
                                       {"no_space", "filesystem"},
                                       {"io_error", "filesystem"},
                                       {"read_only", "filesystem"},
                                       {"not_found", "filesystem"}}};

}  // namespace

bool Expeditor::near(ToolNumber tool, ToolNumber other) const noexcept {
  const std::int64_t apart = pasts_[tool].opened_at - pasts_[other].opened_at;
  return apart <= config_.cascade_window && -apart <= config_.cascade_window;
}

void Expeditor::look_for_cascade(ToolNumber tool) {
  if (flagged_) {
    join(tool);
    return;
  }
  near_.clear();
  alike_.clear();
  std::int64_t near_count = 0;
  std::int64_t alike_count = 0;
  const auto signature = texts_.get(pasts_[tool].opening);
  open_.each([&](std::size_t i) {
    const auto other = static_cast<ToolNumber>(i);
    if (!near(tool, other)) return;
    near_.add(other);
    ++near_count;
    if (!texts_.same(pasts_[other].opening, signature)) return;
    alike_.add(other);
    ++alike_count;
  });
  const auto enough = [](std::int64_t count, std::int64_t least) {
    return least > 0 && count >= least;
  };
  if (enough(alike_count, config_.correlated_opens)) {
    flag(alike_);
  } else if (enough(near_count, config_.coincident_opens)) {
    flag(near_);
  }
}

void Expeditor::flag(const BitSet& members) {
  TextRef shared{};
  bool first = true;
  members.each([&](std::size_t tool) {
    if (first) shared = pasts_[tool].opening;
    if (!texts_.same(pasts_[tool].opening, texts_.get(shared))) shared = {};
    first = false;
  });
  systemics_.push_back({.event = ++events_, .since = step_, .signature = shared});
  systemics_.back().cause = cause_of(members, shared);
  members_ = members;
  flagged_ = true;
  log({.a = static_cast<std::int64_t>(systemics_.size() - 1), .line = Line::systemic});
  members_.each([&](std::size_t tool) { take_in(static_cast<ToolNumber>(tool)); });
  forget_scores();
}

void Expeditor::join(ToolNumber tool) {
  const TextRef shared = systemics_.back().signature;
  if (!shared.is_none() && !texts_.same(shared, texts_.get(pasts_[tool].opening))) return;
  bool close = false;
  members_.each(
      [&](std::size_t member) { close = close || near(static_cast<ToolNumber>(member), tool); });
  if (!close) return;
  members_.add(tool);
  log({.tool = tool, .line = Line::joined});
  take_in(tool);
}

void Expeditor::take_in(ToolNumber tool) {
  circuits_[tool].backoff = true;
  for (std::uint32_t at = pasts_[tool].last_in_row; at != kNone; at = failures_[at].before_in_row) {
    move(failures_[at]);
  }
}

/// To the event that is flagged; what it leaves may have no other failure in this cycle.
void Expeditor::move(detail::Failure& failure) {
  const auto to = static_cast<std::uint32_t>(systemics_.size() - 1);
  if (failure.systemic == to) return;
  const bool was_last = failure.systemic == kNone || --systemics_[failure.systemic].failures == 0;
  if (was_last) --consumed_;
  failure.systemic = to;
  failure.event = systemics_[to].event;
  if (systemics_[to].failures++ == 0) ++consumed_;
}

bool Expeditor::all_have(const BitSet& members, std::string_view tag) const {
  bool all = true;
  members.each([&](std::size_t tool) {
    const auto& tags = entries_[tool].infrastructure;
    all = all && std::find(tags.begin(), tags.end(), tag) != tags.end();
  });
  return all;
}

/// The word for what is behind it.
TextRef Expeditor::cause_of(const BitSet& members, TextRef signature) {
  std::size_t first = entries_.size();
  members.each([&](std::size_t tool) { first = std::min(first, tool); });
  for (const std::string& tag : entries_[first].infrastructure) {
    if (all_have(members, tag)) return texts_.add(tag);
  }
  for (const Word& word : kWords) {
    if (texts_.same(signature, word.signature)) return texts_.add(word.cause);
  }
  return texts_.add("shared infrastructure");
}

void Expeditor::forget_scores() noexcept {
  scored_.each(
      [&](std::size_t tool) { set_score(static_cast<ToolNumber>(tool), Score::available); });
}

void Expeditor::confirm_recovered() {
  flagged_ = false;
  members_.clear();
  forget_scores();
  log({.line = Line::recovered});
}

}  // namespace tripcheck::expeditor::impl
