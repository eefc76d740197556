"""OpenDP: each claim is what the measurement's own privacy map says at distance 1."""
import math

LIBRARY, VERSIONS = "opendp", ["0.16.0"]


def measurement(make):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    return make(dp)


def on(T, **more):
    return lambda dp: (dp.atom_domain(T=T, **more), dp.absolute_distance(T=T))


INTEGER, REAL, E = on(int), on(float, nan=False), {"epsilon": 1}
_TABLE = [
    ("make_laplace int", lambda dp: dp.m.make_laplace(*INTEGER(dp), scale=1.0), 0, 1, E),
    ("make_laplace float", lambda dp: dp.m.make_laplace(*REAL(dp), scale=1.0), 0.0, 1.0, E),
    ("make_geometric", lambda dp: dp.m.make_geometric(*INTEGER(dp), scale=1.0), 0, 1, E),
    ("make_geometric bounds", lambda dp: dp.m.make_geometric(*INTEGER(dp), scale=1.0, bounds=(0, 3)), 0, 1, E),
    ("make_gaussian int", lambda dp: dp.m.make_gaussian(*INTEGER(dp), scale=1.0), 0, 1, {"rho": 0.5}),
    ("make_gaussian float", lambda dp: dp.m.make_gaussian(*REAL(dp), scale=1.0), 0.0, 1.0, {"rho": 0.5}),
    ("make_randomized_response_bool", lambda dp: dp.m.make_randomized_response_bool(0.75), False, True, {"epsilon": math.log(3)}),
    ("make_randomized_response", lambda dp: dp.m.make_randomized_response(["a", "b", "c"], prob=0.6), "a", "b", {"epsilon": math.log(3)}),
]
MAKE = {name: (lambda make=make: measurement(make)) for name, make, *_ in _TABLE}
ROWS = [{"mechanism": name, "d": d, "d_prime": d_prime, "claim": claim, "budget": 20_000} for name, _, d, d_prime, claim in _TABLE]
LAST_BITS = {"make_laplace float": [], "make_gaussian float": []}
