/// Strict JSON, read once from front to back without building anything.
///
/// The first fault ends it: from there on every call finds nothing, so that loops end by
/// themselves, and `finish` says no.
///
/// Threads: one at a time.
/// Cost:    one pass; allocates where a string has escapes, once.
/// Limits:  nesting of 64 levels (inclusive); UTF-8.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tripcheck::escalation::impl::detail {

class Scanner {
 public:
  static constexpr std::size_t kMaxDepth = 64;  ///< Inclusive.

  /// The text must outlive the scanner and the strings that it gives.
  explicit Scanner(std::string_view text) noexcept : text_(text) {}
  Scanner(const Scanner&) = delete;
  Scanner& operator=(const Scanner&) = delete;
  ~Scanner() = default;

  /// The first character of what comes next, white space left out; NUL at the end.
  [[nodiscard]] char peek() noexcept;

  /// Goes into the array or object that comes next, `{` or `[`.
  void enter(char bracket) noexcept;
  /// Goes on to the next item or key; false where `bracket`, `}` or `]`, came, and was left behind.
  [[nodiscard]] bool more(char bracket) noexcept;
  /// A key, and the colon behind it. Valid, like every string, while the scanner lives.
  std::string_view key();
  /// The string that comes next, escapes resolved.
  std::string_view string();
  /// Any value, as strictly as if it were looked at.
  void skip();

  /// Whether all was JSON and nothing but white space is left. To be asked last.
  [[nodiscard]] bool finish() noexcept;

 private:
  void fail() noexcept;
  bool take(char c) noexcept;
  void skip_digits() noexcept;
  void skip_number() noexcept;
  void skip_word(std::string_view word) noexcept;
  std::string_view escaped_string(std::size_t start);
  void take_escape();
  void take_unicode();
  std::uint32_t take_hex4() noexcept;
  void append_utf8(std::uint32_t code_point);
  void take_multibyte() noexcept;

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  bool fresh_ = false;  // Just behind an opening bracket.
  bool failed_ = false;
  std::string unescaped_;  // Never longer than text_, which is reserved: no string in it moves.
};

}  // namespace tripcheck::escalation::impl::detail
