/// A subject as `--subject` names it: a built-in one, or a process that is started here.
///
/// Threads: one at a time.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/cli/words.hpp>
#include <tripcheck/properties/engine/process.hpp>
#include <tripcheck/properties/engine/profile.hpp>
#include <variant>
#include <vector>

namespace tripcheck::cli {

/// The profile of that name. Throws UsageError; `where` is the option that named it.
[[nodiscard]] const engine::AnyProfile& profile_named(std::string_view name,
                                                      std::string_view where);
[[nodiscard]] Names profile_names();

class Door {
 public:
  /// Throws UsageError where the name says no subject that there is.
  explicit Door(std::string subject);

  /// Starts it; nothing where that went well. Requires: called once, before all below.
  [[nodiscard]] std::optional<engine::SubjectTrouble> start();

  [[nodiscard]] const std::string& name() const { return name_; }

  /// Whether it can be asked cases of this profile.
  [[nodiscard]] bool takes(const engine::AnyProfile& profile) const;

  /// The profile wanted, or, where none is, the one that the subject is for. Throws UsageError.
  [[nodiscard]] const engine::AnyProfile& choose(const std::optional<std::string>& wanted) const;

  /// The subject, the same each time; or what is wrong with its answer to start. Requires: takes().
  [[nodiscard]] std::variant<engine::AnySubject*, engine::SubjectTrouble> open(
      const engine::AnyProfile& profile);

 private:
  [[nodiscard]] bool is_process() const { return !command_.empty(); }

  std::string name_;
  std::vector<std::string> command_;  // Of a process; else empty.
  std::unique_ptr<engine::Process> process_;
  std::vector<std::string> said_profiles_;  // By a process, in its answer to start.
  std::map<const engine::AnyProfile*, std::unique_ptr<engine::AnySubject>> subjects_;
};

}  // namespace tripcheck::cli
