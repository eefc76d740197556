"""Releases of a task, for adapters in Python: drawn from `warner serve`, and counted."""

import atexit
import json
import os
import subprocess
import sys

import numpy


class Releases:
    """`releases(dataset, n)` is an array of n rows; `spent` says how many releases were drawn so far."""

    def __init__(self, task):
        self.task, self.spent = task, 0
        environment = {**os.environ, "WARNER_PROTOCOL": "1"}
        self._server = subprocess.Popen([*task["serve"], "--binary"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self._seeds = numpy.random.default_rng(task["seed"])
        atexit.register(self.close)  # Only a server that was waited for counts among the CPU seconds.
        self.columns = self._width()

    def _width(self):
        """One release as text says how many numbers a release has."""
        asked = json.dumps({"dataset": self.task["d"], "trials": 1, "seed": 0})
        said = subprocess.run(self.task["serve"], input=asked.encode(), stdout=subprocess.PIPE, check=True)
        return said.stdout.count(b",") + 1

    def __call__(self, dataset, n):
        n = int(n)
        self.spent += n
        if self.spent > self.task["releases"]:
            raise RuntimeError(f"{self.spent} releases were drawn, and the budget is {self.task['releases']}")
        asked = {"dataset": dataset, "trials": n, "seed": int(self._seeds.integers(2**53))}
        self._server.stdin.write(json.dumps(asked).encode() + b"\n")
        self._server.stdin.flush()
        size = 8 * self.columns * n
        said = self._server.stdout.read(size)
        if len(said) != size:
            raise RuntimeError("the server ended")
        return numpy.frombuffer(said).reshape(n, self.columns)

    def close(self):
        self._server.stdin.close()
        self._server.wait()


def scores(task):
    """Scores of both datasets, higher under D', for auditors of scores; and how many releases that took.

    Of one column the release is the score, turned by its mean. Of several, a logistic regression that learned on a
    quarter of the releases scores the rest.
    """
    releases = Releases(task)
    half = task["releases"] // 2
    d, d_prime = releases(task["d"], half), releases(task["d_prime"], half)
    releases.close()
    learn = half // 4
    if releases.columns == 1:
        sign = 1 if d_prime[:learn].mean() >= d[:learn].mean() else -1
        return sign * d[learn:, 0], sign * d_prime[learn:, 0], releases.spent
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    model = make_pipeline(StandardScaler(), LogisticRegression())
    model.fit(numpy.concatenate((d[:learn], d_prime[:learn])), numpy.repeat((0, 1), learn))
    return model.decision_function(d[learn:]), model.decision_function(d_prime[learn:]), releases.spent


def audited(audit):
    """Reads the task from standard input, and writes what `audit(task)` says of it: a bound, and releases drawn."""
    task = json.loads(sys.stdin.readline())
    epsilon, spent = audit(task)
    epsilon = max(0.0, float(epsilon))
    print(json.dumps({"epsilon": epsilon, "refuted": epsilon > task["claim"]["epsilon"], "releases": spent}))
