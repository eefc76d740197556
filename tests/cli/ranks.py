"""Ranks that mpirun starts: rank 0 alone speaks, and where one dies the run ends within seconds.

usage: ranks.py WARNER FOLDER_OF_THE_REPOSITORY MPIRUN [--kills N]
"""
import os
import pathlib
import random
import re
import shlex
import signal
import sys
import tempfile
import time

from asking import warner, without_seconds
from started_by_mpirun import ended, ranks_of, started

MPIRUN = sys.argv[2]
KILLS = int(sys.argv[sys.argv.index("--kills") + 1]) if "--kills" in sys.argv else 2
RANDOM = random.Random(1)
MEASURE = ["measure", "sparse-vector-1", "--budget", "2e7"]
# An honest program, but for rank 1, where it stops to answer after some requests.
FAILS_ON_RANK_1 = '''
import json, os, random, sys
requests = 0
for line in sys.stdin:
    requests += 1
    if os.environ.get("OMPI_COMM_WORLD_RANK", os.environ.get("MPI_LOCALRANKID")) == "1" and requests > 5:
        sys.exit("no more of this")
    request = json.loads(line)
    random.seed(request["seed"])
    for _ in range(request["trials"]):
        print(sum(request["dataset"]) + random.randrange(4))
    sys.stdout.flush()
'''


def ranked(ranks, *words, code=0):
    return ended(started(MPIRUN, ranks, words), code)


def other_verbs(folder):
    curve = ["profile", "laplace", "--measure", "--json"]
    assert ranked(2, *curve)[0] == warner(*curve).stdout
    assert ranked(2, "list", "--names")[0] == warner("list", "--names").stdout
    for i in (1, 2):
        ranked(2, "shard", f"{i}/2", *MEASURE, "--out", folder / f"part{i}.json")
    warner(*MEASURE, "--out", folder / "alone.json")
    warner("merge", folder / "part1.json", folder / "part2.json", "--out", folder / "merged.json")
    assert without_seconds(folder / "merged.json") == without_seconds(folder / "alone.json")


def same_figures(folder):
    words = ["figures", "group-privacy", "--quick"]
    warner(*words, "--out", folder / "alone")
    ranked(2, *words, "--out", folder / "ranks")
    for name in ("group-privacy.csv", "group-privacy.json", "group-privacy.txt"):
        assert (folder / "ranks" / name).read_bytes() == (folder / "alone" / name).read_bytes(), name


def errors_are_said_once(folder):
    _, errors = ranked(3, "measure", "nonsense", code=2)
    assert errors.count("'nonsense' is unknown") == 1
    assert ranked(2, "measure", "broken/laplace-half-scale", "--epsilon", "1", code=1)[0].count("REFUTED") == 1
    journal = folder / "other.journal"
    warner(*MEASURE, "--journal", journal)
    text = journal.read_bytes()
    _, errors = ranked(2, *MEASURE, "--seed", "3", "--journal", journal, code=2)
    assert errors.count("is of another seed") == 1 and journal.read_bytes() == text


def one_dies(folder):
    journal, out = folder / "killed.journal", folder / "killed.json"
    warner(*MEASURE, "--out", folder / "alone.json")
    killed = 0
    for _ in range(KILLS):
        run = started(MPIRUN, 3, [*MEASURE, "--journal", journal, "--out", out])
        time.sleep(RANDOM.uniform(0.3, 1.5))
        if run.poll() is None and (ranks := ranks_of(run)):
            victim = RANDOM.choice(ranks)
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                pass
            begin = time.monotonic()
            run.communicate(timeout=30)
            assert time.monotonic() - begin < 10
            killed += run.returncode != 0
        else:
            run.communicate(timeout=30)
    ranked(2, *MEASURE, "--journal", journal, "--out", out)
    assert without_seconds(out) == without_seconds(folder / "alone.json")
    print(f"{killed} of {KILLS} runs died with one of their ranks; the same bytes in the end")


def one_fails(folder):
    program = folder / "program.py"
    program.write_text(FAILS_ON_RANK_1)
    words = ["measure", "--exec", shlex.join([sys.executable, str(program)]), "--d", "[0]", "--d-prime", "[1]", "--claim-epsilon", "9", "--budget", "100000"]
    begin = time.monotonic()
    _, errors = ranked(2, *words, code=5)
    assert time.monotonic() - begin < 20 and re.search(r"warner: rank 1 of 2 on .*no more of this", errors, re.S), errors


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        for test in (other_verbs, same_figures, errors_are_said_once, one_dies, one_fails):
            folder = pathlib.Path(name) / test.__name__
            folder.mkdir()
            test(folder)
