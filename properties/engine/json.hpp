/// JSON text read once into a flat, ordered tape; nothing is lost that a strict reader must see.
///
/// Repeated keys, the order of keys and the exact text of numbers stay visible. Text after a fault
/// is not read: a value of kind `broken` stands where reading stopped, so whoever walks the tape
/// meets the first fault in document order, be it one of syntax or one of meaning.
///
/// Threads: a finished Document is immutable; any number of threads may read it.
/// Cost:    one pass; 16 bytes a value or key, plus strings longer than 8 bytes.
/// Limits:  nesting of 64 levels (inclusive); text below 4 GiB.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tripcheck::engine::json {

inline constexpr std::size_t kMaxDepth = 64;  ///< Inclusive.

enum class Kind : std::uint8_t {
  null,
  boolean,
  integer,  ///< A number without fraction or exponent, within int64.
  number,   ///< Any other number: `1.0`, `1e2`, or an integer past int64.
  string,
  array,
  object,
  broken,  ///< Reading stopped here: Document::syntax_error() says why.
};

/// Where the text stops being JSON.
struct SyntaxError {
  std::size_t line = 1;    ///< Counted from 1.
  std::size_t column = 1;  ///< In bytes, counted from 1.
  std::string what;        ///< Never quotes the text.
};

class Document;
class Items;
class Members;

/// A place on a tape. Valid while its Document lives and is not moved from.
class Value {
 public:
  [[nodiscard]] Kind kind() const noexcept;
  [[nodiscard]] const Document& document() const noexcept { return *document_; }
  [[nodiscard]] bool boolean() const noexcept;           ///< Requires: kind() is boolean.
  [[nodiscard]] std::int64_t integer() const noexcept;   ///< Requires: kind() is integer.
  [[nodiscard]] std::string_view text() const noexcept;  ///< Requires: a string or a number (raw).
  [[nodiscard]] std::size_t size() const noexcept;       ///< Items or members; 0 for all else.
  [[nodiscard]] Items items() const noexcept;            ///< Empty unless an array.
  [[nodiscard]] Members members() const noexcept;        ///< Empty unless an object.
  [[nodiscard]] std::optional<Value> find(std::string_view key) const noexcept;  ///< The first.

 private:
  friend class Document;
  friend class Items;
  friend class Members;
  Value(const Document* document, std::size_t node) noexcept : document_(document), node_(node) {}
  const Document* document_;
  std::size_t node_;
};

/// The items of an array, in order.
class Items {
 public:
  class Iterator {
   public:
    Iterator(const Document* document, std::size_t node) noexcept
        : document_(document), node_(node) {}
    [[nodiscard]] Value operator*() const noexcept { return {document_, node_}; }
    Iterator& operator++() noexcept;
    bool operator==(const Iterator& other) const noexcept { return node_ == other.node_; }

   private:
    const Document* document_;
    std::size_t node_;
  };
  [[nodiscard]] Iterator begin() const noexcept { return {document_, first_}; }
  [[nodiscard]] Iterator end() const noexcept { return {document_, last_}; }

 private:
  friend class Value;
  Items(const Document* document, std::size_t first, std::size_t last) noexcept
      : document_(document), first_(first), last_(last) {}
  const Document* document_;
  std::size_t first_;
  std::size_t last_;
};

struct Member {
  std::string_view key;  ///< Empty, with a broken value, where reading stopped before a key.
  Value value;
};

/// The members of an object in document order; a repeated key comes up each time.
class Members {
 public:
  class Iterator {
   public:
    Iterator(const Document* document, std::size_t node) noexcept
        : document_(document), node_(node) {}
    [[nodiscard]] Member operator*() const noexcept;
    Iterator& operator++() noexcept;
    bool operator==(const Iterator& other) const noexcept { return node_ == other.node_; }

   private:
    const Document* document_;
    std::size_t node_;
  };
  [[nodiscard]] Iterator begin() const noexcept { return {document_, first_}; }
  [[nodiscard]] Iterator end() const noexcept { return {document_, last_}; }

 private:
  friend class Value;
  Members(const Document* document, std::size_t first, std::size_t last) noexcept
      : document_(document), first_(first), last_(last) {}
  const Document* document_;
  std::size_t first_;
  std::size_t last_;
};

/// One JSON text, read.
class Document {
 public:
  /// Reads `text`; never throws for what the text holds. The text need not outlive the document.
  [[nodiscard]] static Document parse(std::string_view text);

  [[nodiscard]] Value root() const noexcept { return {this, 0}; }
  /// Nothing where the whole text is one JSON value. A fault behind a whole value shows only here.
  [[nodiscard]] const std::optional<SyntaxError>& syntax_error() const noexcept { return error_; }

 private:
  friend class Value;
  friend class Items;
  friend class Members;
  friend class Tape;

  // One value or key. A container's `next` is the node behind its last child; so is a scalar's.
  // Strings of up to 8 bytes stand in `payload`; longer ones are `length` bytes of `strings_`
  // there.
  struct Node {
    Kind kind{};
    std::uint32_t length = 0;   // Bytes of a string, key or number text; children of a container.
    std::uint64_t payload = 0;  // Inline text, offset, integer, boolean, or a container's `next`.
  };
  static_assert(sizeof(Node) == 16);

  [[nodiscard]] std::size_t behind(std::size_t node) const noexcept;
  [[nodiscard]] std::string_view text_of(const Node& node) const noexcept;

  std::vector<Node> nodes_;
  std::string strings_;
  std::optional<SyntaxError> error_;
};

/// `text` as a JSON string, quotes included: ASCII only, all else as \u escapes of its UTF-16 form.
/// What is not UTF-8 becomes \ufffd, one for each ill-formed sequence.
void append_quoted(std::string& out, std::string_view text);
[[nodiscard]] std::string quoted(std::string_view text);
void append_integer(std::string& out, std::int64_t number);

}  // namespace tripcheck::engine::json
