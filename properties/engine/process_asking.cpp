#include <cassert>
#include <chrono>
#include <tripcheck/properties/engine/child.hpp>
#include <tripcheck/properties/engine/process_asking.hpp>
#include <tripcheck/properties/engine/process_clock.hpp>
#include <tripcheck/properties/engine/process_line.hpp>
#include <utility>

namespace tripcheck::engine {
namespace {

constexpr std::size_t kAheadBytes = std::size_t{1} << 20;  // Made into lines before it can be sent.

std::string spelled(std::chrono::milliseconds time) {
  if (time.count() % 1000 == 0) return std::to_string(time.count() / 1000) + " s";
  return std::to_string(time.count()) + " ms";
}

}  // namespace

bool Process::Asking::run() {
  while (any_left()) {
    if (owner_.dead_) {
      while (const auto index = next_index()) deliver(*index, *owner_.dead_);
      return true;
    }
    auto outcome = owner_.child_ ? Outcome::answered : revive();
    if (outcome == Outcome::answered) outcome = pipelined();
    if (outcome == Outcome::failed) outcome = recover();
    if (outcome == Outcome::interrupted) return false;
  }
  return true;
}

/// A live child; or Outcome::answered with none where the owner is dead.
Process::Asking::Outcome Process::Asking::revive() {
  auto failure = owner_.begin();
  if (!failure) return Outcome::answered;
  if (owner_.interrupted()) return Outcome::interrupted;
  failure->what = "could not be started again: " + failure->what;
  owner_.dead_ = std::move(failure);
  return Outcome::answered;
}

/// Asks all that is left, as many at a time as may be out.
Process::Asking::Outcome Process::Asking::pipelined() {
  if (owner_.dead_) return Outcome::answered;
  const auto outcome = ask_some(
      owner_.options_.outstanding, [this] { return next_index(); },
      [this](std::size_t index, json::Document&& document) {
        deliver_held();
        held_ = Held{.index = index, .document = std::move(document)};
      });
  if (outcome == Outcome::answered) deliver_held();
  if (outcome == Outcome::failed) {
    suspects_ = find_suspects();
    failure_ = owner_.end_with(std::move(what_));
  }
  return outcome;
}

/// The cases that may have made the child fail, the likeliest first. What it never saw goes back.
std::vector<std::size_t> Process::Asking::find_suspects() {
  std::vector<std::size_t> suspects;
  std::vector<std::size_t> unseen;
  std::size_t begin = base_;
  for (const auto& asked : asked_) {
    const bool seen = begin < owner_.child_->sent();
    if (!asked.answered) (seen ? suspects : unseen).push_back(asked.index);
    begin = asked.end;
  }
  // It was answered, so the first that was not is likelier.
  if (held_) suspects.insert(suspects.begin() + (suspects.empty() ? 0 : 1), held_->index);
  held_.reset();
  again_.insert(again_.begin(), unseen.begin(), unseen.end());
  return suspects;
}

/// Lays the failure to one case, and sees to it that the rest is asked again.
Process::Asking::Outcome Process::Asking::recover() {
  const auto suspects = std::exchange(suspects_, {});
  auto failure = std::exchange(failure_, {});
  auto outcome = Outcome::answered;
  if (suspects.size() > 1) {
    outcome = one_by_one(suspects, failure);
  } else if (suspects.size() == 1) {
    deliver(suspects.front(), failure);
  } else if (const auto index = next_index()) {
    failure.what += ", before it was sent this case";
    deliver(*index, failure);
  }
  if (outcome == Outcome::interrupted) return outcome;
  const int allowed = owner_.options_.restarts;
  if (!owner_.dead_ && ++owner_.failures_ > allowed) {
    owner_.dead_ = SubjectFailure{.what = "restarted " + std::to_string(allowed) +
                                          (allowed == 1 ? " time" : " times") + " already",
                                  .last_words = std::move(failure.last_words)};
    owner_.child_.reset();
  }
  return Outcome::answered;
}

/// Asks each suspect alone. Where none fails alone, the first bears the failure.
Process::Asking::Outcome Process::Asking::one_by_one(const std::vector<std::size_t>& suspects,
                                                     SubjectFailure failure) {
  if (revive() == Outcome::interrupted) return Outcome::interrupted;
  std::optional<json::Document> first;
  auto suspect = owner_.dead_ ? suspects.end() : suspects.begin();
  for (; suspect != suspects.end(); ++suspect) {
    std::optional<json::Document> answer;
    int times = 0;
    const auto outcome = ask_some(
        1, [&] { return times++ < 2 ? std::optional(*suspect) : std::nullopt; },
        [&](std::size_t, json::Document&& document) {
          if (!answer) answer = std::move(document);
        });
    if (outcome == Outcome::interrupted) return outcome;
    if (outcome == Outcome::failed) break;
    if (suspect == suspects.begin()) {
      first = std::move(answer);
    } else {
      deliver(*suspect, *answer);
    }
  }
  if (suspect != suspects.end()) {
    again_.insert(again_.begin(), suspect + 1, suspects.end());
    if (first) deliver(suspects.front(), *first);
    deliver(*suspect, owner_.end_with(std::move(what_)));
  } else if (owner_.dead_) {
    again_.insert(again_.begin(), suspects.begin() + 1, suspects.end());
    deliver(suspects.front(), failure);
  } else {
    failure.what += "; not again when the cases that were out were asked one by one";
    deliver(suspects.front(), failure);
  }
  return Outcome::answered;
}

/// Asks what `next` gives, at most `window` at a time, until all of it is answered.
Process::Asking::Outcome Process::Asking::ask_some(std::size_t window, const Next& next,
                                                   const Take& take) {
  Child& child = *owner_.child_;
  const auto timeout = owner_.options_.answer_timeout;
  asked_.clear();
  first_id_ = owner_.next_id_;
  base_ = child.sent() + child.unsent();
  whole_ = answered_ = 0;
  auto since = monotonic_now();
  for (;;) {
    const bool more = fill(window, next);
    if (!more && answered_ == asked_.size()) return Outcome::answered;
    const bool last_chance = monotonic_now() >= since + timeout;
    const bool any_out = whole_ > answered_;
    const auto sent = child.sent();
    const auto answered = answered_;
    child.step(owner_.wait_until(since + timeout));
    while (whole_ < asked_.size() && asked_[whole_].end <= child.sent()) ++whole_;
    auto what = take_lines(take);
    if (!what) what = child.broken();
    // A long line on its way to a slow reader is no hang.
    if (answered_ > answered || (!any_out && child.sent() > sent)) {
      since = monotonic_now();
    } else if (!what && last_chance) {
      what = no_answer();
    }
    if (what) {
      what_ = std::move(*what);
      return Outcome::failed;
    }
    if (owner_.interrupted()) return Outcome::interrupted;
  }
}

/// False where `next` has nothing more to ask.
bool Process::Asking::fill(std::size_t window, const Next& next) {
  while (asked_.size() - answered_ < window && owner_.child_->unsent() < kAheadBytes) {
    const auto index = next();
    if (!index) return false;
    send_case(*index);
  }
  return true;
}

void Process::Asking::send_case(std::size_t index) {
  Child& child = *owner_.child_;
  assert(cases_[index].find('\n') == std::string::npos);
  child.send("{\"id\":");
  child.send(std::to_string(owner_.next_id_++));
  child.send(before_case_);
  child.send(cases_[index]);
  child.send("}\n");
  asked_.push_back({.index = index, .end = child.sent() + child.unsent()});
}

/// Hands on the answers that have come; says what is wrong with the first line that is none.
std::optional<std::string> Process::Asking::take_lines(const Take& take) {
  while (const auto line = owner_.child_->next_line()) {
    if (line->size() > owner_.options_.line_bytes)
      return Child::too_long(owner_.options_.line_bytes);
    auto document = json::Document::parse(*line);
    const auto id = answered_id(document);
    if (const auto* fault = std::get_if<std::string>(&id)) {
      return "answered " + nonsense(*line, *fault);
    }
    std::size_t index = 0;
    if (auto what = take_id(std::get<std::int64_t>(id), index)) return what;
    take(index, std::move(document));
  }
  return std::nullopt;
}

/// Finds the case that `id` was given to; says what is wrong where it waits for no answer.
std::optional<std::string> Process::Asking::take_id(std::int64_t id, std::size_t& index) {
  const bool before = id > 0 && id < first_id_;
  const auto place = id < first_id_ ? whole_ : static_cast<std::size_t>(id - first_id_);
  const bool asked = place < whole_;
  if (before || (asked && asked_[place].answered)) {
    return "answered id " + std::to_string(id) + " a second time";
  }
  if (!asked) return "answered id " + std::to_string(id) + ", which was not asked";
  asked_[place].answered = true;
  ++answered_;
  index = asked_[place].index;
  return std::nullopt;
}

std::string Process::Asking::no_answer() const {
  std::string what = "no answer within " + spelled(owner_.options_.answer_timeout);
  if (owner_.child_->inside_line()) what += "; its last line has no end";
  return what;
}

std::optional<std::size_t> Process::Asking::next_index() {
  if (!again_.empty()) {
    const auto index = again_.front();
    again_.pop_front();
    return index;
  }
  if (next_ < cases_.size()) return next_++;
  return std::nullopt;
}

void Process::Asking::deliver(std::size_t index, const json::Document& document) {
  const auto line = document.root();
  ProcessReply reply;
  if (const auto answer = line.find("answer")) {
    reply.kind = ProcessReply::Kind::answer;
    reply.answer = *answer;
  } else if (const auto skipped = line.find("skipped")) {
    reply.kind = ProcessReply::Kind::skipped;
    reply.text = skipped->text();
  } else {
    reply.kind = ProcessReply::Kind::error;
    reply.text = line.find("error")->text();
  }
  on_reply_(index, reply);
}

void Process::Asking::deliver(std::size_t index, const SubjectFailure& failure) {
  ProcessReply reply;
  reply.kind = ProcessReply::Kind::failed;
  reply.failure = &failure;
  on_reply_(index, reply);
}

void Process::Asking::deliver_held() {
  if (held_) deliver(held_->index, held_->document);
  held_.reset();
}

}  // namespace tripcheck::engine
