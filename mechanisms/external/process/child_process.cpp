#include "mechanisms/external/process/child_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/wait.h>

#include "mechanisms/external/process/descriptor_limit.hpp"
#include "mechanisms/external/process/guardian.hpp"
#include "mechanisms/external/process/program_failed.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr int patience = 1000;  // milliseconds

/// Holds SIGPIPE back from this thread, and takes away the one that a write has raised.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    ::sigemptyset(&sigpipe_);
    ::sigaddset(&sigpipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  ~WithoutSigpipe() {
    timespec const now{};
    while (::sigtimedwait(&sigpipe_, nullptr, &now) > 0) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutSigpipe(WithoutSigpipe const&) = delete;
  WithoutSigpipe& operator=(WithoutSigpipe const&) = delete;

 private:
  sigset_t sigpipe_, before_;
};

std::string in_words(Report const& report) {
  if (report.kind == Report::Kind::not_started)
    return fmt::format("could not be started ({})", std::strerror(report.value));
  if (WIFSIGNALED(report.value))
    return fmt::format("was ended by signal {} ({})", WTERMSIG(report.value), ::strsignal(WTERMSIG(report.value)));
  return fmt::format("ended with exit status {}", WEXITSTATUS(report.value));
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> words, std::uint64_t memory_limit) {
  auto input = open_pipe(), output = open_pipe(), errors = open_pipe(), leash = open_pipe(), report = open_pipe();
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  Guarded const guarded{argv.data(),           input.read.number(),           output.write.number(),
                        errors.write.number(), leash.read.number(),           report.write.number(),
                        memory_limit,          most_descriptors_of_programs()};
  guardian_ = ::fork();
  if (guardian_ == 0) guard(guarded);
  if (guardian_ < 0)
    throw ProgramFailed{fmt::format("{}: no process to run it in ({})", words[0], std::strerror(errno))};
  input_ = std::move(input.write);
  output_ = std::move(output.read);
  errors_ = std::move(errors.read);
  leash_ = std::move(leash.write);
  report_ = std::move(report.read);
  ::fcntl(input_.number(), F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  let_go();
  while (::waitpid(guardian_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::size_t ChildProcess::write(std::string_view text) {
  WithoutSigpipe const quiet;
  auto const written = ::write(input_.number(), text.data(), text.size());
  if (written >= 0) return static_cast<std::size_t>(written);
  return errno == EAGAIN || errno == EINTR ? 0 : text.size();
}

bool ChildProcess::wait_for_report() {
  pollfd told{report_.number(), POLLIN, 0};
  return ::poll(&told, 1, patience) > 0;  // it may be about to end by itself
}

std::string ChildProcess::how_it_ended_by_itself() { return wait_for_report() ? how_it_ended() : ""; }

std::string ChildProcess::how_it_ended() {
  wait_for_report();
  let_go();
  Report report{Report::Kind::ended, 0};
  ssize_t length = 0;
  while ((length = ::read(report_.number(), &report, sizeof report)) < 0 && errno == EINTR) {
  }
  return length == sizeof report ? in_words(report) : "ended, nobody knows how";
}

}  // namespace warner::mechanisms::external
