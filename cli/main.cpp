// The program: a command line in, an exit code out.
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <tripcheck/cli/commands.hpp>
#include <tripcheck/cli/console.hpp>
#include <tripcheck/cli/usage_error.hpp>
#include <variant>

namespace tripcheck::cli {

engine::Exit run(const AnswerArguments& arguments) {
  print(arguments.text);
  return engine::Exit::kept;
}

}  // namespace tripcheck::cli

int main(int count, char** words) {
  namespace cli = tripcheck::cli;
  // A reader that goes away is an error of write(), not the end of the run and of its verdict.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    const auto exit = std::visit([](const auto& arguments) { return cli::run(arguments); },
                                 cli::read_arguments(count, words));
    return static_cast<int>(exit);
  } catch (const cli::UsageError& error) {
    cli::complain(error.what());
  } catch (const std::bad_alloc&) {
    cli::complain("out of memory");
  } catch (const std::exception& fault) {
    cli::complain(std::string("a fault of its own: ") + fault.what());
  }
  return static_cast<int>(tripcheck::engine::Exit::usage);
}
