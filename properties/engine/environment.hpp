/// What a test program is told by its environment, so that any of its runs can be had again.
///
///   TRIPCHECK_SEED    the seed of the drawn cases; 1 by default
///   TRIPCHECK_CASES   how many are drawn; the profile's own number by default
///   TRIPCHECK_DEPTH   how long the histories are that are enumerated; 0: none, nor words
///   TRIPCHECK_CASE    a case as its document: that one alone, with every property
#pragma once
#include <optional>
#include <string>
#include <tripcheck/properties/engine/profile.hpp>
#include <variant>

namespace tripcheck::engine {

struct FromEnvironment {
  VerifyOptions options;
  std::optional<std::string> document;  ///< TRIPCHECK_CASE.
};

/// One line says what is wrong with a variable, and what is allowed.
[[nodiscard]] std::variant<FromEnvironment, std::string> read_environment();

/// The whole suite, or the one case that the environment names; one line where it names none.
[[nodiscard]] std::variant<Report, std::string> verify_as_environment_says(
    const AnyProfile& profile, AnySubject& subject);

/// What the run reached too seldom, and what helps; empty where it reached enough (S-21).
[[nodiscard]] std::string reached_too_little(const Report& report);

}  // namespace tripcheck::engine
