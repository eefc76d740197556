"""smartnoise-synth: a covariance at its own epsilon, in the version that clipped beside the data, and in the next one.

The file of DPcovariance is loaded by itself, so that numpy and pandas are all that it needs.
"""
LIBRARY, VERSIONS = "smartnoise-synth", ["1.0.5", "1.0.6"]


def covariance():
    import importlib.util
    import pathlib

    import pandas

    package = pathlib.Path(importlib.util.find_spec("snsynth").origin).parent
    spec = importlib.util.spec_from_file_location("dp_covariance", package / "models" / "dp_covariance.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def release(data):
        made = module.DPcovariance(len(data), [0, 1], pandas.DataFrame([[0.0, 0.0], [1.0, 1.0]]), 1.0)
        return [float(x) for x in made.release(pandas.DataFrame(data))]

    return release


WHY = "`release` (models/dp_covariance.py) clips and completes the data, and then takes the covariance of the data as they came."
ISSUE = {"broken_in": ["1.0.5"], "kind": "fixed", "why": WHY, "issue": "https://github.com/opendp/smartnoise-sdk/issues/622", "fixed": "1.0.6"}
FOUR = [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0], [1.0, 1.0]]
HALF, ONE = [*FOUR, [0.5, 0.5]], [*FOUR, [1.0, 1.0]]
INSIDE, SOUGHT = {"d": HALF, "d_prime": ONE}, {"data": HALF, "neighbours": "substitute", "bounds": "0=0:1,1=0:1"}
_TABLE = [("DPcovariance", INSIDE), ("DPcovariance, a value outside", {**SOUGHT, **ISSUE})]
MAKE = {name: covariance for name, *_ in _TABLE}
ROWS = [{"mechanism": name, "claim": {"epsilon": 1}, "budget": 4_000, **more} for name, more in _TABLE]
