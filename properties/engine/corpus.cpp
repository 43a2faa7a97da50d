#include <algorithm>
#include <array>
#include <cstdint>
#include <tripcheck/properties/engine/corpus.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/json_layout.hpp>

namespace tripcheck::engine {
namespace {

constexpr std::string_view kSmall = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kDigits = "0123456789";

bool is_digit(char c) { return kDigits.find(c) != std::string_view::npos; }
bool is_small(char c) { return kSmall.find(c) != std::string_view::npos; }
bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

/// The parts between the marks, empty ones too.
std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(mark);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// Small letters and digits, with single hyphens between them.
bool is_slug(std::string_view text) {
  const auto parts = split(text, '-');
  return std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
    return !part.empty() &&
           std::all_of(part.begin(), part.end(), [](char c) { return is_small(c) || is_digit(c); });
  });
}

/// `timed/valid/some-name`.
bool is_id(std::string_view text) {
  const auto parts = split(text, '/');
  return parts.size() == 3 && !parts[0].empty() &&
         std::all_of(parts[0].begin(), parts[0].end(), is_small) &&
         (parts[1] == "valid" || parts[1] == "invalid") && is_slug(parts[2]);
}

bool is_rule(std::string_view text) {
  constexpr std::string_view kLetters = "TOEXS";
  return text.size() > 2 && kLetters.find(text[0]) != std::string_view::npos && text[1] == '-' &&
         is_number(text.substr(2));
}

bool is_version(std::string_view text) {
  const auto parts = split(text, '.');
  return parts.size() == 3 && std::all_of(parts.begin(), parts.end(), is_number);
}

/// `owner/repository#number`.
bool is_origin(std::string_view text) {
  const auto slash = text.find('/');
  const auto hash = text.find('#');
  if (slash == std::string_view::npos || hash == std::string_view::npos || hash < slash) {
    return false;
  }
  const auto allowed = [](std::string_view name, std::string_view marks) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
      return is_small(c) || is_digit(c) || (c >= 'A' && c <= 'Z') ||
             marks.find(c) != std::string_view::npos;
    });
  };
  return allowed(text.substr(0, slash), "-") && text[0] != '-' &&
         allowed(text.substr(slash + 1, hash - slash - 1), "._-") &&
         is_number(text.substr(hash + 1)) && text[hash + 1] != '0';
}

using Check = bool (*)(std::string_view);

std::string read_like(json::Value value, const Place& place, Check check, std::string_view what) {
  if (!check(read_string(value, place))) unexpected(value, place, what);
  return std::string(value.text());
}

void read_expected(const CorpusCase& file) {
  constexpr std::array<Key, 1> kError{{{.name = "error"}}};
  const Place root{};
  const Place place = root.member("expected");
  const json::Value expected = file.expected();
  if (split(file.id, '/')[1] == "valid") {
    if (expected.kind() != json::Kind::object || expected.find("error")) {
      unexpected(expected, place, "the answer, since the case is a valid one");
    }
    return;
  }
  read_object(expected, place, kError, [](std::size_t, json::Value text, const Place& here) {
    if (read_string(text, here).empty()) unexpected(text, here, "the text of the refusal");
  });
}

void read_case(CorpusCase& file) {
  constexpr std::array<Key, 8> kKeys{{{.name = "id"},
                                      {.name = "profile"},
                                      {.name = "rules"},
                                      {.name = "since"},
                                      {.name = "note"},
                                      {.name = "origin", .required = false},
                                      {.name = "input"},
                                      {.name = "expected"}}};
  const auto not_empty = [](std::string_view text) { return !text.empty(); };
  const Place root{};
  read_object(
      file.document.root(), root, kKeys, [&](std::size_t key, json::Value value, const Place& at) {
        if (key == 0) {
          file.id = read_like(value, at, is_id, "an id such as \"timed/valid/some-name\"");
        }
        if (key == 1) file.profile = read_string(value, at);
        if (key == 2) {
          read_array(value, at, [&](json::Value item, const Place& here) {
            file.rules.push_back(read_like(item, here, is_rule, "a rule such as \"T-3\""));
          });
          if (file.rules.empty()) fail(at, "expected at least one rule, found none");
        }
        if (key == 3) file.since = read_like(value, at, is_version, "a version such as \"0.1.0\"");
        if (key == 4) file.note = read_like(value, at, not_empty, "the case's story");
        if (key == 5) {
          file.origin = read_like(value, at, is_origin, "a report such as \"owner/repo#12\"");
        }
      });
  read_end(file.document);
  if (split(file.id, '/')[0] != file.profile) {
    fail(root.member("profile"), "expected the first part of the id, found " +
                                     json::quoted(file.profile) + " for " + file.id);
  }
  read_expected(file);
}

/// FNV-1a, so that an id is the same everywhere.
std::string hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string digits;
  for (unsigned shift = 64; shift > 0;) {
    shift -= 4;
    digits += kHex[hash >> shift & 0xFU];
  }
  return digits;
}

}  // namespace

std::variant<CorpusCase, std::string> read_corpus_case(std::string_view text) {
  CorpusCase file;
  file.document = json::Document::parse(text);
  try {
    read_case(file);
  } catch (const DocumentError& error) {
    return error.what();
  }
  return file;
}

std::optional<std::string> id_of_path(std::string_view path) {
  constexpr std::string_view kFolder = "corpus/";
  constexpr std::string_view kEnding = ".json";
  for (std::size_t at = path.rfind(kFolder); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos : path.rfind(kFolder, at - 1)) {
    if (at > 0 && path[at - 1] != '/') continue;  // `my-corpus/` is another folder.
    std::string_view id = path.substr(at + kFolder.size());
    if (id.ends_with(kEnding)) id.remove_suffix(kEnding.size());
    return std::string(id);
  }
  return std::nullopt;
}

std::string id_of(const NewCorpusCase& made) {
  std::string rule(made.rule);
  for (char& c : rule) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::string(made.profile) + (made.error.empty() ? "/valid/" : "/invalid/") + rule + "-" +
         hash_of(made.input);
}

std::string text_of(const NewCorpusCase& made) {
  std::string text = "{\"id\":" + json::quoted(id_of(made));
  text += ",\"profile\":" + json::quoted(made.profile);
  text += ",\"rules\":[" + json::quoted(made.rule) + "]";
  text += ",\"since\":" + json::quoted(made.since);
  text += ",\"note\":" + json::quoted(made.note);
  text += ",\"input\":" + std::string(made.input) + ",\"expected\":";
  if (made.error.empty()) {
    text += made.expected;
  } else {
    text += "{\"error\":" + json::quoted(made.error) + "}";
  }
  return json::laid_out(text + "}");
}

}  // namespace tripcheck::engine
