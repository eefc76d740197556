"""numpy: the noise that most libraries of Python draw, added as one would by hand."""

LIBRARY, VERSIONS = "numpy", ["2.4.6"]


def noise(draw):
    import numpy

    rng = numpy.random.default_rng()
    return lambda data: data + draw(rng)


_TABLE = [
    ("Generator.laplace", lambda rng: rng.laplace(), 0.0, 1.0, {"epsilon": 1}),
    ("Generator.normal", lambda rng: rng.normal(), 0.0, 1.0, {"rho": 0.5}),
    ("Generator.geometric, a difference of two", lambda rng: int(rng.geometric(0.6321)) - int(rng.geometric(0.6321)), 0, 1, {"epsilon": 1}),
]
MAKE = {name: (lambda draw=draw: noise(draw)) for name, draw, *_ in _TABLE}
ROWS = [{"mechanism": name, "d": d, "d_prime": d_prime, "claim": claim, "budget": 20_000} for name, _, d, d_prime, claim in _TABLE]
LAST_BITS = {"Generator.laplace": ["2.4.6"], "Generator.normal": ["2.4.6"]}
