#!/usr/bin/env python3
"""dp_auditorium's histogram tester: the largest epsilon at which its lower bound on delta is above 0.

It is a test at one epsilon; the bound inverts it, at half the level in each direction. It takes one column: scores.
A tenth of them says from where to where its bins go. Its other testers need TensorFlow, or give no bound on epsilon.
"""

import importlib
import pathlib
import sys
import types

import numpy
from releases import audited, scores

BINS = 16


def modules(*names):
    """These modules of it alone: the packages around them load Vizier and TensorFlow, which this tester does not need."""
    for folder in sys.path:
        root = pathlib.Path(folder) / "dp_auditorium"
        if (root / "testers/histogram_tester.py").exists():
            break
    else:
        raise ModuleNotFoundError("No module named 'dp_auditorium'")
    for package, path in (("dp_auditorium", root), ("dp_auditorium.configs", root / "configs"), ("dp_auditorium.testers", root / "testers")):
        sys.modules[package] = types.ModuleType(package)
        sys.modules[package].__path__ = [str(path)]
    return [importlib.import_module(f"dp_auditorium.{name}") for name in names]


privacy_property, property_tester_config, histogram_tester = modules(
    "configs.privacy_property", "configs.property_tester_config", "testers.histogram_tester"
)


def rejected(d, d_prime, ends, epsilon, level):
    config = property_tester_config.HistogramPropertyTesterConfig(
        test_discrete_mechanism=False,
        histogram_size=BINS,
        min_value=ends[0],
        max_value=ends[1],
        approximate_dp=privacy_property.ApproximateDp(epsilon=epsilon, delta=0.0),
    )
    tester = histogram_tester.HistogramTester(config)
    return any(tester.estimate_lower_bound(*arms, level / 2) > 0 for arms in ((d, d_prime), (d_prime, d)))


def audit(task):
    d, d_prime, spent = scores(task)
    tenth = len(d) // 10
    first = numpy.concatenate((d[:tenth], d_prime[:tenth]))
    ends = numpy.quantile(first, 0.01), numpy.quantile(first, 0.99)
    if ends[0] == ends[1]:
        ends = ends[0] - 0.5, ends[1] + 0.5
    d, d_prime = (numpy.clip(x[tenth:], *ends) for x in (d, d_prime))
    low, high = 0.0, 12.0
    if not rejected(d, d_prime, ends, 1e-6, task["level"]):
        return 0.0, spent
    for _ in range(14):
        middle = (low + high) / 2
        low, high = (middle, high) if rejected(d, d_prime, ends, middle, task["level"]) else (low, middle)
    return low, spent


if __name__ == "__main__":
    audited(audit)
