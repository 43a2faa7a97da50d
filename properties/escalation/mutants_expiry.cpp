// Mutants of a handoff that is read back by its owner: whether it has expired, and what became of
// it (E-9, E-15, E-16).
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/escalation/handoff_text.hpp>
#include <tripcheck/properties/escalation/mutants.hpp>
#include <tripcheck/properties/escalation/values.hpp>

namespace tripcheck::escalation {
namespace {

ReadingAnswer* answer_in(ReadBack& back) { return std::get_if<ReadingAnswer>(&back); }

/// Without its quotes.
std::string expiry_in(const ReadingAnswer& answer) {
  HandoffText text = HandoffText::of(answer.handoff);
  return at(text.packet, "expires_at").substr(1, 20);
}

}  // namespace

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> expiry_mutants() {
  return {
      {"escalation-expired-inverted",
       {"E-15"},
       "A handoff has expired until it does.",
       "javaee/metro-jax-ws#879",
       {.read =
            [](const Reading&, ReadBack& back) {
              if (auto* answer = answer_in(back)) answer->expired = !answer->expired;
            }}},
      {"escalation-never-expires",
       {"E-15"},
       "The test of the expiry always passes.",
       "lynndylanhurley/devise_token_auth#49",
       {.read =
            [](const Reading&, ReadBack& back) {
              if (auto* answer = answer_in(back)) answer->expired = false;
            }}},
      {"escalation-expires-one-second-late",
       {"E-15"},
       "At the very instant of expiry it has not expired.",
       "CemAyyildiz/Quittance#376",
       {.read =
            [](const Reading& reading, ReadBack& back) {
              auto* answer = answer_in(back);
              if (answer != nullptr && reading.now.text == expiry_in(*answer))
                answer->expired = false;
            }}},
      {"escalation-expires-one-second-early",
       {"E-15"},
       "A second before its expiry it has expired.",
       "",
       {.read =
            [](const Reading& reading, ReadBack& back) {
              auto* answer = answer_in(back);
              if (answer != nullptr && seconds_after(reading.now.text, 1) == expiry_in(*answer)) {
                answer->expired = true;
              }
            }}},
      {"escalation-bad-now-is-not-expired",
       {"E-15"},
       "Asked with something that is no time, it has not expired.",
       "",
       {.mend =
            [](Reading& reading) {
              if (!Decisions::right_is_time(reading.now)) {
                reading.now = Given::string("0001-01-01T00:00:00Z");
              }
            }}},
      {"escalation-reading-loses-the-expiry",
       {"E-16"},
       "What is read back expires when it was issued.",
       "hivemoot/hivemoot#424",
       {.read =
            [](const Reading&, ReadBack& back) {
              auto* answer = answer_in(back);
              if (answer == nullptr) return;
              HandoffText text = HandoffText::of(answer->handoff);
              at(text.packet, "expires_at") = at(text.packet, "issued_at");
              answer->handoff = text.json();
            }}},
      {"escalation-reading-keeps-the-order-of-keys",
       {"E-9"},
       "What is read back has the keys in the order in which they came.",
       "",
       {.read =
            [](const Reading& reading, ReadBack& back) {
              auto* answer = answer_in(back);
              if (answer != nullptr) answer->handoff = HandoffText::of(reading.handoff).json();
            }}},
  };
}

}  // namespace tripcheck::escalation
