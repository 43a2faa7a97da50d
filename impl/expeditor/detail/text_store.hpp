/// Messages and signatures, one behind the other in one piece of memory that only grows.
#pragma once
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace tripcheck::expeditor::impl::detail {

/// A text in the store, or none.
struct TextRef {
  std::size_t begin = 0;
  std::size_t size = std::numeric_limits<std::size_t>::max();
  [[nodiscard]] bool is_none() const noexcept {
    return size == std::numeric_limits<std::size_t>::max();
  }
};

class TextStore {
 public:
  explicit TextStore(std::size_t characters) { all_.reserve(characters); }

  TextRef add(std::optional<std::string_view> text) {
    if (!text) return {};
    const TextRef ref{.begin = all_.size(), .size = text->size()};
    all_ += *text;
    return ref;
  }
  [[nodiscard]] std::optional<std::string_view> get(TextRef ref) const noexcept {
    if (ref.is_none()) return std::nullopt;
    return std::string_view(all_).substr(ref.begin, ref.size);
  }
  [[nodiscard]] std::optional<std::string> copy(TextRef ref) const {
    const auto text = get(ref);
    return text ? std::optional<std::string>(*text) : std::nullopt;
  }
  /// Both are texts, and the same.
  [[nodiscard]] bool same(TextRef a, std::optional<std::string_view> b) const noexcept {
    return !a.is_none() && get(a) == b;
  }

 private:
  std::string all_;
};

}  // namespace tripcheck::expeditor::impl::detail
