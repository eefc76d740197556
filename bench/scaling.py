"""What docs/scaling.md shows of journals and memory; `warner figures scaling` has threads and ranks. Takes some minutes.

usage: scaling.py WARNER [--rounds N] [--only journal memory catalogue]

Ways take turns, in random order, so that what slows the machine slows all of them. A ratio is that of the fastest turns: a
shared machine only ever adds time. Memory is the peak of resident memory (getrusage), to which Python adds up to 14 MB.
"""
import argparse
import os
import random
import statistics
import subprocess
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("warner")
parser.add_argument("--rounds", type=int, default=9)
parser.add_argument("--only", nargs="*", default=["journal", "memory", "catalogue"])
OPTIONS = parser.parse_args()
RANDOM = random.Random(1)
QUESTIONS = {"randomised-response": 4e9, "sparse-vector-1": 1e8, "laplace-vector --k 10": 1e8}


def ran(words):
    """Seconds on the clock, those of processors, and the peak of memory, in MiB."""
    begin = time.monotonic()
    run = subprocess.Popen([OPTIONS.warner, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = run.stderr.read()
    _, status, usage = os.wait4(run.pid, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 1), (words, errors.decode())
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(question, budget, threads=1, *more):
    return ["measure", *question.split(), "--budget", f"{budget:g}", "--search-budget", "200000", "--threads", str(threads), *more]


def in_turns(ways, run):
    """The seconds of each way, in each round."""
    seconds = {way: [] for way in ways}
    for _ in range(OPTIONS.rounds):
        for way in RANDOM.sample(ways, len(ways)):
            seconds[way].append(run(way))
    return seconds


def table(columns, rows):
    print("\n| " + " | ".join(columns) + " |\n|" + "---|" * len(columns))
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)
    print()


def journal():
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for question, budget in QUESTIONS.items():
            def run(way):
                file = os.path.join(folder, "journal")
                took = ran(measure(question, 2 * budget, 1, *(["--journal", file] if way else [])))
                sizes.append(os.path.getsize(file) if way else 0)
                if way:
                    os.unlink(file)
                return took
            sizes = []
            turns = in_turns([False, True], run)
            ratios = [sorted(a[k] / b[k] for a, b in zip(turns[True], turns[False])) for k in (0, 1)]
            best = [min(turn[1] for turn in turns[True]) / min(turn[1] for turn in turns[False])]
            rows.append([question, f"{2 * budget:g}", f"{min(t[0] for t in turns[False]):.2f} s", *(f"{100 * (statistics.median(r) - 1):+.1f} %" for r in ratios),
                         f"{100 * (best[0] - 1):+.1f} %", f"{max(sizes)} bytes"])
    print("journal: with one, against without")
    table(["question", "trials", "1 thread", "clock, median of pairs", "processor, median of pairs", "processor, fastest turns", "journal"], rows)


def memory():
    rows = []
    for question in ("randomised-response", "laplace", "sparse-vector-1", "laplace-vector --k 1", "laplace-vector --k 10", "laplace-vector --k 100"):
        row = [question]
        for budget in (1e5, 1e6, 1e7, 1e8, 1e9):
            slow = "k 100" in question and budget > 1e7 or "k 10" in question and budget > 1e8
            row.append("-" if slow else f"{ran(['measure', *question.split(), '--budget', f'{budget:g}', '--threads', '1'])[2]:.0f}")
        rows.append(row)
    print("memory: MiB at the most, one thread, search included")
    table(["question", "1e5", "1e6", "1e7", "1e8", "1e9"], rows)


def catalogue():
    names = subprocess.run([OPTIONS.warner, "list", "--names"], capture_output=True, text=True, check=True).stdout.split()
    peaks = sorted(((ran(["measure", name, "--budget", "1e6", "--threads", "1"])[2], name) for name in names), reverse=True)
    print(f"memory of {len(names)} mechanisms at 1e6 trials: median {statistics.median(peak for peak, _ in peaks):.0f} MiB; the largest")
    table(["mechanism", "MiB"], [[name, f"{peak:.0f}"] for peak, name in peaks[:6]])


if __name__ == "__main__":
    for only in OPTIONS.only:
        {"journal": journal, "memory": memory, "catalogue": catalogue}[only]()
