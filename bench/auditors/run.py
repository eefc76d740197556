#!/usr/bin/env python3
"""Runs auditors on the tasks of the yardstick, in turns, and writes a table (docs/yardstick.md).

    bench/auditors/run.py --warner build/release/bin/warner --out table.tsv
    bench/auditors/run.py --warner .. --out table.tsv --add mine 'python3 my_auditor.py'
    bench/auditors/run.py --warner .. --out size.tsv --size 1000 --releases 10000
"""

import argparse
import collections
import csv
import json
import os
import pathlib
import random
import resource
import shlex
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
NAMES = ("warner", "jax_privacy", "privacy_estimates", "dp_sniper", "statdp", "delta_siege", "dp_auditorium")
COLUMNS = ("auditor", "task", "kind", "claim", "exact", "epsilon", "refuted", "releases", "cpu_seconds", "seed", "note")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warner", required=True, help="the program whose catalogue is served")
    parser.add_argument("--out", required=True, help="the table, tab-separated")
    parser.add_argument("--tasks", default=HERE / "tasks.json", help="the list of tasks")
    parser.add_argument("--only", help="auditors, separated by commas (all)")
    parser.add_argument("--add", nargs=2, action="append", default=[], metavar=("NAME", "COMMAND"), help="one more auditor")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the packages of the adapters")
    parser.add_argument("--path", action="append", default=[], help="a checkout of an auditor's source, put on its path")
    parser.add_argument("--releases", type=int, help="budget of releases in place of the list's")
    parser.add_argument("--size", type=int, default=0, help="so many runs over the tasks whose claim is tight, in turn")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.warner = str(pathlib.Path(options.warner).resolve())
    return options


def commands(options):
    """Of each auditor that is there, its command; a line says which is not."""
    found = {}
    names = options.only.split(",") if options.only else NAMES
    for name in names:
        if name in dict(options.add):
            continue
        adapter = HERE / "adapters" / f"audit_{name}.py"
        if not adapter.exists():
            print(f"{name}: skipped (no adapter {adapter.name})", file=sys.stderr)
            continue
        found[name] = [options.python, str(adapter)]
    return {**found, **{name: shlex.split(command) for name, command in options.add}}


def asked(command, task, options, budget, seed):
    """Answer, CPU seconds of the auditor and all that it started, and what went wrong."""
    question = {"task": task["name"], "serve": [options.warner, "serve", task["name"]], "d": task["d"], "d_prime": task["d_prime"],
                "claim": task["claim"], "level": budget["level"], "releases": budget["releases"], "cpu_seconds": budget["cpu_seconds"], "seed": seed}  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*options.path, str(HERE)])}
    environment |= {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    limit = budget["cpu_seconds"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        outcome = subprocess.run(command, input=json.dumps(question) + "\n", capture_output=True, text=True, env=environment, timeout=10 * limit,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)))  # fmt: skip
    except subprocess.TimeoutExpired:
        return None, float(limit), "over the budget of time"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if seconds > limit:
        return None, seconds, "over the budget of CPU seconds"
    if outcome.returncode != 0:
        return None, seconds, (outcome.stderr.strip().splitlines() or [f"exit code {outcome.returncode}"])[-1]
    answer = json.loads(outcome.stdout.strip().splitlines()[-1])
    if answer["releases"] > budget["releases"]:
        return None, seconds, f"drew {answer['releases']} releases"
    return answer, seconds, ""


def main():
    options = arguments()
    document = json.loads(pathlib.Path(options.tasks).read_text())
    budget = {"level": document["level"], **document["budget"]}
    budget["releases"] = options.releases or budget["releases"]
    tasks = document["tasks"]
    if options.size:
        tight = [task for task in tasks if task["kind"] == "tight"]
        tasks = [tight[i % len(tight)] for i in range(options.size)]
    auditors = commands(options)
    order = random.Random(options.seed)
    missing, rows, start = set(), [], time.time()
    with open(options.out, "w", encoding="utf-8", newline="") as file:
        print(f"# yardstick {document['yardstick']}, level {budget['level']}, {budget['releases']} releases, {budget['cpu_seconds']} CPU seconds", file=file)
        table = csv.DictWriter(file, COLUMNS, delimiter="\t", lineterminator="\n")
        table.writeheader()
        for i, task in enumerate(tasks):
            for name in order.sample(sorted(auditors.keys() - missing), len(auditors.keys() - missing)):
                answer, seconds, note = asked(auditors[name], task, options, budget, options.seed + i)
                if note.startswith("ModuleNotFoundError"):
                    print(f"{name}: skipped ({note}; --python or --path says where it is)", file=sys.stderr)
                    missing.add(name)
                    continue
                row = {"auditor": name, "task": task["name"], "kind": task["kind"], "claim": task["claim"]["epsilon"], "exact": task["exact"],
                       "cpu_seconds": round(seconds, 3), "seed": options.seed + i, "note": note}  # fmt: skip
                if answer is not None:
                    row |= {"epsilon": answer["epsilon"], "refuted": int(answer["refuted"]), "releases": answer["releases"]}
                table.writerow(row)
                file.flush()
                rows.append(row)
    done = collections.Counter(row["auditor"] for row in rows)
    print(f"{dict(done)} in {time.time() - start:.0f} s; bench/auditors/summary.py {options.out} adds them up", file=sys.stderr)


if __name__ == "__main__":
    main()
