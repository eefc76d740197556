#!/usr/bin/env python3
"""Warner as one auditor among others: `warner measure` of the served mechanism, through the pipe like everybody."""

import json
import shlex
import subprocess
import sys


def main():
    task = json.loads(sys.stdin.readline())
    words = [
        task["serve"][0], "measure", "--exec", shlex.join(task["serve"]), "--threads", "1", "--json",
        "--d", json.dumps(task["d"]), "--d-prime", json.dumps(task["d_prime"]), "--claim-epsilon", repr(task["claim"]["epsilon"]),
        "--level", str(task["level"]), "--seed", str(task["seed"]),
        # Two hundred releases say what the columns are, and at most as many again are asked for.
        "--budget", str(task["releases"] - max(1200, task["releases"] // 50)),
    ]  # fmt: skip
    outcome = subprocess.run(words, stdout=subprocess.PIPE, check=False)
    if outcome.returncode not in (0, 1, 3):
        sys.exit(outcome.returncode)
    record = json.loads(outcome.stdout)
    print(json.dumps({"epsilon": record["epsilon_lower_bound"], "refuted": outcome.returncode == 1, "releases": task["releases"]}))


if __name__ == "__main__":
    main()
