#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/shrink.hpp>
#include <tripcheck/properties/engine/tests/toy.hpp>
#include <utility>
#include <variant>

namespace tripcheck::engine::toy {
namespace {

/// Whether number `i` fits, by the model's totals.
bool fits(const Case& input, const Answer& expected, std::size_t i) {
  return input.adds[i] <= input.limit - (i == 0 ? 0 : expected.totals[i - 1]);
}

const Answer& expected_answer(const Evidence& evidence) {
  return std::get<Answer>(evidence.expected(0));
}

Judgement judge_step_by_step(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  const Answer& expected = expected_answer(evidence);
  const Case& input = evidence.input(0);
  if (got == nullptr) return Break{.rule = "Y-1", .step = input.adds.size(), .note = "Refused."};
  for (std::size_t i = 0; i < got->totals.size(); ++i) {
    if (got->totals[i] == expected.totals[i]) continue;
    return Break{.rule = fits(input, expected, i) ? "Y-1" : "Y-2", .step = i};
  }
  if (got->total != expected.total) return Break{.rule = "Y-1", .step = input.adds.size()};
  return Kept{};
}

void count_steps(const Evidence& evidence, std::span<std::uint64_t> judged) {
  const Case& input = evidence.input(0);
  for (std::size_t i = 0; i < input.adds.size(); ++i) {
    ++judged[fits(input, expected_answer(evidence), i) ? 0 : 1];
  }
}

Judgement judge_limit(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  if (got == nullptr || got->total <= evidence.input(0).limit) return Kept{};
  return Break{.rule = "Y-2", .step = evidence.input(0).adds.size(), .note = "It ends too high."};
}

Judgement judge_rising(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  if (got == nullptr) return Kept{};
  if (got->totals.size() < evidence.input(0).adds.size()) return Undecided{"only the end shows"};
  if (std::is_sorted(got->totals.begin(), got->totals.end())) return Kept{};
  return Break{.rule = "Y-5"};
}

Judgement judge_sign(const Evidence& evidence) {
  const Answer* got = evidence.answer(0);
  if (got == nullptr || got->total >= 0) return Kept{};
  return Break{.rule = "Y-5", .step = evidence.input(0).adds.size()};
}

/// For a property whose cases another one of the same rule counts.
void count_nothing(const Evidence& /*evidence*/, std::span<std::uint64_t> /*judged*/) {}

Judgement judge_same_end(RuleId rule, const Evidence& evidence) {
  const Answer* first = evidence.answer(0);
  const Answer* second = evidence.answer(1);
  if (first == nullptr || second == nullptr || first->total == second->total) return Kept{};
  return Break{.rule = rule, .asked = 1, .step = evidence.input(1).adds.size()};
}

Judgement judge_refusal(const Evidence& evidence) {
  if (std::holds_alternative<Refused>(evidence.reply(0))) return Kept{};
  return Break{.rule = "Y-4", .step = evidence.input(0).adds.size()};
}

void ask_with_zeros(const Case& input, std::vector<Asked>& asked) {
  Case padded{.limit = input.limit, .adds = {}};
  for (const std::int64_t number : input.adds) padded.adds.insert(padded.adds.end(), {0, number});
  asked.push_back({.input = input});
  asked.push_back({.input = std::move(padded)});
}

void ask_and_look(const Case& input, std::vector<Asked>& asked) {
  asked.push_back({.input = input});
  asked.push_back({.input = input, .delivery = Delivery::looked_at});
}

void write_numbers(const std::vector<std::int64_t>& numbers, std::string& text) {
  text += '[';
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += ',';
    json::append_integer(text, numbers[i]);
  }
  text += ']';
}

std::vector<std::int64_t> read_numbers(json::Value value, const Place& place, Range range) {
  std::vector<std::int64_t> numbers;
  read_array(value, place, [&](json::Value item, const Place& here) {
    numbers.push_back(read_integer(item, here, range));
  });
  return numbers;
}

void read_case(json::Value value, Range adds, Case& input) {
  static constexpr std::array<Key, 2> kKeys{{{.name = "limit"}, {.name = "adds"}}};
  read_object(value, Place{}, kKeys, [&](std::size_t key, json::Value member, const Place& here) {
    if (key == 0) input.limit = read_integer(member, here, kAnything);
    if (key == 1) input.adds = read_numbers(member, here, adds);
  });
}

/// The total after step `i`, as a text; what it is instead where there is none.
std::string total_text(const Reply& reply, std::size_t i) {
  const auto* answer = std::get_if<Answer>(&reply);
  if (answer == nullptr) return "none";
  return std::to_string(i < answer->totals.size() ? answer->totals[i] : answer->total);
}

/// Numbers nearer to zero: zero, then half of the way, a quarter …
bool lower(std::int64_t number, const std::function<bool(std::int64_t)>& take) {
  for (std::int64_t less = number; less != 0; less /= 2) {
    if (take(number - less)) return true;
  }
  return false;
}

/// Never below zero.
std::int64_t lowered(std::int64_t limit, std::int64_t less) {
  return std::max<std::int64_t>(limit - less, 0);
}

}  // namespace

Reply right(const Asked& asked) {
  const auto below_zero = [](std::int64_t number) { return number < 0; };
  if (std::any_of(asked.input.adds.begin(), asked.input.adds.end(), below_zero)) {
    return Refused{"below zero"};
  }
  return run(asked.input, 0, [](std::int64_t total, std::int64_t number, std::int64_t limit) {
    return number > limit - total ? total : total + number;
  });
}

std::span<const Rule> Toy::rules() {
  static constexpr std::array<Rule, 6> kRules{
      {{.id = "Y-1", .text = "A number that fits is added in full."},
       {.id = "Y-2", .text = "A number that would pass the limit changes nothing."},
       {.id = "Y-3", .text = "Adding zero changes nothing."},
       {.id = "Y-4", .text = "A number below zero is refused."},
       {.id = "Y-5", .text = "The total never falls."},
       {.id = "Y-6", .text = "Looking at the total changes nothing."}}};
  return kRules;
}

std::vector<Property<Toy>> Toy::properties() {
  const auto same_end = [](RuleId rule) {
    return [rule](const Evidence& evidence) { return judge_same_end(rule, evidence); };
  };
  return {{.id = "toy/steps",
           .rules = {"Y-1", "Y-2"},
           .claim = "Each total is the model's.",
           .judge = judge_step_by_step,
           .count = count_steps},
          {.id = "toy/limit", .rules = {"Y-2"}, .claim = "It ends low.", .judge = judge_limit},
          {.id = "toy/zeros",
           .rules = {"Y-3"},
           .claim = "Zeros in between change nothing.",
           .questions = ask_with_zeros,
           .judge = same_end("Y-3")},
          {.id = "toy/refusal",
           .rules = {"Y-4"},
           .claim = "Bad input is refused.",
           .input = Input::bad,
           .needs_claim = "refusals",
           .judge = judge_refusal},
          {.id = "toy/rising", .rules = {"Y-5"}, .claim = "It rises.", .judge = judge_rising},
          {.id = "toy/sign",
           .rules = {"Y-5"},
           .claim = "It ends at zero or above.",
           .judge = judge_sign,
           .count = count_nothing},
          {.id = "toy/looks",
           .rules = {"Y-6"},
           .claim = "Looks change nothing.",
           .questions = ask_and_look,
           .judge = same_end("Y-6")}};
}

std::unique_ptr<Subject<Toy>> Toy::open(std::string_view name) {
  if (name != "model") return nullptr;
  return std::make_unique<Counter>(right);
}

Toy::Case Toy::generate(Draw& draw, const Domain& domain) {
  Case drawn;
  drawn.limit = draw.in(domain.of("limit", kLimits));
  drawn.adds.resize(draw.below(9));
  for (std::int64_t& number : drawn.adds) number = draw.in(domain.of("add", kAdds));
  return drawn;
}

Toy::Case Toy::generate_faulty(Draw& draw, const Domain& domain) {
  Case drawn = generate(draw, domain);
  const auto below_zero = -draw.in({.low = 1, .high = 5});
  drawn.adds.insert(drawn.adds.begin() + static_cast<std::ptrdiff_t>(drawn.adds.size() / 2),
                    below_zero);
  return drawn;
}

std::span<const FloorItem> Toy::floor() {
  static constexpr std::array<FloorItem, 2> kItems{
      {{.what = "a number that fits", .per_thousand = 500},
       {.what = "a number that would pass the limit", .per_thousand = 500}}};
  return kItems;
}

void Toy::cover(const Case& input, const Answer& expected, Floor& floor) {
  for (std::size_t i = 0; i < input.adds.size(); ++i) {
    floor.count(fits(input, expected, i) ? 0 : 1);
  }
}

bool Toy::reachable(std::size_t item, const Domain& domain) {
  return item == 0 || domain.of("add", kAdds).high > 0;
}

Toy::Case Toy::prefix(const Case& input, std::size_t steps) {
  const auto end = input.adds.begin() + static_cast<std::ptrdiff_t>(steps);
  return {.limit = input.limit, .adds = {input.adds.begin(), end}};
}

bool Toy::smaller(const Case& a, const Case& b) {
  const auto nearer_zero = [](std::int64_t x, std::int64_t y) {
    return std::pair(std::abs(x), x < 0) < std::pair(std::abs(y), y < 0);
  };
  const auto sizes_a = std::pair(a.adds.size(), a.limit);
  const auto sizes_b = std::pair(b.adds.size(), b.limit);
  if (sizes_a != sizes_b) return sizes_a < sizes_b;
  return std::lexicographical_compare(a.adds.begin(), a.adds.end(), b.adds.begin(), b.adds.end(),
                                      nearer_zero);
}

std::vector<std::string> Toy::outside(const Domain& domain) {
  std::vector<std::string> left_out;
  for (const Named& limit : domain.limits) left_out.push_back(limit.name + " is limited");
  return left_out;
}

bool Toy::inside(const Case& input, const Domain& domain) {
  const Range adds =
      domain.of("add", kAnything);  // A number that is bad on purpose is outside nothing.
  const auto taken = [&](std::int64_t number) { return number < 0 || adds.holds(number); };
  return domain.of("limit", kAnything).holds(input.limit) &&
         std::all_of(input.adds.begin(), input.adds.end(), taken);
}

bool Toy::visible(RuleId rule, const Subject<Toy>& subject) {
  return rule != "Y-6" || subject.takes(Delivery::looked_at);
}

void Toy::write(const Case& input, std::string& text) {
  text += "{\"limit\":";
  json::append_integer(text, input.limit);
  text += ",\"adds\":";
  write_numbers(input.adds, text);
  text += '}';
}

void Toy::write(const Answer& answer, std::string& text) {
  text += "{\"total\":";
  json::append_integer(text, answer.total);
  text += '}';
}

void Toy::read(json::Value value, Case& input) {
  read_case(value, {.low = 0, .high = kAnything.high}, input);
}

void Toy::read_any(json::Value value, Case& input) { read_case(value, kAnything, input); }

void Toy::read_answer(json::Value value, const Description& /*by*/, Answer& answer) {
  static constexpr std::array<Key, 1> kKeys{{{.name = "total"}}};
  read_object(value, Place{}, kKeys, [&](std::size_t, json::Value member, const Place& here) {
    answer = {.total = read_integer(member, here, kAnything), .totals = {}};
  });
}

Said Toy::run(std::string_view /*engine*/, std::string_view document) {
  try {
    const auto parsed = json::Document::parse(document);
    Asked asked;
    read(parsed.root(), asked.input);
    read_end(parsed);
    Said said{.ok = true, .text = {}};
    write(std::get<Answer>(right(asked)), said.text);
    return said;
  } catch (const DocumentError& error) {
    return {.text = error.what()};
  }
}

bool Toy::simpler(const Case& input, const std::function<bool(Case)>& take) {
  const bool fewer = offer_runs(input.adds.size(), [&](std::size_t first, std::size_t count) {
    Case candidate = input;
    const auto from = candidate.adds.begin() + static_cast<std::ptrdiff_t>(first);
    const auto sum = std::accumulate(from, from + static_cast<std::ptrdiff_t>(count), INT64_C(0));
    candidate.adds.erase(from, from + static_cast<std::ptrdiff_t>(count));
    return take(candidate) || take({.limit = lowered(input.limit, sum), .adds = candidate.adds});
  });
  if (fewer) return true;
  const bool lower_limit = lower(
      input.limit, [&](std::int64_t limit) { return take({.limit = limit, .adds = input.adds}); });
  if (lower_limit) return true;
  for (std::size_t i = 0; i < input.adds.size(); ++i) {
    const auto with = [&](std::int64_t number) {
      Case candidate = input;
      candidate.adds[i] = number;
      const auto less = input.adds[i] - number;
      return take(candidate) || take({.limit = lowered(input.limit, less), .adds = candidate.adds});
    };
    if (lower(input.adds[i], with)) return true;
  }
  return false;
}

std::vector<StepRow> Toy::rows(const Case& input, const Reply& expected, const Reply& got,
                               std::span<const Reply> prefixes) {
  std::vector<StepRow> rows;
  for (std::size_t i = 0; i < input.adds.size(); ++i) {
    const bool asked_so_far = i + 1 < prefixes.size();
    rows.push_back({.time = std::to_string(i),
                    .event = "add " + std::to_string(input.adds[i]),
                    .expected = total_text(expected, i),
                    .got = asked_so_far ? total_text(prefixes[i + 1], 0) : total_text(got, i)});
  }
  return rows;
}

}  // namespace tripcheck::engine::toy
