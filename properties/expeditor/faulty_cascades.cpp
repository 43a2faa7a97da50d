// Systemic failures, each step with the faults it can have.
#include <algorithm>
#include <array>
#include <cctype>
#include <tripcheck/properties/expeditor/faulty.hpp>

namespace tripcheck::expeditor {
namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

bool Faulty::near(const Tool& a, const Tool& b) const {
  const bool last = has(Fault::window_from_reopening);
  const std::int64_t apart = last ? a.since - b.since : a.first_open - b.first_open;
  const std::int64_t distance = apart < 0 ? -apart : apart;
  return distance < config_.cascade_window + (has(Fault::window_exclusive) ? 0 : 1);
}

bool Faulty::counts(const Tool& tool) const {
  if (tool.confirmed && has(Fault::confirmed_never_again)) return false;
  if (has(Fault::correlates_failures) && tool.row > 0) return true;
  return tool.state == State::open ||
         (tool.state == State::half_open && has(Fault::half_open_counts));
}

bool Faulty::alike(const Tool& a, const Tool& b) const {
  if (has(Fault::error_text_compared)) return a.opened_by && a.opened_by == b.opened_by;
  if (!a.opened_with || !b.opened_with) {
    return has(Fault::no_signature_matches) && !a.opened_with && !b.opened_with;
  }
  if (has(Fault::timeouts_never_correlate) && a.opened_with == "timeout") return false;
  if (has(Fault::signature_ignores_case)) {
    return lower_case(*a.opened_with) == lower_case(*b.opened_with);
  }
  return a.opened_with == b.opened_with;
}

void Faulty::look(std::size_t place) {
  if (group_) {
    join(place);
    return;
  }
  std::vector<std::size_t> same;
  std::vector<std::size_t> any;
  for (std::size_t i = 0; i < tools_.size(); ++i) {
    if (!counts(tools_[i]) || !near(tools_[i], tools_[place])) continue;
    any.push_back(i);
    if (alike(tools_[place], tools_[i])) same.push_back(i);
  }
  std::int64_t least = config_.correlated_opens;
  if (has(Fault::correlated_one_less) && least > 2) --least;
  const bool alone = has(Fault::one_tool_is_enough) && !same.empty() && tools_[place].row >= least;
  if (least > 0 && (std::ssize(same) >= least || alone)) {
    flag(same);
  } else if (config_.coincident_opens > 0 && std::ssize(any) >= config_.coincident_opens &&
             !has(Fault::coincident_off)) {
    flag(any);
  }
}

void Faulty::flag(std::vector<std::size_t> members) {
  Group group{.event = ++events_, .since = step_};
  group.signature = tools_[members.front()].opened_with;
  for (const std::size_t member : members) {
    if (tools_[member].opened_with != group.signature) group.signature.reset();
  }
  if (has(Fault::cause_always_mixed)) group.signature.reset();
  group.cause = cause(members, group.signature);
  group.members = std::move(members);
  log(group.cause);
  group_ = std::move(group);
  for (const std::size_t member : group_->members) take_in(member);
  if (!has(Fault::flag_keeps_scores)) forget_scores();
}

void Faulty::join(std::size_t place) {
  if (has(Fault::nobody_joins)) return;
  const auto& shared = group_->signature;
  const bool same = !shared || tools_[place].opened_with == shared;
  if (!same && !has(Fault::joins_with_any_signature)) return;
  auto& members = group_->members;
  const bool close = has(Fault::joins_from_afar) ||
                     std::any_of(members.begin(), members.end(), [&](std::size_t member) {
                       return near(tools_[member], tools_[place]);
                     });
  if (!close || std::find(members.begin(), members.end(), place) != members.end()) return;
  members.push_back(place);
  std::sort(members.begin(), members.end());
  log(tools_[place].entry.tool + " joined the systemic failure");
  take_in(place);
}

void Faulty::take_in(std::size_t member) {
  Tool& tool = tools_[member];
  if (!has(Fault::no_backoff_for_members)) tool.backoff = true;
  if (has(Fault::flagging_doubles)) tool.wait = longer(member);
  if (has(Fault::members_charged_each)) return;
  for (const std::size_t at : tool.row_charges) {
    const bool last = at == tool.row_charges.back();
    if (last || !has(Fault::only_last_charge_moves)) charges_[at].event = group_->event;
  }
  if (!has(Fault::late_ones_flag)) return;
  for (FailureLine& charge : charges_) {  // Whatever the tool failed with in this cycle.
    if (charge.tool == tool.entry.tool) charge.event = group_->event;
  }
}

std::string Faulty::cause(const std::vector<std::size_t>& members,
                          const std::optional<std::string>& signature) const {
  std::string word = "shared infrastructure";
  const std::string told = signature.value_or("");
  if (one_of(told,
             {"connection_refused", "connection_reset", "dns_failure", "timeout", "unreachable"})) {
    word = "network";
  }
  if (one_of(told, {"permission_denied", "unauthorized", "forbidden"})) word = "permissions";
  if (one_of(told, {"no_space", "io_error", "read_only", "not_found"})) word = "filesystem";
  for (const std::string& tag : tools_[members.front()].entry.infrastructure) {
    const bool all = std::all_of(members.begin(), members.end(), [&](std::size_t member) {
      const auto& tags = tools_[member].entry.infrastructure;
      return std::find(tags.begin(), tags.end(), tag) != tags.end();
    });
    if (has(Fault::cause_ignores_tags)) break;
    if (!all && !has(Fault::cause_takes_first_tag)) continue;
    word = tag;
    break;
  }
  return "Multiple tools failing with " + signature.value_or("mixed errors") + " — likely " + word +
         " issue";
}

void Faulty::forget_scores() {
  for (Tool& tool : tools_) tool.score = Score::available;
}

}  // namespace tripcheck::expeditor
