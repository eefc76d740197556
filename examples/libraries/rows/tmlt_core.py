"""Tumult Core: each claim is the measurement's own privacy function at a distance of 1. Nothing here needs Spark."""
LIBRARY, VERSIONS = "tmlt-core", ["0.20.0"]


def noise(name, is_real, scale):
    import numpy
    from tmlt.core.domains.numpy_domains import NumpyFloatDomain
    from tmlt.core.measurements import noise_mechanisms

    made = getattr(noise_mechanisms, name)(*([NumpyFloatDomain()] if is_real else []), scale)
    kind = numpy.float64 if is_real else numpy.int64
    return lambda data: made(kind(data))


def quantile(part):
    import pandas
    from tmlt.core.domains.numpy_domains import NumpyFloatDomain
    from tmlt.core.domains.pandas_domains import PandasSeriesDomain
    from tmlt.core.measurements.pandas_measurements.series import NoisyQuantile
    from tmlt.core.measures import PureDP

    made = NoisyQuantile(PandasSeriesDomain(NumpyFloatDomain()), PureDP(), part, 0.0, 1.0, 1)
    return lambda data: float(made(pandas.Series(data, dtype=float)))


_NOISE = [
    ("AddLaplaceNoise", True, 1, {"epsilon": 1}),
    ("AddGeometricNoise", False, 1, {"epsilon": 1}),
    ("AddDiscreteGaussianNoise", False, 1, {"rho": 0.5}),
    ("AddGaussianNoise", True, 1, {"rho": 0.5}),
]
MAKE = {name: (lambda name=name, real=real, scale=scale: noise(name, real, scale)) for name, real, scale, _ in _NOISE}
MAKE |= {"NoisyQuantile, median": lambda: quantile(0.5), "NoisyQuantile, 0.9": lambda: quantile(0.9)}
SOUGHT = {"data": [0.1, 0.4, 0.6, 0.9], "neighbours": "add-remove", "bounds": "0:1", "claim": {"epsilon": 1}}
ROWS = [{"mechanism": name, "d": 0, "d_prime": 1, "claim": claim, "budget": 20_000} for name, _, _, claim in _NOISE]
ROWS += [{"mechanism": name, "budget": 20_000, **SOUGHT} for name in MAKE if name.startswith("NoisyQuantile")]
