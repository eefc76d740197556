"""diffpriv-pure: each claim is the epsilon (and delta) that the function is given."""
LIBRARY, VERSIONS = "diffpriv-pure", ["0.1.0"]


def function(call):
    import diffpriv_pure

    return lambda data: call(diffpriv_pure, data)


E, ED = {"epsilon": 1}, {"epsilon": 0.9, "delta": 0.01}
DATA = {"data": [0.25, 0.5, 0.75], "neighbours": "substitute", "bounds": "0:1", "d": [0, 0, 0], "d_prime": [0, 0, 1]}
WHY = "geometric_noise draws a geometric number, which is never negative, in place of the difference of two. A count is thus never reported below the truth."
_TABLE = [
    ("private_sum", lambda: function(lambda m, data: m.private_sum(data, (0, 1), 1)), DATA, E, None),
    ("private_sum Gaussian", lambda: function(lambda m, data: m.private_sum(data, (0, 1), 0.9, 0.01)), DATA, ED, None),
    ("private_mean", lambda: function(lambda m, data: m.private_mean(data, (0, 1), 1)), DATA, E, None),
    ("private_mean Gaussian", lambda: function(lambda m, data: m.private_mean(data, (0, 1), 0.9, 0.01)), DATA, ED, None),
    ("private_count", lambda: function(lambda m, data: m.private_count(data, 1)), {"d": 3, "d_prime": 4}, E, WHY),
]
MAKE = {name: make for name, make, *_ in _TABLE}
ROWS = [
    {"mechanism": n, **asked, "claim": c, "budget": 20_000, **({"broken_in": VERSIONS, "kind": "source", "why": w} if w else {})}
    for n, _, asked, c, w in _TABLE
]
LAST_BITS = dict.fromkeys(["private_sum", "private_sum Gaussian", "private_mean", "private_mean Gaussian"], VERSIONS)
