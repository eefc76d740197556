"""Mechanisms on tables, sound and broken: tables.py HOW.

    sum, sum-clipped     a sum of incomes; the second clips, the first lets everything beyond 100 through but far outliers
    groups, known        counts by city; the first tells which cities there are, the second has a list of its own
    users, first-row     counts of rows; the second counts one row of each person
    sizes                how many rows there are, in datasets of version 2, noted with the process in the file that is named next
    fresh                says that it does not draw from the seeds
    other-hello          says something else in each process
    columns              three numbers a release, column by column
"""
import json
import os
import random
import struct
import sys

HOW = sys.argv[1]


def laplace(scale=1):
    return scale * (random.expovariate(1) - random.expovariate(1))


def prepared(data):
    if HOW.startswith("sum"):
        incomes = [float(row["income"] or 0) for row in data]
        return sum(min(100.0, max(0.0, x)) for x in incomes) if HOW == "sum-clipped" else sum(x for x in incomes if abs(x) < 1e4)
    if HOW == "groups" or HOW == "known":
        counts = {}
        for row in data:
            counts[row["city"]] = counts.get(row["city"], 0) + 1
        return [counts.get(city, 0) for city in (("Oslo", "Paris", "Rome") if HOW == "known" else sorted(counts, key=str))]
    if HOW == "first-row":
        return len({row["person"] for row in data})
    return len(data)


def release(data):
    if HOW.startswith("sum"):
        return round(data + laplace(100))
    if HOW == "groups" or HOW == "known":
        return ",".join(str(round(count + laplace())) for count in data) or "none"
    return round(data + laplace())


HELLO = {"warner": 2, "name": HOW, "claim": {"epsilon": 1}, "prepares": True}
if HOW == "fresh":
    HELLO["seeded"] = False
if HOW == "other-hello":
    HELLO["version"] = str(os.getpid())
if HOW == "columns":
    HELLO.update(binary=True, columns=["noisy", "one", "two"], column_by_column=True)
if HOW == "third":
    HELLO["warner"] = 3
print(json.dumps(HELLO), flush=True)
datasets = {}
for line in sys.stdin:
    request = json.loads(line)
    if len(sys.argv) > 2:
        with open(sys.argv[2], "a", encoding="utf-8") as noted:
            noted.write(f"{os.getpid()} {'prepare' if 'prepare' in request else 'prepared' if 'prepared' in request else 'dataset'} {len(line)}\n")
    if "prepare" in request:
        datasets[request["prepare"]] = prepared(request["data"])
        continue
    data = datasets[request["prepared"]] if "prepared" in request else prepared(request["dataset"])
    if HOW != "fresh":
        random.seed(request["seed"])
    n = request["trials"]
    if HOW == "columns":
        sys.stdout.buffer.write(struct.pack(f"<{3 * n}d", *[release(data) for _ in range(n)], *[1] * n, *[2] * n))
    else:
        for _ in range(n):
            print(release(data))
    sys.stdout.flush()
