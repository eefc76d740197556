#!/usr/bin/env python3
"""StatDP: its event selector at the claim on a fifth of the releases, its hypothesis test on the others, inverted.

It states no bound at a level. Its p-value is a mean over random thinnings, in the direction that looked worse; where
that is at most the level, epsilon counts as refuted, and the largest such epsilon is taken for its bound. It tries ten
intervals a column in every combination: releases of more than four columns take longer than the budget.
"""

import functools

import numpy
from releases import Releases, audited
from statdp.core import run_algorithm
from statdp.hypotest import test_statistics
from statdp.selectors import select_event


class Here:
    """A pool of processes that is this one."""

    imap_unordered = staticmethod(map)


def audit(task):
    numpy.random.seed(task["seed"] % 2**32)
    releases, drawn = Releases(task), {}
    select, test = task["releases"] // 10 - 1, task["releases"] * 2 // 5 - 1

    def algorithm(_, queries, block):
        """One release of a block that the server was asked for at once; the first of each shows StatDP their type."""
        if (*queries, block) not in drawn:
            size = (select if block == "select" else test) + (queries == task["d"])
            drawn[*queries, block] = iter(releases(queries, size).tolist())
        release = next(drawn[*queries, block])
        return release[0] if len(release) == 1 else release

    d, d_prime, _, event = select_event(algorithm, [(task["d"], task["d_prime"], {"block": "select"})], task["claim"]["epsilon"],
                                        select, Here, quiet=True)  # fmt: skip
    ((larger, smaller),), _ = run_algorithm(algorithm, d, d_prime, {"block": "test"}, event, test)
    releases.close()
    rejected = functools.cache(lambda epsilon: test_statistics(larger, smaller, epsilon, test) <= task["level"])
    low, high = 0.0, 12.0
    for _ in range(14 if rejected(low) else 0):
        middle = (low + high) / 2
        low, high = (middle, high) if rejected(middle) else (low, middle)
    return low, releases.spent


if __name__ == "__main__":
    audited(audit)
