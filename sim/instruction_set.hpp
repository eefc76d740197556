#pragma once

#include <string>
#include <vector>

namespace warner::sim {

/// The instruction set that the kernels run on: the best this machine has, or the one named by the environment variable
/// WARNER_ISA when the program started. It changes the speed, never a bit of a result.
std::string active_instruction_set();

/// Those that this build and this machine have, best first: "avx3_zen4", "avx3_dl", "avx3", "avx2", "emu128", ..
std::vector<std::string> instruction_sets();

/// Switches the kernels over, for tests and comparisons; not while anything draws. Empty: back to the best.
/// @throws std::invalid_argument for one that is not among instruction_sets().
void use_instruction_set(std::string const& name);

/// Called by every kernel's front door: obeys WARNER_ISA once.
void obey_environment();

}  // namespace warner::sim
