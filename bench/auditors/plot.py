#!/usr/bin/env python3
"""plot.py TABLE STEM: how much auditors certify, against the seconds of CPU that they take.

Panel (a): of each auditor the mean of certified over exact, against its median CPU seconds. Panel (b): every auditor's tasks,
from the best certified to the worst; what is not answered counts as 0.
"""

import csv
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "results/figures/plots"))
from style import BLACK, COLOURS, DASHES, DOUBLE, GREY, MARKERS, SKY, plt, save  # noqa: E402

HUES = [*COLOURS, SKY, GREY, BLACK]


def rows_of(table):
    with open(table, encoding="utf-8") as file:
        rows = list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))
    return [row for row in rows if row["exact"] not in ("", "inf", "None") and float(row["exact"]) > 0]


def shares(rows):
    return sorted((min(float(row["epsilon"] or 0), float(row["exact"])) / float(row["exact"]) for row in rows), reverse=True)


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    rows = rows_of(sys.argv[1])
    if not rows:
        print(f"plot.py: {sys.argv[1]}: no rows with a finite exact epsilon", file=sys.stderr)
        return 2
    names = list(dict.fromkeys(row["auditor"] for row in rows))
    names.sort(key=lambda name: -statistics.mean(shares([row for row in rows if row["auditor"] == name])))
    figure, (left, right) = plt.subplots(1, 2, figsize=(DOUBLE, 2.4), sharey=True)
    for i, name in enumerate(names):
        own = [row for row in rows if row["auditor"] == name]
        certified, seconds = shares(own), [float(row["cpu_seconds"]) for row in own]
        colour, marker = HUES[i % len(HUES)], MARKERS[i % len(MARKERS)]
        quarter = statistics.quantiles(seconds, n=4) if len(seconds) > 1 else 3 * seconds
        left.errorbar([statistics.median(seconds)], [statistics.mean(certified)], xerr=[[quarter[1] - quarter[0]], [quarter[2] - quarter[1]]],
                      color=colour, marker=marker, markersize=4, elinewidth=0.8)  # fmt: skip
        right.step(range(1, len(certified) + 1), certified, where="mid", color=colour, linestyle=DASHES[i % len(DASHES)], marker=marker,
                   markevery=(3 + 2 * i, 24), label=name)  # fmt: skip
    left.set_xscale("log")
    left.set_ylim(0, 1.03)
    left.set_xlabel("CPU seconds a task, median and quartiles")
    left.set_ylabel("certified over exact")
    right.set_xlabel("tasks, from the best certified to the worst")
    right.legend(bbox_to_anchor=(1.02, 1), loc="upper left")
    left.set_title("(a) mean", loc="left")
    right.set_title("(b) each task", loc="left")
    save(figure, sys.argv[2])
    return 0


if __name__ == "__main__":
    sys.exit(main())
