#include <algorithm>
#include <numeric>
#include <tripcheck/cli/words.hpp>
#include <tripcheck/properties/engine/printable.hpp>

namespace tripcheck::cli {
namespace {

/// How many letters must be put in, taken out or changed to make one of the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string found(std::string_view text) {
  if (text.empty()) return "found nothing";
  return "found \"" + engine::printable(text) + "\"";
}

std::string did_you_mean(std::string_view text, const Names& names) {
  constexpr std::size_t kLongest = 100;  // No name of ours is as long.
  if (text.empty() || text.size() > kLongest) return "";
  std::string_view nearest;
  const std::size_t letters = text.size() - std::min(text.find_first_not_of('-'), text.size());
  std::size_t least = (letters + 1) / 3;  // Further off, and it is no slip.
  for (const std::string_view name : names) {
    const std::size_t away = distance(text, name);
    if (away < least || (away == least && nearest.empty())) {
      nearest = name;
      least = away;
    }
  }
  return nearest.empty() ? "" : " (did you mean " + std::string(nearest) + "?)";
}

std::string listed(const Names& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

}  // namespace tripcheck::cli
