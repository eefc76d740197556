#pragma once

#include <stdexcept>

namespace warner::mechanisms::external {

/// Another program could not be started, crashed, hung, or answered what is no answer. The message says which, and has
/// its last words on standard error.
struct ProgramFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace warner::mechanisms::external
