#include "mechanisms/external/process/guardian.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// Nothing here allocates, locks, throws or returns: the process was forked from one with many threads.
namespace warner::mechanisms::external {
namespace {

constexpr int leash = 3, report = 4;
constexpr int grace_steps = 40, last_steps = 400;  // of five milliseconds
constexpr int to_ignore[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};

extern "C" void note_child(int) {}

void pause_briefly() {
  timespec const five{0, 5'000'000};
  ::nanosleep(&five, nullptr);
}

void tell(Report const& what) {
  while (::write(report, &what, sizeof what) < 0 && errno == EINTR) {
  }
}

void close_all_above(int last) {
#if defined(__linux__) && defined(SYS_close_range)
  if (::syscall(SYS_close_range, static_cast<unsigned>(last + 1), ~0U, 0U) == 0) return;
#endif
  auto const most = std::min(::sysconf(_SC_OPEN_MAX), 65536L);
  for (int number = last + 1; number < most; ++number) ::close(number);
}

[[noreturn]] void become_program(Guarded const& guarded) {
  ::setpgid(0, 0);
  for (auto const signal : to_ignore) std::signal(signal, SIG_DFL);
  std::signal(SIGCHLD, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  rlimit const data{guarded.memory_limit, guarded.memory_limit}, core{0, 0};
  ::setrlimit(RLIMIT_DATA, &data);
  ::setrlimit(RLIMIT_CORE, &core);
  rlimit descriptors{0, 0};
  if (::getrlimit(RLIMIT_NOFILE, &descriptors) == 0) {
    descriptors.rlim_cur = static_cast<rlim_t>(guarded.descriptors);
    ::setrlimit(RLIMIT_NOFILE, &descriptors);
  }
  ::close(leash);
  ::fcntl(report, F_SETFD, FD_CLOEXEC);
  ::execvp(guarded.argv[0], guarded.argv);
  tell({Report::Kind::not_started, errno});
  ::_exit(127);
}

/// Whether the program has ended; it stays a zombie, so that its group can not become anybody else's.
bool has_ended(pid_t program) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == program;
}

/// Kills every child that there is, and the children that those leave to us, until there is none.
void kill_all_children() {
  for (int step = 0; step < last_steps; ++step) {
#ifdef __linux__
    char text[4096];
    auto const file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    auto const length = file < 0 ? 0 : ::read(file, text, sizeof text);
    if (file >= 0) ::close(file);
    pid_t child = 0;
    for (ssize_t i = 0; i < length; ++i) {
      if (text[i] >= '0' && text[i] <= '9') {
        child = child * 10 + (text[i] - '0');
      } else if (child > 0) {
        ::kill(child, SIGKILL);
        child = 0;
      }
    }
#endif
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (ended < 0) return;  // none is left
    pause_briefly();
  }
}

}  // namespace

void guard(Guarded const& guarded) {
  ::setpgid(0, 0);  // Ctrl-C at a terminal is for whoever holds the leash
  for (auto const signal : to_ignore) std::signal(signal, SIG_IGN);
#ifdef __linux__
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
  int const streams[] = {guarded.input, guarded.output, guarded.errors, guarded.leash, guarded.report};
  for (int i = 0; i < 5; ++i) ::dup2(streams[i], i);
  close_all_above(report);
  struct sigaction action {};
  action.sa_handler = note_child;
  ::sigaction(SIGCHLD, &action, nullptr);
  sigset_t child_ended, as_waiting;
  ::sigemptyset(&child_ended);
  ::sigaddset(&child_ended, SIGCHLD);
  ::sigemptyset(&as_waiting);
  ::sigprocmask(SIG_SETMASK, &child_ended, nullptr);

  auto const program = ::fork();
  if (program == 0) become_program(guarded);
  if (program < 0) {
    tell({Report::Kind::not_started, errno});
    ::_exit(1);
  }
  ::setpgid(program, program);
  auto const nothing = ::open("/dev/null", O_RDWR);
  for (int i = 0; i < 3; ++i) ::dup2(nothing, i);

  for (auto held = true; held && !has_ended(program);) {
    fd_set watched;
    FD_ZERO(&watched);
    FD_SET(leash, &watched);
    held = ::pselect(leash + 1, &watched, nullptr, nullptr, nullptr, &as_waiting) <=
           0;  // the end of a child interrupts it
  }
  if (!has_ended(program)) ::kill(-program, SIGTERM);
  for (int step = 0; step < grace_steps && !has_ended(program); ++step) pause_briefly();
  ::kill(-program, SIGKILL);
  int status = 0;
  while (::waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
  kill_all_children();
  tell({Report::Kind::ended, status});
  ::_exit(0);
}

}  // namespace warner::mechanisms::external
