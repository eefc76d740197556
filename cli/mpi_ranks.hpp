#pragma once

#include "cli/exit_code.hpp"

namespace warner::cli {

/// Takes this process's place among the ranks that mpirun, or srun, has started it with; nothing where nobody did, or
/// where Warner was built without MPI. From now on rank 0 alone speaks.
/// @returns whether this rank has anything to do: verbs whose work is not shared are rank 0's.
bool start_ranks(int argc, char const* const* argv);

/// Leaves. Where this rank failed and others did not, which would wait for it for ever, it ends them all, says its name
/// and why, and the exit code is 5, or rank 0's.
/// @returns the exit code of this process: rank 0's is the run's.
ExitCode end_ranks(ExitCode code);

}  // namespace warner::cli
