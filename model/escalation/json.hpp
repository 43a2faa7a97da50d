/// A JSON value as a strict reader must see it: in order, repeated keys and all.
///
/// No more than a handoff needs: of what is no string, array or object only that it is there.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tripcheck::escalation::model {

struct Member;

struct Json {
  enum class Kind : std::uint8_t { string, array, object, other };
  Kind kind = Kind::other;
  std::string text;             ///< Of a string, escapes resolved.
  std::vector<Json> items;      ///< Of an array.
  std::vector<Member> members;  ///< Of an object.
};

struct Member {
  std::string key;
  Json value;
};

}  // namespace tripcheck::escalation::model
