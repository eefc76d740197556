#!/usr/bin/env python3
"""summary.py TABLE..: adds the tables of run.py up to a row for each auditor (docs/yardstick.md has the scores)."""

import csv
import math
import statistics
import sys


def tail(n, k, p):
    """Pr[Binomial(n, p) >= k]."""
    if k == 0:
        return 1.0
    logs = [math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) + i * math.log(p) + (n - i) * math.log1p(-p) for i in range(k, n + 1)]
    return math.fsum(map(math.exp, logs))


def bisected(rises_to, target):
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rises_to(middle) < target else (low, middle)
    return low


def clopper_pearson(k, n, level=0.05):
    lower = 0.0 if k == 0 else bisected(lambda p: tail(n, k, p), level / 2)
    upper = 1.0 if k == n else bisected(lambda p: tail(n, k + 1, p), 1 - level / 2)
    return lower, upper


def share(rows, holds):
    return f"{sum(map(holds, rows))}/{len(rows)}"


def scores(name, rows):
    answered = [row for row in rows if row["epsilon"] != ""]
    of = {kind: [row for row in rows if row["kind"] == kind] for kind in ("tight", "sound", "broken")}
    finite = [row for row in rows if row["exact"] not in ("", "inf", "None") and float(row["exact"]) > 0]
    ratios = [min(float(row["epsilon"] or 0), float(row["exact"])) / float(row["exact"]) for row in finite]
    alarms = sum(row["refuted"] == "1" for row in of["tight"])
    low, high = clopper_pearson(alarms, len(of["tight"])) if of["tight"] else (0, 1)
    return {
        "auditor": name,
        "answered": f"{len(answered)}/{len(rows)}",
        "certified over exact, median": f"{statistics.median(ratios):.3f}" if ratios else "",
        "mean": f"{statistics.mean(ratios):.3f}" if ratios else "",
        "broken refuted": share(of["broken"], lambda row: row["refuted"] == "1"),
        "sound spared": share(of["sound"], lambda row: row["refuted"] != "1"),
        "alarms at the boundary": f"{alarms}/{len(of['tight'])} [{low:.4f}, {high:.4f}]",
        "above exact": str(sum(row["exact"] not in ("", "inf", "None") and row["epsilon"] != "" and float(row["epsilon"]) > float(row["exact"]) for row in rows)),
        "CPU seconds, median": f"{statistics.median(float(row['cpu_seconds']) for row in rows):.2f}",
        "total": f"{sum(float(row['cpu_seconds']) for row in rows):.0f}",
    }


def main():
    rows = []
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            rows += csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
    if not rows:
        print(f"summary.py: {', '.join(sys.argv[1:])}: no rows", file=sys.stderr)
        return 2
    names = list(dict.fromkeys(row["auditor"] for row in rows))
    lines = [scores(name, [row for row in rows if row["auditor"] == name]) for name in sorted(names)]
    print("| " + " | ".join(lines[0]) + " |\n|" + "---|" * len(lines[0]))
    for line in lines:
        print("| " + " | ".join(line.values()) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
