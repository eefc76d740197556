#!/usr/bin/env python3
"""Runs auditors on the tasks of the yardstick, in turns, and writes a table (docs/yardstick.md).

    bench/auditors/run.py --warner build/release/bin/warner --out table.tsv
    bench/auditors/run.py --warner .. --out table.tsv --add mine 'python3 my_auditor.py'
    bench/auditors/run.py --warner .. --out size.tsv --size 1000 --releases 10000

A table that stands is continued: what it has is not run again. Ctrl-C loses nothing but the answer that was awaited.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import time

from table import Table

HERE = pathlib.Path(__file__).resolve().parent
NAMES = ("warner", "jax_privacy", "privacy_estimates", "dp_sniper", "statdp", "delta_siege", "dp_auditorium", "dp_recorder")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warner", required=True, help="the program whose catalogue is served")
    parser.add_argument("--out", required=True, help="the table, tab-separated")
    parser.add_argument("--tasks", default=HERE / "tasks.json", help="the list of tasks")
    parser.add_argument("--only", help="auditors, separated by commas (all)")
    parser.add_argument("--add", nargs=2, action="append", default=[], metavar=("NAME", "COMMAND"), help="one more auditor")
    parser.add_argument("--python", action="append", default=[], metavar="[NAME=]PATH", help="the interpreter of the adapters, or of this one")
    parser.add_argument("--path", action="append", default=[], metavar="[NAME=]PATH", help="a checkout, put on the path of all adapters, or of this one")
    parser.add_argument("--releases", type=int, help="budget of releases in place of the list's")
    parser.add_argument("--size", type=int, default=0, help="so many runs over the tasks whose claim is tight, in turn")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.warner = str(pathlib.Path(options.warner).resolve())
    options.only = options.only.split(",") if options.only else NAMES
    options.python, options.path = named("python", options.python, options), named("path", options.path, options)
    return options


def named(option, words, options):
    """(name, path) of each NAME=PATH; the name is None where a path stands alone, for all."""
    pairs = [re.fullmatch(r"(?:(\w+)=)?(.+)", word).groups() for word in words]
    for name, path in pairs:
        if name is not None and name not in {*NAMES, *options.only, *dict(options.add)}:
            sys.exit(refusal(f"{option}: nobody is called '{name}' (NAME=PATH takes the name of an auditor)"))
        if not pathlib.Path(path).exists() and (option == "path" or "/" in path):
            sys.exit(refusal(f"{option}: there is no {path}"))
    return pairs


def refusal(line):
    print(line, file=sys.stderr)
    return 2


def commands(options):
    """Of each auditor that is there, its command; a line says which is not."""
    found = {}
    for name in options.only:
        if name in dict(options.add):
            continue
        adapter = HERE / "adapters" / f"audit_{name}.py"
        if not adapter.exists():
            print(f"{name}: skipped (no adapter {adapter.name})", file=sys.stderr)
            continue
        python = {None: sys.executable, **dict(options.python)}
        found[name] = [python.get(name, python[None]), str(adapter)]
    return {**found, **{name: shlex.split(command) for name, command in options.add}}


def asked(name, command, task, options, budget, seed):
    """Answer, CPU seconds of the auditor and all that it started, and what went wrong."""
    question = {"task": task["name"], "serve": [options.warner, "serve", task["name"]], "d": task["d"], "d_prime": task["d_prime"],
                "claim": task["claim"], "level": budget["level"], "releases": budget["releases"], "cpu_seconds": budget["cpu_seconds"], "seed": seed}  # fmt: skip
    path = [path for whose, path in options.path if whose in (None, name)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*path, str(HERE)])}
    environment |= {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    limit = budget["cpu_seconds"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    auditor = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", env=environment,
                               start_new_session=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)))  # fmt: skip
    try:
        said, complaint = auditor.communicate(json.dumps(question) + "\n", timeout=10 * limit)
    except subprocess.TimeoutExpired:
        return None, float(limit), "over the budget of time"
    finally:
        ended(auditor)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if seconds > limit or auditor.returncode == -signal.SIGXCPU:
        return None, seconds, "over the budget of CPU seconds"
    if auditor.returncode != 0:
        return None, seconds, (complaint.strip().splitlines() or [f"exit code {auditor.returncode}"])[-1]
    answer, wrong = understood(said)
    if answer is not None and answer["releases"] > budget["releases"]:
        return None, seconds, f"drew {answer['releases']} releases"
    return answer, seconds, wrong


def understood(said):
    """The answer in an auditor's last line, or what is wrong with it: an auditor of somebody's must not end the run of all."""
    lines = said.strip().splitlines()
    if not lines:
        return None, "no answer"
    try:
        answer = json.loads(lines[-1])
        return {"epsilon": float(answer["epsilon"]), "refuted": bool(answer["refuted"]), "releases": int(answer["releases"])}, ""
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        return None, f"no answer ({type(error).__name__}: {error})"


def ended(auditor):
    """Ends what the auditor left running: it has a session of its own."""
    try:
        os.killpg(auditor.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    auditor.wait()


class Progress:
    """A line on standard error: rewritten at a terminal, else anew every ten seconds."""

    def __init__(self, asked_for):
        self.asked_for, self.answered, self.start, self.last = asked_for, 0, time.time(), 0.0

    def __call__(self, i, n, name):
        now, terminal = time.time(), sys.stderr.isatty()
        if now - self.last < (0.2 if terminal else 10):
            return
        self.last = now
        left = (now - self.start) / self.answered * (self.asked_for - self.answered) if self.answered else None
        line = f"task {i + 1} of {n}, {name}: {'' if left is None else f'about {left:.0f} s left, '}{self.answered} of {self.asked_for} answers"
        print(f"\r\033[K{line}" if terminal else line, end="" if terminal else "\n", file=sys.stderr, flush=True)

    def done(self):
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)


def audit(auditors, tasks, options, budget, table):
    """Every auditor on every task, where the table has no row of it yet: in turns, in an order drawn anew."""
    order, missing = random.Random(options.seed), set()
    progress = Progress(sum((name, task["name"], options.seed + i) not in table for i, task in enumerate(tasks) for name in auditors))
    try:
        for i, task in enumerate(tasks):
            seed = options.seed + i
            for name in order.sample(sorted(auditors), len(auditors)):
                if name in missing or (name, task["name"], seed) in table:
                    continue
                progress(i, len(tasks), task["name"])
                answer, seconds, note = asked(name, auditors[name], task, options, budget, seed)
                if note.startswith("ModuleNotFoundError"):
                    progress.done()
                    where = "the interpreter of its command needs it" if name in dict(options.add) else "--python or --path says where it is"
                    print(f"{name}: skipped ({note}; {where})", file=sys.stderr)
                    missing.add(name)
                    progress.asked_for -= sum((name, later["name"], options.seed + j) not in table for j, later in enumerate(tasks))
                    continue
                row = {"auditor": name, "task": task["name"], "kind": task["kind"], "claim": task["claim"]["epsilon"], "exact": task["exact"],
                       "cpu_seconds": round(seconds, 3), "seed": seed, "note": note}  # fmt: skip
                if answer is not None:
                    row |= {"epsilon": answer["epsilon"], "refuted": int(answer["refuted"]), "releases": answer["releases"]}
                table.write(row)
                progress.answered += 1
    finally:
        progress.done()


def main():
    options = arguments()
    document = json.loads(pathlib.Path(options.tasks).read_text())
    budget = {"level": document["level"], **document["budget"]}
    budget["releases"] = options.releases or budget["releases"]
    stated = f"# yardstick {document['yardstick']}, level {budget['level']}, {budget['releases']} releases, {budget['cpu_seconds']} CPU seconds"
    tasks = document["tasks"]
    if options.size:
        tight = [task for task in tasks if task["kind"] == "tight"]
        tasks = [tight[i % len(tight)] for i in range(options.size)]
    try:
        table = Table(options.out, stated)
    except ValueError as problem:
        return refusal(problem)
    stood, start = len(table.rows), time.time()
    if stood:
        print(f"{options.out}: {stood} rows stand, and are not run again", file=sys.stderr)
    try:
        audit(commands(options), tasks, options, budget, table)
    except KeyboardInterrupt:
        print(f"interrupted: {len(table.rows)} rows stand in {options.out}; the same command goes on from there", file=sys.stderr)
        return 130
    done = collections.Counter(row["auditor"] for row in table.rows[stood:])
    print(f"{dict(done)} in {time.time() - start:.0f} s; bench/auditors/summary.py {options.out} adds them up", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
