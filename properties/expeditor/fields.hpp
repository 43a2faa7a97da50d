/// Tables that say how a struct stands in a document: one field a key, in the order of the
/// document.
///
/// `Fields<T>::kAll` is the table of T, `Words<E>::kAll` the words of an enumeration. Reading and
/// writing follow from them: `take` reads strictly and throws engine::DocumentError, `put` appends.
/// Private to the sources of this folder.
#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/model/expeditor/config.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <utility>
#include <vector>

namespace tripcheck::expeditor {

namespace json = engine::json;
using engine::Key;
using engine::Place;

template <class T>
struct Fields;
template <class E>
struct Words;

template <class T>
concept HasFields = requires {
  Fields<T>::kAll;
};
template <class E>
concept HasWords = requires {
  Words<E>::kAll;
};

template <class T>
struct Field {
  std::string_view name;
  void (*read)(json::Value, const Place&, T&);
  void (*write)(const T&, std::string&);
  /// Whether the key can be left out; nothing: it is always there.
  bool (*absent)(const T&) = nullptr;
};

void take(json::Value value, const Place& place, std::string& into);
void take(json::Value value, const Place& place, std::int64_t& into);
void take(json::Value value, const Place& place, bool& into);
void take(json::Value value, const Place& place, SubTaskId& into);
void put(const std::string& from, std::string& text);
void put(std::int64_t from, std::string& text);
void put(bool from, std::string& text);
void put(const SubTaskId& from, std::string& text);

template <HasWords E>
void take(json::Value value, const Place& place, E& into) {
  into = static_cast<E>(engine::read_word(value, place, Words<E>::kAll));
}
template <HasWords E>
void put(E from, std::string& text) {
  json::append_quoted(text, name(from));
}

template <class T>
void take(json::Value value, const Place& place, std::optional<T>& into);
template <class T>
void take(json::Value value, const Place& place, std::vector<T>& into);
template <HasFields T>
void take(json::Value value, const Place& place, T& into);
template <class T>
void put(const std::optional<T>& from, std::string& text);
template <class T>
void put(const std::vector<T>& from, std::string& text);
template <HasFields T>
void put(const T& from, std::string& text);

/// `null` is nothing.
template <class T>
void take(json::Value value, const Place& place, std::optional<T>& into) {
  into.reset();
  if (value.kind() != json::Kind::null) take(value, place, into.emplace());
}
template <class T>
void put(const std::optional<T>& from, std::string& text) {
  if (from) {
    put(*from, text);
  } else {
    text += "null";
  }
}

template <class T>
void take(json::Value value, const Place& place, std::vector<T>& into) {
  into.clear();
  engine::read_array(value, place, [&](json::Value item, const Place& here) {
    take(item, here, into.emplace_back());
  });
}
template <class T>
void put(const std::vector<T>& from, std::string& text) {
  text += '[';
  for (const T& item : from) {
    put(item, text);
    text += ',';
  }
  if (!from.empty()) text.pop_back();
  text += ']';
}

template <HasFields T>
void take(json::Value value, const Place& place, T& into) {
  std::array<Key, Fields<T>::kAll.size()> keys{};
  std::transform(Fields<T>::kAll.begin(), Fields<T>::kAll.end(), keys.begin(),
                 [](const Field<T>& field) {
                   return Key{.name = field.name, .required = field.absent == nullptr};
                 });
  engine::read_object(value, place, keys,
                      [&](std::size_t key, json::Value member, const Place& here) {
                        Fields<T>::kAll.at(key).read(member, here, into);
                      });
}

/// The members alone, each with a comma behind it.
template <HasFields T>
void put_members(const T& from, std::string& text) {
  for (const Field<T>& field : Fields<T>::kAll) {
    if (field.absent != nullptr && field.absent(from)) continue;
    text += '"';
    text += field.name;
    text += "\":";
    field.write(from, text);
    text += ',';
  }
}
template <HasFields T>
void put(const T& from, std::string& text) {
  text += '{';
  put_members(from, text);
  if (text.back() == ',') text.pop_back();
  text += '}';
}

template <class T, class V>
T class_of(V T::* /*member*/);

/// A field that is one member. `kMember` is a pointer to it.
template <auto kMember>
struct Of {
  using T = decltype(class_of(kMember));
  static void read(json::Value value, const Place& place, T& into) {
    take(value, place, into.*kMember);
  }
  static void write(const T& from, std::string& text) { put(from.*kMember, text); }
  static bool is_default(const T& from) { return from.*kMember == T{}.*kMember; }
  /// As `read`, but `null` will not do.
  static void read_given(json::Value value, const Place& place, T& into) {
    take(value, place, (into.*kMember).emplace());
  }
  static void read_step(json::Value value, const Place& place, T& into) {
    into.*kMember = engine::read_integer(value, place, {.low = 0, .high = kLastStep});
  }
};

/// The key must be there.
template <auto kMember>
constexpr auto required(std::string_view name) {
  using Member = Of<kMember>;
  return Field<typename Member::T>{.name = name, .read = Member::read, .write = Member::write};
}
/// The key may be left out, and is, where the member is as it starts.
template <auto kMember>
constexpr auto optional(std::string_view name) {
  auto field = required<kMember>(name);
  field.absent = Of<kMember>::is_default;
  return field;
}
/// Of a member that is a std::optional: may be left out, but is never `null`.
template <auto kMember>
constexpr auto optional_given(std::string_view name) {
  auto field = optional<kMember>(name);
  field.read = Of<kMember>::read_given;
  return field;
}
template <auto kMember>
constexpr auto required_step(std::string_view name) {
  auto field = required<kMember>(name);
  field.read = Of<kMember>::read_step;
  return field;
}

// clang-format off
template <> struct Words<Outcome> { static constexpr auto& kAll = kOutcomes; };
template <> struct Words<Score> { static constexpr auto& kAll = kScores; };
template <> struct Words<Mode> { static constexpr auto& kAll = kModes; };
template <> struct Words<Severity> { static constexpr auto& kAll = kSeverities; };
template <> struct Words<State> { static constexpr auto& kAll = kStates; };
template <> struct Words<Standing> { static constexpr auto& kAll = kStandings; };
template <> struct Words<Grade> { static constexpr auto& kAll = kGrades; };
template <> struct Words<Action> { static constexpr auto& kAll = kActions; };
template <> struct Words<Reason> { static constexpr auto& kAll = kReasons; };
template <> struct Words<ErrorCode> { static constexpr auto& kAll = kErrorCodes; };
// clang-format on

}  // namespace tripcheck::expeditor
