/// The tickets that are out, each in a slot that knows which it holds and of which generation.
///
/// A ticket's number picks its slot, the next free one where that is taken. A number is never given
/// out again, so a used ticket finds no slot of its own, and the generation of the circuit tells a
/// late one from one in time.
///
/// Cost: constant, since at most half of the slots are taken; twice as many are made where more
///       tickets are out at once than were reserved.
#pragma once
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tripcheck::expeditor::impl::detail {

struct Slot {
  std::int64_t ticket = 0;  ///< 0: free.
  std::uint64_t generation = 0;
  std::uint32_t tool = 0;
  bool degraded = false;  ///< The score when it was given out.
};

class SlotTable {
 public:
  explicit SlotTable(std::size_t tickets) {
    std::size_t slots = 16;
    while (slots < 2 * tickets) slots *= 2;
    slots_.resize(slots);
  }

  /// Requires: its ticket is not in the table.
  void add(const Slot& slot) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    std::size_t at = home(slot.ticket);
    while (slots_[at].ticket != 0) at = next(at);
    slots_[at] = slot;
    ++used_;
  }

  [[nodiscard]] const Slot* find(std::int64_t ticket) const noexcept {
    if (ticket < 1) return nullptr;
    for (std::size_t at = home(ticket); slots_[at].ticket != 0; at = next(at)) {
      if (slots_[at].ticket == ticket) return &slots_[at];
    }
    return nullptr;
  }

  /// Requires: `slot` is what `find` gave. Slots behind it move up, so that no search ends early.
  void remove(const Slot* slot) noexcept {
    auto hole = static_cast<std::size_t>(slot - slots_.data());
    for (std::size_t at = next(hole); slots_[at].ticket != 0; at = next(at)) {
      const std::size_t from_home = (at - home(slots_[at].ticket)) & (slots_.size() - 1);
      if (from_home < ((at - hole) & (slots_.size() - 1))) continue;
      slots_[hole] = slots_[at];
      hole = at;
    }
    slots_[hole].ticket = 0;
    --used_;
  }

 private:
  [[nodiscard]] std::size_t home(std::int64_t ticket) const noexcept {
    return static_cast<std::size_t>(ticket) & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t next(std::size_t at) const noexcept {
    return (at + 1) & (slots_.size() - 1);
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    std::swap(old, slots_);
    used_ = 0;
    for (const Slot& slot : old) {
      if (slot.ticket != 0) add(slot);
    }
  }

  std::vector<Slot> slots_;  // A power of two of them.
  std::size_t used_ = 0;
};

}  // namespace tripcheck::expeditor::impl::detail
