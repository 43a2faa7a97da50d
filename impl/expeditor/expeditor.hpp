/// The tool expeditor to use: tools are numbered at load, and a decision is a few loads and a line
/// of the log.
///
/// Refines: the model, operation by operation, the report included; properties/expeditor/ holds it
///          to that.
/// Threads: a value: one thread at a time.
/// Cost:    `decide` and `record` by number take constant time, however many tools there are, but
///          where a circuit opens, and look at a tool's own alternatives where they skip it. After
///          load they allocate nothing as long as what `Reserve` says is not used up; then the log,
///          the failures and the tickets that are out double their room.
/// Limits:  every config and map that `check` passes; 2^32 - 1 tools, 2^31 tickets out at one time.
///          Where memory ends, so does the program.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/impl/expeditor/detail/bit_set.hpp>
#include <tripcheck/impl/expeditor/detail/records.hpp>
#include <tripcheck/impl/expeditor/detail/slot_table.hpp>
#include <tripcheck/model/expeditor/config.hpp>
#include <unordered_map>
#include <variant>
#include <vector>

namespace tripcheck::expeditor::impl {

/// Why an operation was refused; the field is empty where there is none to name.
struct Fault {
  ErrorCode code = ErrorCode::invalid_value;
  std::string_view field{};
};

/// Whether a person is there to take a fallback.
enum class User : std::uint8_t { available, away };

/// A decision in numbers.
struct Choice {
  Action action = Action::pause;
  Reason reason = Reason::budget_exhausted;
  Grade grade = Grade::skipped;       ///< Of a SKIP.
  bool caution = false;               ///< Of a CALL.
  std::int64_t ticket = 0;            ///< Of a CALL or a PROBE.
  std::uint32_t way = detail::kNone;  ///< Of a SKIP: which alternative, by rank; for `route_of`.
};

/// What a failed call said. Empty texts are texts; an empty signature is refused.
struct Message {
  std::optional<std::string_view> error{};
  std::optional<std::string_view> signature{};
};

/// Room made at load.
struct Reserve {
  std::size_t log = 1024;           ///< Lines.
  std::size_t failures = 256;       ///< Of one cycle.
  std::size_t tickets = 256;        ///< Out at one time.
  std::size_t characters = 16'384;  ///< Of messages and signatures.
};

class Expeditor {
 public:
  [[nodiscard]] static std::optional<Refusal> check(const Config& config, const CapabilityMap& map);

  /// Requires: `check` passes both; asserted.
  Expeditor(const Config& config, const CapabilityMap& map, const Reserve& reserve = {});

  /// One operation of whatever kind.
  [[nodiscard]] Result apply(const Op& op);
  [[nodiscard]] Report report() const;
  /// How the tools of a sub-task stand now, each of them once.
  [[nodiscard]] std::vector<Need> needs(const SubTask& task) const;

  /// A tool's number, or kNoTool. Numbers never change.
  [[nodiscard]] ToolNumber number(std::string_view tool) const;
  /// Requires: `tool` is a number that `number` gave; asserted.
  [[nodiscard]] std::variant<Choice, Fault> decide(ToolNumber tool, std::int64_t step,
                                                   User user = User::available) noexcept;
  [[nodiscard]] std::variant<Recorded, Fault> record(std::int64_t ticket, std::int64_t step,
                                                     Outcome outcome,
                                                     const Message& message = {}) noexcept;
  /// A SKIP's route in words.
  [[nodiscard]] Route route_of(ToolNumber tool, const Choice& skipped) const;

 private:
  struct Known {
    SubTask task{};
    std::optional<Blocker> deferred{};
    bool completed = false;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const noexcept {
      return std::hash<std::string_view>{}(name);
    }
  };
  template <class T>
  using ByName = std::unordered_map<std::string, T, Hash, std::equal_to<>>;

  // load.cpp
  ToolNumber add_tool(const Entry& entry);
  void rank(ToolNumber tool);
  void tie_chains();
  [[nodiscard]] bool is_allowed(std::string_view tool) const;

  // decide.cpp
  std::variant<Choice, Fault> decided(ToolNumber tool, User user);
  void decide_now(ToolNumber tool, User user, Choice& choice);
  void skip_or_probe(ToolNumber tool, User user, Choice& choice);
  Choice decide_by_name(const Decide& asked);
  void pause(Reason reason, Choice& choice);
  void skip(ToolNumber tool, Reason reason, User user, Choice& choice);
  void call(ToolNumber tool, Choice& choice);
  void probe(ToolNumber tool, Choice& choice);
  std::int64_t give_ticket(ToolNumber tool);
  void way_round(ToolNumber tool, User user, Choice& choice) const noexcept;

  // record.cpp
  std::variant<Recorded, Fault> recorded(const detail::Slot& slot, Outcome outcome,
                                         const Message& message);
  void charge(ToolNumber tool, const Message& message, bool late);
  void fail(ToolNumber tool, bool degraded);
  void succeed(ToolNumber tool);
  void close(ToolNumber tool);
  void enter(ToolNumber tool, State to) noexcept;
  void open(ToolNumber tool);
  void reopen(ToolNumber tool);
  [[nodiscard]] std::int64_t backed_off(const detail::Circuit& circuit) const noexcept;
  void set_score(ToolNumber tool, Score score) noexcept;
  void begin_cycle();

  // cascades.cpp
  void look_for_cascade(ToolNumber tool);
  void flag(const detail::BitSet& members);
  void join(ToolNumber tool);
  void take_in(ToolNumber tool);
  void move(detail::Failure& failure);
  [[nodiscard]] bool near(ToolNumber tool, ToolNumber other) const noexcept;
  [[nodiscard]] detail::TextRef cause_of(const detail::BitSet& members, detail::TextRef signature);
  [[nodiscard]] bool all_have(const detail::BitSet& members, std::string_view tag) const;
  void forget_scores() noexcept;
  void confirm_recovered();

  // plan.cpp
  [[nodiscard]] Standing standing(std::string_view tool) const;
  [[nodiscard]] Need need_of(const std::string& tool) const;
  [[nodiscard]] std::string unblock(const Need& need, bool user_available) const;
  [[nodiscard]] Scope plan(const Plan& asked);
  void complete(const SubTaskId& id);

  // apply.cpp, report.cpp
  [[nodiscard]] std::optional<Fault> fault_of(const Op& op) const;
  [[nodiscard]] Decision decision_of(ToolNumber tool, const Choice& choice) const;
  [[nodiscard]] std::string log_text(const detail::LogRecord& record) const;
  [[nodiscard]] std::string cause_text(const detail::Systemic& systemic) const;
  [[nodiscard]] std::string reason_of(const Known& known) const;
  [[nodiscard]] ToolHealth health_of(ToolNumber tool) const;
  [[nodiscard]] std::vector<std::string> advice(const Report& report) const;

  void log(const detail::LogRecord& record) {
    detail::LogRecord& line = log_.emplace_back();
    line.step = step_;
    line.a = record.a;
    line.b = record.b;
    line.tool = record.tool;
    line.line = record.line;
    line.reason = record.reason;
    line.grade = record.grade;
  }
  void note(const std::string& text);
  [[nodiscard]] bool is_flagged() const noexcept { return flagged_; }

  Config config_;
  std::optional<ByName<bool>> allowed_;
  ByName<ToolNumber> numbers_;
  std::vector<Entry> entries_;
  std::vector<detail::Circuit> circuits_;
  std::vector<detail::Past> pasts_;
  std::vector<detail::Way> ways_;  // Of all tools, by tool, then by rank.
  std::vector<std::uint32_t> ways_begin_;
  std::vector<std::int64_t> open_in_chain_;  // The intervals of its OPEN circuits, added up.
  detail::BitSet usable_;                    // Allowed, CLOSED, not UNAVAILABLE.
  detail::BitSet open_;
  detail::BitSet scored_;  // Whose score is not AVAILABLE.
  detail::BitSet members_;
  detail::BitSet near_;
  detail::BitSet alike_;

  std::int64_t step_ = 0;
  std::int64_t tickets_ = 0;
  std::int64_t events_ = 0;
  std::int64_t consumed_ = 0;
  std::int64_t cycle_ = 1;
  bool paused_ = false;
  bool flagged_ = false;
  detail::SlotTable slots_;
  detail::TextStore texts_;
  std::vector<detail::Failure> failures_;
  std::vector<detail::Systemic> systemics_;  // The last one may be flagged.
  std::vector<detail::LogRecord> log_;
  std::vector<Known> subtasks_;
  std::map<SubTaskId, std::size_t> subtask_of_;
  std::vector<SubTaskId> completed_;
};

}  // namespace tripcheck::expeditor::impl
