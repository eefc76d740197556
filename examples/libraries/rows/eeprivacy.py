"""eeprivacy: each claim is the epsilon (and delta) that `execute` is given."""
LIBRARY, VERSIONS = "eeprivacy", ["0.0.5"]


def operation(name, more, **given):
    import numpy
    from eeprivacy import operations

    made = getattr(operations, name)(**given)
    return lambda data: made.execute(**{more.get("as", "values"): numpy.array(data), **{k: v for k, v in more.items() if k != "as"}})


def mechanism(name, **given):
    from eeprivacy import mechanisms

    return lambda data: getattr(mechanisms, name).execute(value=data, **given)


E, ED, UNIT = {"epsilon": 1}, {"epsilon": 0.9, "delta": 0.01}, {"lower_bound": 0, "upper_bound": 1}
MEAN_WHY = "PrivateClampedMean.execute (operations.py) sums the values as they are: the bounds set the noise and clip the release only."
VECTOR_WHY = "PrivateVectorClampedMeanLaplace.execute gives an array to LaplaceMechanism.execute, which draws one noise for all coordinates. Their differences are exact."
SUB, ADD, ADD3 = {"neighbours": "substitute", "bounds": "0:1"}, {"neighbours": "add-remove", "bounds": "0:2"}, {"neighbours": "add-remove", "bounds": "0:3"}
SQUARE = {"neighbours": "substitute", "bounds": "0=0:1,1=0:1"}
_TABLE = [
    ("LaplaceMechanism", lambda: mechanism("LaplaceMechanism", epsilon=1, sensitivity=1), 0, 1, E, None),
    ("GaussianMechanism", lambda: mechanism("GaussianMechanism", epsilon=0.9, delta=0.01, sensitivity=1), 0, 1, ED, None),
    ("PrivateClampedSum", lambda: operation("PrivateClampedSum", {"epsilon": 1}, **UNIT), [0.25, 0.5, 0.75], SUB, E, None),
    ("PrivateClampedMean", lambda: operation("PrivateClampedMean", {"epsilon": 1}, **UNIT), [0.25, 0.5, 0.75], SUB, E, MEAN_WHY),
    ("PrivateClampedMean in bounds", lambda: operation("PrivateClampedMean", {"epsilon": 1}, **UNIT), [0, 0, 0], [0, 0, 1], E, None),
    (
        "PrivateVectorClampedMeanLaplace",
        lambda: operation("PrivateVectorClampedMeanLaplace", {"as": "vectors", "epsilon": 1, "delta": 0}, **UNIT, k=2, N=2),
        [[0, 0], [0, 0]], SQUARE, E, VECTOR_WHY,
    ),
    (
        "PrivateVectorClampedMeanGaussian",
        lambda: operation("PrivateVectorClampedMeanGaussian", {"as": "vectors", "epsilon": 0.9, "delta": 0.01}, **UNIT, k=2, N=2),
        [[0, 0], [0, 0]], SQUARE, ED, None,
    ),
    ("PrivateHistogram", lambda: operation("PrivateHistogram", {"epsilon": 1}, bins=[0, 1, 2]), [0.5, 1.5], ADD, E, None),
    (
        "PrivateQuantile",
        lambda: operation("PrivateQuantile", {"epsilon": 1, "quantile": 0.5}, options=[0, 1, 2, 3]),
        [0.5, 2.5], ADD3, E, None,
    ),
    (
        "PrivateQuantile, quantile 1",
        lambda: operation("PrivateQuantile", {"epsilon": 3, "quantile": 1.0}, options=[0.0] * 30 + [9.0]),
        [1.0] * 4, ADD3, {"epsilon": 3}, None,
    ),
]


def pair_of(d, other):
    """Two numbers; or data, with what neighbours of it are."""
    return {"data": d, **other} if isinstance(other, dict) else {"d": d, "d_prime": other}


MAKE = {name: make for name, make, *_ in _TABLE}
ROWS = [
    {"mechanism": n, **pair_of(d, e), "claim": c, "budget": 40_000, **({"broken_in": VERSIONS, "kind": "source", "why": w} if w else {})}
    for n, _, d, e, c, w in _TABLE
]
LAST_BITS = dict.fromkeys(["LaplaceMechanism", "GaussianMechanism", "PrivateClampedSum", "PrivateClampedMean in bounds", "PrivateHistogram"], VERSIONS)
