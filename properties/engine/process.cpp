#include <algorithm>
#include <cassert>
#include <tripcheck/properties/engine/child.hpp>
#include <tripcheck/properties/engine/process.hpp>
#include <tripcheck/properties/engine/process_asking.hpp>
#include <tripcheck/properties/engine/process_clock.hpp>
#include <tripcheck/properties/engine/process_line.hpp>
#include <utility>
#include <variant>

namespace tripcheck::engine {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// A signal that comes just before a wait does not end it: so no wait is longer, if anybody asks.
constexpr milliseconds kLongestWait{250};

}  // namespace

Process::Process(ProcessOptions options) : options_(std::move(options)) {
  assert(!options_.command.empty());
  assert(options_.answer_timeout > milliseconds{0});
  assert(options_.start_timeout > milliseconds{0});
  assert(options_.restarts >= 0);
  assert(options_.outstanding > 0);
}

Process::~Process() {
  if (child_) child_->finish();
}

std::optional<SubjectFailure> Process::start() {
  assert(!start_answer_);
  return begin();
}

const json::Document& Process::start_answer() const {
  assert(start_answer_);
  return *start_answer_;
}

bool Process::ask(std::string_view profile, std::span<const std::string> cases,
                  const OnReply& on_reply) {
  assert(start_answer_);
  assert(!asking_);
  asking_ = true;
  // Unless all went well, answers may be on their way that nobody waits for.
  bool whole = false;
  struct Finally {
    Process& owner;
    bool& whole;
    ~Finally() {
      if (!whole) owner.child_.reset();
      owner.asking_ = false;
    }
  } const finally{.owner = *this, .whole = whole};
  whole = Asking(*this, profile, cases, on_reply).run();
  return whole;
}

/// Runs the subject and says start.
std::optional<SubjectFailure> Process::begin() {
  auto child = Child::run(options_.command, options_.line_bytes);
  if (auto* error = std::get_if<std::string>(&child))
    return SubjectFailure{.what = *error, .last_words = ""};
  child_ = std::move(std::get<std::unique_ptr<Child>>(child));
  child_->send(kStartLine);
  if (auto what = read_start_answer()) return end_with(std::move(*what));
  return std::nullopt;
}

std::optional<std::string> Process::read_start_answer() {
  const auto end = monotonic_now() + options_.start_timeout;
  for (;;) {
    const bool last_chance = monotonic_now() >= end;
    child_->step(wait_until(end));
    if (const auto line = child_->next_line()) {
      auto document = json::Document::parse(*line);
      if (const auto fault = start_fault(document)) {
        return "answered start with " + nonsense(*line, *fault);
      }
      if (!start_answer_) start_answer_ = std::move(document);
      return std::nullopt;
    }
    if (const auto what = child_->broken()) {
      return child_->never_ran() ? *what : "no answer to start: " + *what;
    }
    if (interrupted()) return "interrupted";
    if (last_chance) {
      return child_->inside_line() ? "no answer to start: does it end its line?"
                                   : "no answer to start: does it flush?";
    }
  }
}

SubjectFailure Process::end_with(std::string what) {
  child_->kill();
  SubjectFailure failure{.what = std::move(what), .last_words = std::string(child_->last_words())};
  child_.reset();
  return failure;
}

bool Process::interrupted() const { return options_.interrupted && options_.interrupted(); }

/// How long one step may wait, where something is due at `end`.
milliseconds Process::wait_until(nanoseconds end) const {
  const auto left = left_until(end);
  return options_.interrupted ? std::min(left, kLongestWait) : left;
}

}  // namespace tripcheck::engine
