// tripcheck rules: each rule, the properties that speak for it, the mutants that break it, the
// corpus cases that it decides.
#include <algorithm>
#include <filesystem>
#include <map>
#include <tripcheck/cli/commands.hpp>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/cli/stored_case.hpp>
#include <tripcheck/properties/engine/json.hpp>
#include <tripcheck/properties/engine/json_layout.hpp>
#include <tripcheck/properties/profiles.hpp>

namespace tripcheck::cli {
namespace {

using engine::AnyProfile;
using Ids = std::vector<std::string>;
using Cases = std::map<std::string, Ids, std::less<>>;  // By rule.

struct Coverage {
  const engine::Rule* rule = nullptr;
  Ids properties;
  Ids mutants;
  Ids cases;
};

Cases cases_by_rule(const std::optional<std::string>& wanted) {
  Cases cases;
  const std::string folder = wanted.value_or("corpus");
  if (!wanted && !std::filesystem::is_directory(folder)) return cases;
  for (const std::string& path : corpus_files(folder)) {
    const StoredCase stored = read_stored_case(path);
    for (const std::string& rule : stored.file.rules) cases[rule].push_back(stored.file.id);
  }
  return cases;
}

template <class Info>
Ids ids_for(engine::RuleId rule, const std::vector<Info>& all) {
  Ids ids;
  for (const Info& one : all) {
    if (std::find(one.rules.begin(), one.rules.end(), rule) != one.rules.end()) {
      ids.emplace_back(one.id);
    }
  }
  return ids;
}

std::vector<Coverage> coverage_of(const AnyProfile& profile, const Cases& cases) {
  const auto properties = profile.properties();
  const auto mutants = profile.mutants();
  std::vector<Coverage> all;
  for (const engine::Rule& rule : profile.rules()) {
    const auto found = cases.find(rule.id);
    all.push_back({.rule = &rule,
                   .properties = ids_for(rule.id, properties),
                   .mutants = ids_for(rule.id, mutants),
                   .cases = found == cases.end() ? Ids{} : found->second});
  }
  return all;
}

std::string line(std::string_view label, const Ids& ids) {
  constexpr std::size_t kColumns = 100;
  constexpr std::size_t kIndent = 14;
  std::string text = "  ";
  text += label;
  text.append(kIndent - text.size(), ' ');
  std::size_t column = kIndent;
  if (ids.empty()) text += "none";
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::string word = ids[i] + (i + 1 < ids.size() ? "," : "");
    if (column > kIndent && column + 1 + word.size() > kColumns) {
      text += '\n';
      text.append(kIndent, ' ');
      column = kIndent;
    } else if (i > 0) {
      text += " ";
      ++column;
    }
    text += word;
    column += word.size();
  }
  return text + "\n";
}

std::string text_of(const AnyProfile& profile, const std::vector<Coverage>& all) {
  std::string text;
  for (const Coverage& one : all) {
    text += std::string(one.rule->id) + "  " + std::string(one.rule->text) + "\n";
    text += line("properties", one.properties) + line("mutants", one.mutants);
    text += line("corpus", one.cases) + "\n";
  }
  return text + std::string(profile.name()) + ": " + std::to_string(all.size()) + " rules, " +
         std::to_string(profile.properties().size()) + " properties, " +
         std::to_string(profile.mutants().size()) + " mutants\n";
}

std::string json_of(const Ids& ids) {
  std::string text = "[";
  for (const std::string& id : ids) {
    if (text.size() > 1) text += ',';
    engine::json::append_quoted(text, id);
  }
  return text + "]";
}

std::string json_of(const AnyProfile& profile, const std::vector<Coverage>& all) {
  std::string text = "{\"profile\":" + engine::json::quoted(profile.name()) + ",\"rules\":[";
  for (const Coverage& one : all) {
    if (text.back() != '[') text += ',';
    text += "{\"rule\":" + engine::json::quoted(one.rule->id);
    text += ",\"text\":" + engine::json::quoted(one.rule->text);
    text += ",\"properties\":" + json_of(one.properties);
    text += ",\"mutants\":" + json_of(one.mutants);
    text += ",\"corpus\":" + json_of(one.cases) + "}";
  }
  return text + "]}";
}

}  // namespace

engine::Exit run(const RulesArguments& arguments) {
  const Cases cases = cases_by_rule(arguments.corpus);
  std::string text;
  for (const AnyProfile* profile : profiles()) {
    const auto all = coverage_of(*profile, cases);
    if (!text.empty()) text += arguments.json ? "," : "\n";
    text += arguments.json ? json_of(*profile, all) : text_of(*profile, all);
  }
  print(arguments.json ? engine::json::laid_out("{\"profiles\":[" + text + "]}") : text);
  return engine::Exit::kept;
}

}  // namespace tripcheck::cli
