"""The catalogue: mechanisms whose exact privacy is known, as objects."""

from __future__ import annotations

import dataclasses
import difflib
import functools
from collections.abc import Iterator, Mapping
from typing import Any, Sequence

from . import _core


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A number that a mechanism takes; without a default it follows from the others."""

    name: str
    default: float | None
    meaning: str


@dataclasses.dataclass(frozen=True)
class Entry:
    """One line of the catalogue. Call it to make the mechanism: ``warner.catalogue["laplace"](epsilon=1)``."""

    name: str
    summary: str
    release: str
    flaw: str
    reference: str
    local: bool
    parameters: tuple[Parameter, ...]

    @property
    def broken(self) -> bool:
        """Whether it is wrong on purpose; ``flaw`` says how."""
        return bool(self.flaw)

    def __call__(self, **parameters: float) -> Mechanism:
        known = [parameter.name for parameter in self.parameters]
        for name in parameters:
            if name not in known:
                raise TypeError(f"{self.name}: takes no parameter {name!r} (it takes {', '.join(known) or 'none'})")
        return Mechanism(self.name, parameters)


class Mechanism:
    """A mechanism of the catalogue with its parameters, and what is exactly true of it.

    Attributes
    ----------
    name : str
    parameters : dict
        As resolved: every number that it was made from.
    guarantee : str
        What it claims.
    pairs : list of (d, d_prime, label)
        That an audit tries; the first is the default.
    """

    def __init__(self, name: str, parameters: Mapping[str, float]) -> None:
        self.given = dict(parameters)
        self._made = _core.make(name, {key: float(value) for key, value in parameters.items()})
        self.name: str = self._made.name
        self.parameters: dict[str, float] = dict(self._made.parameters)
        self.guarantee: str = self._made.guarantee
        self.pairs: list[tuple[list[float], list[float], str]] = self._made.pairs

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value:g}" for name, value in self.given.items())
        return f'warner.catalogue["{self.name}"]({values})'

    def __reduce__(self) -> Any:
        return Mechanism, (self.name, self.given)

    def release(self, data: Sequence[float], n: int = 1, seed: int = 1, threads: int = 1) -> Any:
        """n releases of a dataset.

        Parameters
        ----------
        data : sequence of float
        n : int
        seed : int
            The same seed gives the same releases, for any number of threads and on any machine. They are drawn in
            blocks of 4096: more releases begin with the same whole blocks.

        Returns
        -------
        numpy.ndarray of float64
            Shape (n,) where a release is one number, else (n, width).
        """
        rows = self._made.release([float(x) for x in data], n, seed, threads)
        return rows[:, 0] if rows.shape[1] == 1 else rows

    def columns(self, data: Sequence[float]) -> list[tuple[str, str, list[str]]]:
        """Of each number of a release: its name, what kind it is, and the words that its values stand for."""
        return self._made.columns([float(x) for x in data])

    def epsilon(self, delta: Any = 0.0, *, d: Sequence[float] | None = None, d_prime: Sequence[float] | None = None) -> Any:
        """The smallest epsilon at which the pair is (epsilon, delta)-DP; of each delta. NaN where it is not known.

        Parameters
        ----------
        delta : float or array in [0, 1]
        d, d_prime : sequence of float
            By default the mechanism's first pair.

        Returns
        -------
        float or numpy.ndarray
        """
        return self._curve(self._made.epsilon, delta, d, d_prime)

    def profile(self, epsilon: Any, *, d: Sequence[float] | None = None, d_prime: Sequence[float] | None = None) -> Any:
        """The privacy profile: the smallest delta at each epsilon >= 0."""
        return self._curve(self._made.delta, epsilon, d, d_prime)

    def tradeoff(self, alpha: Any, *, d: Sequence[float] | None = None, d_prime: Sequence[float] | None = None) -> Any:
        """The trade-off function: the least type II error of a test of d against d_prime with type I error alpha."""
        return self._curve(self._made.beta, alpha, d, d_prime)

    def renyi(self, alpha: Any, *, d: Sequence[float] | None = None, d_prime: Sequence[float] | None = None) -> Any:
        """The Renyi divergence of each order alpha > 0, the larger direction, in natural logarithms."""
        return self._curve(self._made.renyi, alpha, d, d_prime)

    @staticmethod
    def _curve(curve: Any, at: Any, d: Any, d_prime: Any) -> Any:
        import numpy

        points = numpy.asarray(at, dtype=numpy.float64)
        pair = [None if x is None else [float(y) for y in x] for x in (d, d_prime)]
        values = curve(numpy.ascontiguousarray(points.reshape(-1)), *pair).reshape(points.shape)
        return float(values) if points.ndim == 0 else values


class Catalogue(Mapping[str, Entry]):
    """All mechanisms by name: sound ones, and some that are broken on purpose."""

    def __init__(self) -> None:
        self._entries = {
            name: Entry(name, summary, release, flaw, reference, local, tuple(Parameter(*p) for p in parameters))
            for name, summary, release, flaw, reference, local, parameters in _core.entries()
        }

    def __getitem__(self, name: str) -> Entry:
        try:
            return self._entries[name]
        except KeyError:
            near = difflib.get_close_matches(name, self._entries, 3)
            raise KeyError(f"{name} is not in the catalogue" + (f" (do you mean {' or '.join(near)}?)" if near else "")) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"warner.catalogue: {len(self)} mechanisms, {sum(entry.broken for entry in self.values())} of them broken on purpose"

    def to_pandas(self) -> Any:
        """A data frame, a mechanism a row."""
        import pandas

        return pandas.DataFrame([dataclasses.asdict(entry) for entry in self.values()])


catalogue = Catalogue()


@functools.lru_cache(maxsize=None)
def mechanism_names(name: str) -> tuple[str, ...]:
    """The parameters of a mechanism, also by another name of it. ValueError where there is none."""
    return tuple(parameter.name for parameter in catalogue[_core.make(name, {}).name].parameters)
