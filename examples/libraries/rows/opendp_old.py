"""OpenDP before its repairs, and after: each claim is what the version's own relation or map allows at the distance of the pair."""
import math

LIBRARY, VERSIONS = "opendp", ["0.4.0", "0.5.0"]


def parts():
    """Measurements and transformations, under the names of any version."""
    from importlib import import_module

    from opendp.mod import enable_features

    enable_features("contrib", "floating-point")
    return import_module("opendp.meas"), import_module("opendp.trans")


def measurement(name, **given):
    return getattr(parts()[0], name)(**given)


def sized_sum(size, bounds, scale, resized=False):
    meas, trans = parts()
    total = trans.make_sized_bounded_sum(size=size, bounds=bounds)
    if resized:
        total = trans.make_bounded_resize(size=size, bounds=bounds, constant=0) >> total
    return total >> meas.make_base_geometric(scale=scale)


def byte_sum():
    """Of whole numbers of eight bits, each clamped to 100 on either side."""
    meas, trans = parts()
    total = trans.make_clamp(bounds=(-100, 100), TA="i8") >> trans.make_bounded_sum(bounds=(-100, 100), T="i8")
    noise = getattr(meas, "make_base_discrete_laplace", meas.make_base_geometric)
    return total >> noise(scale=100.0, D="AllDomain<i8>")


def bits():
    import opendp.prelude as dp

    dp.enable_features("contrib")
    made = dp.m.make_randomized_response_bitvec(dp.bitvector_domain(max_weight=1), dp.discrete_distance(), f=0.5)
    return lambda data: list(made(bytes(data)))


def grouped():
    """A sum for each of three keys that are given, whoever is in the data."""
    import opendp.prelude as dp
    import polars

    dp.enable_features("contrib")
    schema = {"key": polars.String, "value": polars.Float64}
    empty, keys = polars.LazyFrame([], schema=schema), polars.LazyFrame({"key": ["a", "b", "c"]})
    domain = dp.lazyframe_domain([dp.series_domain("key", dp.atom_domain(T=str)), dp.series_domain("value", dp.atom_domain(T=float))])
    if hasattr(dp.polars.Margin, "by") or "by" in dp.polars.Margin.__dataclass_fields__:
        domain = dp.with_margin(domain, dp.polars.Margin(by=["key"], max_partition_length=10))
    else:
        domain = dp.with_margin(domain, by=["key"], max_partition_length=10)
    value = polars.col("value").fill_null(0.0).fill_nan(0.0).dp.sum((0.0, 1.0))
    plan = empty.group_by("key").agg(value).join(keys, on="key", how="right")
    made = dp.m.make_private_lazyframe(domain, dp.symmetric_distance(), dp.max_divergence(), plan, global_scale=1.0)

    def release(data):
        table = polars.LazyFrame({"key": [key for key, _ in data], "value": [x for _, x in data]}, schema=schema)
        return [float(x) for x in made(table).collect().sort("key")["value"]]

    return release


RESPONSE = (
    "The answer is true with probability p + (1 - p) p where it should be with probability p: at p = 0.75, 0.93 of those who hold true say so, and 0.18 of the "
    "others. So the odds are five to twelve, where the privacy relation allows three."
)
HALVED = (
    "The relation halves the width of the bounds in whole numbers, so that a width of 1 counts as 0. It then allows any epsilon for a sum that one person moves "
    "by the scale of the noise."
)
RESIZE = (
    "The relation of `make_bounded_resize` says that two people fewer move the resized data by two rows. They leave two rows, and two constants come in: four rows. "
    "A sum behind it is thus allowed half the epsilon that it spends."
)
ORDER = (
    "A sum of machine integers saturates on the way, so that its result depends on the order of the rows. One row may move it by the whole range of the type, "
    "where the relation speaks of the bounds alone. Version 0.5.0 sums what is positive and what is negative apart."
)
LAST = "The noise starts at the second bit (a range that begins at 1), so that the last bit of the vector comes out as it went in."
FILLED = (
    "The noise for keys that are not in the data was drawn once and filled in for all of them: two equal sums tell that neither key has a row. "
    "Since 0.13.0 each key has noise of its own."
)
PULL = "https://github.com/opendp/opendp/pull"
BYTES, BYTES_MORE = [100] * 3 + [-100] * 3, [-100] * 3 + [100] * 4


def row(d, d_prime, why, issue, broken, fixed, claims, **more):
    """One defect: a row for the version that has it, and one for the version that has it no more, each at its own claim."""
    about = {"d": d, "d_prime": d_prime, "issue": issue, "budget": 20_000, **more}
    return [
        {"versions": [broken], "broken_in": [broken], "kind": "fixed", "why": why, "fixed": fixed, "claim": {"epsilon": claims[0]}, **about},
        {"versions": [fixed], "claim": {"epsilon": claims[1]}, **about},
    ]


E = (1, 1)
_TABLE = [
    (
        "make_randomized_response_bool", lambda: measurement("make_randomized_response_bool", prob=0.75),
        row(False, True, RESPONSE, f"{PULL}/481", "0.4.0", "0.5.0", (math.log(3), math.log(3))),
    ),
    (
        "make_sized_bounded_sum, a width of 1", lambda: sized_sum(3, (0, 1), 1.0),
        row([0, 0, 0], [0, 0, 1], HALVED, "https://github.com/opendp/opendp/issues/314", "0.3.0", "0.4.0", (0.1, 1)),
    ),
    (
        "make_bounded_resize, two people fewer", lambda: sized_sum(5, (0, 2), 2.0, True),
        row([2] * 5, [2] * 3, RESIZE, f"{PULL}/356", "0.3.0", "0.4.0", (1, 2)),
    ),
    ("make_bounded_sum, an order that saturates", byte_sum, row(BYTES, BYTES_MORE, ORDER, f"{PULL}/467", "0.4.0", "0.5.0", E)),
    (
        "make_randomized_response_bitvec", bits,
        row([0], [128], LAST, f"{PULL}/2708", "0.14.2", "0.15.1", (2 * math.log(3), 2 * math.log(3))),
    ),
    (
        "sums by keys that are given", grouped,
        row([["a", 1.0]], [["a", 1.0], ["b", 1.0]], FILLED, f"{PULL}/2345", "0.12.1", "0.13.0", E, budget=4_000),
    ),
    ("make_base_geometric", lambda: measurement("make_base_geometric", scale=1.0), [{"d": 0, "d_prime": 1, "claim": {"epsilon": 1}, "budget": 20_000}]),
    ("make_base_laplace", lambda: measurement("make_base_laplace", scale=1.0), [{"d": 0.0, "d_prime": 1.0, "claim": {"epsilon": 1}, "budget": 10_000}]),
]
MAKE = {name: make for name, make, _ in _TABLE}
ROWS = [{"mechanism": name, **one} for name, _, some in _TABLE for one in some]
LAST_BITS = {"make_base_laplace": ["0.4.0"]}
