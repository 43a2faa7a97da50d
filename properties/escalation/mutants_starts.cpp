// Mutants of beginnings: what is taken for a limit, a run id or a workflow id (E-1, E-13).
#include <algorithm>
#include <charconv>
#include <tripcheck/properties/escalation/mutants.hpp>
#include <tripcheck/properties/escalation/values.hpp>

namespace tripcheck::escalation {
namespace {

using Limit = std::optional<std::int64_t>;
using Fault = std::optional<std::string>;

Given text(std::string_view value) { return Given::string(std::string(value)); }

std::int64_t number_of(const Given& given) {
  std::int64_t number = 0;
  const char* const end = given.text.data() + given.text.size();
  const auto [at, fault] = std::from_chars(given.text.data(), end, number);
  return given.kind == Given::Kind::other && fault == std::errc() && at == end ? number : 0;
}

Limit right(std::string_view number, std::int64_t otherwise) {
  return Decisions::right_limit(Given::json(std::string(number)), otherwise);
}

/// A label too long, a hyphen at its end …: taken where it is right with the part replaced.
Fault with(const Given& given, std::string_view part, std::string_view other) {
  std::string t(text_of(given));
  const auto at = t.find(part);
  if (at != std::string::npos) t.replace(at, part.size(), other);
  return Decisions::right_workflow_id(text(t));
}

Fault lowered_workflow(const Given& given) {
  std::string t(text_of(given));
  for (char& c : t) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return Decisions::right_workflow_id(text(t));
}

Fault lowered_run(const Given& given) {
  std::string t(text_of(given));
  for (std::size_t i = 4; i < t.size(); ++i) {
    if (t[i] >= 'A' && t[i] <= 'F') t[i] = static_cast<char>(t[i] - 'A' + 'a');
  }
  return Decisions::right_run_id(text(t));
}

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> limit_mutants() {
  return {
      {"escalation-limit-zero-is-the-default",
       {"E-1"},
       "A limit of 0 is read as not set, and the default is taken.",
       "BerriAI/litellm#32425",
       {.limit =
            [](const Given& g, std::int64_t otherwise) {
              return g.text == "0" ? Limit(otherwise) : Decisions::right_limit(g, otherwise);
            }}},
      {"escalation-limit-negative-is-ignored",
       {"E-1"},
       "A negative limit is ignored without a word.",
       "NVIDIA/NVSentinel#1713",
       {.limit =
            [](const Given& g, std::int64_t otherwise) {
              return number_of(g) < 0 ? Limit(otherwise) : Decisions::right_limit(g, otherwise);
            }}},
      {"escalation-limit-of-33-taken",
       {"E-1"},
       "A limit of 33 is taken.",
       "",
       {.limit =
            [](const Given& g, std::int64_t otherwise) {
              return g.text == "33" && g.kind == Given::Kind::other
                         ? Limit(32)
                         : Decisions::right_limit(g, otherwise);
            }}},
      {"escalation-limit-of-32-refused",
       {"E-1"},
       "A limit of 32 is refused.",
       "",
       {.limit =
            [](const Given& g, std::int64_t otherwise) {
              return g.text == "32" ? Limit() : Decisions::right_limit(g, otherwise);
            }}},
      {"escalation-limit-of-1-refused",
       {"E-1"},
       "A limit of 1 is refused.",
       "",
       {.limit =
            [](const Given& g, std::int64_t otherwise) {
              return g.text == "1" ? Limit() : Decisions::right_limit(g, otherwise);
            }}},
      {"escalation-limit-too-large-is-cut",
       {"E-1"},
       "A limit past 32 becomes 32.",
       "",
       {.limit =
            [](const Given& g, std::int64_t otherwise) {
              return number_of(g) > 32 ? Limit(32) : Decisions::right_limit(g, otherwise);
            }}},
      {"escalation-limit-keeps-8-bits",
       {"E-1"},
       "Of a limit only 8 bits are kept before it is checked.",
       "",
       {.limit =
            [](const Given& g, std::int64_t otherwise) {
              if (number_of(g) == 0) return Decisions::right_limit(g, otherwise);
              return right(std::to_string(number_of(g) & 0xff), otherwise);
            }}},
      {"escalation-limit-true-is-1",
       {"E-1"},
       "true is taken for 1.",
       "",
       {.limit =
            [](const Given& g, std::int64_t otherwise) {
              return g.kind == Given::Kind::other && g.text == "true"
                         ? Limit(1)
                         : Decisions::right_limit(g, otherwise);
            }}},
      {"escalation-limit-of-a-float",
       {"E-1"},
       "A float without a fraction is taken.",
       "",
       {.limit =
            [](const Given& g, std::int64_t otherwise) {
              const std::string_view t = g.text;
              return t.ends_with(".0") && g.kind == Given::Kind::other
                         ? right(t.substr(0, t.size() - 2), otherwise)
                         : Decisions::right_limit(g, otherwise);
            }}},
      {"escalation-limit-of-a-string",
       {"E-1"},
       "A number in a string is taken.",
       "",
       {.limit =
            [](const Given& g, std::int64_t otherwise) {
              return g.kind == Given::Kind::string ? right(g.text, otherwise)
                                                   : Decisions::right_limit(g, otherwise);
            }}},
      {"escalation-limit-null-is-the-default",
       {"E-1"},
       "null is taken for a limit that is not there.",
       "",
       {.limit =
            [](const Given& g, std::int64_t otherwise) {
              return g.kind == Given::Kind::other && g.text == "null"
                         ? Limit(otherwise)
                         : Decisions::right_limit(g, otherwise);
            }}},
      {"escalation-other-defaults",
       {"E-1", "E-3", "E-4", "E-6"},
       "The limit that is not there is 3, for permission_denial too.",
       "",
       {.limit =
            [](const Given& g, std::int64_t otherwise) {
              return Decisions::right_limit(g, otherwise == 2 ? 3 : otherwise);
            }}},
      {"escalation-total-checked-first",
       {"E-1", "E-13"},
       "Of two bad limits the total is named.",
       "",
       {.check = [](const Decisions& d, const Run& run) -> Fault {
         auto fault = Decisions::right_check(d, run);
         const bool limits = fault && fault->ends_with("invalid_threshold");
         if (!limits || !run.policy || d.limit(run.policy->at(3), 6)) return fault;
         return "total: invalid_threshold";
       }}},
      {"escalation-limits-checked-first",
       {"E-1", "E-13"},
       "A bad limit is named before a bad identifier.",
       "",
       {.check = [](const Decisions& d, const Run& run) -> Fault {
         Run known = run;
         known.run_id = text(kPlainRunId);
         known.workflow_id = text(kPlainWorkflowId);
         if (auto fault = Decisions::right_check(d, known)) return fault;
         return Decisions::right_check(d, run);
       }}},
  };
}

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> run_id_mutants() {
  return {
      {"escalation-workflow-checked-first",
       {"E-13"},
       "A bad workflow id is named before a bad run id.",
       "",
       {.check = [](const Decisions& d, const Run& run) -> Fault {
         if (auto fault = d.workflow_id(run.workflow_id)) return fault;
         return Decisions::right_check(d, run);
       }}},
      {"escalation-run-id-in-capitals",
       {"E-13"},
       "A run id in capitals is taken.",
       "",
       {.run_id = lowered_run}},
      {"escalation-run-id-too-short",
       {"E-13"},
       "A run id of 31 digits is taken.",
       "",
       {.run_id =
            [](const Given& g) {
              const std::string t(text_of(g));
              return Decisions::right_run_id(text(t.size() == 35 ? t + "0" : t));
            }}},
      {"escalation-run-id-with-newline",
       {"E-13"},
       "A newline behind the run id is not seen.",
       "",
       {.run_id =
            [](const Given& g) {
              const std::string_view t = text_of(g);
              return Decisions::right_run_id(text(t.substr(0, t.find('\n'))));
            }}},
      {"escalation-action-id-is-invalid",
       {"E-13"},
       "An action's id is invalid_identifier: that it is of another kind is not said.",
       "",
       {.run_id = [](const Given& g) -> Fault {
         if (Decisions::right_run_id(g)) return "run_id: invalid_identifier";
         return std::nullopt;
       }}},
      {"escalation-action-id-is-taken",
       {"E-13"},
       "An action's id is taken for a run's.",
       "",
       {.run_id = [](const Given& g) -> Fault {
         auto fault = Decisions::right_run_id(g);
         if (fault && fault->ends_with("wrong_identifier_kind")) return std::nullopt;
         return fault;
       }}},
      {"escalation-any-action-is-of-a-wrong-kind",
       {"E-13"},
       "Whatever begins with act_ is of a wrong kind, well-formed or not.",
       "",
       {.run_id = [](const Given& g) -> Fault {
         if (text_of(g).starts_with("act_")) return "run_id: wrong_identifier_kind";
         return Decisions::right_run_id(g);
       }}},
      {"escalation-run-id-not-needed",
       {"E-13"},
       "A run id that is not there is made up.",
       "",
       {.run_id = [](const Given& g) -> Fault {
         if (g.kind == Given::Kind::absent) return std::nullopt;
         return Decisions::right_run_id(g);
       }}},
  };
}

// A table, an entry a mutant.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::vector<Mutant> workflow_id_mutants() {
  return {
      {"escalation-workflow-of-one-label",
       {"E-13"},
       "A namespace of one label is taken.",
       "",
       {.workflow_id = [](const Given& g) { return with(g, "workflow:a/", "workflow:a.b/"); }}},
      {"escalation-workflow-in-capitals",
       {"E-13"},
       "Capitals are taken.",
       "",
       {.workflow_id = lowered_workflow}},
      {"escalation-workflow-label-ends-in-hyphen",
       {"E-13"},
       "A label may end in a hyphen.",
       "",
       {.workflow_id = [](const Given& g) { return with(g, "-/", "/"); }}},
      {"escalation-workflow-empty-label",
       {"E-13"},
       "Two dots in a row are taken.",
       "",
       {.workflow_id = [](const Given& g) { return with(g, "..", "."); }}},
      {"escalation-workflow-label-of-64",
       {"E-13"},
       "A label may have 64 characters.",
       "",
       {.workflow_id = [](const Given& g) { return with(g, std::string(64, 'a'), "a"); }}},
      {"escalation-workflow-namespace-of-254",
       {"E-13"},
       "A namespace may have 254 characters.",
       "",
       {.workflow_id =
            [](const Given& g) {
              const std::string_view t = text_of(g);
              return t.find('/') == 9 + 254 ? with(g, "aa", "a") : Decisions::right_workflow_id(g);
            }}},
      {"escalation-workflow-name-of-65",
       {"E-13"},
       "A name may have 65 characters.",
       "",
       {.workflow_id = [](const Given& g) { return with(g, std::string(65, 'c'), "c"); }}},
      {"escalation-workflow-name-starts-with-digit",
       {"E-13"},
       "A name may begin with a digit.",
       "",
       {.workflow_id = [](const Given& g) { return with(g, "/1", "/a"); }}},
      {"escalation-workflow-version-of-two",
       {"E-13"},
       "A version of two numbers is taken.",
       "",
       {.workflow_id =
            [](const Given& g) {
              const std::string t(text_of(g));
              return t.ends_with("@1.2") ? Decisions::right_workflow_id(text(t + ".0"))
                                         : Decisions::right_workflow_id(g);
            }}},
      {"escalation-workflow-version-leading-zero",
       {"E-13"},
       "A number of a version may begin with a zero.",
       "",
       {.workflow_id = [](const Given& g) { return with(g, "@01.", "@1."); }}},
      {"escalation-workflow-of-513",
       {"E-13"},
       "513 characters are taken.",
       "",
       {.workflow_id =
            [](const Given& g) {
              return text_of(g).size() == 513 ? with(g, "33", "3")
                                              : Decisions::right_workflow_id(g);
            }}},
      {"escalation-workflow-of-512-refused",
       {"E-13"},
       "512 characters are refused.",
       "",
       {.workflow_id = [](const Given& g) -> Fault {
         if (text_of(g).size() == 512) return "workflow_id: invalid_identifier";
         return Decisions::right_workflow_id(g);
       }}},
      {"escalation-workflow-large-version-refused",
       {"E-13"},
       "A number of a version that does not fit 64 bits is refused.",
       "",
       {.workflow_id = [](const Given& g) -> Fault {
         if (text_of(g).find("18446744073709551616") != std::string_view::npos) {
           return "workflow_id: invalid_identifier";
         }
         return Decisions::right_workflow_id(g);
       }}},
      {"escalation-tool-id-is-taken",
       {"E-13"},
       "A tool's id is taken for a workflow's.",
       "",
       {.workflow_id = [](const Given& g) { return with(g, "tool:", "workflow:"); }}},
      {"escalation-tool-id-is-invalid",
       {"E-13"},
       "An id of another kind is invalid_identifier.",
       "",
       {.workflow_id = [](const Given& g) -> Fault {
         if (Decisions::right_workflow_id(g)) return "workflow_id: invalid_identifier";
         return std::nullopt;
       }}},
      {"escalation-other-kinds-are-not-parsed",
       {"E-13"},
       "Whatever begins with tool: is of a wrong kind, well-formed or not.",
       "",
       {.workflow_id = [](const Given& g) -> Fault {
         if (text_of(g).starts_with("tool:")) return "workflow_id: wrong_identifier_kind";
         return Decisions::right_workflow_id(g);
       }}},
  };
}

}  // namespace

std::vector<Mutant> start_mutants() {
  std::vector<Mutant> all;
  for (auto family : {limit_mutants(), run_id_mutants(), workflow_id_mutants()}) {
    for (Mutant& mutant : family) all.push_back(std::move(mutant));
  }
  return all;
}

}  // namespace tripcheck::escalation
