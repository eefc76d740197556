"""smartnoise-sql: bounds that are found privately, at the epsilon that the function is given; neighbours have one row more.

The file of approx_bounds is loaded by itself, so that numpy and OpenDP are all that it needs.
"""
LIBRARY, VERSIONS = "smartnoise-sql", ["1.0.1", "1.0.2"]


def bounds():
    import importlib.util
    import pathlib
    import sys

    folder = next(pathlib.Path(path) / "snsql" for path in sys.path if (pathlib.Path(path) / "snsql").is_dir())
    spec = importlib.util.spec_from_file_location("approx_bounds", folder / "sql" / "_mechanisms" / "approx_bounds.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return lambda data: list(module.approx_bounds(data, 1.0))


WHY = "A value that no bin of the histogram holds raises an error, which betrays that somebody has such a value. Version 1.0.2 clips to the outer bins."
ABOUT = {
    "broken_in": ["1.0.1"], "kind": "fixed", "why": WHY, "fixed": "1.0.2",
    "issue": "https://github.com/opendp/smartnoise-sdk/pull/580",
}
NAME, MANY = "approx_bounds, a value beyond all bins", [1.0] * 20
MAKE = {NAME: bounds}
ROWS = [{"mechanism": NAME, "d": MANY, "d_prime": [*MANY, 1e30], "claim": {"epsilon": 1}, "budget": 300, **ABOUT}]
