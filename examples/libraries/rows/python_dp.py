"""PyDP: each claim is the epsilon that the algorithm is given; one person more is one value more."""
LIBRARY, VERSIONS = "python-dp", ["1.1.4"]


def algorithm(name, **given):
    from pydp.algorithms import laplacian

    return getattr(laplacian, name)(**given).quick_result


E, FEW, MORE = {"epsilon": 1}, [0, 1, 1], [0, 1, 1, 1]
REAL, REAL_MORE = [float(x) for x in FEW], [float(x) for x in MORE]
_TABLE = [
    ("Count", lambda: algorithm("Count", epsilon=1, dtype="int"), FEW, MORE, E),
    ("BoundedSum int", lambda: algorithm("BoundedSum", epsilon=1, lower_bound=0, upper_bound=1, dtype="int"), FEW, MORE, E),
    ("BoundedSum float", lambda: algorithm("BoundedSum", epsilon=1, lower_bound=0, upper_bound=1, dtype="float"), REAL, REAL_MORE, E),
    ("BoundedMean", lambda: algorithm("BoundedMean", epsilon=1, lower_bound=0, upper_bound=1, dtype="float"), REAL, REAL_MORE, E),
    ("BoundedVariance", lambda: algorithm("BoundedVariance", epsilon=1, lower_bound=0, upper_bound=1, dtype="float"), REAL, REAL_MORE, E),
    ("Median", lambda: algorithm("Median", epsilon=1, lower_bound=0, upper_bound=1, dtype="float"), REAL, REAL_MORE, E),
    ("Max", lambda: algorithm("Max", epsilon=1, lower_bound=0, upper_bound=1, dtype="float"), REAL, REAL_MORE, E),
]
MAKE = {name: make for name, make, *_ in _TABLE}
ROWS = [{"mechanism": name, "d": d, "d_prime": d_prime, "claim": claim, "budget": 20_000} for name, make, d, d_prime, claim in _TABLE]
LAST_BITS = {"BoundedSum float": [], "BoundedMean": [], "Median": []}
