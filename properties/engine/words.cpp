#include <cstddef>
#include <tripcheck/properties/engine/words.hpp>
#include <utility>

namespace tripcheck::engine {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Reads one text from left to right.
class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::variant<std::vector<std::string>, std::string> run() {
    if (text_.find('\0') != std::string_view::npos) return "a zero byte in the command";
    while (at_ < text_.size()) {
      if (is_blank(text_[at_])) {
        ++at_;
      } else if (text_.substr(at_, 2) == "\\\n") {  // A line that goes on is no word.
        at_ += 2;
      } else if (!read_word()) {
        return error_;
      }
    }
    if (words_.empty()) return "the command is empty";
    if (words_.front().empty()) return "the first word of the command is empty";
    return std::move(words_);
  }

 private:
  bool read_word() {
    std::string word;
    while (at_ < text_.size() && !is_blank(text_[at_])) {
      const char c = text_[at_++];
      bool finished = true;
      if (c == '\'') {
        finished = read_single(word);
      } else if (c == '"') {
        finished = read_double(word);
      } else if (c == '\\') {
        finished = read_escape(word);
      } else {
        word += c;
      }
      if (!finished) return false;
    }
    words_.push_back(std::move(word));
    return true;
  }

  bool read_single(std::string& word) {
    const auto end = text_.find('\'', at_);
    if (end == std::string_view::npos) return unfinished("single quote", at_);
    word += text_.substr(at_, end - at_);
    at_ = end + 1;
    return true;
  }

  bool read_double(std::string& word) {
    const auto opened = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"') return true;
      if (c == '\\' && at_ < text_.size()) {
        const char next = text_[at_++];
        if (std::string_view("\"\\$`\n").find(next) == std::string_view::npos) word += c;
        if (next != '\n') word += next;
      } else {
        word += c;
      }
    }
    return unfinished("double quote", opened);
  }

  bool read_escape(std::string& word) {
    if (at_ == text_.size()) return unfinished("backslash", at_);
    const char next = text_[at_++];
    if (next != '\n') word += next;
    return true;
  }

  /// `behind` is the offset behind the character that opened, so its place counted from 1.
  bool unfinished(std::string_view what, std::size_t behind) {
    error_ = "unfinished " + std::string(what) + " at byte " + std::to_string(behind);
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> words_;
  std::string error_;
};

}  // namespace

std::variant<std::vector<std::string>, std::string> split_words(std::string_view text) {
  return Splitter(text).run();
}

}  // namespace tripcheck::engine
