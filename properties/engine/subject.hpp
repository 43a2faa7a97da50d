/// What is under test, whatever door it stands behind: it takes cases and gives replies.
#pragma once
#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/draw.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tripcheck::engine {

/// A named number of a profile (`t`, `cooldown` …) and the range that a subject can take.
struct Named {
  std::string name;
  Range range;
  bool operator==(const Named&) const = default;
};

/// The part of a profile's inputs that a subject can take; what is not named is not limited.
struct Domain {
  std::vector<Named> limits;

  [[nodiscard]] Range of(std::string_view name, Range all) const {
    for (const Named& limit : limits) {
      if (limit.name == name) {
        return {.low = std::max(all.low, limit.range.low),
                .high = std::min(all.high, limit.range.high)};
      }
    }
    return all;
  }
};

/// What a subject says of itself. What is claimed is checked, what is not is `not claimed` (S-2).
struct Description {
  std::string name;
  std::string version;
  std::vector<std::string> claims;
  Domain domain;
  /// Whether the text of a refusal must be the model's (always for E and X; for T and O in
  /// process).
  bool refusal_text_binds = false;
  /// Whether tripcheck itself reads its documents (model, impl), so that T-19 and its like apply.
  bool reads_documents = false;

  [[nodiscard]] bool claim(std::string_view name_of_claim) const {
    return std::find(claims.begin(), claims.end(), name_of_claim) != claims.end();
  }
};

/// The input was bad, and the subject said so.
struct Refused {
  std::string text;  ///< A rule's code (E, X) or free (T, O).
  bool operator==(const Refused&) const = default;
};

/// The subject says that it cannot be asked this.
struct Skipped {
  std::string reason;
  bool operator==(const Skipped&) const = default;
};

/// The subject crashed, hung or answered nonsense: no fault of a rule, and no pass (S-3).
struct Failed {
  std::string what;
  std::string last_words;
  bool operator==(const Failed&) const = default;
};

template <class P>
using Reply = std::variant<typename P::Answer, Refused, Skipped, Failed>;

/// A case and the way in which it is handed over; all ways must come to the same (T-13, T-17,
/// T-18).
template <class P>
struct Asked {
  typename P::Case input;
  typename P::Delivery delivery{};
};

/// A subject of some profile. Only that profile can use it.
class AnySubject {
 public:
  AnySubject() = default;
  AnySubject(const AnySubject&) = delete;
  AnySubject& operator=(const AnySubject&) = delete;
  virtual ~AnySubject() = default;

  [[nodiscard]] virtual const Description& description() const = 0;
};

template <class P>
class Subject : public AnySubject {
 public:
  using OnReply = std::function<void(std::size_t, const Reply<P>&)>;

  /// Whether this subject can be asked in this way. The default delivery always can.
  [[nodiscard]] virtual bool takes(typename P::Delivery delivery) const = 0;
  /// Asks all; calls back exactly once for each, in any order. The reply lives until the call
  /// returns.
  virtual void ask(std::span<const Asked<P>> all, const OnReply& on_reply) = 0;
};

/// One question, one reply.
template <class P>
Reply<P> ask_one(Subject<P>& subject, const Asked<P>& asked) {
  Reply<P> kept = Failed{"the subject gave no reply", ""};
  subject.ask(std::span(&asked, 1), [&](std::size_t, const Reply<P>& reply) { kept = reply; });
  return kept;
}

}  // namespace tripcheck::engine
