"""OpenDP before 0.5.0, whose randomised response of a bit threw its coins twice."""
import math

LIBRARY, VERSIONS = "opendp", ["0.4.0", "0.5.0"]


def measurement(name, **given):
    from opendp import meas
    from opendp.mod import enable_features

    enable_features("contrib", "floating-point")
    return getattr(meas, name)(**given)


RESPONSE = (
    "The answer is true with probability p + (1 - p) p where it should be with probability p: at p = 0.75, 0.93 of those who hold true say so, and 0.18 of the "
    "others. So the odds are five to twelve, where the privacy relation allows three."
)
_TABLE = [
    (
        "make_randomized_response_bool", lambda: measurement("make_randomized_response_bool", prob=0.75), False, True, {"epsilon": math.log(3)},
        {"broken_in": ["0.4.0"], "kind": "fixed", "why": RESPONSE, "issue": "https://github.com/opendp/opendp/pull/481", "fixed": "0.5.0"},
    ),
    ("make_base_geometric", lambda: measurement("make_base_geometric", scale=1.0), 0, 1, {"epsilon": 1}, {}),
    ("make_base_laplace", lambda: measurement("make_base_laplace", scale=1.0), 0.0, 1.0, {"epsilon": 1}, {}),
]
MAKE = {name: make for name, make, *_ in _TABLE}
ROWS = [{"mechanism": name, "d": d, "d_prime": e, "claim": claim, "budget": 20_000, **more} for name, _, d, e, claim, more in _TABLE]
LAST_BITS = {"make_base_laplace": ["0.4.0"]}
