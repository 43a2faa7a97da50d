// A subject behind a pipe, in C++: the implementation, or, with --constant, the one answer of a
// breaker that was never failed. Only for the benchmarks: how fast is the pipe where the other end
// costs little?
#include <unistd.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <tripcheck/impl/timed/breaker.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/timed/case.hpp>
#include <variant>
#include <vector>

namespace {

using namespace tripcheck;

constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr std::string_view kStart =
    R"({"tripcheck":1,"name":"C++ behind a pipe","version":"1","profiles":["timed"]})";
constexpr std::string_view kConstant = R"({"final_state":"closed","rejected":[],"transitions":[]})";

/// The id of `{"id":17,"profile":…`, as its digits: what the engine writes, and all that is read.
std::string_view id_of(std::string_view line) {
  constexpr std::string_view kBefore = "{\"id\":";
  if (!line.starts_with(kBefore)) return {};
  line.remove_prefix(kBefore.size());
  return line.substr(0, line.find(','));
}

void append_answer(std::string_view line, std::string& text) {
  const auto message = engine::json::Document::parse(line);
  timed::Case input;
  timed::read(message.root().find("case").value(), input);
  const auto result = timed::impl::run_circuit_breaker(input.events, input.config);
  timed::write(std::get<timed::Outcome>(result), text);
}

void append_reply(std::string_view line, bool constant, std::string& text) {
  const std::string_view id = id_of(line);
  if (id.empty()) {
    text += kStart;
  } else {
    text += "{\"id\":";
    text += id;
    text += ",\"answer\":";
    if (constant) {
      text += kConstant;
    } else {
      append_answer(line, text);
    }
    text += '}';
  }
  text += '\n';
}

bool write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const bool constant = argc > 1 && std::string_view(argv[1]) == "--constant";
  std::vector<char> chunk(kChunk);
  std::string unread;
  std::string replies;
  for (;;) {
    const ssize_t size = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (size <= 0) return size == 0 ? 0 : 1;
    unread.append(chunk.data(), static_cast<std::size_t>(size));
    std::string_view rest = unread;
    replies.clear();
    for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
      append_reply(rest.substr(0, end), constant, replies);
      rest.remove_prefix(end + 1);
    }
    unread.erase(0, unread.size() - rest.size());
    if (!write_all(replies)) return 1;
  }
}
