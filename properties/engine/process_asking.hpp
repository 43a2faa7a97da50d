/// One call of Process::ask(): asks, finds the case that a failure belongs to, goes on.
///
/// Not for users of Process.
///
/// Threads: one.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/process.hpp>
#include <vector>

namespace tripcheck::engine {

class Process::Asking {
 public:
  Asking(Process& owner, std::string_view profile, std::span<const std::string> cases,
         const OnReply& on_reply)
      : owner_(owner),
        before_case_(",\"profile\":" + json::quoted(profile) + ",\"case\":"),
        cases_(cases),
        on_reply_(on_reply) {}

  bool run();  ///< False where it was interrupted.

 private:
  enum class Outcome { answered, failed, interrupted };
  struct Asked {
    std::size_t index;
    std::size_t end;  // So many bytes have been sent once its line is out.
    bool answered = false;
  };
  struct Held {
    std::size_t index;
    json::Document document;
  };
  using Next = std::function<std::optional<std::size_t>()>;
  using Take = std::function<void(std::size_t index, json::Document&& document)>;

  Outcome revive();
  Outcome pipelined();
  Outcome recover();
  Outcome one_by_one(const std::vector<std::size_t>& suspects, SubjectFailure failure);
  Outcome ask_some(std::size_t window, const Next& next, const Take& take);

  bool fill(std::size_t window, const Next& next);
  void send_case(std::size_t index);
  std::optional<std::string> take_lines(const Take& take);
  std::optional<std::string> take_id(std::int64_t id, std::size_t& index);
  [[nodiscard]] std::string no_answer() const;
  std::vector<std::size_t> find_suspects();

  [[nodiscard]] bool any_left() const { return !again_.empty() || next_ < cases_.size(); }
  std::optional<std::size_t> next_index();
  void deliver(std::size_t index, const json::Document& document);
  void deliver(std::size_t index, const SubjectFailure& failure);
  void deliver_held();

  Process& owner_;
  std::string before_case_;
  std::span<const std::string> cases_;
  const OnReply& on_reply_;

  std::size_t next_ = 0;  // From here on nothing was asked yet.
  // To be asked before that: a child failed before it answered them.
  std::deque<std::size_t> again_;
  // The last answer is kept back: what comes behind it may be the same case's doing.
  std::optional<Held> held_;
  std::string what_;        // With Outcome::failed of ask_some.
  SubjectFailure failure_;  // With Outcome::failed of pipelined.
  std::vector<std::size_t> suspects_;

  // Of one ask_some(): asked_[k] has the id first_id_ + k.
  std::vector<Asked> asked_;
  std::int64_t first_id_ = 0;
  std::size_t base_ = 0;      // Bytes sent before it.
  std::size_t whole_ = 0;     // Lines that are out.
  std::size_t answered_ = 0;  // Of those.
};

}  // namespace tripcheck::engine
