"""Warner as ranks that mpirun starts."""
import os
import pathlib
import subprocess

from asking import WARNER

OURS = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}


def started(mpirun, ranks, words, instruction_sets=()):
    """The run, under way. Rank i has the i-th of the instruction sets, where there are any."""
    words = [WARNER, *map(str, words)]
    each = [["-np", "1", "env", f"WARNER_ISA={instruction_set}", *words, ":"] for instruction_set in instruction_sets]
    assert not each or len(each) == ranks
    command = [word for one in each for word in one][:-1] if each else ["-np", str(ranks), *words]
    return subprocess.Popen([mpirun, *command], env=OURS, text=True, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            stdin=subprocess.DEVNULL)


def ended(run, code=0):
    """Standard output and error of the run, which must end with this exit code."""
    output, errors = run.communicate(timeout=120)
    assert run.returncode == code, f"{run.args}: exit {run.returncode}, not {code}\n{output}{errors}"
    return output, errors


def children_of(process):
    try:
        return [int(child) for child in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except FileNotFoundError:
        return []


def is_warner(process):
    try:
        return pathlib.Path(f"/proc/{process}/exe").samefile(WARNER)
    except FileNotFoundError:
        return False


def ranks_of(run):
    """The processes of Warner, rank 0 first: children of Open MPI's mpirun, and of a proxy that MPICH's has."""
    children = children_of(run.pid)
    return [rank for child in children for rank in ([child] if is_warner(child) else children_of(child)) if is_warner(rank)]
