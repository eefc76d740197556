#include "cli/printed_first.hpp"

#include <iostream>
#include <stdexcept>

namespace warner::cli {

ExitCode printed_first(ExitCode code, std::function<void()> const& write) {
  std::cout.flush();
  try {
    write();
  } catch (std::invalid_argument const& error) {
    std::cerr << "warner: " << error.what() << '\n';
    return code == ExitCode::not_refuted ? ExitCode::bad_input : code;
  }
  return code;
}

}  // namespace warner::cli
