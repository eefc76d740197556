"""diffprivlib: each claim is the epsilon (and delta) that the constructor or the function is given."""
import functools
import random

LIBRARY, VERSIONS = "diffprivlib", ["0.6.6"]


def mechanism(name, **given):
    from diffprivlib import mechanisms

    return getattr(mechanisms, name)(**given, random_state=random.SystemRandom()).randomise


def tool(name, **given):
    from diffprivlib import tools

    return functools.partial(getattr(tools, name), **given)


E, FIVE = {"epsilon": 1}, [0.0, 0.25, 0.5, 0.75, 1.0]
_TABLE = [
    ("Laplace", lambda: mechanism("Laplace", epsilon=1, sensitivity=1), 0, 1, E),
    ("LaplaceTruncated", lambda: mechanism("LaplaceTruncated", epsilon=1, sensitivity=1, lower=0, upper=2), 0, 1, E),
    ("LaplaceFolded", lambda: mechanism("LaplaceFolded", epsilon=1, sensitivity=1, lower=0, upper=2), 0, 1, E),
    ("LaplaceBoundedDomain", lambda: mechanism("LaplaceBoundedDomain", epsilon=1, sensitivity=1, lower=0, upper=2), 0, 1, E),
    ("Geometric", lambda: mechanism("Geometric", epsilon=1, sensitivity=1), 0, 1, E),
    ("GeometricTruncated", lambda: mechanism("GeometricTruncated", epsilon=1, sensitivity=1, lower=0, upper=3), 0, 1, E),
    ("GeometricFolded", lambda: mechanism("GeometricFolded", epsilon=1, sensitivity=1, lower=0, upper=3), 0, 1, E),
    ("Staircase", lambda: mechanism("Staircase", epsilon=1, sensitivity=1), 0, 1, E),
    ("Snapping", lambda: mechanism("Snapping", epsilon=1, sensitivity=1, lower=0, upper=2), 0, 1, E),
    ("Gaussian", lambda: mechanism("Gaussian", epsilon=0.9, delta=0.01, sensitivity=1), 0, 1, {"epsilon": 0.9, "delta": 0.01}),
    ("GaussianAnalytic", lambda: mechanism("GaussianAnalytic", epsilon=1, delta=0.01, sensitivity=1), 0, 1, {"epsilon": 1, "delta": 0.01}),
    ("GaussianDiscrete", lambda: mechanism("GaussianDiscrete", epsilon=1, delta=0.01, sensitivity=1), 0, 1, {"epsilon": 1, "delta": 0.01}),
    ("Uniform", lambda: mechanism("Uniform", delta=0.1, sensitivity=1), 0, 1, {"epsilon": 0, "delta": 0.1}),
    ("Binary", lambda: mechanism("Binary", epsilon=1, value0="no", value1="yes"), "no", "yes", E),
]
_TOOLS = [
    ("mean", lambda: tool("mean", epsilon=1, bounds=(0, 1))),
    ("sum", lambda: tool("sum", epsilon=1, bounds=(0, 1))),
    ("var", lambda: tool("var", epsilon=1, bounds=(0, 1))),
    ("std", lambda: tool("std", epsilon=1, bounds=(0, 1))),
    ("count_nonzero", lambda: tool("count_nonzero", epsilon=1)),
    ("median", lambda: tool("median", epsilon=1, bounds=(0, 1))),
    ("quantile 0.9", lambda: tool("quantile", quant=0.9, epsilon=1, bounds=(0, 1))),
]
MAKE = {name: make for name, make, *_ in [*_TABLE, *_TOOLS]}
ROWS = [{"mechanism": name, "d": d, "d_prime": d_prime, "claim": claim, "budget": 20_000} for name, _, d, d_prime, claim in _TABLE]
ROWS += [{"mechanism": name, "data": FIVE, "neighbours": "substitute", "bounds": "0:1", "claim": E, "budget": 20_000} for name, _ in _TOOLS]
NAKED = ["Laplace", "LaplaceTruncated", "LaplaceFolded", "LaplaceBoundedDomain", "Staircase", "Gaussian", "GaussianAnalytic", "mean", "sum", "var"]
LAST_BITS = {**dict.fromkeys([*NAKED, "median"], VERSIONS), "Geometric": [], "Snapping": []}
