/// Corpus files: one case with its answer each, read strictly and written alike (S-50).
///
/// Threads: pure functions.
/// Limits:  the form is that of corpus/schema.json; whether a profile knows the input is for it to
/// say.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/json.hpp>
#include <variant>
#include <vector>

namespace tripcheck::engine {

struct CorpusCase {
  std::string id;  ///< `timed/valid/deadline-is-inside`: the path below the corpus.
  std::string profile;
  std::vector<std::string> rules;
  std::string since;
  std::string note;
  std::string origin;  ///< Empty where no public report stands behind it.
  json::Document document;

  [[nodiscard]] json::Value input() const { return *document.root().find("input"); }
  [[nodiscard]] json::Value expected() const { return *document.root().find("expected"); }
};

/// The case that a file holds; or one line that says where the file is wrong, and how.
[[nodiscard]] std::variant<CorpusCase, std::string> read_corpus_case(std::string_view text);

/// The id that a path asks for: what stands behind its last `corpus/`, without `.json`. Nothing
/// where no such folder shows.
[[nodiscard]] std::optional<std::string> id_of_path(std::string_view path);

/// A case to be written.
struct NewCorpusCase {
  std::string_view profile;
  std::string_view rule;
  std::string_view since;
  std::string_view note;      ///< Not empty.
  std::string_view input;     ///< The profile's document.
  std::string_view expected;  ///< The answer's document …
  std::string_view error;     ///< … or, where this is not empty, the text of the refusal.
};

/// `timed/valid/t-3-0123456789abcdef`: the number is a hash of the input, so the same case has the
/// same id.
[[nodiscard]] std::string id_of(const NewCorpusCase& made);
/// The whole file, keys in the order of corpus/README.md.
[[nodiscard]] std::string text_of(const NewCorpusCase& made);

}  // namespace tripcheck::engine
