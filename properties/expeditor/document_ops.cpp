// Operations in documents. What is wrong with one is kept with it: the others go on.
#include <set>
#include <tripcheck/properties/expeditor/document.hpp>
#include <tripcheck/properties/expeditor/fields.hpp>

namespace tripcheck::expeditor {
namespace {

void read_signature(json::Value value, const Place& place, Record& op) {
  take(value, place, op.signature);
  if (op.signature == "") engine::unexpected(value, place, "a string that is not empty");
}

void read_subtasks(json::Value value, const Place& place, Plan& op) {
  take(value, place, op.subtasks);
  std::set<SubTaskId> ids;
  for (const SubTask& task : op.subtasks) {
    if (!ids.insert(task.id).second) engine::fail(place, "the same id twice");
  }
}

constexpr Field<Record> signature() {
  auto field = optional<&Record::signature>("signature");
  field.read = read_signature;
  return field;
}

constexpr Field<Plan> subtasks() {
  auto field = required<&Plan::subtasks>("subtasks");
  field.read = read_subtasks;
  return field;
}

}  // namespace

template <>
struct Fields<SubTask> {
  static constexpr std::array<Field<SubTask>, 3> kAll{required<&SubTask::id>("id"),
                                                      required<&SubTask::title>("title"),
                                                      required<&SubTask::needs>("requires")};
};
template <>
struct Fields<Decide> {
  static constexpr std::string_view kOp = "decide";
  static constexpr std::array<Field<Decide>, 3> kAll{
      required<&Decide::tool>("tool"), required_step<&Decide::step>("step"),
      optional<&Decide::user_available>("user_available")};
};
template <>
struct Fields<Record> {
  static constexpr std::string_view kOp = "record";
  static constexpr std::array<Field<Record>, 5> kAll{
      required<&Record::ticket>("ticket"), required_step<&Record::step>("step"),
      required<&Record::outcome>("outcome"), optional<&Record::error>("error"), signature()};
};
template <>
struct Fields<Abandon> {
  static constexpr std::string_view kOp = "abandon";
  static constexpr std::array<Field<Abandon>, 2> kAll{required<&Abandon::ticket>("ticket"),
                                                      required_step<&Abandon::step>("step")};
};
template <>
struct Fields<Availability> {
  static constexpr std::string_view kOp = "availability";
  static constexpr std::array<Field<Availability>, 3> kAll{
      required<&Availability::tool>("tool"), required<&Availability::score>("score"),
      required_step<&Availability::step>("step")};
};
template <>
struct Fields<ConfirmRecovered> {
  static constexpr std::string_view kOp = "confirm_recovered";
  static constexpr std::array<Field<ConfirmRecovered>, 1> kAll{
      required_step<&ConfirmRecovered::step>("step")};
};
template <>
struct Fields<BeginCycle> {
  static constexpr std::string_view kOp = "begin_cycle";
  static constexpr std::array<Field<BeginCycle>, 1> kAll{required_step<&BeginCycle::step>("step")};
};
template <>
struct Fields<Complete> {
  static constexpr std::string_view kOp = "complete";
  static constexpr std::array<Field<Complete>, 2> kAll{required<&Complete::subtask>("subtask"),
                                                       required_step<&Complete::step>("step")};
};
template <>
struct Fields<AskRoute> {
  static constexpr std::string_view kOp = "route";
  static constexpr std::array<Field<AskRoute>, 2> kAll{
      required<&AskRoute::tool>("tool"), optional<&AskRoute::user_available>("user_available")};
};
template <>
struct Fields<Plan> {
  static constexpr std::string_view kOp = "plan";
  static constexpr std::array<Field<Plan>, 3> kAll{
      required_step<&Plan::step>("step"), optional<&Plan::user_available>("user_available"),
      subtasks()};
};
template <>
struct Fields<AskLabel> {
  static constexpr std::string_view kOp = "label";
  static constexpr std::array<Field<AskLabel>, 7> kAll{
      required<&AskLabel::source>("source"),
      optional<&AskLabel::retrieved_at>("retrieved_at"),
      required<&AskLabel::task_started_at>("task_started_at"),
      optional<&AskLabel::digest>("digest"),
      optional<&AskLabel::previous_digest>("previous_digest"),
      optional<&AskLabel::documented_caching>("documented_caching"),
      optional<&AskLabel::contradicts_recent>("contradicts_recent")};
};
template <>
struct Fields<AskReport> {
  static constexpr std::string_view kOp = "report";
  static constexpr std::array<Field<AskReport>, 0> kAll{};
};

namespace {

/// The value as JSON again, without white space.
void append_json(json::Value value, std::string& text) {
  switch (value.kind()) {
    case json::Kind::null:
      text += "null";
      return;
    case json::Kind::boolean:
      put(value.boolean(), text);
      return;
    case json::Kind::integer:
      put(value.integer(), text);
      return;
    case json::Kind::number:
      text += value.text();
      return;
    case json::Kind::string:
      json::append_quoted(text, value.text());
      return;
    case json::Kind::array:
      text += '[';
      for (const json::Value item : value.items()) {
        append_json(item, text);
        text += ',';
      }
      break;
    case json::Kind::object:
      text += '{';
      for (const auto [key, member] : value.members()) {
        json::append_quoted(text, key);
        text += ':';
        append_json(member, text);
        text += ',';
      }
      break;
    case json::Kind::broken:
      return;
  }
  if (value.size() > 0) text.pop_back();
  text += value.kind() == json::Kind::array ? ']' : '}';
}

/// What is wrong with one member of an operation of type T: its key, or nothing.
template <class T>
bool read_member(std::string_view key, json::Value value, std::set<std::string_view>& seen, T& op) {
  if (!seen.insert(key).second) return false;
  if (key == "op") return true;
  for (const Field<T>& field : Fields<T>::kAll) {
    if (field.name != key) continue;
    try {
      field.read(value, Place{}, op);
      return true;
    } catch (const engine::DocumentError&) {
      return false;
    }
  }
  return false;
}

/// The operation, or the key of its first fault: in document order, missing keys last.
template <class T>
std::variant<Op, std::string> read_as(json::Value value) {
  T op;
  std::set<std::string_view> seen;
  for (const auto [key, member] : value.members()) {
    if (!read_member(key, member, seen, op)) return std::string(key);
  }
  for (const Field<T>& field : Fields<T>::kAll) {
    const bool missing = field.absent == nullptr && !seen.contains(field.name);
    if (missing) return std::string(field.name);
  }
  return op;
}

template <class... Ts>
std::variant<Op, std::string> read_one_of(json::Value value, std::string_view op,
                                          const std::variant<Ts...>* /*all*/) {
  std::variant<Op, std::string> read = "op";
  (void)((op == Fields<Ts>::kOp && (read = read_as<Ts>(value), true)) || ...);
  return read;
}

}  // namespace

CaseOp read_op(json::Value value) {
  const auto word = value.find("op");
  const bool known = word && word->kind() == json::Kind::string;
  auto read = read_one_of(value, known ? word->text() : "", static_cast<const Op*>(nullptr));
  if (auto* op = std::get_if<Op>(&read)) return std::move(*op);
  FaultyOp faulty{.field = std::get<std::string>(std::move(read))};
  append_json(value, faulty.text);
  return faulty;
}

void write(const CaseOp& op, std::string& text) {
  if (const auto* faulty = std::get_if<FaultyOp>(&op)) {
    text += faulty->text;
    return;
  }
  std::visit(
      [&](const auto& any) {
        text += "{\"op\":\"";
        text += Fields<std::remove_cvref_t<decltype(any)>>::kOp;
        text += "\",";
        put_members(any, text);
        text.back() = '}';
      },
      std::get<Op>(op));
}

}  // namespace tripcheck::expeditor
