#pragma once

#include <cstdint>

namespace warner::mechanisms::external {

/// What a guardian needs, all of it made before the fork: after that nothing may be allocated. Descriptors have numbers
/// of ten or more.
struct Guarded {
  char* const* argv;           ///< the program and its arguments, ending in a null pointer
  int input, output, errors;   ///< the program's standard streams
  int leash;                   ///< end of file on it: whoever started the program has let go of it, or has died
  int report;                  ///< takes Reports
  std::uint64_t memory_limit;  ///< bytes of data (RLIMIT_DATA)
  std::uint64_t descriptors;   ///< that the program may have open (RLIMIT_NOFILE, the soft one)
};

/// What a guardian reports.
struct Report {
  enum class Kind : std::int32_t { not_started, ended } kind;
  std::int32_t value;  ///< errno, or the status of waitpid
};

/// The life of the process between ours and the program's, right after a fork. It starts the program in a process group
/// of its own, with limits, with no descriptor but its three streams; waits for its end, or for the leash; asks it to
/// go (SIGTERM), makes it go after a fifth of a second (SIGKILL), and with it every descendant, also those that left
/// its group: on Linux they become the guardian's children when their parents end. So nothing is left behind, however
/// our own program ends.
[[noreturn]] void guard(Guarded const& guarded);

}  // namespace warner::mechanisms::external
