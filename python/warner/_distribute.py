"""Parts of an audit, for whoever deals out work: Dask, Ray, Spark, a pool of processes.

>>> import warner
>>> found = warner.measure("laplace", epsilon=1, budget=1e5)
>>> parts = [warner.play(found, first, first + 65536, seed=2) for first in range(0, 262144, 65536)]
>>> warner.conclude(found, warner.merge(parts)).trials.certify
262144
"""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Iterable

from . import _core
from ._audit import _function_of, _text_with
from ._record import Record


@dataclasses.dataclass(frozen=True)
class Part:
    """What playing some ranges of trials counted: picklable, and the same whoever played it."""

    digest: str  #: of the record whose strategy was played
    strategy: str  #: fingerprint of mechanism, pair and strategy: parts of other ones do not add
    seed: int
    ranges: tuple[tuple[int, int], ...]  #: first trial, and the one after the last; in order, none touching another
    counts: tuple[int, ...]

    @property
    def trials(self) -> int:
        return sum(last - first for first, last in self.ranges)


def play(
    record: Record,
    first: int,
    last: int,
    mechanism: Callable[..., Any] | None = None,
    *,
    seed: int,
    d: Any = None,
    d_prime: Any = None,
    data: Any = None,
    form: str | None = None,
    exceptions: str = "release",
    threads: int = 1,
) -> Part:
    """Plays a record's frozen strategy on the fresh trials first, .., last - 1 of a seed.

    A pure function of its arguments where the mechanism is of the catalogue, or draws from ``rng`` alone: parts may be
    played anywhere, twice, and in any order.

    Parameters
    ----------
    record : Record
        Of a search that is over: its strategy is what is played.
    first, last : int
        Multiples of 4096, but for the end of all: trials are dealt in blocks, so that parts add.
    mechanism : callable
        Of a record of a function: that function; d, d_prime and data are those of :func:`replay`.
    seed : int
        The same for all parts; none that the strategy has seen.
    """
    if not 0 <= first < last:
        raise ValueError(f"range: [{first}, {last}) has no trials")
    function = _function_of(record, mechanism, d, d_prime, data, form=form, exceptions=exceptions)
    counts = _core.play_part(_text_with(record, d, d_prime), function, seed, first, last, threads, None)
    return Part(record.provenance.digest, _core.fingerprint_of_play(record.text), seed, ((first, last),), tuple(counts))


def merge(parts: Iterable[Part]) -> Part:
    """All parts as one. ValueError, with the ranges, where two overlap, or are of other strategies or seeds."""
    parts = list(parts)
    if not parts:
        raise ValueError("parts: there are none")
    kinds = {(part.digest, part.strategy, part.seed) for part in parts}
    if len(kinds) > 1:
        raise ValueError(f"parts: are of {len(kinds)} questions (record digest, strategy, seed): {sorted(kinds)}")
    ranges: list[tuple[int, int]] = []
    for first, last in sorted(r for part in parts for r in part.ranges):
        if ranges and first < ranges[-1][1]:
            raise ValueError(f"parts: the trials [{first}, {min(last, ranges[-1][1])}) were played twice")
        if ranges and first == ranges[-1][1]:
            ranges[-1] = (ranges[-1][0], last)
        else:
            ranges.append((first, last))
    counts = _core.added([list(part.counts) for part in parts])
    return Part(parts[0].digest, parts[0].strategy, parts[0].seed, tuple(ranges), tuple(counts))


def conclude(
    record: Record,
    part: Part,
    mechanism: Callable[..., Any] | None = None,
    *,
    level: float = 0.05,
    d: Any = None,
    d_prime: Any = None,
    data: Any = None,
    form: str | None = None,
) -> Record:
    """What follows from all parts together: the record that ``play_fresh(record, trials=.., seed=..)`` makes of it alone.

    ValueError, with the ranges that lack, where the parts are not all trials from 0 on; where they are of another record
    or strategy.
    """
    if part.strategy != _core.fingerprint_of_play(record.text):
        raise ValueError(f"parts: are of another strategy, pair or mechanism than the record ({part.strategy})")
    if part.digest != record.provenance.digest:
        raise ValueError(f"parts: are of another record ({part.digest}, not {record.provenance.digest})")
    if len(part.ranges) != 1 or part.ranges[0][0] != 0:
        starts = [0, *(last for _, last in part.ranges)]
        lacking = [f"[{a}, {b})" for a, (b, _) in zip(starts, part.ranges) if a != b]
        raise ValueError(f"parts: the trials {', '.join(lacking)} were not played")
    function = _function_of(record, mechanism, d, d_prime, data, form=form)
    text = _text_with(record, d, d_prime)
    return Record.from_json(_core.conclude_parts(text, function, list(part.counts), part.trials, level, part.seed))
