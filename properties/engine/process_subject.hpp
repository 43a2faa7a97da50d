/// The second door: a subject behind a process, asked and answering in the profile's documents
/// (S-2).
#pragma once
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/process.hpp>
#include <tripcheck/properties/engine/start_answer.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <utility>
#include <vector>

namespace tripcheck::engine {

template <class P>
class ProcessSubject final : public Subject<P> {
 public:
  using typename Subject<P>::OnReply;

  /// Requires: the process is started and outlives this; the description is read from its answer.
  ProcessSubject(Process& process, Description description)
      : process_(process), description_(std::move(description)) {}

  [[nodiscard]] const Description& description() const override { return description_; }
  [[nodiscard]] bool takes(typename P::Delivery delivery) const override {
    return delivery == typename P::Delivery{};  // One line holds the whole case.
  }

  void ask(std::span<const Asked<P>> all, const OnReply& on_reply) override {
    documents_.resize(std::max(documents_.size(), all.size()));
    for (std::size_t i = 0; i < all.size(); ++i) {
      documents_[i].clear();
      P::write(all[i].input, documents_[i]);
    }
    process_.ask(P::kName, std::span(documents_).first(all.size()),
                 [&](std::size_t i, const ProcessReply& reply) { take(i, reply, on_reply); });
  }

 private:
  void take(std::size_t i, const ProcessReply& reply, const OnReply& on_reply) {
    switch (reply.kind) {
      case ProcessReply::Kind::answer:
        on_reply(i, read(*reply.answer));
        return;
      case ProcessReply::Kind::skipped:
        on_reply(i, Skipped{std::string(reply.text)});
        return;
      case ProcessReply::Kind::error:
        on_reply(i, Refused{std::string(reply.text)});
        return;
      case ProcessReply::Kind::failed:
        on_reply(i, Failed{reply.failure->what, reply.failure->last_words});
        return;
    }
  }

  const Reply<P>& read(json::Value answer) {
    try {
      P::read_answer(answer, description_, answer_);
      kept_ = std::move(answer_);
    } catch (const DocumentError& error) {
      kept_ = Failed{std::string("answered nonsense: ") + error.what(), ""};
    }
    return kept_;
  }

  Process& process_;
  Description description_;
  std::vector<std::string> documents_;
  typename P::Answer answer_;
  Reply<P> kept_ = Failed{};
};

}  // namespace tripcheck::engine
