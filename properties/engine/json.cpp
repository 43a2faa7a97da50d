#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <tripcheck/properties/engine/json.hpp>

namespace tripcheck::engine::json {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::size_t kInline = 8;  // Bytes of text that fit into a node.

/// Whether the text is a number by JSON's grammar.
bool is_number(std::string_view text) {
  const auto digits = [&] {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(end);
    return end > 0;
  };
  if (text.starts_with('-')) text.remove_prefix(1);
  const bool zero_first = text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
  if (zero_first || !digits()) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (!digits()) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (!digits()) return false;
  }
  return text.empty();
}

/// What stands in for a number that a double might not hold; zeros behind it make up the length.
constexpr std::string_view kPlaceholder = "0e0";
constexpr std::size_t kLongNumber = 300;  // Shorter ones without an exponent fit into a double.

/// Puts placeholders of the same length for all numbers that have an exponent or are very long, and
/// gives their texts in order.
std::vector<std::string> replace_numbers(std::string& text) {
  constexpr std::string_view kNumber = "+-.0123456789eE";
  std::vector<std::string> numbers;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_string = !in_string;
    if (text[i] == '\\' && in_string) ++i;
    if (in_string || (text[i] != '-' && (text[i] < '0' || text[i] > '9'))) continue;
    const std::size_t end = std::min(text.find_first_not_of(kNumber, i), text.size());
    const std::string number = text.substr(i, end - i);
    const bool has_exponent = number.find_first_of("eE") != std::string::npos;
    if (is_number(number) && (has_exponent || number.size() > kLongNumber)) {
      std::string stands_in(kPlaceholder);
      stands_in.resize(number.size(), '0');
      text.replace(i, number.size(), stands_in);
      numbers.push_back(number);
    }
    i = end - 1;
  }
  return numbers;
}

/// Where nesting first passes kMaxDepth; the SAX interface does not say.
std::size_t too_deep_at(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxDepth) return i;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return text.size();
}

SyntaxError error_at(std::string_view text, std::size_t offset, std::string what) {
  const auto before = text.substr(0, std::min(offset, text.size()));
  const auto newline = before.rfind('\n');
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return {.line = static_cast<std::size_t>(lines) + 1,
          .column = newline == std::string_view::npos ? before.size() + 1 : before.size() - newline,
          .what = std::move(what)};
}

}  // namespace

/// Receives the parser's events and writes the tape.
class Tape {
 public:
  /// `numbers` are the texts of those numbers that stand as placeholders in `text`, in order.
  Tape(Document& document, std::string_view text, std::vector<std::string> numbers = {})
      : document_(document), text_(text), numbers_(std::move(numbers)) {}

  bool null() { return add({.kind = Kind::null}); }
  bool boolean(bool value) { return add({.kind = Kind::boolean, .payload = value ? 1U : 0U}); }
  bool number_integer(std::int64_t value) {
    return add({.kind = Kind::integer, .payload = static_cast<std::uint64_t>(value)});
  }
  bool number_unsigned(std::uint64_t value) {
    if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return number_integer(static_cast<std::int64_t>(value));
    }
    return add_text(Kind::number, std::to_string(value));
  }
  bool number_float(double /*value*/, const std::string& raw) {
    const bool stands_in = raw.starts_with(kPlaceholder) && next_number_ < numbers_.size();
    return add_text(Kind::number, stands_in ? numbers_[next_number_++] : raw);
  }
  bool string(const std::string& value) { return add_text(Kind::string, value); }
  static bool binary(const std::vector<std::uint8_t>& /*value*/) { return false; }
  bool key(const std::string& value) {
    --document_.nodes_[open_.back()].length;  // A key is no child of its own; `add` counts it.
    return add_text(Kind::string, value);
  }
  bool start_object(std::size_t /*size*/) { return start(Kind::object); }
  bool start_array(std::size_t /*size*/) { return start(Kind::array); }
  bool end_object() { return end(); }
  bool end_array() { return end(); }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::json::exception& error) {
    constexpr int kNumberOverflow = 406;
    overflow_ = error.id == kNumberOverflow;
    const bool over = position > text_.size() || position == 0;
    const std::string what = text_.find_first_not_of(" \t\r\n") == std::string_view::npos
                                 ? "nothing here"
                                 : (over ? "the text ends too early" : "not JSON here");
    fail(error_at(text_, position == 0 ? 0 : position - 1, what));
    return false;
  }

  /// Whether a number past double ended the reading: JSON all the same.
  [[nodiscard]] bool overflow() const { return overflow_; }

  void finish(bool complete) {
    if (!complete && !document_.error_) {
      fail(error_at(text_, too_deep_at(text_), "nested deeper than 64 levels"));
    }
  }

 private:
  bool add(Document::Node node) {
    if (!open_.empty()) ++document_.nodes_[open_.back()].length;
    document_.nodes_.push_back(node);
    return true;
  }

  bool add_text(Kind kind, const std::string& text) {
    Document::Node node{.kind = kind, .length = static_cast<std::uint32_t>(text.size())};
    if (text.size() <= kInline) {
      std::memcpy(&node.payload, text.data(), text.size());
    } else {
      node.payload = document_.strings_.size();
      document_.strings_ += text;
    }
    return add(node);
  }

  bool start(Kind kind) {
    if (open_.size() == kMaxDepth) return false;
    add({.kind = kind});
    open_.push_back(document_.nodes_.size() - 1);
    return true;
  }

  bool end() {
    document_.nodes_[open_.back()].payload = document_.nodes_.size();
    open_.pop_back();
    return true;
  }

  /// Puts the broken value where reading stopped, then closes all that is open.
  void fail(SyntaxError error) {
    document_.error_ = std::move(error);
    if (open_.empty()) {
      if (document_.nodes_.empty()) document_.nodes_.push_back({.kind = Kind::broken});
      return;  // Else the fault stands behind a whole value.
    }
    const auto container = open_.back();
    if (document_.nodes_[container].kind == Kind::object && !key_waits(container)) {
      key(std::string());
    }
    add({.kind = Kind::broken});
    while (!open_.empty()) end();
  }

  /// Whether the last thing in this open object is a key without its value.
  [[nodiscard]] bool key_waits(std::size_t container) const {
    std::size_t node = container + 1;
    while (node < document_.nodes_.size()) {
      const std::size_t value = node + 1;
      if (value == document_.nodes_.size()) return true;
      node = document_.behind(value);
    }
    return false;
  }

  Document& document_;
  std::string_view text_;
  std::vector<std::string> numbers_;
  std::size_t next_number_ = 0;
  bool overflow_ = false;
  std::vector<std::size_t> open_;
};

Document Document::parse(std::string_view text) {
  Document document;
  if (text.starts_with(kByteOrderMark)) {
    document.nodes_.push_back({.kind = Kind::broken});
    document.error_ = error_at(text, 0, "a byte order mark");
    return document;
  }
  const std::size_t zero = std::min(text.find('\0'), text.size());  // The parser would stop there.
  const std::string_view before = text.substr(0, zero);
  Tape tape(document, before);
  bool complete = nlohmann::json::sax_parse(before.begin(), before.end(), &tape);
  if (tape.overflow()) {
    document = Document();
    std::string patched(before);
    auto numbers = replace_numbers(patched);
    Tape again(document, patched, std::move(numbers));
    complete = nlohmann::json::sax_parse(patched.begin(), patched.end(), &again);
    again.finish(complete);
  } else {
    tape.finish(complete);
  }
  if (zero < text.size() && (complete || document.error_->what != "not JSON here")) {
    document.error_ = error_at(text, zero, "not JSON here");
  }
  return document;
}

std::size_t Document::behind(std::size_t node) const noexcept {
  const Node& n = nodes_[node];
  return n.kind == Kind::array || n.kind == Kind::object ? n.payload : node + 1;
}

std::string_view Document::text_of(const Node& node) const noexcept {
  if (node.length > kInline) return std::string_view(strings_).substr(node.payload, node.length);
  return {reinterpret_cast<const char*>(&node.payload), node.length};
}

Kind Value::kind() const noexcept { return document_->nodes_[node_].kind; }

bool Value::boolean() const noexcept {
  assert(kind() == Kind::boolean);
  return document_->nodes_[node_].payload != 0;
}

std::int64_t Value::integer() const noexcept {
  assert(kind() == Kind::integer);
  return static_cast<std::int64_t>(document_->nodes_[node_].payload);
}

std::string_view Value::text() const noexcept {
  assert(kind() == Kind::string || kind() == Kind::number);
  return document_->text_of(document_->nodes_[node_]);
}

std::size_t Value::size() const noexcept {
  const auto& node = document_->nodes_[node_];
  return node.kind == Kind::array || node.kind == Kind::object ? node.length : 0;
}

Items Value::items() const noexcept {
  if (kind() != Kind::array) return {document_, node_, node_};
  return {document_, node_ + 1, document_->behind(node_)};
}

Members Value::members() const noexcept {
  if (kind() != Kind::object) return {document_, node_, node_};
  return {document_, node_ + 1, document_->behind(node_)};
}

std::optional<Value> Value::find(std::string_view key) const noexcept {
  for (const Member member : members()) {
    if (member.key == key) return member.value;
  }
  return std::nullopt;
}

Items::Iterator& Items::Iterator::operator++() noexcept {
  node_ = document_->behind(node_);
  return *this;
}

Member Members::Iterator::operator*() const noexcept {
  return {document_->text_of(document_->nodes_[node_]), {document_, node_ + 1}};
}

Members::Iterator& Members::Iterator::operator++() noexcept {
  node_ = document_->behind(node_ + 1);
  return *this;
}

void append_integer(std::string& out, std::int64_t number) {
  std::array<char, 20> digits{};  // "-9223372036854775808"
  auto* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

void append_quoted(std::string& out, std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
  });
  if (plain) {  // Nearly always: the library takes ten times as long.
    out += '"';
    out += text;
    out += '"';
    return;
  }
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  out += nlohmann::json(text).dump(-1, ' ', true, kReplace);
}

std::string quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

}  // namespace tripcheck::engine::json
