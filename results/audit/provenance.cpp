#include "results/audit/provenance.hpp"

#include <fstream>

#include "results/audit/commit.hpp"
#include "sim/instruction_set.hpp"

namespace warner::results {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#elif defined(__GNUC__)
  return "GCC " __VERSION__;
#else
  return "unknown";
#endif
}

std::string cpu() {
  std::ifstream file{"/proc/cpuinfo"};
  for (std::string line; std::getline(file, line);) {
    auto const colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

Provenance provenance() {
  return {WARNER_VERSION, built_from_commit, compiler(), cpu(), sim::active_instruction_set()};
}

}  // namespace warner::results
