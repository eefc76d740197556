"""PyDP: each claim is the epsilon that the algorithm is given; one person more is one value more."""
LIBRARY, VERSIONS = "python-dp", ["1.1.4"]


def algorithm(name, **given):
    from pydp.algorithms import laplacian

    return getattr(laplacian, name)(**given).quick_result


WHOLE, REAL = [0, 1, 1], [0.0, 0.5, 1.0, 1.0]
_TABLE = [
    ("Count", lambda: algorithm("Count", epsilon=1, dtype="int"), WHOLE),
    ("BoundedSum int", lambda: algorithm("BoundedSum", epsilon=1, lower_bound=0, upper_bound=1, dtype="int"), WHOLE),
    ("BoundedSum float", lambda: algorithm("BoundedSum", epsilon=1, lower_bound=0, upper_bound=1, dtype="float"), REAL),
    ("BoundedMean", lambda: algorithm("BoundedMean", epsilon=1, lower_bound=0, upper_bound=1, dtype="float"), REAL),
    ("BoundedVariance", lambda: algorithm("BoundedVariance", epsilon=1, lower_bound=0, upper_bound=1, dtype="float"), REAL),
    ("Median", lambda: algorithm("Median", epsilon=1, lower_bound=0, upper_bound=1, dtype="float"), REAL),
    ("Max", lambda: algorithm("Max", epsilon=1, lower_bound=0, upper_bound=1, dtype="float"), REAL),
]
MAKE = {name: make for name, make, *_ in _TABLE}
ROWS = [
    {"mechanism": name, "data": data, "neighbours": "add-remove", "bounds": "0:1", "claim": {"epsilon": 1}, "budget": 20_000} for name, make, data in _TABLE
]
LAST_BITS = {"BoundedSum float": [], "BoundedMean": [], "Median": []}
