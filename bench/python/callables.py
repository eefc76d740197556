"""What an audit of a Python function costs beside the function, and noise beside numpy's; interleaved rounds, medians.

    PYTHONPATH=build/release/python build/venv/bin/python bench/python/callables.py [--rounds 9]

Each line is a ratio of two things that ran in turn in the same round, with its quartiles over the rounds.
"""
import argparse
import random
import statistics
import subprocess
import time

import numpy

import warner
from warner._command import BINARY
from warner.noise import Sampler

D, D_PRIME = [3], [3, 4]
RNG = numpy.random.default_rng(1)


def count(data, n):
    return len(data) + RNG.laplace(size=n)


def histogram(data, n):
    return numpy.array([len(data), 5, 2, 8, 1, 0, 0, 3]) + RNG.laplace(size=(n, 8))


def clipped_mean(data, n):
    noisy = RNG.laplace(size=(n, 2)) + [sum(data), len(data)]
    return numpy.clip(noisy[:, 0] / numpy.maximum(noisy[:, 1], 1), 0, 10)


def one(data):
    return len(data) + random.gauss(0, 1)


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def alone(function, trials, batch=2048):
    def work():
        for _ in range(trials // batch):
            function(D, batch)

    return work


def audit(function, trials, **options):
    return lambda: warner.measure(function, d=D, d_prime=D_PRIME, epsilon=9, budget=trials, ideal_numbers=True, **options)


def contests():
    for function in (count, histogram, clipped_mean):
        yield f"audit of {function.__name__}, 1e6 trials / its 1e6 releases", audit(function, 1e6), alone(function, 10**6), 1
        yield f"  1e7 trials / 1e7 releases", audit(function, 1e7), alone(function, 10**7), 1
        yield f"  1e7 with 2e5 trials of search", audit(function, 1e7, search_budget=200_000), alone(function, 10**7), 1
    yield "one release a call: microseconds beside f, of each", audit(one, 1e5), lambda: [one(D) for _ in range(10**5)], -10**5 / 1e6
    yield (
        "audit of the catalogue / by the command",
        lambda: warner.measure("laplace", budget=1e8),
        lambda: subprocess.run([BINARY, "measure", "laplace", "--budget", "1e8"], stdout=subprocess.DEVNULL),
        1,
    )
    out, sampler = numpy.empty(10**6), Sampler(1)
    yield "numpy's Laplace / ours, 1e6 draws", lambda: RNG.laplace(size=10**6), lambda: sampler.laplace(out), 1
    yield "numpy's Gaussian / ours, 1e6 draws", lambda: RNG.normal(size=10**6), lambda: sampler.gaussian(out), 1
    yield "numpy's Laplace / ours, 4096 draws", lambda: [RNG.laplace(size=4096) for _ in range(200)], lambda: [sampler.laplace(out[:4096]) for _ in range(200)], 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    for name, first, second, scale in contests():
        figures = []
        for _ in range(rounds + 1):
            a, b = seconds(first), seconds(second)
            figures.append(a / b if scale > 0 else (a - b) / -scale)
        low, middle, high = statistics.quantiles(figures[1:], n=4)
        print(f"{name:<62} {middle:8.2f}   [{low:.2f}, {high:.2f}]")


if __name__ == "__main__":
    main()
