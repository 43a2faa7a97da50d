// Shrinking of expeditor cases: candidates, the boldest first, and the one order in which they get
// smaller.
#include <algorithm>
#include <map>
#include <tripcheck/model/expeditor/check.hpp>
#include <tripcheck/model/expeditor/expeditor.hpp>
#include <tripcheck/properties/engine/shrink.hpp>
#include <tripcheck/properties/expeditor/profile.hpp>
#include <tuple>

namespace tripcheck::expeditor {
namespace {

using Take = std::function<bool(Case)>;

constexpr std::size_t kPairsUpTo = 14;  // Operations of a case where every pair is tried.

/// Whether the model can run it: what only a document can be refused for aside.
bool runs(const Case& input) { return !model::check(input.config) && !model::check(input.map); }

std::int64_t* ticket_of(Op& op) {
  if (auto* told = std::get_if<Record>(&op)) return &told->ticket;
  if (auto* told = std::get_if<Abandon>(&op)) return &told->ticket;
  return nullptr;
}

/// Which operation gave out each ticket, from 1.
std::vector<std::size_t> givers(const Case& input) {
  std::vector<std::size_t> all;
  model::Run run = model::start(input.config, input.map);
  for (std::size_t i = 0; i < input.ops.size(); ++i) {
    const auto* op = std::get_if<Op>(&input.ops[i]);
    if (op != nullptr) (void)model::apply(run, *op);
    while (all.size() < run.tickets.size()) all.push_back(i);
  }
  return all;
}

/// The operations that are kept, of `input`, in the setup of `to`. Tickets are those of the calls
/// that they were of: what tells of a call that is gone goes with it.
Case kept_of(const Case& input, const Case& to, const std::vector<bool>& keep) {
  const std::vector<std::size_t> giver = givers(input);
  std::map<std::size_t, std::int64_t> new_ticket;  // By the operation that gives it out.
  Case result{.config = to.config, .map = to.map, .ops = {}};
  model::Run run = model::start(to.config, to.map);
  for (std::size_t i = 0; i < input.ops.size(); ++i) {
    if (!keep[i]) continue;
    CaseOp op = input.ops[i];
    if (auto* whole = std::get_if<Op>(&op)) {
      std::int64_t* ticket = ticket_of(*whole);
      const bool given = ticket != nullptr && *ticket >= 1 && *ticket <= std::ssize(giver);
      if (given) {
        const auto found = new_ticket.find(giver[static_cast<std::size_t>(*ticket - 1)]);
        if (found == new_ticket.end()) continue;
        *ticket = found->second;
      }
      const std::size_t before = run.tickets.size();
      (void)model::apply(run, *whole);
      if (run.tickets.size() > before) new_ticket[i] = std::ssize(run.tickets);
    }
    result.ops.push_back(std::move(op));
  }
  return result;
}

bool drop_ops(const Case& input, const Take& take) {
  const std::size_t count = input.ops.size();
  const auto without = [&](std::size_t first, std::size_t size, std::size_t also) {
    std::vector<bool> keep(count, true);
    for (std::size_t i = first; i < first + size; ++i) keep[i] = false;
    if (also < count) keep[also] = false;
    return take(kept_of(input, input, keep));
  };
  const auto run_of = [&](std::size_t first, std::size_t size) {
    return without(first, size, count);
  };
  if (engine::offer_runs(count, run_of)) return true;
  if (count > kPairsUpTo) return false;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = i + 1; k < count; ++k) {
      if (without(i, 1, k)) return true;
    }
  }
  return false;
}

/// The case in another setup, its calls still its own.
bool take_setup(const Case& input, const Case& to, const Take& take) {
  if (!runs(to)) return false;
  return take(kept_of(input, to, std::vector<bool>(input.ops.size(), true)));
}

template <class Change>
bool with_config(const Case& input, const Take& take, const Change& change) {
  Case other = input;
  change(other.config);
  return other.config != input.config && take_setup(input, other, take);
}

bool simpler_config(const Case& input, const Take& take) {
  const Config plain;
  if (with_config(input, take, [&](Config& config) { config = plain; })) return true;
  if (with_config(input, take, [](Config& config) { config.allowed_tools.reset(); })) return true;
  if (with_config(input, take, [](Config& config) { config.mode = Mode::full; })) return true;
  for (const auto field :
       {&Config::failure_threshold, &Config::failure_budget, &Config::probe_interval,
        &Config::probe_interval_cap, &Config::cascade_window, &Config::correlated_opens,
        &Config::coincident_opens, &Config::chain_backoff_cap}) {
    if (with_config(input, take, [&](Config& config) { config.*field = plain.*field; }))
      return true;
    const auto lowered = [&](std::int64_t number) {
      return with_config(input, take, [&](Config& config) { config.*field = number; });
    };
    if (engine::lower(input.config.*field, 0, lowered)) return true;
  }
  if (!input.config.allowed_tools) return false;
  for (std::size_t i = 0; i < input.config.allowed_tools->size(); ++i) {
    const auto without = [&](Config& config) {
      config.allowed_tools->erase(config.allowed_tools->begin() + static_cast<std::ptrdiff_t>(i));
    };
    if (with_config(input, take, without)) return true;
  }
  return false;
}

/// Takes one item out of a list.
template <class List>
bool drop_items(const Case& input, const Take& take, Entry& (*entry_of)(Case&, std::size_t),
                std::size_t place, List Entry::*list) {
  const std::size_t count = (input.map[place].*list).size();
  for (std::size_t i = 0; i < count; ++i) {
    Case other = input;
    List& items = entry_of(other, place).*list;
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
    if (take_setup(input, other, take)) return true;
  }
  return false;
}

Entry& entry_at(Case& input, std::size_t place) { return input.map[place]; }

/// Without an entry, and without what points to it.
Case without_entry(const Case& input, std::size_t place) {
  Case other = input;
  const std::string tool = input.map[place].tool;
  other.map.erase(other.map.begin() + static_cast<std::ptrdiff_t>(place));
  for (Entry& entry : other.map) {
    std::erase_if(entry.alternatives, [&](const auto& one) { return one.tool == tool; });
    std::erase(entry.depends_on, tool);
  }
  return other;
}

bool simpler_map(const Case& input, const Take& take) {
  Case none = input;
  none.map.clear();
  if (!input.map.empty() && take_setup(input, none, take)) return true;
  for (std::size_t i = 0; i < input.map.size(); ++i) {
    if (take_setup(input, without_entry(input, i), take)) return true;
    Case bare = input;
    bare.map[i] = {.tool = input.map[i].tool};
    if (bare.map[i] != input.map[i] && take_setup(input, bare, take)) return true;
    if (drop_items(input, take, entry_at, i, &Entry::alternatives)) return true;
    if (drop_items(input, take, entry_at, i, &Entry::depends_on)) return true;
    if (drop_items(input, take, entry_at, i, &Entry::infrastructure)) return true;
    bare = input;
    bare.map[i].provides.reset();
    if (input.map[i].provides && take_setup(input, bare, take)) return true;
    bare = input;
    bare.map[i].fallback.reset();
    if (input.map[i].fallback && take_setup(input, bare, take)) return true;
  }
  return false;
}

std::int64_t* step_of(CaseOp& op) {
  auto* whole = std::get_if<Op>(&op);
  if (whole == nullptr) return nullptr;
  return std::visit(
      [](auto& any) -> std::int64_t* {
        if constexpr (requires { any.step; }) return &any.step;
        return nullptr;
      },
      *whole);
}

/// Operations `first` to `last`, without that one, so many steps earlier.
Case earlier(const Case& input, std::size_t first, std::size_t last, std::int64_t less) {
  Case other = input;
  for (std::size_t i = first; i < last; ++i) {
    if (std::int64_t* step = step_of(other.ops[i])) *step -= less;
  }
  return other;
}

/// Lowers an operation's step together with all behind it, then alone.
bool simpler_steps(const Case& input, const Take& take) {
  for (const bool together : {true, false}) {
    for (std::size_t i = 0; i < input.ops.size(); ++i) {
      CaseOp op = input.ops[i];
      const std::int64_t* step = step_of(op);
      if (step == nullptr) continue;
      const std::size_t last = together ? input.ops.size() : i + 1;
      const auto lowered = [&](std::int64_t number) {
        return take(earlier(input, i, last, *step - number));
      };
      if (engine::lower(*step, 0, lowered)) return true;
    }
  }
  return false;
}

// What an operation could be in its place, plainer ones first.
void offer(const Record& op, std::vector<Op>& plainer) {
  Record other = op;
  other.error.reset();
  plainer.emplace_back(other);
  other.signature.reset();
  plainer.emplace_back(other);
  other.outcome = Outcome::success;
  plainer.emplace_back(other);
}
void offer(const Plan& op, std::vector<Op>& plainer) {
  for (std::size_t i = 0; i < op.subtasks.size(); ++i) {
    Plan other = op;
    other.subtasks.erase(other.subtasks.begin() + static_cast<std::ptrdiff_t>(i));
    plainer.emplace_back(other);
    for (std::size_t k = 0; k < op.subtasks[i].needs.size(); ++k) {
      other = op;
      auto& needs = other.subtasks[i].needs;
      needs.erase(needs.begin() + static_cast<std::ptrdiff_t>(k));
      plainer.emplace_back(other);
    }
    other = op;
    other.subtasks[i].title.clear();
    plainer.emplace_back(other);
  }
}
void offer(const AskLabel& op, std::vector<Op>& plainer) {
  AskLabel other{.source = op.source, .task_started_at = op.task_started_at};
  plainer.emplace_back(other);
  for (const auto flag : {&AskLabel::documented_caching, &AskLabel::contradicts_recent}) {
    other = op;
    other.*flag = false;
    plainer.emplace_back(other);
  }
}
void offer(const auto& /*op*/, std::vector<Op>& /*plainer*/) {}

bool simpler_ops(const Case& input, const Take& take) {
  for (std::size_t i = 0; i < input.ops.size(); ++i) {
    const auto* op = std::get_if<Op>(&input.ops[i]);
    if (op == nullptr) continue;
    std::vector<Op> plainer;
    std::visit([&](const auto& any) { offer(any, plainer); }, *op);
    for (Op& other : plainer) {
      if (other == *op) continue;
      Case simpler = input;
      simpler.ops[i] = std::move(other);
      if (take(std::move(simpler))) return true;
    }
  }
  return false;
}

std::size_t weight(const CapabilityMap& map) {
  std::size_t sum = 0;
  for (const Entry& entry : map) {
    sum += 4 + entry.alternatives.size() + entry.depends_on.size() + entry.infrastructure.size() +
           (entry.provides ? 1 : 0) + (entry.fallback ? 1 : 0);
  }
  return sum;
}

/// How far a config is from the default one.
std::size_t weight(const Config& config) {
  const Config plain;
  std::size_t fields = config.mode == plain.mode ? 0 : 1;
  if (config.allowed_tools) fields += 1 + config.allowed_tools->size();
  for (const auto field :
       {&Config::failure_threshold, &Config::failure_budget, &Config::probe_interval,
        &Config::probe_interval_cap, &Config::cascade_window, &Config::correlated_opens,
        &Config::coincident_opens, &Config::chain_backoff_cap}) {
    if (config.*field != plain.*field) ++fields;
  }
  return fields;
}

}  // namespace

Case Traits::prefix(const Case& input, std::size_t steps) {
  Case result = input;
  result.ops.resize(std::min(steps, input.ops.size()));
  return result;
}

bool Traits::simpler(const Case& input, const std::function<bool(Case)>& take) {
  if (!runs(input)) {  // Bad input: without its operations, then without what is not at fault.
    Case bare = input;
    bare.ops.clear();
    if (!input.ops.empty() && take(bare)) return true;
    for (std::size_t i = 0; i < input.map.size(); ++i) {
      if (take(without_entry(input, i))) return true;
    }
    return false;
  }
  return drop_ops(input, take) || simpler_map(input, take) || simpler_config(input, take) ||
         simpler_steps(input, take) || simpler_ops(input, take);
}

bool Traits::smaller(const Case& a, const Case& b) {
  const auto size = [](const Case& input) {
    std::string text;
    write(input, text);
    return std::tuple(input.ops.size(), weight(input.map), weight(input.config), text.size(), text);
  };
  return size(a) < size(b);
}

}  // namespace tripcheck::expeditor
