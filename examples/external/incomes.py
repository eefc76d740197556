"""A sum of incomes, each clipped to [0, 100], with Laplace noise: rows of a table, in version 2 of the protocol.

    warner measure --exec 'python3 examples/external/incomes.py' --data examples/external/incomes.csv --neighbours add-remove --bounds income=0:100

The claim is the program's own. With the argument `broken` the same numbers stand in another order, and NaN is not clipped.
"""
import json
import random
import sys

EPSILON = 1
BROKEN = sys.argv[1:] == ["broken"]


def clipped(income):
    return min(max(income, 0.0), 100.0) if BROKEN else min(100.0, max(0.0, income))


def total_of(rows):
    return sum(clipped(float(row["income"] or 0)) for row in rows)


def release(total):
    noisy = total + 100 / EPSILON * (random.expovariate(1) - random.expovariate(1))
    return round(noisy) if noisy == noisy else "nan"


print(json.dumps({"warner": 2, "name": "incomes", "version": "1", "claim": {"epsilon": EPSILON}, "relation": "add-remove", "prepares": True}), flush=True)
totals = {}
for line in sys.stdin:
    request = json.loads(line)
    if "prepare" in request:  # a dataset, once; it has no answer
        totals[request["prepare"]] = total_of(request["data"])
        continue
    total = totals[request["prepared"]] if "prepared" in request else total_of(request["dataset"])  # the first request has the data itself
    random.seed(request["seed"])
    for _ in range(request["trials"]):
        print(release(total))
    sys.stdout.flush()
