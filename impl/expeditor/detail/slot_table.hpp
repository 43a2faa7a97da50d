/// The tickets that are out, each in a slot that knows which it holds and of which generation.
///
/// A ticket's number picks its row, the slots of a row are linked, and a slot that is given back is
/// the next to be taken. A number is never given out again, so a used ticket finds no slot of its
/// own, and the generation of the circuit tells a late one from one in time.
///
/// Cost:   constant: there are as many rows as slots, and tickets that follow each other go through
///         all rows by turns, so a row has at most one slot in the mean, whichever are out. Twice
///         as many are made where more tickets are out at once than were reserved.
/// Limits: 2^31 tickets out at one time.
#pragma once
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tripcheck::expeditor::impl::detail {

inline constexpr std::uint32_t kNoSlot = std::numeric_limits<std::uint32_t>::max();

struct Slot {
  std::int64_t ticket = 0;  ///< From 1; 0: free.
  std::uint64_t generation = 0;
  std::uint32_t tool = 0;
  std::uint32_t next = kNoSlot;  ///< In its row, or of those that are free.
  bool degraded = false;         ///< The score when it was given out.
};

class SlotTable {
 public:
  explicit SlotTable(std::size_t tickets) { make(std::bit_ceil(std::max(tickets, kLeast))); }

  /// The ticket's slot, the rest of which is for the caller to fill in.
  /// Requires: its ticket is not in the table.
  Slot& add(std::int64_t ticket) {
    if (free_ == kNoSlot) grow();
    const std::uint32_t taken = free_;
    Slot& slot = slots_[taken];
    free_ = slot.next;
    slot.ticket = ticket;
    slot.next = std::exchange(rows_[row_of(ticket)], taken);
    return slot;
  }

  [[nodiscard]] const Slot* find(std::int64_t ticket) const noexcept {
    for (std::uint32_t at = rows_[row_of(ticket)]; at != kNoSlot; at = slots_[at].next) {
      if (slots_[at].ticket == ticket) return &slots_[at];
    }
    return nullptr;
  }

  /// Requires: `found` is what `find` gave.
  void remove(const Slot* found) noexcept {
    const auto freed = static_cast<std::uint32_t>(found - slots_.data());
    std::uint32_t* link = &rows_[row_of(found->ticket)];
    while (*link != freed) link = &slots_[*link].next;
    Slot& slot = slots_[freed];
    *link = slot.next;
    slot.ticket = 0;
    slot.next = std::exchange(free_, freed);
  }

 private:
  static constexpr std::size_t kLeast = 16;

  [[nodiscard]] std::size_t row_of(std::int64_t ticket) const noexcept {
    return static_cast<std::size_t>(ticket) & mask_;
  }

  /// So many slots, the free ones in order. Requires: a power of two, at most 2^31.
  void make(std::size_t slots) {
    assert(std::has_single_bit(slots));
    assert(slots < kNoSlot);
    rows_.assign(slots, kNoSlot);
    mask_ = slots - 1;
    slots_.resize(slots);
    for (std::size_t i = slots; i-- > 0;) {
      slots_[i].next = std::exchange(free_, static_cast<std::uint32_t>(i));
    }
  }

  void grow() {
    std::vector<Slot> old;
    std::swap(old, slots_);
    make(2 * old.size());
    for (const Slot& slot : old) {
      Slot& copy = add(slot.ticket);
      copy.generation = slot.generation;
      copy.tool = slot.tool;
      copy.degraded = slot.degraded;
    }
  }

  std::vector<std::uint32_t> rows_;  // The first slot of each; a power of two of them.
  std::size_t mask_ = 0;             // One less.
  std::vector<Slot> slots_;
  std::uint32_t free_ = kNoSlot;
};

}  // namespace tripcheck::expeditor::impl::detail
