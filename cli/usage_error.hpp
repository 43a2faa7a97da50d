/// What is wrong with the command line, a document or a file: one line, exit code 2.
///
/// The line says where, what was found and what is allowed: `--seed: expected …, found …`. It may
/// hold text from outside as it is; whoever prints it makes it fit to print.
#pragma once
#include <stdexcept>

namespace tripcheck::cli {

class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tripcheck::cli
