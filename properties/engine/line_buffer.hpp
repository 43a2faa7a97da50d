/// Bytes as they come in, taken out as whole lines.
///
/// Threads: one at a time.
/// Cost:    each byte is looked at once, however slowly a line grows; a line is not copied out.
/// Limits:  grows to twice the longest unfinished line; whoever fills it sets a bound to that.
#pragma once
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tripcheck::engine {

class LineBuffer {
 public:
  static constexpr std::size_t kRoom = std::size_t{256} << 10;

  /// Where the next bytes go, at least kRoom. Ends the life of lines taken before.
  [[nodiscard]] std::span<char> room() {
    if (bytes_.size() - end_ < kRoom && begin_ > 0) {
      std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      seen_ -= begin_;
      begin_ = 0;
    }
    if (bytes_.size() - end_ < kRoom) bytes_.resize(std::max(2 * bytes_.size(), 2 * kRoom));
    return std::span(bytes_).subspan(end_);
  }

  /// So many bytes have been put at the start of room(). Requires: no more than there was room for.
  void filled(std::size_t count) {
    assert(count <= bytes_.size() - end_);
    end_ += count;
  }

  /// The next whole line without its newline, or nothing.
  [[nodiscard]] std::optional<std::string_view> next() {
    const auto* newline =
        seen_ == end_ ? nullptr : std::memchr(bytes_.data() + seen_, '\n', end_ - seen_);
    if (newline == nullptr) {
      seen_ = end_;
      return std::nullopt;
    }
    const std::string_view line(
        bytes_.data() + begin_,
        static_cast<std::size_t>(static_cast<const char*>(newline) - bytes_.data()) - begin_);
    begin_ += line.size() + 1;
    seen_ = begin_;
    return line;
  }

  /// Bytes not taken out.
  [[nodiscard]] std::size_t size() const noexcept { return end_ - begin_; }
  /// next() would give nothing, so that what is left is an unfinished line.
  [[nodiscard]] bool drained() const noexcept { return seen_ == end_; }

  void clear() noexcept { begin_ = seen_ = end_ = 0; }

 private:
  // [begin_, seen_) has no newline; [seen_, end_) has not been looked at.
  std::vector<char> bytes_;
  std::size_t begin_ = 0;
  std::size_t seen_ = 0;
  std::size_t end_ = 0;
};

}  // namespace tripcheck::engine
