#include <array>
#include <limits>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/start_answer.hpp>

namespace tripcheck::engine {
namespace {

constexpr Range kAny{.low = std::numeric_limits<std::int64_t>::min(),
                     .high = std::numeric_limits<std::int64_t>::max()};
constexpr std::array<std::string_view, 3> kClaims{"refusals", "retry_at", "counters"};

std::string read_title(json::Value value, const Place& place) {
  constexpr std::size_t kLongest = 200;
  std::string title(read_string(value, place));
  if (title.size() > kLongest) {
    fail(place, "expected at most " + std::to_string(kLongest) + " bytes, found " +
                    std::to_string(title.size()));
  }
  return title;
}

Range read_range(json::Value value, const Place& place) {
  Range range{};
  std::size_t items = 0;
  read_array(value, place, [&](json::Value item, const Place& here) {
    const std::int64_t number = read_integer(item, here, kAny);
    (items++ == 0 ? range.low : range.high) = number;
  });
  if (items != 2) fail(place, "expected two integers, found " + std::to_string(items));
  if (range.low > range.high) fail(place, "expected the lower end first");
  return range;
}

/// The ranges by name, each once.
Domain read_domain(json::Value value, const Place& place) {
  if (value.kind() != json::Kind::object) unexpected(value, place, "an object");
  Domain domain;
  for (const json::Member& entry : value.members()) {
    const Place here = place.member(entry.key);
    for (const Named& limit : domain.limits) {
      if (limit.name == entry.key) fail(here, "expected once, found again");
    }
    domain.limits.push_back(
        {.name = std::string(entry.key), .range = read_range(entry.value, here)});
  }
  return domain;
}

}  // namespace

StartAnswer read_start_answer(const json::Document& document) {
  constexpr std::array<Key, 6> kKeys{{{.name = "tripcheck"},
                                      {.name = "name"},
                                      {.name = "version", .required = false},
                                      {.name = "profiles"},
                                      {.name = "claims", .required = false},
                                      {.name = "domain", .required = false}}};
  StartAnswer start;
  const Place root{};
  read_object(
      document.root(), root, kKeys, [&](std::size_t key, json::Value value, const Place& place) {
        if (key == 0) (void)read_integer(value, place, {.low = 1, .high = 1});
        if (key == 1) start.description.name = read_title(value, place);
        if (key == 2) start.description.version = read_title(value, place);
        if (key == 3) {
          read_array(value, place, [&](json::Value item, const Place& here) {
            start.profiles.emplace_back(read_string(item, here));
          });
        }
        if (key == 4) {
          read_array(value, place, [&](json::Value item, const Place& here) {
            start.description.claims.emplace_back(kClaims.at(read_word(item, here, kClaims)));
          });
        }
        if (key == 5) start.description.domain = read_domain(value, place);
      });
  read_end(document);
  return start;
}

}  // namespace tripcheck::engine
