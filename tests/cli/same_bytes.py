"""One record, whoever computes it: instruction sets, threads, ranks of MPI and shards, mixed at random, and runs that are
killed again and again give the same bytes: all of a record but its seconds, and the instruction set that it names.

usage: same_bytes.py WARNER FOLDER_OF_THE_REPOSITORY [--mpirun MPIRUN] [--kills N]
"""
import argparse
import itertools
import os
import pathlib
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time

from asking import WARNER, warner, without_seconds
from started_by_mpirun import ended, ranks_of, started

parser = argparse.ArgumentParser()
parser.add_argument("repository", type=pathlib.Path)
parser.add_argument("--mpirun")
parser.add_argument("--kills", type=int, default=6)
OPTIONS = parser.parse_args()
PROGRAM = f"{shlex.quote(sys.executable)} {shlex.quote(str(OPTIONS.repository.resolve() / 'examples' / 'external' / 'laplace.py'))} 1"
# Words counted without noise being computed; strategies that share the level; a coin that is not fair; draws that depend on draws; floating point; bets in rounds; another's program.
QUESTIONS = {
    "randomised-response": ["measure", "randomised-response", "--budget", "3e5"],
    "sparse-vector-1": ["measure", "sparse-vector-1", "--budget", "1e5"],
    "several strategies": ["measure", "sparse-vector-monotone", "--budget", "1e5"],
    "a biased coin": ["measure", "broken/laplace-float64", "--claim-epsilon", "20", "--budget", "1e6"],
    "laplace": ["measure", "laplace", "--epsilon", "1", "--budget", "3e5"],
    "a check": ["check", "laplace", "--epsilon", "1", "--claim-mu", "1.2", "--budget", "5e4"],
    "a program": ["measure", "--exec", PROGRAM, "--d", "[0]", "--d-prime", "[1]", "--claim-epsilon", "1", "--budget", "3e4"],
}
# These take long enough that a kill finds them at work.
KILLED = [
    ["measure", "randomised-response", "--budget", "2e8"],
    ["measure", "sparse-vector-1", "--budget", "1e7"],
    ["measure", "sparse-vector-1", "--budget", "1e7", "--search-budget", "8e6"],
    ["measure", "laplace", "--epsilon", "1", "--budget", "4e7"],
    ["check", "laplace", "--epsilon", "1", "--claim-mu", "1.2", "--budget", "1e5"],
    [*QUESTIONS["a program"][:-1], "2e4"],
]
THREADS, RANKS, SHARDS = (1, 2, 4), (1, 2, 4), (1, 3, 7)
CODES = (0, 1)
RANDOM = random.Random(1)


def instruction_sets():
    """Those of this machine, which Warner names where it is asked for one that does not exist."""
    run = subprocess.run([WARNER, "measure", "laplace", "--budget", "1"], env={**os.environ, "WARNER_ISA": "abacus"}, capture_output=True, text=True)
    assert run.returncode == 2, run
    return re.search(r"\((.*)\)", run.stderr)[1].split(", ")


SETS = instruction_sets()


def by(instruction_set, *words):
    os.environ["WARNER_ISA"] = instruction_set
    warner(*words, code=CODES)
    del os.environ["WARNER_ISA"]


def bytes_of(record):
    return re.sub(r'"isa":"[^"]*"', "", without_seconds(record))


class Same:
    """Compares records with the first one."""

    def __init__(self, folder, words):
        self.words, self.out, self.compared = words, folder / "record.json", 0
        warner(*words, "--out", self.out, code=CODES)
        self.bytes = bytes_of(self.out)
        self.out.unlink()

    def check(self, *how):
        assert bytes_of(self.out) == self.bytes, f"{self.words}: another record of {how}"
        self.out.unlink()
        self.compared += 1


def sets_and_threads(same):
    for instruction_set, threads in itertools.product(SETS, THREADS):
        by(instruction_set, *same.words, "--threads", threads, "--out", same.out)
        same.check(instruction_set, threads)


def ranks(same):
    """Each rank has an instruction set of its own."""
    for many, threads in itertools.product(RANKS, THREADS):
        sets = [RANDOM.choice(SETS) for _ in range(many)]
        output, _ = ended(started(OPTIONS.mpirun, many, [*same.words, "--threads", threads, "--out", same.out], sets))
        assert output.count("decision") == 1  # rank 0 speaks
        same.check(sets, threads)


def shards(same, folder):
    """Each shard has an instruction set, threads, or ranks, of its own; every other one searches by itself."""
    strategy = folder / "strategy.json"
    warner("search", *same.words, "--out", strategy)
    for many in SHARDS:
        parts = [folder / f"part{i}of{many}.json" for i in range(1, many + 1)]
        for i, part in enumerate(parts):
            words = ["shard", f"{i + 1}/{many}", *same.words, "--threads", RANDOM.choice(THREADS), "--out", part]
            words += ["--found", strategy] if i % 2 else []
            if OPTIONS.mpirun and (i, many) == (2, 3):
                ended(started(OPTIONS.mpirun, 2, words))
            else:
                by(RANDOM.choice(SETS), *words)
        RANDOM.shuffle(parts)
        warner("merge", "--run", *parts, "--out", same.out, code=CODES)
        same.check(many, "shards")


def start(words, folder, by_ranks):
    """A run with a journal, by so many threads, ranks, and such instruction sets as chance will have it."""
    words = [*words, "--journal", folder / "journal", "--threads", RANDOM.choice(THREADS), "--out", folder / "record.json"]
    if by_ranks:
        return started(OPTIONS.mpirun, 2, words, [RANDOM.choice(SETS) for _ in range(2)])
    return subprocess.Popen([WARNER, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                            env={**os.environ, "WARNER_ISA": RANDOM.choice(SETS)})


def kill(run, by_ranks):
    """Of ranks, all of them: mpirun ends by itself."""
    for process in ranks_of(run) if by_ranks else [run.pid]:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


def cut(journal):
    """As if it had been killed while it wrote: a beginning of the last entry is there."""
    text = journal.read_bytes() if journal.exists() else b""
    if text.count(b"\n") < 2 or not text.endswith(b"\n"):
        return False
    last = text.rindex(b"\n", 0, len(text) - 1) + 1
    journal.write_bytes(text[: RANDOM.randrange(last + 1, len(text))])
    return True


def kills(folder, words, wanted):
    """Kills runs at random moments until so many were killed, each going on where the last one was; compares every record."""
    same = Same(folder, words)
    begin = time.monotonic()
    assert start(words, folder, False).wait() in CODES
    seconds = time.monotonic() - begin
    same.check("a journal")
    (folder / "journal").unlink()
    killed = cuts = ends = 0
    while killed < wanted:
        by_ranks = bool(OPTIONS.mpirun) and RANDOM.random() < 0.1
        run = start(words, folder, by_ranks)
        try:
            run.wait((0.3 if by_ranks else 0) + RANDOM.uniform(0, 0.6 * seconds))
        except subprocess.TimeoutExpired:
            kill(run, by_ranks)
        errors = run.communicate(timeout=60)[1]
        assert "damaged" not in errors and "under way" not in errors, errors
        assert by_ranks or run.returncode in (*CODES, -signal.SIGKILL), errors
        if run.returncode not in CODES:
            killed += 1
            cuts += RANDOM.random() < 0.5 and cut(folder / "journal")
        else:
            same.check(killed, "kills")
            ends += 1
            (folder / "journal").unlink()  # from nothing again
    assert start(words, folder, False).wait() in CODES
    same.check(killed, "kills")
    return killed, cuts, ends + 1


def killed_shards(folder, kills):
    """Shards that are killed, and started again until they are done."""
    same = Same(folder, KILLED[1])
    parts = [folder / f"part{i}.json" for i in (1, 2, 3)]
    for i, part in enumerate(parts):
        words = [WARNER, "shard", f"{i + 1}/3", *KILLED[1], "--journal", f"{folder}/journal{i}", "--out", str(part)]
        for _ in range(kills):
            run = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(RANDOM.uniform(0, 0.2))
            run.kill()
            run.wait()
        assert subprocess.run(words, capture_output=True).returncode == 0
    warner("merge", "--run", *parts, "--out", same.out, code=CODES)
    same.check("killed shards")


def main():
    with tempfile.TemporaryDirectory() as name:
        print(f"instruction sets {', '.join(SETS)}; {'ranks by ' + OPTIONS.mpirun if OPTIONS.mpirun else 'no ranks'}")
        for question, words in QUESTIONS.items():
            begin = time.monotonic()
            folder = pathlib.Path(name) / question
            folder.mkdir()
            same = Same(folder, words)
            sets_and_threads(same)
            if OPTIONS.mpirun:
                ranks(same)
            if words[0] == "measure":
                shards(same, folder)
            print(f"{question}: {same.compared} records, the same bytes ({time.monotonic() - begin:.1f} s)", flush=True)
        counts = (0, 0, 0)
        begin = time.monotonic()
        for i, words in enumerate(KILLED):
            folder = pathlib.Path(name) / f"killed{i}"
            folder.mkdir()
            wanted = (OPTIONS.kills - i - 1) // len(KILLED) + 1
            counts = tuple(a + b for a, b in zip(counts, kills(folder, words, wanted)))
        killed_shards(folder, 1)
        print("killed {} times, cut {} times within an entry: {} records, the same bytes".format(*counts) + f" ({time.monotonic() - begin:.1f} s)")
        assert counts[0] == OPTIONS.kills


if __name__ == "__main__":
    main()
