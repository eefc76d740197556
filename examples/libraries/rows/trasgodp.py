"""trasgodp: columns under local differential privacy, each claim the epsilon (and delta) that the function is given."""
LIBRARY, VERSIONS = "trasgodp", ["2.1.0"]


def function(module, name, *given):
    from importlib import import_module

    call = getattr(import_module(f"trasgodp.{module}"), name)
    return lambda data: call(data, *given).tolist()


E, ED = {"epsilon": 1}, {"epsilon": 1, "delta": 0.01}
WHY = (
    "The function takes the set of possible answers from the column (np.unique). An answer that only one person gave can come out with them and never without."
)
ERROR = "The function counts the categories in the column, and raises an error where one person's answer was the last of its kind: the error betrays them."
ANSWERS = {"data": list("abcd"), "neighbours": "substitute"}
_TABLE = [
    ("dp_clip_laplace_array", lambda: function("numerical", "dp_clip_laplace_array", 1.0, 0, 1), {"d": [0.0], "d_prime": [1.0]}, E, None),
    ("dp_clip_laplace_array int", lambda: function("numerical", "dp_clip_laplace_array", 1.0, 0, 4), {"d": [0], "d_prime": [4]}, E, None),
    ("dp_clip_gaussian_array", lambda: function("numerical", "dp_clip_gaussian_array", 1.0, 0, 1, 0.01), {"d": [0.0], "d_prime": [1.0]}, ED, None),
    ("dp_randomized_response_binary_array", lambda: function("categorical", "dp_randomized_response_binary_array", 1.0), {"d": list("abab"), "d_prime": list("abbb")}, E, None),
    ("dp_randomized_response_kary_array", lambda: function("categorical", "dp_randomized_response_kary_array", 1.0), {"d": list("abcab"), "d_prime": list("abcaa")}, E, None),
    ("dp_exponential_array", lambda: function("categorical", "dp_exponential_array", 1.0), {"d": list("abcab"), "d_prime": list("abcaa")}, E, None),
    ("dp_exponential_array, a rare answer", lambda: function("categorical", "dp_exponential_array", 1.0), ANSWERS, E, WHY),
    ("dp_randomized_response_kary_array, a rare answer", lambda: function("categorical", "dp_randomized_response_kary_array", 1.0), ANSWERS, E, WHY),
    ("dp_randomized_response_binary_array, the last of its kind", lambda: function("categorical", "dp_randomized_response_binary_array", 1.0), {**ANSWERS, "data": list("abab")}, E, ERROR),
]
MAKE = {name: make for name, make, *_ in _TABLE}
ROWS = [
    {"mechanism": n, **asked, "claim": c, "budget": 20_000, **({"broken_in": VERSIONS, "kind": "source", "why": w} if w else {})}
    for n, _, asked, c, w in _TABLE
]
LAST_BITS = dict.fromkeys(["dp_clip_laplace_array", "dp_clip_gaussian_array"], VERSIONS)
