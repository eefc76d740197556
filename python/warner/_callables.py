"""Functions as mechanisms: what they take, and how they are asked for releases."""

from __future__ import annotations

import types
from typing import Any, Callable, Sequence

from ._core import MechanismFailed
from ._said import Raised, rebuilt, rows_of, said, simplified
from ._signatures import FORMS, call_of, form_of

_PIECE = 512  # releases that share a generator: the same ones for any number of processes


def _is_numeric(array: Any) -> bool:
    return getattr(getattr(array, "dtype", None), "kind", "") in "biuf"


def _rows(releases: Any, n: int, name: str) -> Any:
    """n releases as an array of float64, where they are numbers; else as a list."""
    if type(releases).__module__.partition(".")[0] == "numpy" and getattr(releases, "ndim", 0) >= 1:
        import numpy

        if len(releases) == n and _is_numeric(releases):
            rows = releases.reshape(n, -1)
            if rows.dtype.kind in "iu" and rows.size and max(abs(int(rows.min())), abs(int(rows.max()))) > 2**53:
                raise OverflowError(f"{name}: integers above 2**53 are no float64 (return a list of Python integers)")
            return numpy.ascontiguousarray(rows, dtype=numpy.float64)
        return list(releases)
    if hasattr(releases, "to_dict") and hasattr(releases, "columns"):  # a data frame: a release a row
        return rows_of(releases)
    if hasattr(releases, "to_dicts"):
        return releases.to_dicts()
    try:
        return list(releases)
    except TypeError:
        raise TypeError(
            f"{name}: returned one release where {n} were asked for, {releases!r} (it was taken for f(data, n): say "
            "form=, or fix what is no number of releases by functools.partial)"
        ) from None


class _Unfit:
    """A dataset that was made up, and that no table of the given type holds."""

    def __init__(self, why: str) -> None:
        self.why = why


class Function:
    """A function that is audited. The compiled part asks it for releases, in the thread that called Warner."""

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        datasets: Sequence[Any] | None,
        table: Any = None,
        name: str | None = None,
        form: str | None = None,
        exceptions: str = "release",
        processes: int = 1,
        timing: bool = False,
    ) -> None:
        if not callable(function):
            raise TypeError(f"{function!r}: is no function, and no mechanism of the catalogue")
        if exceptions not in ("release", "raise"):
            raise ValueError(f"exceptions: {exceptions!r} is neither 'release' nor 'raise'")
        if form is not None and form not in FORMS:
            raise ValueError(f"form: {form!r} is none of {', '.join(FORMS)}")
        if processes < 1:
            raise ValueError(f"processes: {processes} is no number of processes (1 asks in this one)")
        self.function = function
        self.name = name or _name_of(function)
        self._call = call_of(function, form)
        self.form = self._call.form
        self.seeded = "rng" in self.form
        #: What is asked ahead are batches alone: one call is soon over, where many calls would have to be waited for.
        self.asks_ahead = self.is_batch and not self.seeded and processes == 1 and not timing
        self.wanted = 0  #: releases of each of two datasets that will be asked for, at least; 0: nobody knows
        self.simplified = simplified
        self._datasets = datasets
        self._table = table
        self._exceptions_are_releases = exceptions == "release"
        self._processes = processes
        self._workers: Any = None
        self.raised: BaseException | None = None  #: by a call for n releases of a dataset that was made up
        self._raised: dict[int, BaseException | None] = {}

    @property
    def is_batch(self) -> bool:
        return "n" in self.form.strip("f()").replace(" ", "").split(",")

    def about(self, texts: list[str]) -> Callable[[int, int, int], Any]:
        """What answers requests about these datasets, in JSON; those that were given are taken as they were given."""
        given = self._datasets
        datasets = list(given) if given is not None else [self._rebuilt(text) for text in texts]
        if self._processes == 1:
            return lambda dataset, n, seed: self.answer(dataset, datasets[dataset], n, seed)
        from ._workers import Workers

        self.close()  # those who were asked about other datasets
        workers = Workers(self, datasets, self._processes)
        self._workers = workers
        return workers

    def close(self) -> None:
        """Ends the processes that were asked."""
        if self._workers is not None:
            self._workers.close()
        self._workers = None

    def _rebuilt(self, text: str) -> Any:
        try:
            return rebuilt(text, self._table)
        except (TypeError, ValueError, OverflowError) as error:
            return _Unfit(f"{self.name}: can not be given this dataset ({error})")

    def answer(self, dataset: int, data: Any, n: int, seed: int) -> Any:
        """n releases, all in this process."""
        size = _PIECE if self.seeded else n
        return joined(
            [
                self.work(dataset, data, min(size, n - first), seed, piece)
                for piece, first in enumerate(range(0, n, size))
            ]
        )

    def work(self, dataset: int, data: Any, n: int, seed: int, piece: int) -> Any:
        """A piece of a request; its generator follows from the request's seed and the number of the piece."""
        if isinstance(data, _Unfit):
            raise MechanismFailed(data.why)
        if not self.seeded:
            return self._piece(dataset, data, n, None)
        import numpy

        return self._piece(dataset, data, n, numpy.random.Generator(numpy.random.Philox(key=[seed, piece])))

    def _piece(self, dataset: int, data: Any, n: int, rng: Any) -> Any:
        call = self._call.on(self.function, data, n, rng)
        if self.is_batch:
            try:
                releases = call()
            except Exception as exception:
                if self._datasets is not None:
                    raise
                self.raised = exception  # a dataset that was made up: it is left out, if others can be asked about
                raise MechanismFailed(f"{self.name}: raises {type(exception).__name__}: {exception}") from exception
            return _rows(releases, n, self.name)
        releases = []
        add = releases.append
        failures = 0
        last: Exception | None = None
        for _ in range(n):
            try:
                release = call()
                add(list(release) if isinstance(release, types.GeneratorType) else release)
            except Exception as exception:
                if not self._exceptions_are_releases:
                    raise
                failures += 1
                last = exception
                add(Raised(exception))
        self._note(dataset, last if failures == n else None)
        return releases

    def _note(self, dataset: int, exception: BaseException | None) -> None:
        """Raises what a function raises always, on every dataset: that is a mistake, and no mechanism."""
        if self._raised.get(dataset, exception) is None:
            exception = None
        self._raised[dataset] = exception
        if exception is None or len(self._raised) < 2:
            return
        messages = {f"{type(e).__name__}: {e}" if e else None for e in self._raised.values()}
        if len(messages) == 1:
            raise exception


def joined(pieces: list[Any]) -> Any:
    if len(pieces) == 1:
        return pieces[0]
    if all(hasattr(piece, "dtype") for piece in pieces):
        import numpy

        return numpy.concatenate(pieces)
    return [release for piece in pieces for release in piece]


def _name_of(function: Callable[..., Any]) -> str:
    name = getattr(function, "__qualname__", None) or type(function).__qualname__
    return name.replace("<locals>.", "")


__all__ = ["FORMS", "Function", "form_of", "joined", "said"]
