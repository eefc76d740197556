#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "mechanisms/external/process/descriptor.hpp"

namespace warner::mechanisms::external {

/// Another program, running beside ours: started without a shell, in a process group of its own, under a guardian
/// (guardian.hpp) that leaves no descendant of it behind, however either of us ends.
class ChildProcess {
 public:
  /// Starts words[0], looked for in PATH, with the others as its arguments, and so many bytes of data to use at most.
  /// @throws std::runtime_error when there are no pipes or no process to be had. A program that is not there has ended
  /// by itself: how_it_ended says so.
  ChildProcess(std::vector<std::string> words, std::uint64_t memory_limit);
  ~ChildProcess();
  ChildProcess(ChildProcess const&) = delete;
  ChildProcess& operator=(ChildProcess const&) = delete;

  int output() const { return output_.number(); }
  int errors() const { return errors_.number(); }
  /// As much of the text as goes into the pipe now; all of it where nobody reads any more. Never blocks, never raises
  /// SIGPIPE.
  std::size_t write(std::string_view text);
  int input() const { return input_.number(); }
  void close_input() { input_.close(); }
  void close_errors() { errors_.close(); }

  /// Tells the guardian to end it, and does not wait for that.
  void let_go() { leash_.close(); }
  /// Gives it a second to end by itself, lets go, waits until nothing of it is left, and says how it ended: "ended with
  /// exit status 3", "was ended by signal 11 (Segmentation fault)", "could not be started (No such file or directory)".
  std::string how_it_ended();
  /// The same, where it ends by itself within that second; empty where it has to be made to.
  std::string how_it_ended_by_itself();

 private:
  bool wait_for_report();

  Descriptor input_, output_, errors_, leash_, report_;
  pid_t guardian_ = -1;
};

}  // namespace warner::mechanisms::external
