#include "mechanisms/external/process/descriptor.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>

#include <fmt/format.h>

#include "mechanisms/external/process/program_failed.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr int least_number = 10;

[[noreturn]] void no_pipe() {
  throw ProgramFailed{fmt::format("no pipe to another program ({})", std::strerror(errno))};
}

Descriptor out_of_the_way(Descriptor descriptor) {
  if (descriptor.number() >= least_number) return descriptor;
  auto const moved = ::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, least_number);
  if (moved < 0) no_pipe();
  return Descriptor{moved};
}

}  // namespace

void Descriptor::close() {
  if (is_open()) ::close(std::exchange(number_, -1));
}

Pipe open_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) no_pipe();
  Pipe pipe{Descriptor{ends[0]}, Descriptor{ends[1]}};
  pipe.read = out_of_the_way(std::move(pipe.read));
  pipe.write = out_of_the_way(std::move(pipe.write));
  return pipe;
}

}  // namespace warner::mechanisms::external
