// Results and the report in documents.
#include <tripcheck/properties/expeditor/document.hpp>
#include <tripcheck/properties/expeditor/fields.hpp>

namespace tripcheck::expeditor {
namespace {

struct Budget {
  std::int64_t consumed = 0;
  std::int64_t budget = 0;
};

}  // namespace

template <>
struct Fields<Done> {
  static constexpr std::array<Field<Done>, 0> kAll{};
};
template <>
struct Fields<Recorded> {
  static constexpr std::array<Field<Recorded>, 6> kAll{
      required<&Recorded::state>("state"),
      required<&Recorded::consecutive_failures>("consecutive_failures"),
      required<&Recorded::late>("late"),
      required<&Recorded::consumed>("consumed"),
      required<&Recorded::systemic>("systemic"),
      required<&Recorded::paused>("paused")};
};
template <>
struct Fields<Route> {
  static constexpr std::array<Field<Route>, 5> kAll{
      required<&Route::grade>("grade"), required<&Route::tool>("tool"),
      required<&Route::method>("method"), required<&Route::degradation>("degradation"),
      required<&Route::note>("note")};
};
template <>
struct Fields<Blocker> {
  static constexpr std::array<Field<Blocker>, 3> kAll{required<&Blocker::tool>("tool"),
                                                      required<&Blocker::standing>("state"),
                                                      required<&Blocker::unblock>("unblock")};
};
template <>
struct Fields<Deferred> {
  static constexpr std::array<Field<Deferred>, 2> kAll{required<&Deferred::id>("id"),
                                                       required<&Deferred::blockers>("blockers")};
};
template <>
struct Fields<Scope> {
  static constexpr std::array<Field<Scope>, 3> kAll{required<&Scope::kept>("kept"),
                                                    required<&Scope::deferred>("deferred"),
                                                    required<&Scope::pause>("pause")};
};
template <>
struct Fields<Labels> {
  static constexpr std::array<Field<Labels>, 1> kAll{required<&Labels::labels>("labels")};
};
template <>
struct Fields<OpError> {
  static constexpr std::array<Field<OpError>, 2> kAll{required<&OpError::code>("error"),
                                                      required<&OpError::field>("field")};
};
template <>
struct Fields<LastFailure> {
  static constexpr std::array<Field<LastFailure>, 3> kAll{
      required<&LastFailure::step>("step"), required<&LastFailure::error>("error"),
      required<&LastFailure::signature>("signature")};
};
template <>
struct Fields<ToolHealth> {
  static constexpr std::array<Field<ToolHealth>, 7> kAll{
      required<&ToolHealth::tool>("tool"),
      required<&ToolHealth::state>("state"),
      required<&ToolHealth::consecutive_failures>("consecutive_failures"),
      required<&ToolHealth::last_failure>("last_failure"),
      required<&ToolHealth::last_success>("last_success"),
      required<&ToolHealth::next_probe>("next_probe"),
      required<&ToolHealth::critical>("critical")};
};
template <>
struct Fields<SystemicHealth> {
  static constexpr std::array<Field<SystemicHealth>, 4> kAll{
      required<&SystemicHealth::signature>("signature"), required<&SystemicHealth::cause>("cause"),
      required<&SystemicHealth::members>("members"), required<&SystemicHealth::since>("since")};
};
template <>
struct Fields<FailureLine> {
  static constexpr std::array<Field<FailureLine>, 5> kAll{
      required<&FailureLine::tool>("tool"), required<&FailureLine::step>("step"),
      required<&FailureLine::error>("error"), required<&FailureLine::signature>("signature"),
      required<&FailureLine::event>("event")};
};
template <>
struct Fields<Incomplete> {
  static constexpr std::array<Field<Incomplete>, 2> kAll{required<&Incomplete::id>("id"),
                                                         required<&Incomplete::reason>("reason")};
};
template <>
struct Fields<RouteTaken> {
  static constexpr std::array<Field<RouteTaken>, 5> kAll{
      required<&RouteTaken::step>("step"), required<&RouteTaken::tool>("tool"),
      required<&RouteTaken::grade>("grade"), required<&RouteTaken::to>("to"),
      required<&RouteTaken::degradation>("degradation")};
};
template <>
struct Fields<LogEntry> {
  static constexpr std::array<Field<LogEntry>, 2> kAll{required<&LogEntry::step>("step"),
                                                       required<&LogEntry::text>("text")};
};
template <>
struct Fields<Budget> {
  static constexpr std::array<Field<Budget>, 2> kAll{required<&Budget::consumed>("consumed"),
                                                     required<&Budget::budget>("budget")};
};

namespace {

/// Two members of the report are one object in the document.
constexpr Field<Report> budget() {
  return {.name = "budget",
          .read =
              [](json::Value value, const Place& place, Report& report) {
                Budget both;
                take(value, place, both);
                report.consumed = both.consumed;
                report.budget = both.budget;
              },
          .write =
              [](const Report& report, std::string& text) {
                put(Budget{.consumed = report.consumed, .budget = report.budget}, text);
              }};
}

}  // namespace

template <>
struct Fields<Report> {
  static constexpr std::array<Field<Report>, 12> kAll{
      required<&Report::cycle>("cycle"),
      required<&Report::step>("step"),
      required<&Report::paused>("paused"),
      required<&Report::systemic>("systemic"),
      budget(),
      required<&Report::tools>("tools"),
      required<&Report::failures>("failures"),
      required<&Report::completed>("completed"),
      required<&Report::incomplete>("incomplete"),
      required<&Report::routes>("routes"),
      required<&Report::log>("log"),
      required<&Report::recommendations>("recommendations")};
};

namespace {

/// Of a CALL only.
constexpr Field<Decision> caution() {
  auto field = required<&Decision::caution>("caution");
  field.absent = [](const Decision& decision) { return decision.action != Action::call; };
  return field;
}

}  // namespace

template <>
struct Fields<Decision> {
  static constexpr std::array<Field<Decision>, 5> kAll{
      required<&Decision::action>("decision"), required<&Decision::reason>("reason"),
      optional_given<&Decision::ticket>("ticket"), caution(),
      optional_given<&Decision::route>("route")};
};

namespace {

/// Which keys a decision has hangs on what was decided.
void check_keys(json::Value value, const Place& place, Action action) {
  const bool call = action == Action::call;
  const auto check = [&](std::string_view key, bool wanted) {
    if (value.find(key).has_value() == wanted) return;
    engine::fail(place.member(key), wanted ? "missing" : "expected nothing with this decision");
  };
  check("ticket", call || action == Action::probe);
  check("caution", call);
  check("route", action == Action::skip);
}

template <class T>
Result taken(json::Value value, const Place& place) {
  T result;
  take(value, place, result);
  if constexpr (std::same_as<T, Decision>) check_keys(value, place, result.action);
  return result;
}

/// Each kind of result has a key that no other has.
Result read_result(json::Value value, const Place& place) {
  if (value.kind() != json::Kind::object) engine::unexpected(value, place, "an object");
  if (value.find("error")) return taken<OpError>(value, place);
  if (value.find("decision")) return taken<Decision>(value, place);
  if (value.find("late")) return taken<Recorded>(value, place);
  if (value.find("grade")) return taken<Route>(value, place);
  if (value.find("kept")) return taken<Scope>(value, place);
  if (value.find("labels")) return taken<Labels>(value, place);
  if (value.find("cycle")) return taken<Report>(value, place);
  return taken<Done>(value, place);
}

}  // namespace

void write(const Result& result, std::string& text) {
  std::visit([&](const auto& any) { put(any, text); }, result);
}

void write(const Report& report, std::string& text) { put(report, text); }

void write(const Answer& answer, std::string& text) {
  text += R"({"results":[)";
  for (const Result& result : answer.results) {
    write(result, text);
    text += ',';
  }
  if (!answer.results.empty()) text.pop_back();
  text += R"(],"report":)";
  write(answer.report, text);
  text += '}';
}

void read_answer(json::Value value, Answer& answer) {
  constexpr std::array<Key, 2> kKeys{{{.name = "results"}, {.name = "report"}}};
  answer = {};
  engine::read_object(value, Place{}, kKeys,
                      [&](std::size_t key, json::Value member, const Place& here) {
                        if (key == 1) return take(member, here, answer.report);
                        engine::read_array(member, here, [&](json::Value item, const Place& place) {
                          answer.results.push_back(read_result(item, place));
                        });
                      });
}

}  // namespace tripcheck::expeditor
