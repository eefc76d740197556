#!/usr/bin/env python3
"""tasks.py WARNER > tasks.json: the tasks of the yardstick, drawn from the catalogue by rule (docs/yardstick.md).

Every mechanism of the catalogue that claims pure differential privacy is a task, at its default parameters and its
default pair. Nothing else chooses.
"""

import json
import re
import subprocess
import sys

VERSION = "1"
LEVEL = 0.05
BUDGETS = {"releases": 100_000, "cpu_seconds": 20}


def kind_of(flaw, claim, exact):
    """What the truth says of the claim: only an exact epsilon says that a claim is broken on this pair."""
    if exact is not None and exact > claim * (1 + 1e-9):
        return "broken"
    if flaw is not None:
        return "out of reach"  # broken, but not on this pair, or nobody knows how much
    return "tight" if exact is not None and exact > claim * (1 - 1e-9) else "sound"


def tasks(warner):
    def said(*words):
        return json.loads(subprocess.run([warner, *words], stdout=subprocess.PIPE, check=False).stdout)

    for entry in said("list", "--json"):
        claim = re.fullmatch(r"epsilon = ([0-9.e+-]+)", entry["claim"])
        if claim is None:
            continue
        record = said("measure", entry["name"], "--budget", "100", "--json")
        pair, epsilon = record["pair"], record["claim"]["epsilon"]
        exact = record["epsilon_exact"]
        exact = float(exact) if exact is not None else None
        yield {
            "name": entry["name"],
            "d": pair["d"],
            "d_prime": pair["d_prime"],
            "claim": {"epsilon": epsilon, "delta": 0},
            "exact": "inf" if exact == float("inf") else exact,
            "kind": kind_of(entry["flaw"], epsilon, exact),
        }


def main():
    document = {"yardstick": VERSION, "level": LEVEL, "budget": BUDGETS, "tasks": list(tasks(sys.argv[1]))}
    lines = ",\n    ".join(json.dumps(task) for task in document.pop("tasks"))
    print(json.dumps(document)[:-1] + ', "tasks": [\n    ' + lines + "\n]}")


if __name__ == "__main__":
    main()
