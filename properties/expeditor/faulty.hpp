/// An expeditor, written apart from model and implementation, with at most one deliberate fault:
/// what mutants are made of. Without a fault it keeps every rule.
///
/// Threads: a value; one thread at a time.
/// Cost:    looks through lists wherever that is shorter to write.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/model/expeditor/config.hpp>
#include <tripcheck/properties/expeditor/faults.hpp>
#include <vector>

namespace tripcheck::expeditor {

class Faulty {
 public:
  Faulty(const Config& config, const CapabilityMap& map, Fault fault);

  Result apply(const Op& op);
  [[nodiscard]] Report report() const;

 private:
  struct Tool {
    Entry entry{};
    State state = State::closed;
    Score score = Score::available;
    std::int64_t row = 0;                    // Failures in a row.
    std::vector<std::size_t> row_charges{};  // Those of them that are of this cycle.
    std::optional<LastFailure> failed{};
    std::optional<std::int64_t> succeeded{};
    std::int64_t since = 0;  // Its last opening, of either kind.
    std::int64_t wait = 0;
    bool backoff = false;
    std::int64_t first_open = 0;  // The last from CLOSED.
    std::optional<std::string> opened_with{};
    std::optional<std::string> opened_by{};  // The message of that failure.
    std::int64_t probe = 0;
    std::int64_t era = 0;
    // For one fault each.
    bool confirmed = false;  // Of a failure that is over.
    std::int64_t probes_failed = 0;
    std::optional<std::string> row_signature{};
  };
  struct Call {
    std::size_t tool = 0;
    std::int64_t era = 0;
    std::int64_t step = 0;
    bool degraded = false;
    bool out = true;
    bool abandoned = false;
  };
  struct Group {
    std::int64_t event = 0;
    std::optional<std::string> signature{};
    std::string cause{};
    std::vector<std::size_t> members{};
    std::int64_t since = 0;
  };
  struct Task {
    SubTask task{};
    std::optional<Blocker> blocker{};
  };
  using Error = std::optional<OpError>;

  [[nodiscard]] bool has(Fault fault) const { return fault == fault_; }
  void log(std::string text) { log_.push_back({.step = step_, .text = std::move(text)}); }
  [[nodiscard]] std::optional<std::size_t> find(std::string_view tool) const;
  [[nodiscard]] bool allowed(std::string_view tool) const;
  std::size_t entry_of(const std::string& tool);
  [[nodiscard]] bool is_done(const SubTaskId& id) const;

  // faulty.cpp
  [[nodiscard]] Error error_in(const Op& op) const;
  [[nodiscard]] Error value_error(const Op& op) const;
  [[nodiscard]] Error order_error(const Op& op) const;
  [[nodiscard]] Error ticket_error(std::int64_t ticket) const;
  // What an operation needs and does not find.
  [[nodiscard]] Error unmet(const Record& op) const;
  [[nodiscard]] Error unmet(const Abandon& op) const;
  [[nodiscard]] Error unmet(const ConfirmRecovered& op) const;
  [[nodiscard]] Error unmet(const Availability& op) const;
  [[nodiscard]] Error unmet(const AskRoute& op) const;
  [[nodiscard]] Error unmet(const Complete& op) const;
  [[nodiscard]] static Error unmet(const auto& /*op*/) { return std::nullopt; }
  Result run(const Decide& op);
  Result run(const Record& op);
  Result run(const Abandon& op);
  Result run(const Availability& op);
  Result run(const ConfirmRecovered& op);
  Result run(const BeginCycle& op);
  Result run(const Complete& op);
  Result run(const AskRoute& op);
  Result run(const Plan& op);
  Result run(const AskLabel& op);
  Result run(const AskReport& op);

  // faulty_decide.cpp
  [[nodiscard]] std::optional<Reason> pause_reason(const std::string& tool) const;
  Decision pause(Reason reason);
  Decision skip(const Decide& op, Reason reason);
  Decision call(std::size_t place);
  Decision probe(std::size_t place);
  Decision open_one(const Decide& op, std::size_t place);
  Decision half_open_one(const Decide& op, std::size_t place);
  std::int64_t give(std::size_t place);
  [[nodiscard]] std::int64_t due(const Tool& tool) const {
    const std::int64_t due = tool.since + tool.wait;
    const std::int64_t over = due % tool.wait;
    return has(Fault::probes_on_multiples) && over != 0 ? due - over : due;
  }
  [[nodiscard]] Route route(const std::string& tool, bool user) const;
  [[nodiscard]] const Alternative* way(std::string_view tool) const;
  [[nodiscard]] bool viable(const Alternative& other) const;

  // faulty_record.cpp
  /// The row that is held against the threshold; `before` is the step of the failure before.
  std::int64_t lengthen_row(Tool& tool, const Record& op, std::int64_t before);
  void fail(std::size_t place, const Call& call, const Record& op, bool late);
  void succeed(std::size_t place, bool late);
  void charge(std::size_t place, const Record& op, bool late);
  void open(std::size_t place, const Record& op);
  void reopen(std::size_t place);
  static void turn(Tool& tool, State to);
  [[nodiscard]] std::int64_t threshold_for(const Tool& tool, const Call& call) const;
  [[nodiscard]] std::int64_t longer(std::size_t place) const;
  [[nodiscard]] std::vector<std::size_t> chain(std::size_t place) const;
  [[nodiscard]] bool tied(std::size_t a, std::size_t b) const;
  [[nodiscard]] std::int64_t consumed() const;
  void check_budget();

  // faulty_cascades.cpp
  void look(std::size_t place);
  void join(std::size_t place);
  void flag(std::vector<std::size_t> members);
  void take_in(std::size_t member);
  [[nodiscard]] bool near(const Tool& a, const Tool& b) const;
  [[nodiscard]] bool counts(const Tool& tool) const;
  [[nodiscard]] bool alike(const Tool& a, const Tool& b) const;
  [[nodiscard]] std::string cause(const std::vector<std::size_t>& members,
                                  const std::optional<std::string>& signature) const;
  void forget_scores();

  // faulty_report.cpp
  [[nodiscard]] ToolHealth health(const Tool& tool) const;
  [[nodiscard]] Standing standing(std::string_view tool) const;
  [[nodiscard]] std::vector<Blocker> blockers(const SubTask& task, bool user) const;
  [[nodiscard]] std::string unblock(std::string_view tool, Standing standing, bool user) const;
  [[nodiscard]] std::string reason(const Task& task) const;

  Config config_;
  Fault fault_;
  std::vector<Tool> tools_;
  std::vector<Call> calls_;
  std::vector<FailureLine> charges_;  // Of this cycle.
  std::int64_t step_ = 0;
  std::int64_t events_ = 0;
  std::int64_t cycle_ = 1;
  bool paused_ = false;
  std::optional<Group> group_;
  std::vector<Task> tasks_;
  std::vector<SubTaskId> done_;
  std::vector<RouteTaken> routes_;
  std::vector<LogEntry> log_;
};

/// Refuses what the rules refuse, but for the fault.
[[nodiscard]] std::optional<Refusal> check_with(Fault fault, const Config& config,
                                                const CapabilityMap& map);

}  // namespace tripcheck::expeditor
