"""Noise into numpy arrays, by vector instructions; the same bits for the same seed on every machine.

>>> from warner.noise import Sampler
>>> Sampler(seed=7).laplace(3, scale=2).shape
(3,)
"""

from __future__ import annotations

from typing import Any

from . import _core


class Sampler:
    """Draws noise from one seed; no call draws what another drew.

    Every law takes a number of draws, or an array of float64 to fill in place, and returns the array.

    Parameters
    ----------
    seed : int
    threads : int
        0: all. The draws are the same for any number.
    """

    def __init__(self, seed: int, threads: int = 1) -> None:
        self._sampler = _core.Sampler(seed, threads)

    def laplace(self, out: Any, location: float = 0.0, scale: float = 1.0) -> Any:
        """Density exp(-|x - location| / scale) / (2 scale)."""
        return self._filled("laplace", out, location, scale)

    def gaussian(self, out: Any, location: float = 0.0, standard_deviation: float = 1.0) -> Any:
        """The normal law."""
        return self._filled("gaussian", out, location, standard_deviation)

    def gumbel(self, out: Any, location: float = 0.0, scale: float = 1.0) -> Any:
        """Distribution function exp(-exp(-(x - location) / scale))."""
        return self._filled("gumbel", out, location, scale)

    def exponential(self, out: Any, location: float = 0.0, mean: float = 1.0) -> Any:
        """location and more, of this mean beyond it."""
        return self._filled("exponential", out, location, mean)

    def geometric(self, out: Any, location: float = 0.0, ratio: float = 0.5) -> Any:
        """Pr[x >= location + k] = ratio ** k, k = 0, 1, .."""
        return self._filled("geometric", out, location, ratio)

    def discrete_laplace(self, out: Any, location: float = 0.0, ratio: float = 0.5) -> Any:
        """Integers about the location, Pr[x] proportional to ratio ** abs(x - location); exp(-epsilon) for a count."""
        return self._filled("discrete_laplace", out, location, ratio)

    def discrete_gaussian(self, out: Any, location: float = 0.0, standard_deviation: float = 1.0) -> Any:
        """Integers about the location, Pr[x] proportional to exp(-(x - location)**2 / (2 standard_deviation**2))."""
        return self._filled("discrete_gaussian", out, location, standard_deviation)

    def bernoulli(self, out: Any, location: float = 0.0, probability: float = 0.5) -> Any:
        """location + 1 with this probability, else the location."""
        return self._filled("bernoulli", out, location, probability)

    def _filled(self, law: str, out: Any, location: float, value: float) -> Any:
        import numpy

        array = out if isinstance(out, numpy.ndarray) else numpy.empty(out, dtype=numpy.float64)
        if array.dtype != numpy.float64 or not array.flags.c_contiguous or not array.flags.writeable:
            raise ValueError("out: is no contiguous array of float64 that can be written to")
        getattr(self._sampler, law)(array.reshape(-1), location, value)
        return array
