"""PRESTO (ornl-presto): each claim is the epsilon (and delta) that the function is given.

The functions of one file are called on lists, for which they need numpy alone. A stand-in for torch answers the question whether a list is a tensor.
"""
LIBRARY, VERSIONS = "ornl-presto", ["0.1.29"]


def function(name, **given):
    import importlib
    import pathlib
    import sys
    import types

    sys.modules.setdefault("torch", types.SimpleNamespace(Tensor=type("Tensor", (), {}), is_tensor=lambda x: False))
    folder = next(pathlib.Path(path) / "ornl_presto" for path in sys.path if (pathlib.Path(path) / "ornl_presto").is_dir())
    package = types.ModuleType("ornl_presto")
    package.__path__ = [str(folder)]
    sys.modules["ornl_presto"] = package
    module = importlib.import_module("ornl_presto.privacy_mechanisms")
    return lambda data: [float(x) for x in getattr(module, name)(data, **given)]


GAUSSIAN = (
    "applyDPGaussian (privacy_mechanisms.py) puts the sensitivity under the root and leaves out the 2: sigma is sqrt(s ln(1.25/delta))/epsilon "
    "in place of s sqrt(2 ln(1.25/delta))/epsilon."
)
SVT = "applySVTAboveThreshold_full takes the threshold from the data and releases the values that exceed it as they are."
E, ED = {"epsilon": 1}, {"epsilon": 1, "delta": 1e-5}
_TABLE = [
    ("applyDPLaplace", lambda: function("applyDPLaplace", epsilon=1), [0.0], [1.0], E, None),
    ("applyDPExponential", lambda: function("applyDPExponential", epsilon=1), [0.0], [1.0], E, None),
    ("applyDPGaussian, sensitivity 10", lambda: function("applyDPGaussian", epsilon=1, delta=1e-5, sensitivity=10), [0.0], [10.0], ED, GAUSSIAN),
    ("applySVTAboveThreshold_full", lambda: function("applySVTAboveThreshold_full", epsilon=1), [0.0, 1.0, 2.0], [0.0, 1.0, 3.0], E, SVT),
]
MAKE = {name: make for name, make, *_ in _TABLE}
ROWS = [
    {"mechanism": n, "d": d, "d_prime": e, "claim": c, "budget": 40_000, **({"broken_in": VERSIONS, "kind": "source", "why": w} if w else {})}
    for n, _, d, e, c, w in _TABLE
]
LAST_BITS = dict.fromkeys(["applyDPLaplace", "applyDPExponential"], VERSIONS)
