#!/usr/bin/env python3
"""Compositions by `warner compose` beside dp_accounting (PyPI), interleaved: seconds and epsilon at delta, medians of the rounds.

Usage: against_dp_accounting.py WARNER [--rounds N] [--json]

Ours are two sides of a bracket that holds the truth, a whole process each; theirs is one pessimistic number, imports not counted.
"""
import argparse, json, math, statistics, subprocess, sys, time

try:
    from dp_accounting.pld import privacy_loss_distribution as pld
except ImportError:
    sys.exit("against_dp_accounting.py: dp_accounting is not installed (pip install dp-accounting)")


def composed(make, times):
    return lambda delta: make().self_compose(times).get_epsilon_for_delta(delta)


def mixed(delta):
    gaussian = pld.from_gaussian_mechanism(20.0, value_discretization_interval=1e-4).self_compose(1000)
    laplace = pld.from_laplace_mechanism(10.0, value_discretization_interval=1e-4).self_compose(10)
    return gaussian.compose(laplace).get_epsilon_for_delta(delta)


CASES = [
    ("gaussian sigma=1 x1000", composed(lambda: pld.from_gaussian_mechanism(1.0, value_discretization_interval=1e-3), 1000)),
    ("subsampled-gaussian q=0.01 sigma=1 x1000", composed(lambda: pld.from_gaussian_mechanism(1.0, sampling_prob=0.01, value_discretization_interval=1e-4), 1000)),
    ("laplace scale=1 x100", composed(lambda: pld.from_laplace_mechanism(1.0, value_discretization_interval=1e-4), 100)),
    ("randomised-response p=0.75 x100", composed(lambda: pld.from_randomized_response(0.5, 2, value_discretization_interval=1e-4), 100)),
    ("gaussian sigma=20 x1000; laplace epsilon=0.1 x10", mixed),
]


def ours(warner, case, delta):
    out = subprocess.run([warner, "compose", case, "--delta", repr(delta), "--json"], check=True, capture_output=True, text=True).stdout
    answer = json.loads(out)
    return answer["epsilon_lower"], answer["epsilon_upper"]


def timed(call):
    begin = time.perf_counter()
    answer = call()
    return time.perf_counter() - begin, answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warner")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    for case, theirs in CASES:
        for delta in (1e-5, 1e-10):
            seconds, peers, ratios = [], [], []
            for _ in range(options.rounds):
                mine, (lower, upper) = timed(lambda: ours(options.warner, case, delta))
                peer, epsilon = timed(lambda: theirs(delta))
                seconds.append(mine), peers.append(peer), ratios.append(peer / mine)
            rows.append({"composition": case, "delta": delta, "epsilon_lower": lower, "epsilon_upper": upper, "gap": (upper - lower) / upper,
                         "seconds": statistics.median(seconds), "dp_accounting": epsilon, "dp_accounting_excess": epsilon / upper - 1 if math.isfinite(epsilon) else None,
                         "dp_accounting_seconds": statistics.median(peers), "ratio": statistics.median(ratios)})
    if options.json:
        print(json.dumps(rows, indent=2))
        return
    print(f"{'composition':50} {'delta':>6} {'epsilon in':>23} {'gap':>8} {'s':>6} {'dp_accounting':>13} {'excess':>8} {'s':>7} {'ratio':>6}")
    for r in rows:
        excess = "-" if r["dp_accounting_excess"] is None else f"{r['dp_accounting_excess']:.1e}"
        print(f"{r['composition']:50} {r['delta']:6.0e} [{r['epsilon_lower']:.6f}, {r['epsilon_upper']:.6f}] {r['gap']:8.1e} {r['seconds']:6.2f} "
              f"{r['dp_accounting']:13.6f} {excess:>8} {r['dp_accounting_seconds']:7.2f} {r['ratio']:6.1f}")


main()
