"""The recipes of examples/scaling, whose commands stand-ins for the clusters start on this machine.

usage: scaling.py WARNER FOLDER_OF_THE_REPOSITORY
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

WARNER = pathlib.Path(sys.argv[1]).resolve()
RECIPES = pathlib.Path(sys.argv[2]).resolve() / "examples" / "scaling"
BUDGET, SHARDS = "1e6", "3"

SBATCH = r"""#!/bin/sh
# Runs a job, or all tasks of an array, at once and to the end; says its number.
set -eu
command= tasks=
while [ $# -gt 0 ]; do
  case $1 in
    --wrap) command=$2; shift ;;
    --array=1-*) tasks=${1#--array=1-} ;;
    --dependency=afterok:1) ;;
    --parsable | --requeue) ;;
    -*) echo "sbatch: what is $1?" >&2; exit 1 ;;
    *) command=$1 ;;
  esac
  shift
done
if [ -z "$tasks" ]; then sh -c "$command" >&2
else
  for i in $(seq "$tasks"); do
    SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=$tasks SLURM_CPUS_PER_TASK=1 sh -c "$command" >&2
  done
fi
echo 1
"""
PARALLEL = r"""#!/bin/sh
# Runs the command for every line of standard input.
set -eu
while [ $# -gt 1 ]; do shift; done
while read -r i; do sh -c "$(printf '%s' "$1" | sed "s/{}/$i/g")"; done
"""


def timeless(path):
    return re.sub(r'"seconds": [^,\n]*', "", path.read_text())


def place(folder, stand_ins):
    """The environment in which the commands are found."""
    programs = folder / "programs"
    programs.mkdir(parents=True)
    (programs / "warner").symlink_to(WARNER)
    for name, text in stand_ins.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    return {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "BUDGET": BUDGET, "SHARDS": SHARDS}


def run(command, folder, environment):
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"


def slurm(folder):
    run([RECIPES / "slurm_submit.sh"], folder, place(folder, {"sbatch": SBATCH}))


def gnu_parallel(folder):
    stand_in = {} if shutil.which("parallel") else {"parallel": PARALLEL}
    run([RECIPES / "gnu_parallel.sh"], folder, place(folder, stand_in))


def kubernetes(folder):
    try:
        import yaml
    except ImportError:
        print("no PyYAML: kubernetes.yaml is left out")
        return False
    environment = place(folder, {})
    jobs = list(yaml.safe_load_all((RECIPES / "kubernetes.yaml").read_text()))
    assert [job["kind"] for job in jobs] == ["Job", "Job"] and all(job["apiVersion"] == "batch/v1" for job in jobs)
    for job in jobs:
        spec = job["spec"]
        pod = spec["template"]["spec"]
        assert pod["restartPolicy"] in ("OnFailure", "Never")  # a job takes no other
        [container] = pod["containers"]
        assert container["workingDir"] == container["volumeMounts"][0]["mountPath"]
        named = {variable["name"]: variable["value"] for variable in container.get("env", [])}
        assert spec.get("completionMode") != "Indexed" or named["SHARDS"] == str(spec["completions"])
        many = int(SHARDS) if spec.get("completionMode") == "Indexed" else 1
        for index in range(many):
            run(container["command"] + container["args"], folder, {**environment, "JOB_COMPLETION_INDEX": str(index)})
    return True


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        whole = pathlib.Path(name) / "whole.json"
        subprocess.run([WARNER, "measure", "laplace", "--epsilon", "1", "--budget", BUDGET, "--out", whole], check=True, stdout=subprocess.DEVNULL)
        for recipe in (slurm, gnu_parallel, kubernetes):
            for again in range(2):  # the second time, everything is there
                folder = pathlib.Path(name) / recipe.__name__
                if again:
                    shutil.rmtree(folder / "programs")
                    os.remove(folder / "record.json")
                if recipe(folder) is False:
                    break
                assert len(list(folder.glob("part*.json"))) == int(SHARDS)
                assert timeless(folder / "record.json") == timeless(whole), recipe.__name__
