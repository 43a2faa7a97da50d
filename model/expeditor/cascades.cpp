#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <tripcheck/model/expeditor/cascades.hpp>

namespace tripcheck::expeditor::model {
namespace {

using Places = std::vector<std::size_t>;

constexpr std::array<std::string_view, 5> kNetwork{"connection_refused", "connection_reset",
                                                   "dns_failure", "timeout", "unreachable"};
constexpr std::array<std::string_view, 3> kPermissions{"permission_denied", "unauthorized",
                                                       "forbidden"};
constexpr std::array<std::string_view, 4> kFilesystem{"no_space", "io_error", "read_only",
                                                      "not_found"};

template <class List, class T>
bool holds(const List& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

/// The last openings of both are at most a window apart. Requires: both have opened.
bool near(const Run& run, const Tool& a, const Tool& b) {
  const std::int64_t apart = a.opening->step - b.opening->step;
  return -run.config.cascade_window <= apart && apart <= run.config.cascade_window;
}

/// What this opening makes a systemic failure of, or nothing.
Places members_of(const Run& run, const Tool& opened) {
  Places alike;
  Places all;
  for (std::size_t i = 0; i < run.tools.size(); ++i) {
    const Tool& tool = run.tools[i];
    if (tool.state != State::open || !near(run, tool, opened)) continue;
    all.push_back(i);
    const auto& signature = opened.opening->signature;
    if (signature && tool.opening->signature == signature) alike.push_back(i);
  }
  const auto enough = [](const Places& found, std::int64_t least) {
    return least != 0 && std::ssize(found) >= least;
  };
  if (enough(alike, run.config.correlated_opens)) return alike;
  return enough(all, run.config.coincident_opens) ? all : Places{};
}

/// The signature that all members have, or nothing.
std::optional<std::string> shared_signature(const Run& run, const Places& members) {
  const auto& first = run.tools[members.front()].opening->signature;
  const bool all = std::all_of(members.begin(), members.end(), [&](std::size_t member) {
    return run.tools[member].opening->signature == first;
  });
  return all ? first : std::nullopt;
}

std::string_view cause_by(std::string_view signature) {
  if (holds(kNetwork, signature)) return "network";
  if (holds(kPermissions, signature)) return "permissions";
  if (holds(kFilesystem, signature)) return "filesystem";
  return "shared infrastructure";
}

///
std::string cause_of(const Run& run, const Places& members,
                     const std::optional<std::string>& signature) {
  std::string cause(cause_by(signature.value_or("")));
  const auto& tags = run.tools[members.front()].entry.infrastructure;
  const auto tag = std::find_if(tags.begin(), tags.end(), [&](const std::string& candidate) {
    return std::all_of(members.begin(), members.end(), [&](std::size_t member) {
      return holds(run.tools[member].entry.infrastructure, candidate);
    });
  });
  if (tag != tags.end()) cause = *tag;
  return "Multiple tools failing with " + signature.value_or("mixed errors") + " — likely " +
         cause + " issue";
}

/// The failures of a member's run become part of the event, as far as they are in this cycle, and
/// its backoff goes on.
void take_in(Run& run, std::size_t member) {
  Tool& tool = run.tools[member];
  tool.backoff = true;
  for (Failure& failure : run.failures) {
    if (failure.tool == member && failure.streak == tool.streak) {
      failure.event = run.systemic->event;
    }
  }
}

void flag(Run& run, const Places& members) {
  Systemic systemic{.event = ++run.events,
                    .signature = shared_signature(run, members),
                    .members = members,
                    .since = run.step};
  systemic.cause = cause_of(run, members, systemic.signature);
  add_log(run, systemic.cause);
  run.systemic = std::move(systemic);
  for (const std::size_t member : members) take_in(run, member);
  forget_scores(run);
}

///
void join(Run& run, std::size_t place) {
  const Tool& tool = run.tools[place];
  Places& members = run.systemic->members;
  const auto& shared = run.systemic->signature;
  if (shared && tool.opening->signature != shared) return;
  const bool close = std::any_of(members.begin(), members.end(), [&](std::size_t member) {
    return near(run, run.tools[member], tool);
  });
  if (!close) return;
  members.insert(std::upper_bound(members.begin(), members.end(), place), place);
  add_log(run, tool.entry.tool + " joined the systemic failure");
  take_in(run, place);
}

}  // namespace

void look_for_cascade(Run& run, std::size_t place) {
  if (run.systemic) {
    join(run, place);
    return;
  }
  const Places members = members_of(run, run.tools[place]);
  if (!members.empty()) flag(run, members);
}

bool shares_signature(const Run& run, const std::optional<std::string>& signature) {
  return run.systemic && run.systemic->signature && run.systemic->signature == signature;
}

void confirm_recovered(Run& run) {
  assert(run.systemic);
  run.systemic.reset();
  forget_scores(run);
  add_log(run, "Recovery confirmed");
}

Places chain_of(const Run& run, std::size_t place) {
  const auto tied = [&](std::size_t a, std::size_t b) {
    const Entry& one = run.tools[a].entry;
    const Entry& other = run.tools[b].entry;
    return holds(one.depends_on, other.tool) || holds(other.depends_on, one.tool);
  };
  Places chain{place};
  for (std::size_t next = 0; next < chain.size(); ++next) {
    for (std::size_t i = 0; i < run.tools.size(); ++i) {
      if (!holds(chain, i) && tied(chain[next], i)) chain.push_back(i);
    }
  }
  return chain;
}

std::int64_t backed_off(const Run& run, std::size_t place) {
  std::int64_t others = 0;
  for (const std::size_t i : chain_of(run, place)) {
    if (i != place && run.tools[i].state == State::open) others += run.tools[i].interval;
  }
  const Config& config = run.config;
  const std::int64_t most = std::min({2 * run.tools[place].interval, config.probe_interval_cap,
                                      config.chain_backoff_cap - others});
  return std::max(config.probe_interval, most);
}

}  // namespace tripcheck::expeditor::model
