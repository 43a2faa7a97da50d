// Bad input: refused by its place (T-11).
#include <tripcheck/model/overlap/breaker.hpp>
#include <tripcheck/properties/overlap/judge.hpp>

namespace tripcheck::overlap {
namespace {

using engine::Break;
using engine::Judgement;
using engine::Kept;

/// The step at which a refusal is due: that at fault; the start for a config.
std::size_t step_of(const Case& input) {
  const auto refusal = model::check(input.steps);
  return model::check(input.config) || !refusal ? 0 : refusal->index;
}

Judgement bad_input_is_refused(const Evidence& evidence) {
  const auto* expected = std::get_if<engine::Refused>(&evidence.expected(0));
  const auto* got = std::get_if<engine::Refused>(&evidence.reply(0));
  const std::size_t step = step_of(evidence.input(0));
  if (got == nullptr) return Break{.rule = "T-11", .step = step};
  if (!evidence.by().refusal_text_binds || *expected == *got) return Kept{};
  return Break{.rule = "T-11", .step = step, .note = "the refusal names another place"};
}

}  // namespace

std::vector<engine::Property<Traits>> refusals() {
  return {{.id = "bad-input-is-refused",
           .rules = {"T-11"},
           .claim = "A config outside its ranges, or a step that cannot be, is refused.",
           .input = engine::Input::bad,
           .needs_claim = "refusals",
           .judge = bad_input_is_refused}};
}

}  // namespace tripcheck::overlap
