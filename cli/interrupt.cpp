#include <array>
#include <csignal>
#include <tripcheck/cli/interrupt.hpp>

namespace tripcheck::cli {
namespace {

constexpr std::array<int, 2> kSignals{SIGINT, SIGTERM};

volatile std::sig_atomic_t came = 0;

void remember(int /*signal*/) {
  came = 1;
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  for (const int signal : kSignals) sigaction(signal, &standard, nullptr);
}

}  // namespace

void catch_interrupts() {
  struct sigaction ours {};
  ours.sa_handler = remember;
  sigemptyset(&ours.sa_mask);
  ours.sa_flags = 0;  // No SA_RESTART: a wait ends at once.
  for (const int signal : kSignals) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &ours, nullptr);
  }
}

bool interrupted() noexcept { return came != 0; }

}  // namespace tripcheck::cli
