#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace warner::mechanisms::external {

/// Another program could not be started, crashed, hung, or answered what is no answer. The message says which, and has
/// its last words on standard error.
struct ProgramFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An answer that can not be taken: the message says why.
struct Misfit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// It ended by itself in the middle of an answer, after having been started.
struct ProgramDied : ProgramFailed {
  ProgramDied(std::string const& what, std::string how) : ProgramFailed{what}, how{std::move(how)} {}
  std::string how;  ///< "ended with exit status 1"
};

}  // namespace warner::mechanisms::external
