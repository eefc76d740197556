#pragma once

#include <string>

namespace warner::results {

/// Where a result comes from: what of the machine and the build could matter to a reader. None of it changes a result
/// but the version and the commit.
struct Provenance {
  std::string version;   ///< of Warner: "0.1.0"
  std::string commit;    ///< `git describe --always --dirty` when it was built; "unknown" outside a repository
  std::string compiler;  ///< "GCC 12.2.0"
  std::string cpu;       ///< as the kernel names it; "unknown" where it does not
  std::string isa;       ///< instruction set of the sampling kernels

  friend bool operator==(Provenance const&, Provenance const&) = default;
};

/// Of this program on this machine.
Provenance provenance();

}  // namespace warner::results
